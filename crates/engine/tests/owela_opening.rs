//! The set opening moves of the Nama (option `hus-nama-opening` of Owela).

use sow_engine::kind::GameKind;
use sow_engine::referee::referee;
use sow_engine::relay::Patience;
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use sow_engine::turn::TurnEnd;

/// W7: on sixteen columns the set moves are b8, b9, b10 and f9, two seeds put into two front pits.
#[test]
fn hus_nama_opening_offers_the_four_set_moves_and_the_opponent_copies() {
    let turns_of = |rules: Rules, position: &Setup| -> Vec<String> {
        let referee = referee(rules, position.columns);
        let turns = referee.turns(position, &Patience::UNLIMITED, true);
        turns.into_iter().map(|turn| turn.text).collect()
    };
    let mut rules = Rules::named(GameKind::Owela, "hus").expect("a ruleset");
    let ordinary = rules.start(16);
    assert_eq!(turns_of(rules, &ordinary).len(), 24);
    rules.set("hus-nama-opening=chosen").expect("a value");
    let start = rules.start(16);
    assert_eq!(turns_of(rules, &start), ["b8=", "b9=", "b10=", "f9="]);
    let referee_of = |rules: Rules| referee(rules, 16);
    let turn = referee_of(rules)
        .play(&start, "b10=", &Patience::UNLIMITED)
        .expect("a set move");
    let TurnEnd::Position(after) = &turn.end else {
        panic!("{turn:?}")
    };
    assert_eq!(
        after.to_string(),
        "owela 2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2/2,2,2,2,2,2,2,2,0,0,0,0,0,0,0,0\
         /0,0,0,0,0,0,0,0,2,2,3,3,2,2,2,2/2,2,2,2,2,2,2,2,2,0,2,2,2,2,2,2 N unmoved:N"
    );
    assert_eq!(turns_of(rules, after).len(), 4);
    rules.set("hus-nama-opening=copied").expect("a value");
    assert_eq!(turns_of(rules, after), ["b10="]);
    let refused = referee_of(rules)
        .play(after, "b1", &Patience::UNLIMITED)
        .expect_err("must open");
    assert!(
        refused
            .to_string()
            .contains("begin with one of the set opening moves"),
        "{refused}"
    );
}
