//! Heuristic analysis: what it calls proven is true, it keeps to its limits, and it plays every game.

use sow_engine::game::{Board, Game};
use sow_engine::games::{BoardVisitor, visit};
use sow_engine::kind::GameKind;
use sow_engine::relay::Patience;
use sow_engine::rules::{Rules, rulesets};
use sow_engine::setup::Setup;
use sow_engine::side::Side;
use sow_engine::turn::{TurnEnd, choose_turn, play_text};
use sow_search::alpha_beta::solve;
use sow_search::analyse::{Score, Wish};
use sow_search::{Analysis, Limits, Objective, Status, analyse};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

const GAMES: [GameKind; 5] = [
    GameKind::Omweso,
    GameKind::Owela,
    GameKind::Nsolo,
    GameKind::BaoKingulu,
    GameKind::Anywoli,
];

const MEMORY: usize = 1 << 20;

/// A small board of each game that the solver can exhaust.
const fn small(game: GameKind) -> usize {
    match game {
        GameKind::Omweso | GameKind::Owela | GameKind::Nsolo => 2,
        GameKind::BaoKingulu => 3,
        GameKind::Anywoli => 2,
    }
}

/// Numbers without much order, the same on every run.
fn numbers(mut state: u64) -> impl FnMut(usize) -> usize {
    state = state.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    move |below| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize % below.max(1)
    }
}

/// A position some turns into a game, `None` where the game was over before.
fn played<P: Board>(game: &dyn Game<P>, seed: u64, turns: usize) -> Option<P> {
    let mut position = game.position(&game.rules().start(game.columns()));
    let mut number = numbers(seed);
    for _ in 0..turns {
        game.finished(&position).is_none().then_some(())?;
        let turn = choose_turn(game, &position, &Patience::UNLIMITED, &mut number)?;
        match turn.end {
            TurnEnd::Position(after) => position = after,
            _ => return None,
        }
    }
    game.finished(&position).is_none().then_some(position)
}

/// The winner by what the analysis has proven: `Some(None)` for a draw.
fn proven(analysis: &Analysis) -> Option<Option<Side>> {
    match analysis.lines.first()?.score {
        Score::Estimate(_) | Score::Chance(_) => None,
        Score::Win { winner, .. } => Some(Some(winner)),
        Score::Draw => Some(None),
    }
}

/// Compares with the exact solver; says for how many positions something was proven.
struct Agrees;

impl BoardVisitor for Agrees {
    type Output = [usize; 2];

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> [usize; 2] {
        let mut counts = [0; 2];
        for seed in 0..12 {
            let Some(position) = played(&*game, seed, seed as usize % 5) else {
                continue;
            };
            let limits = Limits {
                nodes: 150_000,
                memory: MEMORY,
                line: false,
                ..Limits::default()
            };
            let exact = solve(&*game, &position, Objective::Margin, &limits, &mut |_| {});
            if exact.status != Status::Exact {
                continue;
            }
            let wish = Wish {
                lines: 1,
                depth: 40,
            };
            let analysis = analyse(&*game, &position, &wish, &limits, &mut |_| {});
            counts[0] += 1;
            let Some(winner) = proven(&analysis) else {
                continue;
            };
            counts[1] += 1;
            let what = format!("{} {}", game.rules().describe(), game.setup(&position));
            assert_eq!(exact.outcome(), Some(winner), "{what}");
            if let Score::Win {
                margin: Some(margin),
                ..
            } = analysis.lines[0].score
            {
                assert_eq!(exact.margin(), Some(margin), "{what}");
            }
        }
        counts
    }
}

#[test]
fn what_is_proven_is_what_the_solver_proves() {
    for game in GAMES {
        let mut counts = [0; 2];
        for &(_, mut rules) in rulesets(game) {
            for fate in ["annul", "illegal", "mover-loses"] {
                rules
                    .set(&format!("never-ending={fate}"))
                    .expect("an option of every game");
                let found = visit(rules, small(game), Agrees);
                counts = [0, 1].map(|i| counts[i] + found[i]);
            }
        }
        assert!(
            counts[0] > 10 && 2 * counts[1] > counts[0],
            "{game}: solved and proven {counts:?}"
        );
    }
}

/// Plays the lines that an analysis prints.
struct LinesAreLegal;

impl BoardVisitor for LinesAreLegal {
    type Output = ();

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) {
        let start = game.position(&game.rules().start(game.columns()));
        let limits = Limits {
            nodes: 20_000,
            memory: MEMORY,
            ..Limits::default()
        };
        let wish = Wish {
            lines: 3,
            ..Wish::default()
        };
        let analysis = analyse(&*game, &start, &wish, &limits, &mut |_| {});
        assert!(analysis.depth >= 1, "{}", game.rules().describe());
        assert!(analysis.nodes <= limits.nodes, "{analysis:?}");
        for line in &analysis.lines {
            let mut position = start;
            // The last turn can lack choices.
            for text in &line.turns[..line.turns.len() - 1] {
                let patience = Patience::UNLIMITED;
                let turn = play_text(&*game, &position, text, &patience, None)
                    .unwrap_or_else(|error| panic!("{} {text}: {error}", game.rules().describe()));
                let TurnEnd::Position(after) = turn.end else {
                    break;
                };
                position = after;
            }
        }
    }
}

#[test]
fn every_ruleset_is_analysed_and_lines_can_be_played() {
    for game in GAMES {
        for &(_, rules) in rulesets(game) {
            visit(rules, rules.default_columns(), LinesAreLegal);
        }
    }
}

struct Twice(u32);

impl BoardVisitor for Twice {
    type Output = [Analysis; 2];

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> [Analysis; 2] {
        let start = game.position(&game.rules().start(game.columns()));
        let wish = Wish {
            lines: 2,
            depth: self.0,
        };
        let limits = Limits {
            memory: MEMORY,
            ..Limits::default()
        };
        [(); 2].map(|()| analyse(&*game, &start, &wish, &limits, &mut |_| {}))
    }
}

#[test]
fn one_thread_does_the_same_twice() {
    for game in GAMES {
        let rules = Rules::default_for(game);
        let [first, second] = visit(rules, rules.default_columns(), Twice(4));
        assert_eq!(first, second, "{game}");
        assert_eq!(first.depth, 4, "{game}");
        assert_eq!(first.lines.len(), 2, "{game}");
        assert_ne!(first.lines[0].decision, first.lines[1].decision, "{game}");
    }
}

struct UnderLimits(Box<dyn Fn(&mut Limits<'_>) + Send>);

impl BoardVisitor for UnderLimits {
    type Output = Analysis;

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> Analysis {
        let start = game.position(&game.rules().start(game.columns()));
        let mut limits = Limits {
            memory: MEMORY,
            ..Limits::default()
        };
        (self.0)(&mut limits);
        analyse(&*game, &start, &Wish::default(), &limits, &mut |_| {})
    }
}

fn owela(set: impl Fn(&mut Limits<'_>) + Send + 'static) -> Analysis {
    let rules = Rules::default_for(GameKind::Owela);
    visit(rules, 8, UnderLimits(Box::new(set)))
}

#[test]
fn limits_are_kept_and_there_is_always_a_move() {
    for nodes in [0, 1, 7, 1000] {
        let analysis = owela(move |limits| limits.nodes = nodes);
        assert!(analysis.nodes <= nodes);
        assert_eq!(analysis.lines.len(), 1);
    }
    let begun = Instant::now();
    let analysis =
        owela(|limits| limits.deadline = Some(Instant::now() + Duration::from_millis(100)));
    assert!(begun.elapsed() < Duration::from_secs(5));
    assert!(analysis.depth > 0);
    static STOP: AtomicBool = AtomicBool::new(false);
    STOP.store(true, Ordering::Relaxed);
    let analysis = owela(|limits| limits.stop = Some(&STOP));
    assert_eq!(analysis.lines.len(), 1);
}

#[test]
fn several_threads_share_the_nodes() {
    let analysis = owela(|limits| {
        limits.threads = 3;
        limits.nodes = 60_000;
    });
    assert!(analysis.nodes <= 60_000);
    assert!(analysis.depth > 2);
}

struct Of(Setup);

impl BoardVisitor for Of {
    type Output = Analysis;

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> Analysis {
        let position = game.position(&self.0);
        assert!(!position.is_mid_turn());
        let limits = Limits {
            memory: MEMORY,
            ..Limits::default()
        };
        analyse(
            &*game,
            &position,
            &Wish { lines: 9, depth: 3 },
            &limits,
            &mut |_| {},
        )
    }
}

#[test]
fn a_player_without_a_move_has_no_lines() {
    let mut setup = Setup::empty(GameKind::Owela, 4);
    setup.rings[0][0] = 1;
    setup.rings[1][0] = 5;
    let analysis = visit(Rules::default_for(GameKind::Owela), 4, Of(setup));
    assert!(analysis.lines.is_empty() && analysis.complete);
}

#[test]
fn a_move_that_leaves_no_reply_wins_and_comes_first() {
    let mut setup = Setup::empty(GameKind::Owela, 4);
    setup.rings[0][0] = 2;
    setup.rings[0][4] = 2;
    setup.rings[1][0] = 1;
    let analysis = visit(Rules::default_for(GameKind::Owela), 4, Of(setup));
    assert_eq!(
        analysis.lines[0].score,
        Score::Win {
            winner: Side::South,
            within: Some(1),
            margin: None
        }
    );
    assert!(analysis.complete);
}
