//! The trees of a census, cut into tasks.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

use super::table::Ways;
use super::tally::Tally;
use super::tree::{Grower, Node};

/// Tasks enough for an even load and frequent checkpoints.
const TASKS: usize = 2048;

/// Independent parts of a census, numbered from 0.
pub(super) trait Tasks: fmt::Debug + Send + Sync {
    /// The number of tasks.
    fn len(&self) -> usize;

    /// Does one task; `None` if `stop` was set before it was done.
    fn run(&self, task: usize, stop: &AtomicBool) -> Option<Tally>;
}

/// The nodes at which the trees are cut, largest first.
pub(super) struct Frontier<const CAP: usize> {
    nodes: Vec<Node<CAP>>,
    ways: Ways,
}

impl<const CAP: usize> fmt::Debug for Frontier<CAP> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Frontier({} nodes)", self.nodes.len())
    }
}

/// A node to be cut further; the one with the most completions comes first.
struct Cut<const CAP: usize> {
    size: (u64, Reverse<usize>),
    node: Node<CAP>,
}

impl<const CAP: usize> PartialEq for Cut<CAP> {
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size
    }
}

impl<const CAP: usize> Eq for Cut<CAP> {}

impl<const CAP: usize> PartialOrd for Cut<CAP> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<const CAP: usize> Ord for Cut<CAP> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.size.cmp(&other.size)
    }
}

impl<const CAP: usize> Frontier<CAP> {
    /// Cuts both trees into tasks. What comes to an end above the cuts is in the tally already.
    pub(super) fn boxed(pits: usize, seeds: u32, ways: Ways) -> (Box<dyn Tasks>, Tally) {
        let never = AtomicBool::new(false);
        let mut grower = Grower {
            ways: &ways,
            stop: &never,
            tally: Tally::default(),
        };
        let mut heap = BinaryHeap::new();
        let mut born = 0;
        let mut push = |heap: &mut BinaryHeap<Cut<CAP>>, node: Node<CAP>| {
            born += 1;
            let size = (node.completions(&ways), Reverse(born));
            heap.push(Cut { size, node });
        };
        for first in 1..=seeds {
            push(&mut heap, Node::root(pits, seeds, first));
        }
        while heap.len() < TASKS
            && let Some(Cut { node, .. }) = heap.pop()
        {
            grower.step(node, |_, child| push(&mut heap, child));
        }
        let tally = grower.tally;
        let mut nodes: Vec<_> = heap.into_sorted_vec();
        nodes.reverse();
        let nodes = nodes.into_iter().map(|cut| cut.node).collect();
        (Box::new(Self { nodes, ways }), tally)
    }
}

impl<const CAP: usize> Tasks for Frontier<CAP> {
    fn len(&self) -> usize {
        self.nodes.len()
    }

    fn run(&self, task: usize, stop: &AtomicBool) -> Option<Tally> {
        let mut grower = Grower {
            ways: &self.ways,
            stop,
            tally: Tally::default(),
        };
        grower.grow(self.nodes[task]);
        (!stop.load(Ordering::Relaxed)).then_some(grower.tally)
    }
}
