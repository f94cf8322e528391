//! The five games by name.

use crate::text::suggestion;
use std::fmt;
use std::ops::RangeInclusive;

/// Further names of the games.
const OTHER_NAMES: &[(&str, GameKind)] = &[
    ("mweso", GameKind::Omweso),
    ("chisolo", GameKind::Nsolo),
    ("bao", GameKind::BaoKingulu),
    ("kingulu", GameKind::BaoKingulu),
];

/// Rulesets by whose names people call a game.
const NAMED_RULESETS: &[(&str, GameKind)] = &[("hus", GameKind::Owela)];

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

    /// The game of a name: its own, or another that stands for nothing else, such as `bao`. Upper and lower
    /// case are the same, and so are hyphens, underscores and spaces.
    pub fn from_name(name: &str) -> Option<Self> {
        let plain = name.to_ascii_lowercase().replace(['_', ' '], "-");
        let named = Self::ALL.into_iter().find(|game| game.name() == plain);
        named.or_else(|| {
            let mut others = OTHER_NAMES.iter();
            others
                .find(|(other, _)| *other == plain)
                .map(|&(_, game)| game)
        })
    }

    /// The game of a name as [`GameKind::from_name`] has it, and the ruleset that the name stands for if that
    /// is not the default: `hus` is Owela by the ruleset `hus`.
    pub fn with_ruleset(name: &str) -> Option<(Self, Option<&'static str>)> {
        if let Some(game) = Self::from_name(name) {
            return Some((game, None));
        }
        let mut named = NAMED_RULESETS.iter();
        named
            .find(|(ruleset, _)| ruleset.eq_ignore_ascii_case(name))
            .map(|&(ruleset, game)| (game, Some(ruleset)))
    }

    /// ` (did you mean owela?)` for a misspelt name, nothing where no name is close.
    pub fn suggestion(name: &str) -> String {
        let all = Self::ALL.map(Self::name);
        if let Some((game, Some(ruleset))) = Self::with_ruleset(name) {
            return format!(" (it is {game} with --rules {ruleset})");
        }
        let others = OTHER_NAMES.iter().chain(NAMED_RULESETS);
        suggestion(name, all.into_iter().chain(others.map(|&(other, _)| other)))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;

    #[test]
    fn games_are_found_by_their_names_in_any_case() {
        for game in GameKind::ALL {
            let name = game.name();
            for written in [name, &name.to_uppercase(), &name.replace('-', " ")] {
                assert_eq!(GameKind::from_name(written), Some(game), "{written}");
            }
        }
        assert_eq!(GameKind::from_name("Bao"), Some(GameKind::BaoKingulu));
        assert_eq!(GameKind::from_name("hus"), None);
        let hus = Some((GameKind::Owela, Some("hus")));
        assert_eq!(GameKind::with_ruleset("Hus"), hus);
        for &(ruleset, game) in NAMED_RULESETS {
            assert!(Rules::named(game, ruleset).is_ok());
        }
    }

    #[test]
    fn a_misspelt_game_is_suggested() {
        assert_eq!(GameKind::suggestion("Omwesso"), " (did you mean omweso?)");
        assert_eq!(GameKind::suggestion("chess"), "");
        assert!(GameKind::suggestion("hus").contains("owela with --rules hus"));
    }
}
