//! The two players.

use std::fmt;

/// A player, named by where he sits: South at the bottom of the printed board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// The player at the bottom, who moves first from a starting position.
    South,
    /// The player at the top.
    North,
}

impl Side {
    /// Both players, South first.
    pub const BOTH: [Self; 2] = [Self::South, Self::North];

    /// The opponent.
    #[inline]
    pub const fn other(self) -> Self {
        match self {
            Self::South => Self::North,
            Self::North => Self::South,
        }
    }

    /// 0 for South, 1 for North.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// 1 for South, -1 for North: the sign of what is good for this player in South's counting.
    #[inline]
    pub const fn sign(self) -> i32 {
        match self {
            Self::South => 1,
            Self::North => -1,
        }
    }

    /// `S` or `N`, as positions write it.
    pub const fn letter(self) -> char {
        match self {
            Self::South => 'S',
            Self::North => 'N',
        }
    }

    /// The player of the letter `S` or `N`.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'S' => Some(Self::South),
            'N' => Some(Self::North),
            _ => None,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::South => "South",
            Self::North => "North",
        })
    }
}
