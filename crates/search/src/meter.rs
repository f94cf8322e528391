//! Counts nodes against the limits.

use crate::crew::Crew;
use crate::limits::{Halt, Limits, Watch};

/// How often the clock, the stop flag and the crew are looked at, in nodes; a power of two.
const LOOK_EVERY: u64 = 128;

/// Counts nodes against the limits.
#[derive(Clone, Debug)]
pub(crate) struct Meter<'flag> {
    /// Nodes so far.
    pub(crate) nodes: u64,
    most: u64,
    watch: Watch<'flag>,
    crew: Option<&'flag Crew>,
    /// What the crew's question is, as this thread knows it.
    pub(crate) want: i32,
}

impl<'flag> Meter<'flag> {
    pub(crate) fn new(limits: &Limits<'flag>) -> Self {
        Self {
            nodes: 0,
            most: limits.nodes,
            watch: limits.watch(),
            crew: None,
            want: 0,
        }
    }

    /// Counts one node.
    #[inline]
    pub(crate) fn count(&mut self) -> Result<(), Halt> {
        if self.nodes >= self.most {
            self.most += self.crew.map_or(0, Crew::claim);
            if self.nodes >= self.most {
                return Err(Halt);
            }
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(LOOK_EVERY) && (self.is_overtaken() || self.watch.is_over()) {
            return Err(Halt);
        }
        Ok(())
    }

    /// The same limits for one thread of a crew, whose nodes are counted by the crew.
    pub(crate) fn in_crew<'crew>(&self, crew: &'crew Crew) -> Meter<'crew>
    where
        'flag: 'crew,
    {
        Meter {
            nodes: 0,
            most: 0,
            crew: Some(crew),
            ..self.clone()
        }
    }

    /// Nodes that were claimed from the crew and not used.
    pub(crate) fn unused(&self) -> u64 {
        self.most - self.nodes
    }

    /// The same limits with at most `nodes` more nodes.
    pub(crate) fn at_most(&self, nodes: u64) -> Self {
        Self {
            most: self.most.min(self.nodes.saturating_add(nodes)),
            ..self.clone()
        }
    }

    /// These limits with the nodes counted so far replaced.
    pub(crate) fn with_nodes(self, nodes: u64) -> Self {
        Self { nodes, ..self }
    }

    /// Whether another thread has answered the question.
    pub(crate) fn is_overtaken(&self) -> bool {
        self.crew.is_some_and(|crew| crew.knows(self.want))
    }

    /// What long relays look at.
    pub(crate) const fn watch(&self) -> Watch<'flag> {
        self.watch
    }
}
