//! What holds for the whole run: the rules asked for, the form of the answers.

use crate::cli::Common;
use anyhow::{Result, bail};
use sow_engine::kind::GameKind;
use sow_engine::referee;
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use sow_records::asked::AskedRules;

/// The common options, resolved.
pub(crate) struct Context {
    /// The rules asked for.
    pub(crate) asked: AskedRules,
    /// Answer in JSON.
    pub(crate) json: bool,
    /// Neither warnings nor progress.
    pub(crate) quiet: bool,
    /// Print pits by the published letters.
    pub(crate) letters: bool,
    strict: bool,
}

/// How a command ended, as an exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Status {
    /// Done.
    Done = 0,
    /// The answer is no.
    No = 1,
    /// Stopped by a limit or interrupted before an answer.
    Stopped = 3,
    /// Bad usage or input; outweighs the others where many positions were answered.
    Bad = 2,
}

impl Status {
    /// The exit code of two answers together.
    pub(crate) fn and(self, other: Self) -> Self {
        let weight = |status| match status {
            Self::Done => 0,
            Self::No => 1,
            Self::Stopped => 2,
            Self::Bad => 3,
        };
        if weight(other) > weight(self) {
            other
        } else {
            self
        }
    }
}

impl Context {
    pub(crate) fn new(common: Common) -> Self {
        Self {
            asked: AskedRules {
                ruleset: common.rules,
                settings: common.rule,
            },
            json: common.json,
            quiet: common.quiet,
            letters: common.letters,
            strict: common.strict,
        }
    }

    /// The rules asked for on the command line, for a game.
    pub(crate) fn rules_for(&self, game: GameKind) -> Result<Rules> {
        self.rules_for_settings(game, "")
    }

    /// Whether rules were asked for on the command line.
    pub(crate) fn has_rules(&self) -> bool {
        self.asked != AskedRules::default()
    }

    /// The rules of a file's `rules` field (a ruleset's name, then `KEY=VALUE`s), changed by what the
    /// command line asks for.
    pub(crate) fn rules_for_settings(&self, game: GameKind, field: &str) -> Result<Rules> {
        Ok(self.asked.rules(game, None, field)?)
    }

    /// Warns of what is unusual about a position; an error with `--strict`.
    pub(crate) fn check(&self, rules: &Rules, setup: &Setup) -> Result<()> {
        for concern in referee::concerns(rules, setup) {
            if self.strict {
                bail!("{concern}");
            }
            self.note(&format!("warning: {concern}"));
        }
        Ok(())
    }

    /// As [`Context::check`], for collections whose positions are composed: no warnings.
    pub(crate) fn check_quietly(&self, rules: &Rules, setup: &Setup) -> Result<()> {
        if self.strict {
            self.check(rules, setup)
        } else {
            Ok(())
        }
    }

    /// Says something on standard error, unless `--quiet`.
    pub(crate) fn note(&self, text: &str) {
        if !self.quiet {
            crate::streams::say(&format!("sow: {text}"));
        }
    }
}
