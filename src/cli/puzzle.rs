//! Problems.

use super::FolderArgs;
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Subcommand)]
pub(crate) enum PuzzleCommand {
    /// The problems that come with the program, by their names
    List(PuzzleListArgs),
    /// The solution as a tree of turns, with boards at the key moments
    Solve(PuzzleSolveArgs),
    /// Whether problems are true, with one key and the stated solution; exit code 1 if not
    Check(PuzzleCheckArgs),
    /// Find new problems, the same ones for the same seed
    Compose(PuzzleComposeArgs),
}

#[derive(Args, Debug)]
pub(crate) struct PuzzleListArgs {
    /// A game, for its problems only, or a puzzle file
    #[arg(value_name = "GAME|FILE")]
    pub(crate) what: Option<String>,
}

/// What solving a problem may take.
#[derive(Args, Debug)]
pub(crate) struct PuzzleLimits {
    /// Stop each problem after this time: 500ms, 5s, 2m
    #[arg(long, value_name = "DURATION", value_parser = sow_arena::parse_duration)]
    pub(crate) time: Option<std::time::Duration>,
    /// Nodes for each question about a problem
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// Memory for transposition tables: 512MiB, 2GiB
    #[arg(long, value_name = "SIZE", default_value = "256MiB", value_parser = crate::memory::parse_memory)]
    pub(crate) memory: u64,
    #[command(flatten)]
    pub(crate) tables: FolderArgs,
}

#[derive(Args, Debug)]
pub(crate) struct PuzzleSolveArgs {
    /// A puzzle file, a name of `sow puzzle list`, or a position
    pub(crate) file: String,
    /// What is asked, instead of what the file says: "win in 3 turns", "save the draw"
    #[arg(long, value_name = "TEXT")]
    pub(crate) stipulation: Option<String>,
    /// Also write the problems and their solutions as a page to look at
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Write out about this many turns of a solution
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub(crate) most: u32,
    #[command(flatten)]
    pub(crate) limits: PuzzleLimits,
}

#[derive(Args, Debug)]
pub(crate) struct PuzzleCheckArgs {
    /// A puzzle file, a name of `sow puzzle list`, or a position
    pub(crate) file: String,
    /// What is asked, instead of what the file says: "win in 3 turns", "save the draw"
    #[arg(long, value_name = "TEXT")]
    pub(crate) stipulation: Option<String>,
    /// Refuse problems in which a later turn of the stated solution is not the only one either
    #[arg(long)]
    pub(crate) cooks: bool,
    #[command(flatten)]
    pub(crate) limits: PuzzleLimits,
}

/// Where positions come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SourceArg {
    /// Careless games, and a few seeds thrown onto the board
    Play,
    /// Endgame tables that fit the board
    Tables,
}

#[derive(Args, Debug)]
pub(crate) struct PuzzleComposeArgs {
    /// The game
    pub(crate) game: String,
    /// Columns of the board; those of the game's start without it
    #[arg(long, value_name = "N")]
    pub(crate) columns: Option<usize>,
    /// Where positions come from
    #[arg(long, value_enum, default_value_t = SourceArg::Play)]
    pub(crate) from: SourceArg,
    /// The seed of the random numbers: the same problems on any number of threads
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many problems
    #[arg(long, value_name = "K", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) count: u64,
    /// Games played and handfuls of positions thrown or drawn at most
    #[arg(long, value_name = "N", default_value_t = 2000)]
    pub(crate) tasks: u64,
    /// Nodes for each question about a position; one that needs more is passed over
    #[arg(long, value_name = "N", default_value_t = 30_000)]
    pub(crate) nodes: u64,
    /// The least interest, a sum of the measures (docs/puzzles.md)
    #[arg(long, value_name = "N", default_value_t = 80)]
    pub(crate) interest: u32,
    /// Only problems of this kind, the beginning of a stipulation such as "win in", "save the draw",
    /// "capture" or "find the only move"; may be repeated
    #[arg(long, value_name = "TEXT")]
    pub(crate) goal: Vec<String>,
    #[command(flatten)]
    pub(crate) tables: FolderArgs,
    /// What the names of the problems begin with
    #[arg(long, value_name = "NAME")]
    pub(crate) id: Option<String>,
    /// Write a puzzle file; one of the same command is gone on with. Without it, standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Threads; all cores without it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub(crate) threads: Option<u32>,
}
