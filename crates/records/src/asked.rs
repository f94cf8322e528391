//! The rules that are asked for from outside, and positions read under them.

use sow_engine::kind::GameKind;
use sow_engine::notation::PositionError;
use sow_engine::referee;
use sow_engine::rules::{Rules, RulesError};
use sow_engine::setup::Setup;
use thiserror::Error;

/// A ruleset and rules that hold whatever a file says, as a command line gives them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AskedRules {
    /// The ruleset's name.
    pub ruleset: Option<String>,
    /// Rules written `KEY=VALUE`, set one after another on top of it.
    pub settings: Vec<String>,
}

/// Why a text gives no position under the rules asked for.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ReadError {
    /// It is no position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// Its rules are none.
    #[error(transparent)]
    Rules(#[from] RulesError),
}

impl AskedRules {
    /// The rules of a game: its default, or the ruleset that its name stood for; then what a file's `rules`
    /// field says (rulesets' names and `KEY=VALUE`s); then what is asked for.
    ///
    /// # Errors
    /// A [`RulesError`] for a ruleset, rule or value that the game has not.
    pub fn rules(
        &self,
        game: GameKind,
        named: Option<&str>,
        field: &str,
    ) -> Result<Rules, RulesError> {
        let words = named.into_iter().chain(field.split_whitespace());
        let mut rules = Rules::from_words(game, words)?;
        if let Some(name) = &self.ruleset {
            rules = Rules::named(game, name)?;
        }
        for setting in &self.settings {
            rules.set(setting)?;
        }
        Ok(rules)
    }

    /// The rules of the game of a name, which may stand for a ruleset too.
    ///
    /// # Errors
    /// A [`ReadError`].
    pub fn game(&self, name: &str) -> Result<Rules, ReadError> {
        let (game, ruleset) = GameKind::with_ruleset(name)
            .ok_or_else(|| PositionError::UnknownGame(name.to_owned()))?;
        Ok(self.rules(game, ruleset, "")?)
    }

    /// A position line or the name of a start, with its rules: those of [`AskedRules::rules`].
    ///
    /// # Errors
    /// A [`ReadError`].
    pub fn position(&self, text: &str, field: &str) -> Result<(Rules, Setup), ReadError> {
        referee::read_position(text, |game, named| Ok(self.rules(game, named, field)?))
    }
}
