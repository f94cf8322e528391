//! The five games by name.

use std::fmt;
use std::ops::RangeInclusive;

/// Which of the five games is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GameKind {
    /// Omweso (Mweso) of Uganda, four rows.
    Omweso,
    /// Owela or ǁHus of Namibia, four rows.
    Owela,
    /// Nsolo (Chisolo) of Zambia and Malawi, four rows.
    Nsolo,
    /// Bao Kingulu of Tanzania, two rows.
    BaoKingulu,
    /// Anywoli of Ethiopia and South Sudan, two rows.
    Anywoli,
}

impl GameKind {
    /// All games, in the order of the documentation.
    pub const ALL: [Self; 5] = [
        Self::Omweso,
        Self::Owela,
        Self::Nsolo,
        Self::BaoKingulu,
        Self::Anywoli,
    ];

    /// The name used in positions and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Omweso => "omweso",
            Self::Owela => "owela",
            Self::Nsolo => "nsolo",
            Self::BaoKingulu => "bao-kingulu",
            Self::Anywoli => "anywoli",
        }
    }

    /// The game of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|game| game.name() == name)
    }

    /// All names, for messages: `omweso, owela, …`.
    pub fn names() -> String {
        Self::ALL.map(Self::name).join(", ")
    }

    /// Whether each player owns two rows and a ring of his own.
    pub const fn has_four_rows(self) -> bool {
        matches!(self, Self::Omweso | Self::Owela | Self::Nsolo)
    }

    /// The number of rows on the board, 2 or 4.
    pub const fn rows(self) -> usize {
        if self.has_four_rows() { 4 } else { 2 }
    }

    /// The numbers of columns that this program handles: from toy boards for research to the
    /// largest board of the sources (Nsolo 4×36).
    pub const fn columns(self) -> RangeInclusive<usize> {
        2..=36
    }
}

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
