//! What a search has proven, certified: the value is that of brute force, and the certificates of both players hold,
//! though the table forgets nearly everything.

use crate::brute::Graph;
use crate::{claim, open, verdict};
use sow_engine::game::{Board, Game};
use sow_engine::games::{BoardVisitor, visit};
use sow_engine::side::Side;
use sow_proof::{Asked, Claim, Least, Strategy, Value, Verdict};
use sow_search::{Limits, Objective, ProofNumber, Score, Status};

struct Certify {
    position: &'static str,
    words: &'static [&'static str],
    asked: Asked,
    memory: usize,
}

/// Certificates written, and positions that were proven once more or anew.
#[derive(Default)]
struct Count {
    written: usize,
    again: u64,
    anew: u64,
}

fn value(score: &Score) -> Value {
    Value {
        winner: score.winner,
        margin: score.margin,
        points: score.points.map(i32::from),
    }
}

/// Something better than this, the least of its kind.
fn better(least: Least) -> Least {
    match least {
        Least::Win => Least::Win,
        Least::Draw => Least::Win,
        Least::Margin(margin) => Least::Margin(margin + 1),
        Least::WinBy(margin) => Least::WinBy(margin + 1),
        Least::LossBy(margin) => Least::LossBy(margin + 1),
        Least::Points(points) => Least::Points(points + 1),
    }
}

impl BoardVisitor for Certify {
    type Output = Count;

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> Count {
        let game = &*game;
        let any = claim(self.position, self.words, Side::South, Least::Draw);
        let root = game.position(&any.position);
        let graph = Graph::new(game, root);
        let constant = any.rules.cycles_are_constant();
        let seeds = usize::from(game.seeds(&root));
        let objective = match self.asked {
            Asked::Outcome => Objective::Outcome,
            Asked::Margin => Objective::Margin,
            Asked::Points => Objective::Points,
        };
        let limits = Limits {
            memory: self.memory,
            line: false,
            ..Limits::default()
        };
        let four_rows = game.kind().has_four_rows();
        let mut count = Count::default();
        for holder in Side::BOTH {
            let solver = ProofNumber::new(game, objective, seeds, self.memory);
            let solution = solver.solve(&root, &limits, &mut |_| {});
            assert_eq!(solution.status, Status::Exact, "{}", self.position);
            let score = match holder {
                Side::South => &solution.lowest,
                Side::North => &solution.highest,
            };
            let Some(least) = Least::of(&value(score), self.asked, four_rows, holder) else {
                continue;
            };
            let claim = Claim {
                holder,
                least,
                ..any.clone()
            };
            let can = |least| graph.strategy(holder, least, constant)[0].is_some();
            if constant {
                assert!(can(least), "{claim}");
                assert!(least == Least::Win || !can(better(least)), "{claim}");
            }
            let Some(strategy) = solver.strategy(&root, holder, &limits, &mut |_| {}) else {
                assert!(!can(least), "{claim} under {}", claim.rules.describe());
                continue;
            };
            count.again += strategy.proven_again();
            count.anew += strategy.proven_anew();
            let mut turn = |position: &P| strategy.turn(position).map(<[_]>::to_vec);
            let strategy = Strategy::follow(game, &claim, &mut turn).unwrap_or_else(|fault| {
                panic!("{claim} under {}, {fault}", claim.rules.describe())
            });
            let mut bytes = Vec::new();
            strategy.write(&mut bytes).expect("memory can be written");
            let certificate = open(bytes).unwrap_or_else(|error| panic!("{claim}: {error}"));
            assert_eq!(
                verdict(&certificate, 1 << 20).expect("positions"),
                Verdict::Holds,
                "{claim}"
            );
            count.written += 1;
        }
        count
    }
}

#[test]
fn both_players_certificates_hold_whatever_the_table_forgets() {
    let mut all = Count::default();
    for (position, words) in [
        ("omweso 2x2/0x2/0x2/2x2 S uncaptured unmoved:SN", &[][..]),
        (
            "omweso 2x3/0x3/0x3/2,2,0 S",
            &["wikipedia", "both-end-columns=no", "never-ending=illegal"],
        ),
        (
            "omweso 2x3/0x3/0x3/2,2,0 N",
            &["repetition-draws=no", "never-ending=mover-loses"],
        ),
        ("owela 2x3/0x3/0x3/2,2,0 S", &["hus", "direction=clockwise"]),
        ("owela 3,2/0x2/0x2/3,2 N", &["never-ending=mover-loses"]),
        ("nsolo 2x2/0,2/2,0/2x2 S", &["never-ending=illegal"]),
        ("nsolo 0,0/2,2/2,1/0,1 N", &[]),
        ("nsolo 2x2/0,2/2,0/2x2 N", &["sanderson", "bonus=up-to-k"]),
        ("anywoli 4x3/4x3 S", &[]),
        ("anywoli 4x3/4x3 S", &["never-ending=annul"]),
        (
            "anywoli 4x3/4x3 N",
            &["never-ending=mover-loses", "extra-move=optional"],
        ),
        ("anywoli 0,0,1,2/0,3,1,1 S 12-12 last:S", &[]),
        ("anywoli 0,0,1,1/1,1,12,0 S 8-8 last:S", &[]),
        ("anywoli 0,1,3,3/3,0,2,0 N 8-12 last:N", &[]),
        (
            "anywoli 1,0,2,1/0,0,3,1 N 16-8 last:S again",
            &["extra-move=optional"],
        ),
        ("anywoli 4x3/4x3 S", &["repetition=row-owner"]),
        ("bao-kingulu 4x3/4x3 S", &["reserved-seeds=bank"]),
        ("bao-kingulu 4x2/4x2 S", &["sow-from-reserved=yes"]),
        ("bao-kingulu 4x2/4x2 S", &["end-in-reserved=relay"]),
    ] {
        for asked in [Asked::Outcome, Asked::Margin, Asked::Points] {
            for memory in [1 << 20, 1 << 8] {
                let certify = Certify {
                    position,
                    words,
                    asked,
                    memory,
                };
                let any = claim(position, words, Side::South, Least::Win);
                let count = visit(any.rules, any.position.columns, certify);
                assert!(count.written > 0, "{position} {words:?} {asked:?}");
                all.written += count.written;
                all.again += count.again;
                all.anew += count.anew;
            }
        }
    }
    println!(
        "{} written, {} again, {} anew",
        all.written, all.again, all.anew
    );
    assert!(all.again > 0, "no position was forgotten");
}
