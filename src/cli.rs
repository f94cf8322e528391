//! The command line: what can be asked, not how it is answered.

mod games;
mod help;
mod loops;
mod openings;
mod proof;
mod puzzle;
mod search;
mod tables;

pub(crate) use games::*;
pub(crate) use loops::*;
pub(crate) use openings::*;
pub(crate) use proof::*;
pub(crate) use puzzle::*;
pub(crate) use search::*;
pub(crate) use tables::*;

use crate::report::prose::prose_width;
use clap::{Args, CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use std::path::PathBuf;

/// Solve and analyse relay-sowing mancala: Omweso, Owela, Nsolo, Bao Kingulu, Anywoli.
#[derive(Debug, Parser)]
#[command(name = "sow", version, about, long_about = None, after_help = AFTER_HELP)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The command line, with its help as wide as all that is printed.
pub(crate) fn command() -> clap::Command {
    help::arranged(Cli::command()).term_width(prose_width())
}

const AFTER_HELP: &str = "\
POSITION is a line of position notation in quotes, the name of a game or of a start (owela, anywoli:start:6), \
a file, or - for standard input. A file may hold many positions, one a line, and boards as `sow show` draws them.

Exit codes: 0 done; 1 the answer is no; 2 bad usage or input; 3 stopped by a limit or interrupted.";

/// Options of every command.
#[derive(Args, Debug)]
pub(crate) struct Common {
    /// The ruleset to play by (see `sow rules`)
    #[arg(long, global = true, value_name = "NAME")]
    pub(crate) rules: Option<String>,
    /// One rule of the game set to a value; may be repeated
    #[arg(long = "rule", global = true, value_name = "KEY=VALUE")]
    pub(crate) rule: Vec<String>,
    /// Answer with one JSON object a position
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// No warnings and no progress on standard error
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,
    /// Print pits by the published Omweso letters, on 4×8 boards; JSON keeps the usual names
    #[arg(long, global = true)]
    pub(crate) letters: bool,
    /// Refuse positions that no game from the start can reach, instead of warning
    #[arg(long, global = true)]
    pub(crate) strict: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Every legal turn with its result
    Moves(MovesArgs),
    /// Play moves one after another, or a game in the terminal
    Play(PlayArgs),
    /// Draw the board
    Show(ShowArgs),
    /// A page to play, step and analyse in a browser, without a network
    Board(BoardArgs),
    /// Follow a move lap by lap
    Trace(TraceArgs),
    /// Never-ending moves
    #[command(subcommand)]
    Loops(LoopsCommand),
    /// Count the ways to decide DEPTH times
    Perft(PerftArgs),
    /// The exact value of a position with a principal line
    Solve(SolveArgs),
    /// The best moves with scores and what follows, deeper and deeper
    Analyse(AnalyseArgs),
    /// Problems: solve, check, compose
    #[command(subcommand)]
    Puzzle(PuzzleCommand),
    /// Certificates: values that anyone can check by the rules alone
    #[command(subcommand)]
    Proof(ProofCommand),
    /// Endgame tables
    #[command(subcommand)]
    Tables(TablesCommand),
    /// Players against each other, with Elo differences and a sequential test
    Match(MatchArgs),
    /// Parallel games between players, written down as they finish
    Selfplay(SelfPlayArgs),
    /// Put the games of several shards together
    Merge(MergeArgs),
    /// What game records say: results, lengths, laps, captures, openings
    Stats(StatsArgs),
    /// The first moves of a game, and an opening book (docs/openings.md)
    Openings(Box<OpeningsArgs>),
    /// Be a player who is asked for moves line by line (docs/engine-protocol.md)
    Engine(EngineArgs),
    /// Check and replay game records
    Replay(ReplayArgs),
    /// Games that others have logged, checked by the rules and written as records (docs/importing.md)
    Import(ImportArgs),
    /// Where each side erred in the games of a record
    Annotate(AnnotateArgs),
    /// The rules as implemented, every option, the sources
    Rules(RulesArgs),
    /// A fixed search whose node count is the signature of how the search behaves
    Bench,
    /// Print a completion script for a shell
    Completions(CompletionsArgs),
    /// Print the manual page
    Man,
    /// Write completions and manual pages into the folders where shells and man look for them
    InstallExtras(InstallExtrasArgs),
}

#[derive(Args, Debug)]
pub(crate) struct MovesArgs {
    /// The position
    pub(crate) position: String,
    /// Nsolo: list the sowings only and leave the choice of bonus stones open
    #[arg(long)]
    pub(crate) sowings: bool,
    #[command(flatten)]
    pub(crate) patience: PatienceArgs,
    /// Also write the turns as comma-separated values, the fields of the JSON; - for standard output and nothing else
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<PathBuf>,
}

/// How long a move is followed.
#[derive(Args, Debug, Clone, Copy)]
pub(crate) struct PatienceArgs {
    /// Follow a move for at most N laps, then answer `undecided`; without it, until it is decided
    #[arg(long, value_name = "N")]
    pub(crate) laps: Option<u64>,
}

#[derive(Args, Debug)]
pub(crate) struct PlayArgs {
    /// The position
    pub(crate) position: String,
    /// The moves, for example b3 f6:f1x2 5+9; without any, a game in the terminal
    pub(crate) moves: Vec<String>,
    /// Game in the terminal: who is played by the engine
    #[arg(
        long,
        value_enum,
        default_value = "north",
        value_name = "SIDE",
        conflicts_with = "moves"
    )]
    pub(crate) engine: Opponent,
    /// Game in the terminal: how strong the engine is, 1 to 4
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=4), conflicts_with = "moves")]
    pub(crate) strength: u8,
    /// Game in the terminal: go on with a saved game
    #[arg(long, value_name = "FILE", conflicts_with = "moves")]
    pub(crate) resume: Option<PathBuf>,
}

/// Who is played by the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Opponent {
    /// South, who moves first from a start.
    South,
    /// North.
    North,
    /// Nobody: a game between two people.
    None,
}

#[derive(Args, Debug)]
pub(crate) struct ShowArgs {
    /// The position
    pub(crate) position: String,
    /// Print a drawing that can be read again as a position
    #[arg(long)]
    pub(crate) plain: bool,
    /// Also write the board as an SVG picture
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct BoardArgs {
    /// What the page opens with: a position, a file of positions, of records or of puzzles
    pub(crate) position: Option<String>,
    /// Write the page there, one file, instead of opening it in a browser
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct TraceArgs {
    /// The position
    pub(crate) position: String,
    /// The move
    #[arg(value_name = "MOVE")]
    pub(crate) text: String,
    /// Print at most this many laps of a long move
    #[arg(long, value_name = "N", default_value_t = 60)]
    pub(crate) most: usize,
    /// Draw the board after each lap
    #[arg(long)]
    pub(crate) boards: bool,
    /// Write the move as a picture, pits across and laps down
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Write a page with the picture and the board after each lap
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) patience: PatienceArgs,
}

#[derive(Args, Debug)]
pub(crate) struct PerftArgs {
    /// The position
    pub(crate) position: String,
    /// How many decisions deep
    pub(crate) depth: u32,
    /// The count below each first decision
    #[arg(long)]
    pub(crate) divide: bool,
}

#[derive(Args, Debug)]
pub(crate) struct RulesArgs {
    /// The game; without it, all games and their rulesets in short
    pub(crate) game: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: Shell,
}

#[derive(Args, Debug)]
pub(crate) struct InstallExtrasArgs {
    /// The folder that has, or gets, a folder share: /usr/local, ~/.local
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
}
