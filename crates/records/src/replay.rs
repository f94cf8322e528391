//! Records played through by the rules.

use crate::asked::{AskedRules, ReadError};
use crate::attested::Attested;
use crate::playing::{MoveError, Playing};
use sow_engine::game::Ending;
use sow_engine::kind::GameKind;
use sow_engine::notation::{Outcome, Record};
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use sow_engine::side::Side;
use sow_engine::text::quoted;
use sow_engine::turn::Turn;
use thiserror::Error;

/// Why a record cannot be played through.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// Its start or its rules cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// It does not say what is played.
    #[error(
        "the record has neither a `start:` nor a `game:` line, so nobody can tell what is played"
    )]
    NoGame,
    /// It names another game than it starts with.
    #[error("the record says `game: {named}` and starts from a position of {start}", named = quoted(.named))]
    OtherGame {
        /// The game of the header.
        named: String,
        /// The game of the start.
        start: GameKind,
    },
    /// A move cannot be played.
    #[error("move {number} by {side} (line {line}): {error}")]
    Move {
        /// Its number, from 1.
        number: usize,
        /// Who was to move.
        side: Side,
        /// Its line.
        line: usize,
        /// What is wrong with it.
        error: MoveError,
    },
}

/// The rules of a record, changed by what is asked for, and its start.
///
/// # Errors
/// A [`ReplayError`].
pub fn rules_and_start(asked: &AskedRules, record: &Record) -> Result<(Rules, Setup), ReplayError> {
    let field = record.setting("rules").unwrap_or_default();
    let named = record.setting("game");
    let (rules, start) = match (record.setting("start"), named) {
        (Some(start), _) => {
            // `game: hus` names the ruleset too.
            let ruleset = named
                .and_then(GameKind::with_ruleset)
                .and_then(|(_, ruleset)| ruleset);
            let field = format!("{} {field}", ruleset.unwrap_or_default());
            asked.position(start, &field)?
        }
        (None, Some(game)) => asked.position(&format!("{game}:start"), field)?,
        (None, None) => return Err(ReplayError::NoGame),
    };
    let is_other =
        |game: &&str| GameKind::with_ruleset(game).is_none_or(|(kind, _)| kind != start.game);
    if let Some(game) = named.filter(is_other) {
        return Err(ReplayError::OtherGame {
            named: game.to_owned(),
            start: start.game,
        });
    }
    Ok((rules, start))
}

/// A record that has been played through.
#[derive(Debug)]
pub struct Replayed {
    /// The rules.
    pub rules: Rules,
    /// The position at the start.
    pub start: Setup,
    /// The game after its last move.
    pub game: Playing,
    /// The turns, each with the position before it.
    pub turns: Vec<(Setup, Turn<Setup>)>,
    /// What the record says of its result.
    pub attested: Attested,
}

/// Plays a record from its start.
///
/// # Errors
/// A [`ReplayError`] with the move.
pub fn replay(asked: &AskedRules, record: &Record) -> Result<Replayed, ReplayError> {
    let (rules, start) = rules_and_start(asked, record)?;
    let mut game = Playing::new(rules, &start);
    let mut turns = Vec::with_capacity(record.moves.len());
    for (index, played) in record.moves.iter().enumerate() {
        let before = game.position.clone();
        let turn = game
            .play(&played.text, true)
            .map_err(|error| ReplayError::Move {
                number: index + 1,
                side: before.side,
                line: played.line,
                error,
            })?;
        turns.push((before, turn));
    }
    Ok(Replayed {
        rules,
        start,
        game,
        turns,
        attested: Attested::of(record),
    })
}

impl Replayed {
    /// The result by the rules; `None` for a game that they leave open.
    pub const fn by_rules(&self) -> Option<&Ending> {
        self.game.ending.as_ref()
    }

    /// The result: by the rules, else as attested, else `*`.
    pub fn result(&self) -> Outcome {
        self.attested.result(self.by_rules())
    }

    /// Whether the record's result can be right: a game broken off may have been resigned, agreed
    /// drawn or annulled, but a game that is over has its result.
    pub fn agrees(&self) -> bool {
        !self.attested.contradicts(self.by_rules())
    }
}
