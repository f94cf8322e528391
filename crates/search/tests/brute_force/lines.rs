//! Principal lines and distances.

use crate::graph::{self, Graph, run};
use sow_engine::game::{Board, Game};
use sow_engine::games::BoardVisitor;
use sow_engine::relay::Patience;
use sow_engine::setup::Setup;
use sow_engine::turn::{self, TurnEnd};
use sow_search::{AlphaBeta, Limits, Objective, Solution};

/// Plays the lines of many positions and looks whether they end as they should.
struct PlayLines {
    setup: Setup,
    objective: Objective,
    stride: usize,
}

impl BoardVisitor for PlayLines {
    type Output = usize;
    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> usize {
        let root = game.position(&self.setup);
        let graph = Graph::new(&*game, self.objective, &[root], 300_000).expect("a small graph");
        let values = graph.values();
        let distances = graph.distances(&*game, self.objective, &values);
        let seeds = usize::from(game.seeds(&root));
        let solver = AlphaBeta::new(&*game, self.objective, seeds, 1 << 22);
        let four_rows = game.kind().has_four_rows();
        let mut lines = 0;
        for i in (0..graph.positions.len()).step_by(self.stride) {
            let position = &graph.positions[i];
            let solution = solver.solve(position, &Limits::default(), &mut |_| {});
            let end = play(&*game, position, &solution);
            let value = match end {
                End::Over(ending) => graph::value(four_rows, self.objective, &ending),
                End::Repeats(position) => game
                    .repeated(&position)
                    .map_or(0, |ending| graph::value(four_rows, self.objective, &ending)),
            };
            assert_eq!(value, values[i], "{:?} {solution:?}", game.setup(position));
            if let Some(distance) = solution.distance {
                assert_eq!(
                    Some(distance),
                    distances[i],
                    "{:?} {solution:?}",
                    game.setup(position)
                );
            }
            lines += 1;
        }
        lines
    }
}

enum End<P> {
    Over(sow_engine::game::Ending),
    Repeats(P),
}

/// Plays a line as its texts say.
fn play<P: Board>(game: &dyn Game<P>, position: &P, solution: &Solution) -> End<P> {
    let mut met = vec![*position];
    let mut at = *position;
    for text in &solution.line {
        let turn = turn::play_text(game, &at, text, &Patience::UNLIMITED, None);
        match turn.expect("a legal turn").end {
            TurnEnd::Position(after) => at = after,
            TurnEnd::Wins(_, ending) => return End::Over(ending),
            TurnEnd::NeverEnds(_) => return End::Over(game.never_ending(&at).expect("legal")),
            TurnEnd::Unfinished(_) => panic!("a line with an undecided move"),
        }
        if met.contains(&at) {
            return End::Repeats(at);
        }
        met.push(at);
    }
    if let Some(ending) = game.finished(&at) {
        return End::Over(ending);
    }
    assert!(!at.is_mid_turn());
    let turns = turn::turns(game, &at, &Patience::UNLIMITED, true);
    let legal = turns
        .iter()
        .any(|turn| !matches!(turn.end, TurnEnd::NeverEnds(_)) || game.never_ending(&at).is_some());
    assert!(
        !legal,
        "the line stops too soon: {:?} {solution:?}",
        game.setup(&at)
    );
    End::Over(game.stuck(&at))
}

#[test]
fn lines_are_legal_and_reach_the_value() {
    for (position, objective, stride) in [
        ("owela 2x2/2,0/0,2/2x2 S", Objective::Outcome, 1),
        ("owela 2x2/2,0/0,2/2x2 S", Objective::Margin, 9),
        (
            "omweso 2,1,2/0x3/0x3/2,1,2 S unmoved:SN uncaptured",
            Objective::Outcome,
            1,
        ),
        (
            "omweso 4,3/0,1/0,1/4,3 S unmoved:SN uncaptured",
            Objective::Points,
            101,
        ),
        ("nsolo 2x2/0,2/2,0/2x2 S", Objective::Outcome, 3),
        ("nsolo 2x2/0,2/2,0/2x2 S", Objective::Margin, 9),
        ("anywoli 4x3/4x3 S", Objective::Margin, 11),
        ("bao-kingulu 4x3/4x3 S", Objective::Margin, 1),
        ("bao-kingulu 4x4/4x4 S", Objective::Margin, 301),
    ] {
        let lines = run(position, &[], |setup| PlayLines {
            setup,
            objective,
            stride,
        });
        assert!(lines > 10, "{position}: {lines}");
    }
}
