//! Certificates that somebody has changed who knows the format and makes the digest anew.

#[path = "../tests/certificates/brute.rs"]
mod brute;

use crate::{Certificate, Claim, Least, Means, Strategy, Verdict, check};
use brute::Graph;
use sow_engine::game::{Board, Decision, Game};
use sow_engine::games::{BoardVisitor, visit};
use sow_engine::notation::parse_position;
use sow_engine::rules::Rules;
use sow_engine::side::Side;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64};

fn verdict(strategy: &Strategy) -> Verdict {
    let mut bytes = Vec::new();
    strategy.write(&mut bytes).expect("memory can be written");
    let certificate = Certificate::from_bytes(Path::new("test"), bytes).expect("a certificate");
    let means = Means {
        memory: 1 << 20,
        looked_at: &AtomicU64::new(0),
        stop: &AtomicBool::new(false),
    };
    check(&certificate, means).expect("positions")
}

impl Strategy {
    /// The same with other turns and ranks, and without some positions.
    fn changed(
        &self,
        keep: impl Fn(usize) -> bool,
        turn: impl Fn(usize) -> Vec<Decision>,
        rank: impl Fn(usize) -> u32,
    ) -> Self {
        let mut changed = Self {
            claim: self.claim.clone(),
            packing: self.packing.clone(),
            pits: self.pits,
            index: crate::index::Index::new(self.packing.words),
            turns: Vec::new(),
            ends: Vec::new(),
            ranks: Vec::new(),
        };
        for place in (0..self.positions()).filter(|&place| keep(place)) {
            changed.index.add(self.index.key(place));
            changed.turns.extend(turn(place));
            changed.ends.push(changed.turns.len() as u32);
            changed.ranks.push(rank(place));
        }
        changed
    }
}

/// Changes everything that can be changed in a certificate of one claim; how many changes were refused.
struct Tamper {
    claim: Claim,
}

impl BoardVisitor for Tamper {
    type Output = usize;

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> usize {
        let (game, claim) = (&*game, &self.claim);
        let root = game.position(&claim.position);
        let graph = Graph::new(game, root);
        let found = graph.strategy(claim.holder, claim.least, true);
        let mut choose = |position: &P| {
            let at = graph.index[position];
            found[at].map(|turn| graph.turns[at][turn].decisions.clone())
        };
        let strategy = Strategy::follow(game, claim, &mut choose).expect("a strategy");
        assert_eq!(verdict(&strategy), Verdict::Holds);
        let same_turn = |place: usize| strategy.turn(place).to_vec();
        let same_rank = |place: usize| strategy.ranks[place];
        let mut refused = 0;
        let mut refuse = |changed: &Strategy, what: &str| {
            let verdict = verdict(changed);
            assert!(matches!(verdict, Verdict::Fails(_)), "{what}: {verdict:?}");
            refused += 1;
        };
        let mut numbers = Vec::new();
        for place in 0..strategy.positions() {
            refuse(
                &strategy.changed(|at| at != place, same_turn, same_rank),
                "dropped",
            );
            strategy
                .packing
                .numbers_of(strategy.index.key(place), &mut numbers);
            let position = strategy
                .packing
                .position(game, &root, &numbers)
                .expect("a position");
            for turn in &graph.turns[graph.index[&position]] {
                if turn.decisions == strategy.turn(place) {
                    continue;
                }
                let other = |at: usize| {
                    if at == place {
                        turn.decisions.clone()
                    } else {
                        same_turn(at)
                    }
                };
                let changed = strategy.changed(|_| true, other, same_rank);
                // Another turn may do as well; then what is left is a certificate too.
                let mut afresh = |at: &P| {
                    if *at == position {
                        Some(turn.decisions.clone())
                    } else {
                        choose(at)
                    }
                };
                let as_good = Strategy::follow(game, claim, &mut afresh)
                    .is_ok_and(|found| found.positions() == strategy.positions());
                if !as_good {
                    refuse(&changed, "exchanged");
                }
            }
            for turn in [
                vec![Decision::Pass; 2],
                vec![Decision::Clockwise],
                [strategy.turn(place), strategy.turn(place)].concat(),
            ] {
                let other = |at: usize| {
                    if at == place {
                        turn.clone()
                    } else {
                        same_turn(at)
                    }
                };
                refuse(&strategy.changed(|_| true, other, same_rank), "not a turn");
            }
            if strategy.ranks[place] > 0 {
                let lower = |at: usize| if at == place { 0 } else { same_rank(at) };
                refuse(&strategy.changed(|_| true, same_turn, lower), "lowered");
            }
        }
        refused
    }
}

#[test]
fn what_is_dropped_exchanged_or_ranked_otherwise_is_refused() {
    for (position, holder, least, words) in [
        (
            "omweso 3,2/0x2/0x2/3,2 S",
            Side::North,
            Least::Win,
            &["both-end-columns=no"][..],
        ),
        (
            "owela 2x3/0x3/0x3/2,2,0 S",
            Side::North,
            Least::Win,
            &["hus"],
        ),
        ("nsolo 2x2/0,2/2,0/2x2 S", Side::South, Least::Win, &[]),
        ("anywoli 4x3/4x3 S", Side::South, Least::Margin(-8), &[]),
        (
            "anywoli 4x3/4x3 S",
            Side::North,
            Least::Margin(-8),
            &["extra-move=optional"],
        ),
        ("bao-kingulu 4x3/4x3 S", Side::South, Least::Margin(0), &[]),
        ("bao-kingulu 4x3/4x3 S", Side::North, Least::Margin(-8), &[]),
    ] {
        let position = parse_position(position).expect("a position");
        let rules = Rules::from_words(position.game, words.iter().copied()).expect("rules");
        let columns = position.columns;
        let claim = Claim {
            rules,
            position,
            holder,
            least,
        };
        let text = format!("{} {claim}", claim.position);
        let refused = visit(rules, columns, Tamper { claim });
        println!("{text}: {refused}");
        assert!(refused > 0);
    }
}

/// A claim that is larger than what is proven, with the same strategy.
#[test]
fn another_claim_is_refused() {
    struct Claims;
    impl BoardVisitor for Claims {
        type Output = ();
        fn visit<P: Board>(self, game: Box<dyn Game<P>>) {
            let position = parse_position("anywoli 4x3/4x3 S").expect("a position");
            let claim = |least| Claim {
                rules: game.rules(),
                position: position.clone(),
                holder: Side::South,
                least: Least::Margin(least),
            };
            let graph = Graph::new(&*game, game.position(&position));
            let holds = |least| graph.strategy(Side::South, Least::Margin(least), true);
            let most = (-24..=24).rev().find(|&least| holds(least)[0].is_some());
            let most = most.expect("something can be had");
            let found = holds(most);
            let mut strategy = Strategy::follow(&*game, &claim(most), &mut |position| {
                let at = graph.index[position];
                Some(graph.turns[at][found[at]?].decisions.clone())
            })
            .expect("a strategy");
            for more in most + 1..=most + 4 {
                strategy.claim = claim(more);
                assert!(matches!(verdict(&strategy), Verdict::Fails(_)), "{more}");
            }
            strategy.claim = claim(most);
            assert_eq!(verdict(&strategy), Verdict::Holds);
        }
    }
    let rules = Rules::default_for(sow_engine::kind::GameKind::Anywoli);
    visit(rules, 3, Claims);
}
