//! What brute force finds can be certified, and what it refutes cannot.

use crate::brute::Graph;
use crate::{claim, open, verdict};
use sow_engine::game::{Board, Game};
use sow_engine::games::{BoardVisitor, visit};
use sow_engine::side::Side;
use sow_proof::{Claim, Fault, Least, Strategy, Verdict};

/// Compares all claims about a position; the certificates that were written.
struct Compare {
    position: &'static str,
    words: &'static [&'static str],
    leasts: Vec<Least>,
}

impl BoardVisitor for Compare {
    type Output = usize;

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> usize {
        let game = &*game;
        let any = claim(self.position, self.words, Side::South, Least::Win);
        let graph = Graph::new(game, game.position(&any.position));
        let constant = any.rules.cycles_are_constant();
        let mut written = 0;
        for holder in Side::BOTH {
            for &least in &self.leasts {
                let claim = claim(self.position, self.words, holder, least);
                let found = graph.strategy(holder, least, constant);
                if found[0].is_some() {
                    certify(game, &graph, &found, &claim);
                    written += 1;
                } else {
                    refuse(game, &graph, &claim);
                }
            }
        }
        written
    }
}

fn follow<P: Board>(
    game: &dyn Game<P>,
    graph: &Graph<P>,
    claim: &Claim,
    mut choose: impl FnMut(usize) -> Option<usize>,
) -> Result<Strategy, Fault> {
    Strategy::follow(game, claim, &mut |position| {
        let at = graph.index[position];
        Some(graph.turns[at].get(choose(at)?)?.decisions.clone())
    })
}

fn certify<P: Board>(game: &dyn Game<P>, graph: &Graph<P>, found: &[Option<usize>], claim: &Claim) {
    let strategy = follow(game, graph, claim, |at| found[at])
        .unwrap_or_else(|fault| panic!("{claim}, {fault}"));
    let mut bytes = Vec::new();
    let digest = strategy.write(&mut bytes).expect("memory can be written");
    let certificate = open(bytes).unwrap_or_else(|error| panic!("{claim}: {error}"));
    assert_eq!(certificate.claim(), claim);
    assert_eq!(certificate.digest(), digest);
    assert_eq!(certificate.positions(), strategy.positions() as u64);
    let read = Strategy::read(&certificate).expect("what was written");
    for position in &graph.positions {
        let same = read.at(position) == strategy.at(position);
        assert!(same, "{claim}: {:?}", game.setup(position));
    }
    for memory in [1 << 20, 0] {
        let verdict =
            verdict(&certificate, memory).unwrap_or_else(|error| panic!("{claim}: {error}"));
        assert_eq!(verdict, Verdict::Holds, "{claim}");
    }
}

/// No turns at all get what cannot be had: some are tried.
fn refuse<P: Board>(game: &dyn Game<P>, graph: &Graph<P>, claim: &Claim) {
    for seed in 0..20_usize {
        let any = follow(game, graph, claim, |at| {
            let turns = graph.turns[at].len();
            let mixed =
                (at + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15_usize.wrapping_mul(2 * seed + 1)) >> 40;
            (turns > 0).then(|| mixed % turns)
        });
        assert!(any.is_err(), "{claim} under {}", claim.rules.describe());
    }
}

fn compare(position: &'static str, words: &'static [&'static str], leasts: &[Least]) {
    let any = claim(position, words, Side::South, Least::Win);
    let leasts = leasts.to_vec();
    let compare = Compare {
        position,
        words,
        leasts,
    };
    let written = visit(any.rules, any.position.columns, compare);
    assert!(written > 0, "{position}: no claim holds");
}

const OUTCOME: [Least; 2] = [Least::Win, Least::Draw];

fn margins(most: i32, step: usize) -> Vec<Least> {
    (-most..=most).step_by(step).map(Least::Margin).collect()
}

fn wins_and_losses(most: i32, step: usize) -> Vec<Least> {
    let wins = (-most..=most).step_by(step).map(Least::WinBy);
    wins.chain((-most..=most).step_by(step).map(Least::LossBy))
        .collect()
}

#[test]
fn omweso() {
    for (position, words) in [
        ("omweso 2x2/0x2/0x2/2x2 S uncaptured unmoved:SN", &[][..]),
        (
            "omweso 3,2/0x2/0x2/3,2 S",
            &["never-ending=illegal", "both-end-columns=no"],
        ),
        (
            "omweso 3,2/0x2/0x2/3,2 S",
            &["never-ending=mover-loses", "akawumbi=off"],
        ),
        (
            "omweso 2x3/0x3/0x3/2,2,0 S",
            &["wikipedia", "front-row-cleared=no", "both-end-columns=no"],
        ),
        ("omweso 2x3/0x3/0x3/2,2,0 N", &["repetition-draws=no"]),
        ("omweso 2x2/0x2/0x2/2x2 S uncaptured", &["akakyala=yes"]),
        (
            "omweso 1,0,2/0,1,0/1,0,2/2,0,0 S",
            &["resow=turn-origin+1", "reverse-pits=b1+b2+f1+f2+f3"],
        ),
    ] {
        compare(position, words, &OUTCOME);
        compare(
            position,
            words,
            &[-12, -2, -1, 0, 1, 2, 12].map(Least::Points),
        );
        compare(position, words, &wins_and_losses(10, 3));
    }
}

#[test]
fn owela() {
    for (position, words) in [
        ("owela 2x2/0x2/0x2/2x2 S", &[][..]),
        ("owela 3,2/0x2/0x2/3,2 N", &["hus", "direction=clockwise"]),
        (
            "owela 2x3/0x3/0x3/2,2,0 S",
            &["capture=inner-suffices", "never-ending=mover-loses"],
        ),
        (
            "owela 2x3/0x3/0x3/2,2,0 S unmoved:SN",
            &["mcgill", "direction=clockwise"],
        ),
        ("owela 2x2/2,0/0,2/2x2 S", &["never-ending=illegal"]),
    ] {
        compare(position, words, &OUTCOME);
        compare(position, words, &wins_and_losses(12, 4));
    }
}

#[test]
fn nsolo() {
    for (position, words) in [
        ("nsolo 2x2/0,2/2,0/2x2 S", &[][..]),
        ("nsolo 2x2/0x2/0x2/2x2 S", &["never-ending=illegal"]),
        ("nsolo 2x2/0,2/2,0/2x2 N", &["sanderson", "bonus=up-to-k"]),
        ("nsolo 1x2/1,1/1,0/0,1 S", &["stuck=pass", "msuwa"]),
        ("nsolo 0,0/2,2/2,1/0,1 N", &[]),
        ("nsolo 1,0,2/0,1,0/0,1,0/1,0,2 S", &[]),
    ] {
        compare(position, words, &OUTCOME);
        compare(position, words, &wins_and_losses(8, 3));
    }
}

#[test]
fn anywoli() {
    for (position, words) in [
        ("anywoli 4x3/4x3 S", &[][..]),
        (
            "anywoli 4x3/4x3 N",
            &[
                "extra-move=optional",
                "last-seeds=mover-takes",
                "direction=clockwise",
            ],
        ),
        (
            "anywoli 4x3/4x3 S",
            &["never-ending=annul", "last-seeds=first-capturer"],
        ),
        (
            "anywoli 4x3/4x3 S",
            &["never-ending=mover-loses", "wikipedia"],
        ),
        ("anywoli 0,0,1,2/0,3,1,1 S 12-12 last:S", &[]),
        (
            "anywoli 1,0,2,1/0,0,3,1 N 16-8 last:S again",
            &["extra-move=optional"],
        ),
        ("anywoli 4x3/4x3 S", &["repetition=row-owner"]),
    ] {
        compare(position, words, &OUTCOME);
        compare(position, words, &margins(24, 4));
    }
}

#[test]
fn bao_kingulu() {
    for (position, words) in [
        ("bao-kingulu 4x3/4x3 S", &[][..]),
        (
            "bao-kingulu 4x3/4x3 N",
            &["reserved-seeds=bank", "never-ending=annul"],
        ),
        ("bao-kingulu 4x2/4x2 S", &["sow-from-reserved=yes"]),
        (
            "bao-kingulu 4x2/4x2 S",
            &["end-in-reserved=relay", "never-ending=mover-loses"],
        ),
        (
            "bao-kingulu 4x2/4x2 S",
            &["repetition=row-owner", "skip-origin=yes"],
        ),
    ] {
        compare(position, words, &OUTCOME);
        compare(position, words, &margins(24, 3));
    }
}
