//! Set-ups as texts, and what can be wrong with them.

use crate::arrangement::Arrangement;
use sow_engine::kind::GameKind;
use sow_engine::notation::{PositionError, parse_position};
use sow_engine::setup::Setup;
use thiserror::Error;

/// Why set-ups cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SetupsError {
    /// Nobody chooses a set-up in this game.
    #[error("set-ups are chosen in omweso only, not in {0}")]
    Game(GameKind),
    /// There is nothing to measure them by.
    #[error("set-ups are measured by games; write --games 1 or more")]
    NoGames,
    /// There is nothing to play.
    #[error("give set-ups with --setup or --against, or let --search N look for strong ones")]
    Nothing,
    /// The pits cannot hold the seeds.
    #[error("{pits} pits of at most {cap} seeds do not hold {seeds}")]
    Cap {
        /// The pits of a player.
        pits: usize,
        /// The most seeds of a pit.
        cap: u8,
        /// The seeds of a player.
        seeds: usize,
    },
    /// A position is one of another game or board.
    #[error("`{text}` is no position of {game} on {columns} columns")]
    OtherBoard {
        /// The position.
        text: String,
        /// The game.
        game: GameKind,
        /// The columns of the board.
        columns: usize,
    },
    /// A text is not a set-up.
    #[error(
        "`{text}` is no set-up; write the back row and the front row from the owner's left, such as 4x{columns}/0x{columns}"
    )]
    Form {
        /// The text.
        text: String,
        /// The columns of the board.
        columns: usize,
    },
    /// A row of a set-up is damaged.
    #[error("`{text}`: {why}")]
    Row {
        /// The set-up.
        text: String,
        /// What is wrong with it.
        why: PositionError,
    },
    /// A position is damaged.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A set-up has other seeds than a player.
    #[error("`{text}` has {seeds} seeds, and a player has {wanted}")]
    Seeds {
        /// The set-up.
        text: String,
        /// Its seeds.
        seeds: usize,
        /// The seeds of a player.
        wanted: usize,
    },
}

/// Reads `b1,…,b8/f1,…,f8`, or a position, whose player to move has the set-up. `usual` is the start of the game,
/// whose board and seeds it must have.
///
/// # Errors
/// If it is no set-up of that game.
pub fn parse_setup(text: &str, usual: &Setup) -> Result<Arrangement, SetupsError> {
    let columns = usual.columns;
    let ring = if text.contains(' ') {
        let setup = parse_position(text)?;
        if setup.game != usual.game || setup.columns != columns {
            return Err(SetupsError::OtherBoard {
                text: text.to_owned(),
                game: usual.game,
                columns,
            });
        }
        setup.rings[setup.side.index()].clone()
    } else {
        // Read as the board of a player who sits at the bottom.
        let front_first: Vec<&str> = text.split('/').rev().collect();
        let [front, back] = front_first.as_slice() else {
            return Err(SetupsError::Form {
                text: text.to_owned(),
                columns,
            });
        };
        let line = format!("{} 0x{columns}/0x{columns}/{front}/{back} S", usual.game);
        let setup = parse_position(&line).map_err(|why| SetupsError::Row {
            text: text.to_owned(),
            why,
        })?;
        setup.rings[0].clone()
    };
    let (seeds, wanted) = (sum(&ring), sum(&usual.rings[0]));
    if seeds != wanted {
        return Err(SetupsError::Seeds {
            text: text.to_owned(),
            seeds,
            wanted,
        });
    }
    Ok(ring)
}

pub(in crate::doors) fn sum(ring: &[u8]) -> usize {
    ring.iter().map(|&seeds| usize::from(seeds)).sum()
}

/// A set-up as text: `4,4,4,4,4,4,4,4/0,0,0,0,0,0,0,0`.
pub fn spell_setup(ring: &[u8]) -> String {
    let (back, front) = ring.split_at(ring.len() / 2);
    let row = |pits: &mut dyn Iterator<Item = &u8>| {
        pits.map(ToString::to_string).collect::<Vec<_>>().join(",")
    };
    format!("{}/{}", row(&mut back.iter()), row(&mut front.iter().rev()))
}
