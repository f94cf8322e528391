//! Relays on rings that are filled in only where a lap ends.

use std::sync::atomic::{AtomicBool, Ordering};

use sow_engine::certificate::Residues;
use sow_engine::ring::{Circuit, Ring};

use super::table::Ways;
use super::tally::{Orbit, Tally};
use crate::walk::Walk;

/// A relay from pit 0 of a ring some of whose pits nobody has looked at yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<const CAP: usize> {
    walk: Walk<CAP>,
    /// What the pits held at the start; meaningless for the unknown ones.
    initial: [u8; CAP],
    unknown: u128,
    /// Seeds that lie in the unknown pits.
    left: u32,
    laps: u32,
    /// The first hand: a cycle is counted from a state with its largest hand.
    /// 1 for the chains, which start from a stopping state and know no such limit.
    first: u32,
}

/// How far a relay could be followed.
enum Reached {
    /// The last seed fell into an empty pit.
    Stop,
    /// The next hand would be larger than the first one.
    Larger,
    /// A lap ended on a pit that is not known yet.
    Unknown,
    /// Every pit is known now.
    Complete,
}

impl<const CAP: usize> Node<CAP> {
    /// The relay that lifts `first` seeds from pit 0 and knows of no other pit.
    pub(super) fn root(pits: usize, seeds: u32, first: u32) -> Self {
        let mut initial = [0; CAP];
        initial[0] = first as u8;
        let mut root = Self {
            walk: Walk::new(&initial[..pits], 0),
            initial,
            unknown: (1 << pits) - 2,
            left: seeds - first,
            laps: 0,
            first,
        };
        root.close_if_nothing_is_left();
        root.lap(first);
        root
    }

    /// The ways to fill in the unknown pits.
    pub(super) fn completions(&self, ways: &Ways) -> u64 {
        ways.of(self.left, self.unknown.count_ones())
    }

    #[inline(always)]
    fn lap(&mut self, hand: u32) {
        self.walk.lap(hand);
        self.laps += 1;
    }

    fn close_if_nothing_is_left(&mut self) {
        if self.left == 0 {
            self.unknown = 0;
        }
    }

    fn counts_cycles(&self) -> bool {
        self.first > 1
    }

    #[inline(always)]
    fn follow(&mut self) -> Reached {
        let most = if self.counts_cycles() {
            self.first
        } else {
            u32::MAX
        };
        loop {
            if self.counts_cycles() && self.unknown == 0 {
                return Reached::Complete;
            }
            if self.unknown >> self.walk.at() & 1 == 1 {
                return Reached::Unknown;
            }
            let hand = self.walk.hand();
            if hand == 1 {
                return Reached::Stop;
            }
            if hand > most {
                return Reached::Larger;
            }
            self.lap(hand);
        }
    }

    /// Every way to fill in the pit on which the lap ended, with the next lap played where that
    /// lap does not stop the relay. Fillings that stop it are handed to `stopped`.
    #[inline(always)]
    fn branch(&self, mut stopped: impl FnMut(&Self), mut grown: impl FnMut(Self)) {
        let at = self.walk.at();
        let mut child = *self;
        child.unknown &= !(1 << at);
        let gained = self.walk.hand();
        let fewest = if child.unknown == 0 { self.left } else { 0 };
        for filling in fewest..=self.left {
            let hand = gained + filling;
            child.left = self.left - filling;
            if hand == 1 {
                stopped(&child);
                continue;
            }
            if self.counts_cycles() && hand > self.first {
                return;
            }
            let mut child = child;
            child.initial[at] = filling as u8;
            child.close_if_nothing_is_left();
            child.walk.set(at, hand);
            child.lap(hand);
            grown(child);
        }
    }

    /// One ring that this node stands for: the seeds that are left lie in the first unknown pit.
    fn some_ring(&self) -> Vec<u8> {
        let mut ring = self.initial;
        for pit in (0..self.walk.pits()).filter(|pit| self.unknown >> pit & 1 == 1) {
            ring[pit] = 0;
        }
        if self.left > 0 {
            ring[self.unknown.trailing_zeros() as usize] = self.left as u8;
        }
        ring[..self.walk.pits()].to_vec()
    }
}

/// What a thread needs to grow a tree.
pub(super) struct Grower<'a> {
    pub(super) ways: &'a Ways,
    pub(super) stop: &'a AtomicBool,
    pub(super) tally: Tally,
}

impl Grower<'_> {
    /// Settles `node` if its relay comes to an end, else hands its children to `grown`.
    #[inline(always)]
    pub(super) fn step<const CAP: usize>(
        &mut self,
        mut node: Node<CAP>,
        mut grown: impl FnMut(&mut Self, Node<CAP>),
    ) {
        match node.follow() {
            Reached::Stop => self.stopped(&node),
            Reached::Larger => {}
            Reached::Complete => self.close(&node),
            Reached::Unknown => {
                // The closures share the grower one after the other.
                let grower = std::cell::RefCell::new(self);
                node.branch(
                    |stopped| grower.borrow_mut().stopped(stopped),
                    |child| grown(&mut grower.borrow_mut(), child),
                );
            }
        }
    }

    /// Grows everything below `node`, unless `stop` is set meanwhile.
    pub(super) fn grow<const CAP: usize>(&mut self, node: Node<CAP>) {
        if self.stop.load(Ordering::Relaxed) {
            return;
        }
        self.step(node, |grower, child| grower.grow(child));
    }

    /// A chain from one stopping state to the next: all of its states but the first are starts.
    fn stopped<const CAP: usize>(&mut self, node: &Node<CAP>) {
        if node.counts_cycles() {
            return;
        }
        let starts = node.laps - 1;
        self.tally.chain(starts, node.completions(self.ways), || {
            let ring = node.some_ring();
            let mut walk = Walk::<CAP>::new(&ring, 0);
            walk.lap(1);
            walk.seen_from_hand().map(|x| x as u8).collect()
        });
    }

    /// Runs a completely known ring: is its pit 0 the largest state of a cycle?
    fn close<const CAP: usize>(&mut self, node: &Node<CAP>) {
        let pits = node.walk.pits();
        let ring = &node.initial[..pits];
        if let Some(orbit) = largest_of_orbit::<CAP>(ring) {
            let certified =
                Residues::new(&Circuit::<CAP>::new(pits), &Ring::new(ring), 0).never_stop();
            self.tally.orbit(orbit, certified, ring);
        }
    }
}

/// The orbit of pit 0 of `ring` up to rotation, if it has no stop and no state is larger, comparing
/// first the hand and then the contents seen from it.
fn largest_of_orbit<const CAP: usize>(ring: &[u8]) -> Option<Orbit> {
    let first = u32::from(ring[0]);
    let mut walk = Walk::<CAP>::new(ring, 0);
    let mut hand = first;
    let mut laps = 0;
    loop {
        walk.lap(hand);
        laps += 1;
        hand = walk.hand();
        if hand == 1 || hand > first {
            return None;
        }
        if hand == first {
            match walk
                .seen_from_hand()
                .cmp(ring.iter().map(|&x| u32::from(x)))
            {
                std::cmp::Ordering::Less => {}
                std::cmp::Ordering::Greater => return None,
                std::cmp::Ordering::Equal => {
                    return Some(Orbit {
                        laps,
                        turned: walk.at(),
                    });
                }
            }
        }
    }
}
