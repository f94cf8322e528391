//! Games between players: legal to the last turn, and the same on any number of threads.

use crate::game::{Played, one_turn, play};
use crate::matches::{Entrant, Match};
use crate::opening::Openings;
use crate::player::{Method, Settings};
use crate::spread::spread;
use sow_engine::game::{Board, Game, Reason};
use sow_engine::games::{BoardVisitor, visit};
use sow_engine::kind::GameKind;
use sow_engine::notation::parse_position;
use sow_engine::relay::Patience;
use sow_engine::rules::{Rules, rulesets};
use sow_engine::turn::{TurnEnd, count_turns, play_text, turns};
use sow_random::Stream;
use std::collections::HashSet;

const GAMES: [GameKind; 5] = [
    GameKind::Omweso,
    GameKind::Owela,
    GameKind::Nsolo,
    GameKind::BaoKingulu,
    GameKind::Anywoli,
];

/// A game of `method` against itself.
fn played<P: Board>(game: &dyn Game<P>, method: Method, index: u64) -> (P, Played) {
    let settings = Settings {
        nodes: Some(300),
        ..Settings::of(method)
    };
    let start = game.position(&game.rules().start(game.columns()));
    let mut south = settings.player(game, &start, Stream::new(1, 2 * index), None);
    let mut north = settings.player(game, &start, Stream::new(1, 2 * index + 1), None);
    let played = play(game, &start, [&mut *south, &mut *north], 300);
    (start, played.expect("players can go on"))
}

/// Plays games and follows their texts by the rules.
struct ByTheRules;

impl BoardVisitor for ByTheRules {
    type Output = HashSet<Reason>;

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> Self::Output {
        let mut reasons = HashSet::new();
        for (method, games) in [
            (Method::Random, 40),
            (Method::Greedy, 10),
            (Method::AlphaBeta, 2),
            (Method::MonteCarlo, 2),
        ] {
            for index in 0..games {
                let (start, played) = played(&*game, method, index);
                let mut at = Some(start);
                let mut seen = HashSet::new();
                let mut ending = None;
                for text in &played.turns {
                    let before = at.expect("no turn after the end");
                    seen.insert(before);
                    let turn = play_text(&*game, &before, text, &Patience::UNLIMITED, None)
                        .unwrap_or_else(|error| panic!("{}: {error}", game.rules().describe()));
                    at = None;
                    match turn.end {
                        TurnEnd::Position(after) => at = Some(after),
                        TurnEnd::Wins(_, won) => ending = Some(won),
                        TurnEnd::NeverEnds(_) | TurnEnd::Unfinished(_) => {
                            ending = game.never_ending(&before);
                        }
                    }
                }
                if let Some(last) = at {
                    ending = game.finished(&last);
                    if ending.is_none() && seen.contains(&last) {
                        ending = game.repeated(&last);
                    }
                    if ending.is_none() {
                        let patience = Patience::UNLIMITED;
                        let count = count_turns(&*game, &last, &patience);
                        ending = (count == 0).then(|| game.stuck(&last));
                    }
                }
                assert_eq!(
                    played.ending, ending,
                    "{method:?} {index}: {:?}",
                    played.turns
                );
                reasons.extend(played.ending.map(|ending| ending.reason));
            }
        }
        reasons
    }
}

#[test]
fn games_of_every_ruleset_are_played_by_the_rules_to_their_end() {
    for kind in GAMES {
        let mut reasons = HashSet::new();
        for (_, rules) in rulesets(kind) {
            reasons.extend(visit(*rules, rules.default_columns(), ByTheRules));
        }
        assert!(!reasons.is_empty(), "{kind}");
    }
}

/// Plays a match on a number of threads.
struct OnThreads(usize);

impl BoardVisitor for OnThreads {
    type Output = Vec<(String, Played)>;

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> Self::Output {
        let openings = Openings {
            starts: vec![game.position(&game.rules().start(game.columns()))],
            turns: 3,
            uneven: Some(600),
        };
        let arena = Match {
            openings: &openings,
            game: &*game,
            seed: 7,
            longest: 60,
        };
        let first = Settings {
            nodes: Some(400),
            ..Settings::of(Method::AlphaBeta)
        };
        let second = Settings {
            method: Method::MonteCarlo,
            ..first
        };
        let entrants: [&dyn Entrant<P>; 2] = [&first, &second];
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(self.0)
            .build()
            .expect("threads");
        let games = pool.install(|| spread(12, |number| arena.game(entrants, number as u64)));
        games
            .into_iter()
            .map(|played| {
                let (opening, played) = played.expect("players can go on");
                (game.setup(&opening).to_string(), played)
            })
            .collect()
    }
}

#[test]
fn matches_are_the_same_on_1_2_and_7_threads() {
    for kind in GAMES {
        let rules = Rules::default_for(kind);
        let play = |threads| visit(rules, rules.default_columns(), OnThreads(threads));
        let games = play(1);
        assert_eq!(games, play(2), "{kind}");
        assert_eq!(games, play(7), "{kind}");
        let openings: HashSet<_> = games.iter().map(|(opening, _)| opening).collect();
        assert!(openings.len() > 1, "{kind}: openings differ");
    }
}

/// The turn that a player chooses.
struct Chosen(&'static str, Method);

impl BoardVisitor for Chosen {
    type Output = Option<String>;

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> Option<String> {
        let position = game.position(&parse_position(self.0).expect("a position"));
        let mut player = Settings::of(self.1).player(&*game, &position, Stream::new(1, 1), None);
        one_turn(&*game, &position, Vec::new(), &mut *player).expect("a player")
    }
}

#[test]
fn the_greedy_player_takes_the_most_seeds_now() {
    let rules = Rules::default_for(GameKind::Owela);
    for text in [
        "owela 0,0,3,0/0,1,3,0/0,1,1,0/2,0,0,1 S",
        "owela 1,0,2,0/0,1,1,2/0,1,3,0/2,2,0,1 S",
        "owela 1,0,2,0/0,1,1,2/0,1,3,0/2,2,0,1 N",
    ] {
        let greedy = visit(rules, 4, Chosen(text, Method::Greedy));
        let most = visit(rules, 4, Most(text));
        assert!(most.contains(&greedy.expect("a turn")), "{text}: {most:?}");
    }
}

/// The turns that leave the mover the most seeds, found by listing all.
struct Most(&'static str);

impl BoardVisitor for Most {
    type Output = Vec<String>;

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> Vec<String> {
        let position = game.position(&parse_position(self.0).expect("a position"));
        let turns = turns(&*game, &position, &Patience::UNLIMITED, true);
        let captured = turns.iter().map(|turn| turn.captured);
        let most = captured.max();
        turns
            .into_iter()
            .filter(|turn| Some(turn.captured) == most)
            .map(|turn| turn.text)
            .collect()
    }
}

#[test]
fn nobody_moves_in_a_game_that_is_over() {
    let over = "bao-kingulu 0x6/0x6 S 24-24";
    let rules = Rules::default_for(GameKind::BaoKingulu);
    assert_eq!(visit(rules, 6, Chosen(over, Method::Random)), None);
}
