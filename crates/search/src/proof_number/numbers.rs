//! Proof and disproof numbers, and what a search says of a node.

/// No number that can be worked off: nothing below can be followed to an end.
pub(crate) const INFINITY: u32 = (1 << 24) - 1;

/// The largest number of a node that can be worked on.
pub(crate) const MOST: u32 = INFINITY - 1;

/// A threshold beyond all numbers.
pub(crate) const UNLIMITED: u32 = u32::MAX / 2;

/// How much larger than the second best child's number the best child's may become before the
/// search turns to that: by a quarter, so that it does not go to and fro.
pub(crate) const SLACK: u32 = 4;

/// Visits of one child by one node after which its thresholds double. That ends every search, even
/// where the table forgets everything.
pub(crate) const PATIENCE: u32 = 16;

/// How far a node is from being decided, by the leaves that have to be decided for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbers {
    /// For the attacker.
    pub(crate) proof: u32,
    /// For the defender.
    pub(crate) disproof: u32,
}

impl Numbers {
    /// Numbers of nothing.
    pub(crate) const NONE: Self = Self {
        proof: 1,
        disproof: 1,
    };

    /// Nothing can be found out.
    pub(crate) const HOPELESS: Self = Self {
        proof: INFINITY,
        disproof: INFINITY,
    };

    /// From the numbers of the player to move and of the other.
    pub(crate) const fn of(attacker_moves: bool, mine: u32, theirs: u32) -> Self {
        if attacker_moves {
            Self {
                proof: mine,
                disproof: theirs,
            }
        } else {
            Self {
                proof: theirs,
                disproof: mine,
            }
        }
    }

    /// The number of the player to move at the parent.
    pub(crate) const fn mine(self, attacker_moves: bool) -> u32 {
        if attacker_moves {
            self.proof
        } else {
            self.disproof
        }
    }

    /// The number of the other.
    pub(crate) const fn theirs(self, attacker_moves: bool) -> u32 {
        self.mine(!attacker_moves)
    }

    /// The same as numbers of a node that can be worked on, as other paths may find it.
    pub(crate) fn finite(self) -> Self {
        Self {
            proof: self.proof.min(MOST),
            disproof: self.disproof.min(MOST),
        }
    }
}

/// A decided node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Decided {
    /// Whether the attacker gets what he wants.
    pub(crate) proved: bool,
    /// A bound on the value, seen by the attacker: from below if proved, else from above.
    pub(crate) value: i32,
    /// The ply of the topmost ancestor on whose repetition this rests.
    pub(crate) rests_on: u32,
}

/// What a search says of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Not decided yet.
    Open(Numbers),
    /// Decided, on the condition of what it rests on.
    Decided(Decided),
    /// The turn cannot be brought to a legal end this way.
    Illegal,
}
