//! Rules as data: every contested point of a game is an option with named values.

mod value;

use crate::games::{anywoli, bao_kingulu, nsolo, omweso, owela};
use crate::kind::GameKind;
use crate::relay::Cap;
use crate::setup::Setup;
use crate::text::{quoted, suggestion};
use crate::two_row::LeftOver;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;
pub use value::{OptionalLimit, RuleValue};
pub(crate) use value::{rule_choices, rule_options};

rule_choices! {
    /// What becomes of a move that never ends.
    Fate {
        /// The game is void; where a value is needed it counts as a draw.
        Annul = "annul",
        /// It cannot be chosen.
        Illegal = "illegal",
        /// Who plays it loses.
        MoverLoses = "mover-loses",
    }
}

/// The lap cap as relays know it.
pub(crate) fn lap_cap(limit: OptionalLimit, at: AtLapCap) -> Cap {
    Cap {
        laps: limit.0.unwrap_or(u64::MAX),
        ends_turn: limit.0.is_some() && at == AtLapCap::TurnEnds,
    }
}

rule_choices! {
    /// What becomes of a move that reaches the lap cap.
    AtLapCap {
        /// It counts as never-ending.
        NeverEnding = "never-ending",
        /// The turn ends, and the board stands as the last lap has left it.
        TurnEnds = "turn-ends",
    }
}

/// Options by key.
pub trait Options {
    /// The keys, in the order of the rules.
    fn keys(&self) -> &'static [&'static str];
    /// The value of `key`, or `None` for an unknown key.
    fn get(&self, key: &str) -> Option<String>;
    /// The values that `key` can take, or `None` for an unknown key.
    fn choices(&self, key: &str) -> Option<&'static [&'static str]>;
    /// Sets `key`; false if the key or the value is unknown.
    fn set(&mut self, key: &str, value: &str) -> bool;
}

/// The rules of one game: its options with their values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rules {
    /// The rules of Omweso.
    Omweso(omweso::Rules),
    /// The rules of Owela.
    Owela(owela::Rules),
    /// The rules of Nsolo.
    Nsolo(nsolo::Rules),
    /// The rules of Bao Kingulu.
    BaoKingulu(bao_kingulu::Rules),
    /// The rules of Anywoli.
    Anywoli(anywoli::Rules),
}

/// Why rules could not be chosen.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RulesError {
    /// The first word is no game.
    #[error("unknown game `{game}`; the games are {names}", game = quoted(.0), names = GameKind::names())]
    UnknownGame(String),
    /// The game has no ruleset of that name.
    #[error("{game} has no ruleset `{name}`{hint}; its rulesets are {known}", name = quoted(.name), hint = suggestion(.name, .known.split(", ")))]
    UnknownRuleset {
        /// The game.
        game: GameKind,
        /// The name that was given.
        name: String,
        /// The names that exist.
        known: String,
    },
    /// The game has no such option.
    #[error("{game} has no rule `{key}`{hint}; its rules are {known}", key = quoted(.key), hint = suggestion(.key, .known.split(", ")))]
    UnknownKey {
        /// The game.
        game: GameKind,
        /// The key that was given.
        key: String,
        /// The keys that exist.
        known: String,
    },
    /// The option has no such value.
    #[error("the rule `{key}` of {game} cannot be `{value}`{hint}; it takes {known}", value = quoted(.value), hint = suggestion(.value, .known.split(" or ")))]
    UnknownValue {
        /// The game.
        game: GameKind,
        /// The key that was given.
        key: String,
        /// The value that was given.
        value: String,
        /// The values that exist.
        known: String,
    },
    /// The text is not `KEY=VALUE`.
    #[error("a rule is written KEY=VALUE, and `{text}` has no `=`", text = quoted(.0))]
    NoEqualsSign(String),
}

impl Rules {
    /// The game's default rules.
    pub fn default_for(game: GameKind) -> Self {
        let (_, rules) = rulesets(game)[0];
        rules
    }

    /// The rules that words name on top of the game's default: each a ruleset, or `KEY=VALUE`.
    ///
    /// # Errors
    /// Those of [`Rules::named`] and [`Rules::set`].
    pub fn from_words<'a>(
        game: GameKind,
        words: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, RulesError> {
        let mut rules = Self::default_for(game);
        for word in words {
            if word.contains('=') {
                rules.set(word)?;
            } else {
                rules = Self::named(game, word)?;
            }
        }
        Ok(rules)
    }

    /// The rules of a named ruleset; upper and lower case are the same, underscores and hyphens too.
    ///
    /// # Errors
    /// [`RulesError::UnknownRuleset`], naming those that exist.
    pub fn named(game: GameKind, name: &str) -> Result<Self, RulesError> {
        let plain = name.to_ascii_lowercase().replace('_', "-");
        rulesets(game)
            .iter()
            .find(|(known, _)| *known == plain)
            .map(|&(_, rules)| rules)
            .ok_or_else(|| RulesError::UnknownRuleset {
                game,
                name: name.to_owned(),
                known: rulesets(game)
                    .iter()
                    .map(|&(known, _)| known)
                    .collect::<Vec<_>>()
                    .join(", "),
            })
    }

    /// The game that these rules belong to.
    pub const fn game(&self) -> GameKind {
        match self {
            Self::Omweso(_) => GameKind::Omweso,
            Self::Owela(_) => GameKind::Owela,
            Self::Nsolo(_) => GameKind::Nsolo,
            Self::BaoKingulu(_) => GameKind::BaoKingulu,
            Self::Anywoli(_) => GameKind::Anywoli,
        }
    }

    /// The options, to be read.
    pub fn options(&self) -> &dyn Options {
        match self {
            Self::Omweso(rules) => rules,
            Self::Owela(rules) => rules,
            Self::Nsolo(rules) => rules,
            Self::BaoKingulu(rules) => rules,
            Self::Anywoli(rules) => rules,
        }
    }

    fn options_mut(&mut self) -> &mut dyn Options {
        match self {
            Self::Omweso(rules) => rules,
            Self::Owela(rules) => rules,
            Self::Nsolo(rules) => rules,
            Self::BaoKingulu(rules) => rules,
            Self::Anywoli(rules) => rules,
        }
    }

    /// Sets one option written `KEY=VALUE`; underscores and hyphens are the same, upper and lower case too.
    ///
    /// # Errors
    /// A [`RulesError`] that lists what would be right.
    pub fn set(&mut self, key_value: &str) -> Result<(), RulesError> {
        let game = self.game();
        let Some((key, value)) = key_value.split_once('=') else {
            return Err(RulesError::NoEqualsSign(key_value.to_owned()));
        };
        let plain = |text: &str| text.trim().to_ascii_lowercase().replace('_', "-");
        let (key, value) = (plain(key), plain(value));
        let Some(choices) = self.options().choices(&key) else {
            return Err(RulesError::UnknownKey {
                game,
                key,
                known: self.options().keys().join(", "),
            });
        };
        if self.options_mut().set(&key, &value) {
            Ok(())
        } else {
            Err(RulesError::UnknownValue {
                game,
                key,
                value,
                known: choices.join(" or "),
            })
        }
    }

    /// The ruleset's name if these are exactly its rules.
    pub fn name(&self) -> Option<&'static str> {
        rulesets(self.game())
            .iter()
            .find(|(_, rules)| rules == self)
            .map(|&(name, _)| name)
    }

    /// The rules as the shortest list that gives them again: the ruleset's name, then the options
    /// that differ from it (`tournament`, `owela capture=inner-suffices`).
    pub fn describe(&self) -> String {
        if let Some(name) = self.name() {
            return name.to_owned();
        }
        let options = self.options();
        let differing = |base: &Self| {
            options
                .keys()
                .iter()
                .filter(|key| options.get(key) != base.options().get(key))
                .map(|key| format!("{key}={}", options.get(key).unwrap_or_default()))
                .collect::<Vec<_>>()
        };
        rulesets(self.game())
            .iter()
            .map(|(name, base)| (name, differing(base)))
            .min_by_key(|(_, differences)| differences.len())
            .map(|(name, differences)| format!("{name} {}", differences.join(" ")))
            .unwrap_or_default()
    }

    /// The number of columns of `GAME:start` under these rules.
    pub fn default_columns(&self) -> usize {
        match self {
            Self::Omweso(_) | Self::Nsolo(_) => 8,
            Self::Owela(rules) => rules.default_columns(),
            Self::BaoKingulu(_) => 6,
            Self::Anywoli(_) => 12,
        }
    }

    /// The starting position on `columns` columns.
    ///
    /// # Panics
    /// If `columns` is outside [`GameKind::columns`].
    pub fn start(&self, columns: usize) -> Setup {
        assert!(self.game().columns().contains(&columns));
        match self {
            Self::Omweso(rules) => rules.start(columns),
            Self::Owela(rules) => rules.start(columns),
            Self::Nsolo(rules) => rules.start(columns),
            Self::BaoKingulu(_) => bao_kingulu::start(columns),
            Self::Anywoli(_) => anywoli::start(columns),
        }
    }

    /// What becomes of a move that never ends.
    pub fn fate(&self) -> Fate {
        match self {
            Self::Omweso(rules) => rules.never_ending,
            Self::Owela(rules) => rules.never_ending,
            Self::Nsolo(rules) => rules.never_ending,
            Self::BaoKingulu(rules) => rules.never_ending,
            Self::Anywoli(rules) => rules.never_ending,
        }
    }

    /// Whether all repetitions within one cycle of positions have the same value, so that the value of a
    /// position does not depend on its history. Where it does not, no table of values can be used.
    pub fn cycles_are_constant(&self) -> bool {
        match self {
            // Always a draw.
            Self::Omweso(_) | Self::Owela(_) | Self::Nsolo(_) => true,
            // Rows change hands in a cycle, stores do not. All options by name: whoever adds one says here what
            // it means for cycles.
            Self::Anywoli(anywoli::Rules {
                repetition,
                direction: _,
                extra_move: _,
                last_seeds: _,
                last_seeds_tested: _,
                never_ending: _,
                lap_cap: _,
                at_lap_cap: _,
            }) => *repetition == LeftOver::Unclaimed,
            Self::BaoKingulu(
                rules @ bao_kingulu::Rules {
                    repetition,
                    // Both are asked by `never_lifts_reserved`, with where reserved seeds are.
                    end_in_reserved: _,
                    sow_from_reserved: _,
                    reserved_seeds: _,
                    penultimate: _,
                    skip_origin: _,
                    never_ending: _,
                    lap_cap: _,
                    at_lap_cap: _,
                },
            ) => *repetition == LeftOver::Unclaimed && rules.never_lifts_reserved(),
        }
    }

    /// Whether the game is sown clockwise, the mirror image of the usual direction.
    pub fn is_mirrored(&self) -> bool {
        match self {
            Self::Owela(rules) => rules.direction == Direction::Clockwise,
            Self::Anywoli(rules) => rules.direction == Direction::Clockwise,
            Self::Omweso(_) | Self::Nsolo(_) | Self::BaoKingulu(_) => false,
        }
    }
}

rule_choices! {
    /// Which way seeds are sown.
    Direction {
        /// Along the own back row from left to right.
        CounterClockwise = "counter-clockwise",
        /// Along the own back row from right to left.
        Clockwise = "clockwise",
    }
}

/// The game, its nearest ruleset and what differs from it: `owela hus lap-cap=200`; [`Rules::from_str`] reads it back.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.game(), self.describe().trim_end())
    }
}

/// A game, then rulesets and `KEY=VALUE`s on top of its default rules.
impl FromStr for Rules {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Self, RulesError> {
        let mut words = text.split_whitespace();
        let name = words.next().unwrap_or_default();
        let game =
            GameKind::from_name(name).ok_or_else(|| RulesError::UnknownGame(name.to_owned()))?;
        Self::from_words(game, words)
    }
}

/// The rulesets of a game by name, the default first.
pub fn rulesets(game: GameKind) -> &'static [(&'static str, Rules)] {
    match game {
        GameKind::Omweso => omweso::RULESETS,
        GameKind::Owela => owela::RULESETS,
        GameKind::Nsolo => nsolo::RULESETS,
        GameKind::BaoKingulu => bao_kingulu::RULESETS,
        GameKind::Anywoli => anywoli::RULESETS,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelt_rulesets_rules_and_values_are_suggested() {
        let owela = |words: &str| {
            Rules::from_words(GameKind::Owela, words.split(' ')).map_err(|error| error.to_string())
        };
        for (words, hint) in [
            ("mcgil", "did you mean mcgill?"),
            ("lapcap=3", "did you mean lap-cap?"),
            ("capture=bot", "did you mean both?"),
            ("never-ending=ilegal", "did you mean illegal?"),
        ] {
            let message = owela(words).expect_err(words);
            assert!(message.contains(hint), "{words}: {message}");
        }
        assert_eq!(owela("McGill LAP_CAP=3"), owela("mcgill lap-cap=3"));
    }
}

#[cfg(test)]
mod text_tests {
    use super::*;

    #[test]
    fn rules_are_read_back_as_they_are_written() {
        for game in GameKind::ALL {
            for (name, rules) in rulesets(game) {
                assert_eq!(
                    rules.to_string().parse::<Rules>().as_ref(),
                    Ok(rules),
                    "{name}"
                );
                let mut changed = *rules;
                changed
                    .set("never-ending=illegal")
                    .expect("a rule of all games");
                changed.set("lap-cap=200").expect("a rule of all games");
                assert_eq!(changed.to_string().parse::<Rules>(), Ok(changed), "{name}");
            }
        }
        assert!("chess".parse::<Rules>().is_err());
        assert!("owela nonsense".parse::<Rules>().is_err());
    }
}
