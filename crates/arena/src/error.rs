//! What can go wrong.

use crate::book_file::BookError;
use crate::diary::DiaryError;
use crate::doors::setups::SetupsError;
use crate::resume::ResumeError;
use sow_engine::kind::GameKind;
use sow_engine::side::Side;
use thiserror::Error;

/// Whatever a caller's own code says: of a file, a table, a pipe.
pub type Fault = Box<dyn std::error::Error + Send + Sync>;

/// Why a player cannot go on.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlayerError {
    /// He was asked where there is no choice.
    #[error("there is nothing to play")]
    NoMove,
    /// An endgame table could not be read.
    #[error("{0}")]
    Table(String),
    /// His book is one of other rules.
    #[error(transparent)]
    Book(#[from] BookError),
    /// His certificate is one of other rules or another board.
    #[error("the certificate is of {of}, and the game of {here}")]
    Certificate {
        /// What it is about.
        of: String,
        /// What is played.
        here: String,
    },
    /// Another program could not be started.
    #[error("`{command}` cannot be started: {why}")]
    NotStarted {
        /// Its command.
        command: String,
        /// What the system said.
        why: String,
    },
    /// Somebody has asked for an end.
    #[error("interrupted")]
    Interrupted,
    /// He has lost the game, whatever is on the board: a few words, such as `no answer within 60 s`.
    #[error("{0}")]
    Forfeits(String),
    /// He has lost a game that had to be played out.
    #[error("{by} cannot go on: {reason}")]
    CannotGoOn {
        /// Who.
        by: Side,
        /// Why.
        reason: String,
    },
}

/// Why work could not be done.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ArenaError {
    /// There is nowhere to begin.
    #[error("there is no position to begin with")]
    NoStart,
    /// A position does not fit the rules or the other positions.
    #[error("`{position}` is no position of {game} on {columns} columns")]
    OtherGame {
        /// The position.
        position: String,
        /// The game of the rules.
        game: GameKind,
        /// The columns of the other positions.
        columns: usize,
    },
    /// A player cannot go on.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// An endgame table could not be read.
    #[error("{0}")]
    Table(String),
    /// A book cannot be used.
    #[error(transparent)]
    Book(#[from] BookError),
    /// A checkpoint cannot be used.
    #[error(transparent)]
    Diary(#[from] DiaryError),
    /// Set-ups cannot be played.
    #[error(transparent)]
    Setups(#[from] SetupsError),
    /// The threads could not be started.
    #[error("the threads cannot be started")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// A thread could not be started.
    #[error("the threads cannot be started")]
    Thread(#[source] std::io::Error),
    /// The games that were played before are not those of the plan.
    #[error(transparent)]
    Resume(#[from] ResumeError),
    /// The caller could not save what was done.
    #[error(transparent)]
    Save(Fault),
}
