//! Random games on the board against random players who are asked turn by turn, whose games are written as texts.

use super::RandomTable;
use crate::counting::Counter;
use crate::game::{Played, play};
use crate::made::{Joins, Made, MovesWriter};
use crate::player::{Method, Settings};
use crate::record::record;
use crate::short_turn::{Short, ShortTurns};
use proptest::prelude::*;
use proptest::sample::Index;
use sow_engine::game::{Board, Ending, Game};
use sow_engine::games::{BoardVisitor, visit};
use sow_engine::kind::GameKind;
use sow_engine::lead::Leads;
use sow_engine::notation::Outcome;
use sow_engine::relay::Patience;
use sow_engine::rules::{Rules, rulesets};
use sow_engine::setup::Setup;
use sow_engine::side::Side;
use sow_engine::turn::play_text;
use sow_random::Stream;

/// Named rules with a few options changed.
fn any_rules(game: GameKind) -> impl Strategy<Value = Rules> {
    let changes = proptest::collection::vec((any::<Index>(), any::<Index>()), 0..5);
    let cap = prop_oneof![4 => Just(None), 1 => (1_u64..60).prop_map(Some)];
    (any::<Index>(), changes, cap).prop_map(move |(set, changes, cap)| {
        let sets = rulesets(game);
        let (_, mut rules) = sets[set.index(sets.len())];
        for (key, value) in changes {
            let keys = rules.options().keys();
            let key = keys[key.index(keys.len())];
            let choices = rules.options().choices(key).expect("a known key");
            let value = choices[value.index(choices.len())];
            // `N` and the like stand for values that are not tried here.
            let _ = rules.set(&format!("{key}={value}"));
        }
        if let Some(cap) = cap {
            rules.set(&format!("lap-cap={cap}")).expect("an option");
        }
        rules
    })
}

/// A small board with anything on it that its game knows, now and then with so many seeds that a pit may pass 255.
fn any_setup(game: GameKind) -> impl Strategy<Value = Setup> {
    let seeds = prop_oneof![8 => 0_u8..=3, 4 => 0_u8..=7, 1 => 0_u8..=16];
    let rings = proptest::collection::vec(seeds, 32);
    let flags = proptest::collection::vec(any::<bool>(), 40);
    let heap = prop_oneof![6 => Just(0_u8), 1 => 240_u8..=255];
    let marked = proptest::option::of(prop_oneof![Just(Side::South), Just(Side::North)]);
    (2_usize..=8, rings, flags, heap, marked).prop_map(
        move |(columns, seeds, flags, heap, marked)| {
            let mut setup = Setup::empty(game, columns);
            let mut seeds = seeds.into_iter();
            for ring in &mut setup.rings {
                ring.fill_with(|| seeds.next().unwrap_or(1));
            }
            if heap > 0 {
                setup.rings[0][columns / 2] = heap;
            }
            if flags[32] {
                setup.side = Side::North;
            }
            match game {
                GameKind::Omweso => {
                    setup.unmoved = [flags[0] && flags[1], flags[2] && flags[3]];
                    setup.uncaptured = flags[4];
                    setup.captured_once = marked;
                }
                GameKind::Owela => setup.unmoved = [flags[0] && flags[1], flags[2] && flags[3]],
                GameKind::Nsolo => {}
                GameKind::BaoKingulu => {
                    for pit in 0..2 * columns {
                        setup.reserved[pit] = flags[pit] && flags[pit + 7];
                    }
                }
                GameKind::Anywoli => {
                    setup.last = marked;
                    setup.first = marked.filter(|_| flags[0]);
                    setup.starter = flags[1].then_some(Side::North);
                    setup.again = flags[2] && flags[3];
                }
            }
            setup
        },
    )
}

/// A position or, as often, a start of any size.
fn any_beginning() -> impl Strategy<Value = (Rules, Setup)> {
    proptest::sample::select(GameKind::ALL.to_vec())
        .prop_flat_map(|game| {
            let columns = prop_oneof![3 => 3_usize..=8, 1 => 9_usize..=20];
            (any_rules(game), any_setup(game), columns, any::<bool>())
        })
        .prop_map(|(rules, setup, columns, from_start)| {
            if from_start {
                (rules, rules.start(columns))
            } else {
                (rules, setup)
            }
        })
}

/// Games from a set-up, each played in both ways.
struct BothWays {
    setup: Setup,
    seed: u64,
    longest: usize,
}

impl BoardVisitor for BothWays {
    type Output = ();

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) {
        let start = game.position(&self.setup);
        let mut table = RandomTable::new(&*game);
        let moves = MovesWriter::new(&*game);
        for number in 0..3 {
            let streams = [0, 1].map(|side| Stream::new(self.seed, 2 * number + side));
            let [mut south, mut north] = streams
                .clone()
                .map(|stream| Settings::of(Method::Random).player(&*game, &start, stream, None));
            let played = play(&*game, &start, [&mut *south, &mut *north], self.longest);
            let played = played.expect("players can go on");
            let ending = table.play(&start, streams, self.longest).expect("a game");
            assert_eq!(ending, played.ending, "{:?}", played.turns);
            let names = ["random".to_owned(), "random".to_owned()];
            let record = record(game.rules(), &self.setup, names, &[], &played);
            let mut text = Vec::new();
            let result = ending.as_ref().map_or(Outcome::Open, Ending::token);
            moves.write(start.side(), table.made(), result, &mut text);
            let text = String::from_utf8(text).expect("a text");
            let headings: usize = record.headers.len();
            let record = record.to_string();
            let expected: String = record.split_inclusive('\n').skip(headings).collect();
            assert_eq!(text, expected);
            played_again(&*game, &start, table.made(), &played);
        }
    }
}

/// Plays the turns of a game again, by their texts and by their decisions, as [`play_text`] plays them, and counts them.
fn played_again<P: Board>(game: &dyn Game<P>, start: &P, made: &[Made], played: &Played) {
    let mut turns = ShortTurns::new(game);
    let mut position = *start;
    let mut left = made;
    for text in &played.turns {
        let turn = play_text(game, &position, text, &Patience::UNLIMITED, None);
        let turn = turn.expect("a legal turn");
        let expected = Short {
            laps: turn.laps,
            captured: turn.captured,
            leads: turn.end.leads(|| game.never_ending(&position)),
        };
        assert_eq!(turns.play(&position, text), Ok(expected), "{text}");
        if !text.contains('*') {
            assert_eq!(
                turns.read(&position, text.as_bytes()),
                Some(expected),
                "{text}"
            );
        }
        let length = left[1..].iter().position(|made| made.joins == Joins::Game);
        let (these, others) = left.split_at(length.map_or(left.len(), |place| place + 1));
        assert_eq!(turns.replay(&position, these), expected, "{text}");
        left = others;
        match expected.leads {
            Some(Leads::To(after)) => position = after,
            _ => break,
        }
    }
    let mut by_texts = Counter::new(game, 3);
    let texts = played.turns.iter().map(String::as_str);
    let nothing_attested = (None, "attested");
    let counted = by_texts.add_texts(start, texts, nothing_attested);
    assert_eq!(counted, Ok(()));
    let mut by_decisions = Counter::new(game, 3);
    by_decisions.add_made(start, made);
    let statistics = by_texts.finish();
    assert_eq!(statistics.turns.largest(), played.turns.len() as u64);
    assert_eq!(statistics, by_decisions.finish());
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_games_on_the_board_are_those_of_players_who_are_asked(
        (rules, setup) in any_beginning(),
        seed in any::<u64>(),
        longest in prop_oneof![0_usize..=120, Just(300)],
    ) {
        let columns = setup.columns;
        visit(rules, columns, BothWays { setup, seed, longest });
    }
}

#[test]
fn random_games_of_every_ruleset_are_those_of_players_who_are_asked() {
    for kind in GameKind::ALL {
        for (_, rules) in rulesets(kind) {
            for columns in [2, 5, rules.default_columns(), 17] {
                let games = BothWays {
                    setup: rules.start(columns),
                    seed: 9,
                    longest: 400,
                };
                visit(*rules, columns, games);
            }
        }
    }
}
