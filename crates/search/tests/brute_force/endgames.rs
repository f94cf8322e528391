//! Endgame tables, made by brute force: the same values, found sooner.

use crate::graph::{self, Graph, run};
use crate::methods::{Known, Method};
use sow_engine::game::{Board, Game};
use sow_engine::games::BoardVisitor;
use sow_engine::setup::Setup;
use sow_engine::side::Side;
use sow_search::{EndgameValue, Limits, Objective, Status};

/// Solves positions with and without a table of every third position.
struct Probe {
    setup: Setup,
    objective: Objective,
    method: Method,
    stride: usize,
}

impl BoardVisitor for Probe {
    /// Nodes without and with the table.
    type Output = [u64; 2];

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> [u64; 2] {
        let root = game.position(&self.setup);
        let graph = Graph::new(&*game, self.objective, &[root], 300_000).expect("a small graph");
        let values = graph.values();
        let distances = graph.distances(&*game, self.objective, &values);
        let four_rows = game.kind().has_four_rows();
        let known = graph.positions.iter().zip(&values).zip(&distances);
        let known = known
            .skip(1)
            .step_by(3)
            .map(|((position, &value), distance)| {
                let margin = value
                    - if four_rows {
                        value.signum() * 10_000
                    } else {
                        0
                    };
                let known = EndgameValue {
                    winner: match value.signum() {
                        1 => Some(Side::South),
                        -1 => Some(Side::North),
                        _ => None,
                    },
                    margin: (self.objective == Objective::Margin).then_some(margin),
                    points: (self.objective == Objective::Points).then_some(value as i16),
                    distance: distance.filter(|_| self.objective == Objective::Distance),
                };
                (*position, known)
            });
        let known = Known(known.collect());
        let limits = Limits {
            line: false,
            ..Limits::default()
        };
        let seeds = usize::from(game.seeds(&root));
        let mut nodes = [0; 2];
        for i in (0..values.len()).step_by(self.stride) {
            let position = &graph.positions[i];
            for (nodes, endgames) in nodes.iter_mut().zip([None, Some(&known)]) {
                // A fresh table for each, so that nothing is remembered.
                let solve =
                    self.method
                        .with_endgames(&*game, self.objective, seeds, 1 << 20, endgames);
                let solution = solve(position, &limits);
                assert_eq!(solution.status, Status::Exact);
                for score in [solution.lowest, solution.highest] {
                    let found = graph::number(four_rows, self.objective, &score);
                    assert_eq!(found, values[i], "{:?}", game.setup(position));
                }
                if self.objective == Objective::Distance {
                    assert_eq!(
                        solution.distance,
                        distances[i],
                        "{:?}",
                        game.setup(position)
                    );
                }
                *nodes += solution.nodes;
            }
        }
        nodes
    }
}

#[test]
fn endgame_tables_save_nodes_and_change_no_value() {
    for method in Method::ALL {
        for (position, objective, stride) in [
            ("owela 2x2/2,0/0,2/2x2 S", Objective::Margin, 31),
            ("omweso 2x2/2,0/0,2/2x2 S", Objective::Points, 31),
            ("nsolo 2x2/0,2/2,0/2x2 S", Objective::Distance, 31),
            ("anywoli 4x4/4x4 S", Objective::Outcome, 331),
            ("anywoli 4x3/4x3 S", Objective::Margin, 31),
            ("anywoli 4x3/4x3 S", Objective::Distance, 31),
            ("bao-kingulu 4x4/4x4 S", Objective::Margin, 331),
            ("bao-kingulu 4x3/4x3 S", Objective::Distance, 7),
        ] {
            let [without, with] = run(position, &[], |setup| Probe {
                setup,
                objective,
                method,
                stride,
            });
            assert!(
                with < without,
                "{position} {objective:?} {method:?}: {with} nodes, {without} without"
            );
        }
    }
}
