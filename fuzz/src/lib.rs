//! The bodies of the fuzz targets: each takes any bytes and panics where something does not hold.

mod bytes;
pub mod literal;

use bytes::Bytes;
use literal::End;
use sow_engine::kind::GameKind;
use sow_engine::notation::{
    MoveText, draw, parse_drawing as read_drawing, parse_position as read, parse_records,
};
use sow_engine::referee::{Referee, referee};
use sow_engine::relay::Patience;
use sow_engine::rules::{Rules, rulesets};
use sow_engine::setup::Setup;
use sow_engine::turn::{Turn, TurnEnd};

/// Long enough for nearly every move, short enough for a fuzzer.
const PATIENCE: Patience = Patience {
    laps: 5_000,
    period_laps: 0,
    ..Patience::UNLIMITED
};

/// A position of any text: read, written, read again, its turns listed.
pub fn parse_position(data: &[u8]) {
    let Ok(setup) = read(&String::from_utf8_lossy(data)) else {
        return;
    };
    let line = setup.to_string();
    assert_eq!(read(&line).as_ref(), Ok(&setup), "{line}");
    let referee = referee(Rules::default_for(setup.game), setup.columns);
    referee.turns(&setup, &PATIENCE, false);
    let key = referee.repetition_key(&setup);
    assert_eq!(referee.repetition_key(&key), key, "{line}");
}

/// What a text draws is drawn and read again.
fn check_drawing(text: &str) {
    if let Ok(setup) = read_drawing(text) {
        let drawn = draw(&setup);
        assert_eq!(read_drawing(&drawn), Ok(setup), "{drawn}");
    }
}

/// A drawing of any bytes.
pub fn parse_drawing(data: &[u8]) {
    check_drawing(&String::from_utf8_lossy(data));
}

/// Records of any text, written and read again.
pub fn parse_record(data: &[u8]) {
    let Ok(records) = parse_records(&String::from_utf8_lossy(data)) else {
        return;
    };
    for record in records {
        let written = record.to_string();
        let again = parse_records(&written).unwrap_or_else(|why| panic!("{why}:\n{written}"));
        let [again] = &again[..] else {
            panic!("{} records in\n{written}", again.len());
        };
        assert_eq!(again.headers, record.headers, "{written}");
        assert_eq!(again.result, record.result, "{written}");
        let texts = |moves: &[sow_engine::notation::RecordMove]| -> Vec<String> {
            moves.iter().map(|played| played.text.clone()).collect()
        };
        assert_eq!(texts(&again.moves), texts(&record.moves), "{written}");
    }
}

/// A move of any text: read, written, read again; played at the start of each game.
pub fn parse_move(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let Ok(parsed) = MoveText::parse(&text) else {
        return;
    };
    let written = parsed.to_string();
    assert_eq!(MoveText::parse(&written), Ok(parsed), "{written}");
    for game in GameKind::ALL {
        let rules = Rules::default_for(game);
        let setup = rules.start(rules.default_columns());
        let referee = referee(rules, setup.columns);
        if let Ok(turn) = referee.play(&setup, &text, &PATIENCE) {
            let again = referee.play(&setup, &turn.text, &PATIENCE);
            assert_eq!(again.as_ref(), Ok(&turn), "{text}");
        }
    }
}

/// A position and rules made of any bytes: every turn listed can be played by its text with the same
/// result, nothing else can, and under default rules a literal sowing agrees.
pub fn legal_moves_agree(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let setup = bytes.setup();
    let sets = rulesets(setup.game);
    let (_, rules) = sets[bytes.below(sets.len())];
    let referee = referee(rules, setup.columns);
    // Strips multiply turns: list them where they are few.
    let few = setup.seeds_of(setup.side.other()) < 10 && setup.columns < 5;
    let strips = setup.game != GameKind::Nsolo || few;
    let turns = referee.turns(&setup, &PATIENCE, strips);
    for turn in &turns {
        if strips {
            check_played(&*referee, &setup, turn);
        }
        if rules == Rules::default_for(setup.game) && turn.bonus == 0 {
            check_literally(&setup, turn);
        }
    }
    check_that_no_other_pit_is_accepted(&*referee, &setup, &turns);
}

fn check_played(referee: &dyn Referee, setup: &Setup, turn: &Turn<Setup>) {
    let forbidden =
        matches!(turn.end, TurnEnd::NeverEnds(_)) && referee.never_ending(setup).is_none();
    match referee.play(setup, &turn.text, &PATIENCE) {
        Ok(played) => assert_eq!(&played, turn, "{setup}"),
        Err(why) => assert!(forbidden, "{setup} {}: {why}", turn.text),
    }
}

fn check_literally(setup: &Setup, turn: &Turn<Setup>) {
    let (end, laps, captured) = literal::replay(setup, &turn.text);
    match (&turn.end, end) {
        (TurnEnd::Position(after) | TurnEnd::Wins(after, _), End::After(expected)) => {
            assert_eq!(
                after.to_string(),
                expected.to_string(),
                "{setup} {}",
                turn.text
            );
            assert_eq!(
                (turn.laps, turn.captured),
                (laps, captured),
                "{setup} {}",
                turn.text
            );
        }
        (TurnEnd::NeverEnds(_), End::Never) | (_, End::Long) => {}
        (found, expected) => panic!("{setup} {}: {found:?} instead of {expected:?}", turn.text),
    }
}

fn check_that_no_other_pit_is_accepted(
    referee: &dyn Referee,
    setup: &Setup,
    turns: &[Turn<Setup>],
) {
    let names: Vec<String> = if setup.game.has_four_rows() {
        let numbered = |row: char| (1..=setup.columns).map(move |pit| format!("{row}{pit}"));
        numbered('b').chain(numbered('f')).collect()
    } else {
        (1..=setup.columns).map(|hole| hole.to_string()).collect()
    };
    let first_pit = |text: &str| {
        let end = text.find(|letter: char| !letter.is_ascii_alphanumeric());
        text[..end.unwrap_or(text.len())].to_owned()
    };
    let listed: Vec<String> = turns.iter().map(|turn| first_pit(&turn.text)).collect();
    for name in names.iter().filter(|name| !listed.contains(name)) {
        assert!(
            referee.play(setup, name, &PATIENCE).is_err(),
            "{setup} {name}"
        );
    }
    let can_pass = listed.iter().any(|text| text == "pass");
    assert_eq!(
        referee.play(setup, "pass", &PATIENCE).is_ok(),
        can_pass,
        "{setup}"
    );
}
