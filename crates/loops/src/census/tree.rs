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
        if root.left == 0 {
            root.unknown = 0;
        }
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

    fn counts_cycles(&self) -> bool {
        self.first > 1
    }

    #[inline(always)]
    fn follow(&mut self) -> Reached {
        // With nothing unknown a cycle is closed elsewhere, in a way that does not stop here.
        if self.counts_cycles() && self.unknown == 0 {
            return Reached::Complete;
        }
        let larger = match self.first {
            1 => u32::MAX,
            first => first + 1,
        };
        self.laps += self.walk.run_on_known(self.unknown, larger);
        if self.unknown >> self.walk.at() & 1 == 1 {
            Reached::Unknown
        } else if self.walk.hand() == 1 {
            Reached::Stop
        } else {
            Reached::Larger
        }
    }

    /// The same relay with `filling` seeds put into the unknown pit on which its lap ended, which
    /// make a hand of `hand`, and the next lap played.
    #[inline(always)]
    fn filled(&self, filling: u32, hand: u32, unknown: u128) -> Self {
        // The whole node is copied before anything in it is changed: a copy that had to wait for
        // small stores into its source would take several times as long.
        let mut child = *self;
        let at = child.walk.at();
        child.left -= filling;
        child.unknown = if child.left == 0 { 0 } else { unknown };
        child.initial[at] = filling as u8;
        child.lap(hand);
        child
    }

    /// One ring that this node stands for: the seeds that are left lie in the first of the pits
    /// `unknown`, the others of them are empty.
    fn some_ring(&self, unknown: u128) -> Vec<u8> {
        let mut ring = self.initial;
        for pit in (0..self.walk.pits()).filter(|pit| self.unknown >> pit & 1 == 1) {
            ring[pit] = 0;
        }
        if self.left > 0 {
            ring[unknown.trailing_zeros() as usize] = self.left as u8;
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
    /// Settles `node` if its relay comes to an end, else hands its children to `grown`: every way
    /// to fill in the pit that is looked at, but for those that stop the relay there and then.
    #[inline(always)]
    pub(super) fn step<const CAP: usize>(
        &mut self,
        mut node: Node<CAP>,
        mut grown: impl FnMut(&mut Self, Node<CAP>),
    ) {
        match node.follow() {
            Reached::Stop => return self.stopped(&node, node.unknown),
            Reached::Larger => return,
            Reached::Complete => return self.close(&node),
            Reached::Unknown => {}
        }
        let unknown = node.unknown & !(1 << node.walk.at());
        let gained = node.walk.hand();
        let fewest = if unknown == 0 { node.left } else { 0 };
        for filling in fewest..=node.left {
            let hand = gained + filling;
            if hand == 1 {
                self.stopped(&node, unknown);
            } else if node.counts_cycles() && hand > node.first {
                return;
            } else {
                grown(self, node.filled(filling, hand, unknown));
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
    /// The pits `unknown` may hold the seeds that are left in any way.
    #[inline]
    fn stopped<const CAP: usize>(&mut self, node: &Node<CAP>, unknown: u128) {
        if node.counts_cycles() {
            return;
        }
        let starts = node.laps - 1;
        let times = self.ways.of(node.left, unknown.count_ones());
        self.tally.chain(starts, times, || {
            let ring = node.some_ring(unknown);
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
