//! The positions from the root to the node being searched.

/// Slots of the filter; a power of two.
const SLOTS: usize = 1 << 12;

/// The line of positions above a node.
#[derive(Debug)]
pub(crate) struct Path<P> {
    steps: Vec<Step<P>>,
    /// How many steps between turns have each hash: nearly always none has the one asked for.
    filter: Vec<u16>,
}

#[derive(Debug)]
struct Step<P> {
    position: P,
    hash: u64,
    mid_turn: bool,
}

impl<P: Copy + Eq> Path<P> {
    pub(crate) fn new() -> Self {
        Self {
            steps: Vec::new(),
            filter: vec![0; SLOTS],
        }
    }

    /// The number of positions on the path: the ply of the next one.
    pub(crate) fn len(&self) -> u32 {
        self.steps.len() as u32
    }

    fn slot(hash: u64) -> usize {
        hash as usize & (SLOTS - 1)
    }

    /// Adds a position. The hash must be equal for equal positions between turns; it is not looked
    /// at in the middle of a turn.
    pub(crate) fn push(&mut self, position: P, hash: u64, mid_turn: bool) {
        if !mid_turn {
            self.filter[Self::slot(hash)] += 1;
        }
        self.steps.push(Step {
            position,
            hash,
            mid_turn,
        });
    }

    /// Takes the last position off.
    pub(crate) fn pop(&mut self) {
        if let Some(step) = self.steps.pop()
            && !step.mid_turn
        {
            self.filter[Self::slot(step.hash)] -= 1;
        }
    }

    /// Takes all positions off.
    pub(crate) fn clear(&mut self) {
        while !self.steps.is_empty() {
            self.pop();
        }
    }

    /// The ply at which this position between turns was met.
    #[inline]
    pub(crate) fn met(&self, position: &P, hash: u64) -> Option<u32> {
        if self.filter[Self::slot(hash)] == 0 {
            return None;
        }
        let known =
            |step: &Step<P>| !step.mid_turn && step.hash == hash && step.position == *position;
        self.steps.iter().rposition(known).map(|ply| ply as u32)
    }

    /// The ply at which this position in the middle of a turn was met in the same turn.
    pub(crate) fn met_in_turn(&self, position: &P) -> Option<u32> {
        let turn = self
            .steps
            .iter()
            .enumerate()
            .rev()
            .take_while(|(_, step)| step.mid_turn);
        turn.into_iter()
            .find(|(_, step)| step.position == *position)
            .map(|(ply, _)| ply as u32)
    }
}
