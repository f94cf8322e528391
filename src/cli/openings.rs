//! First moves, books and set-ups.

use super::{FolderArgs, ProofsArgs};
use clap::Args;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(crate) struct OpeningsArgs {
    /// The game
    #[arg(required_unless_present = "from")]
    pub(crate) game: Option<String>,
    /// The size of the board, if not the usual one
    #[arg(long, value_name = "N", conflicts_with = "from")]
    pub(crate) columns: Option<usize>,
    /// Another position than the start
    #[arg(long, value_name = "POSITION")]
    pub(crate) from: Option<String>,
    /// Look at every reply to every first move as well
    #[arg(long)]
    pub(crate) pairs: bool,
    /// Nodes of the search of each line
    #[arg(long, value_name = "N", default_value_t = 50_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: u64,
    /// Sowings that each search looks ahead at most
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=200))]
    pub(crate) depth: u32,
    /// Time for the search of each line; then two runs no longer give the same
    #[arg(long, value_name = "DURATION", value_parser = sow_arena::parse_duration)]
    pub(crate) time: Option<std::time::Duration>,
    /// Nodes of the attempt to prove the worth of each line; 0 for none, --nodes without it
    #[arg(long, value_name = "N")]
    pub(crate) proof: Option<u64>,
    #[command(flatten)]
    pub(crate) tables: FolderArgs,
    #[command(flatten)]
    pub(crate) proofs: ProofsArgs,
    /// Games played from each line, or with each two set-ups from either side
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) games: u64,
    /// Who plays them; given twice, South and North
    #[arg(
        long = "player",
        value_name = "PLAYER",
        default_value = "alpha-beta:nodes=1000"
    )]
    pub(crate) players: Vec<String>,
    /// How often a player decides at random, so that games differ; 0 to 1
    #[arg(long, value_name = "P", default_value_t = 0.1, value_parser = crate::units::parse_share)]
    pub(crate) waver: f64,
    /// Turns after which a game is broken off and counts as drawn
    #[arg(long, value_name = "N", default_value_t = 400)]
    pub(crate) longest: u32,
    /// The seed of the random numbers: the same seed gives the same, on any number of threads
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Note here what is done as it is done, and go on from here
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// Build this opening book, or go on with it if it is there
    #[arg(long, value_name = "FILE", requires = "expand", conflicts_with_all = ["pairs", "checkpoint", "setups"])]
    pub(crate) book: Option<PathBuf>,
    /// Positions of the book whose moves are all looked at, besides those that it has
    #[arg(long, value_name = "N", requires = "book")]
    pub(crate) expand: Option<u64>,
    /// Seeds of deviation from best play that weigh as much as one move deeper in the book
    #[arg(long, value_name = "SEEDS", default_value_t = 1.0, value_parser = crate::units::parse_seeds, allow_hyphen_values = true)]
    pub(crate) step: f64,
    #[command(flatten)]
    pub(crate) setups: SetupsArgs,
    /// Also write the moves or set-ups as comma-separated values, the fields of the JSON; - for standard output and
    /// nothing else
    #[arg(long, value_name = "FILE", conflicts_with = "book")]
    pub(crate) csv: Option<PathBuf>,
    /// Threads; all cores without it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub(crate) threads: Option<u32>,
}

/// Arrangements of the seeds before the first move.
#[derive(Args, Debug)]
pub(crate) struct SetupsArgs {
    /// Omweso: play arrangements of the seeds against each other instead of looking at first moves
    #[arg(long)]
    pub(crate) setups: bool,
    /// An arrangement: b1,…,b8/f1,…,f8, such as 4x8/0x8; or a position, whose player to move has it
    #[arg(long = "setup", value_name = "SETUP", requires = "setups")]
    pub(crate) given: Vec<String>,
    /// A file of arrangements, one a line
    #[arg(long, value_name = "FILE", requires = "setups")]
    pub(crate) against: Option<PathBuf>,
    /// Look for good answers to the given arrangements, for N generations
    #[arg(long, value_name = "N", requires = "setups", conflicts_with = "search")]
    pub(crate) answer: Option<u64>,
    /// Look for strong arrangements against a growing pool, for N generations
    #[arg(long, value_name = "N", requires = "setups")]
    pub(crate) search: Option<u64>,
    /// Arrangements tried in a generation
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u64).range(1..=1000))]
    pub(crate) tries: u64,
    /// The most seeds that a pit of a new arrangement may hold
    #[arg(long, value_name = "N", requires = "setups")]
    pub(crate) cap: Option<u8>,
    /// Say who wins of each two arrangements, the first given moving first, by proof instead of games; --proof limits the
    /// nodes of each pair, 5,000,000 without it
    #[arg(long, requires = "setups", conflicts_with_all = ["answer", "search", "points", "games", "players", "waver", "longest"])]
    pub(crate) prove: bool,
    /// With --prove: N arrangements drawn at random, which those given meet; N random pairs if none is given
    #[arg(long, value_name = "N", requires = "prove", default_value_t = 0)]
    pub(crate) drawn: u64,
    /// With --prove: memory for the table of each thread: 512MiB, 2GiB
    #[arg(long, value_name = "SIZE", requires = "prove", default_value = "256MiB", value_parser = crate::memory::parse_memory)]
    pub(crate) memory: u64,
    /// Count match points instead of games won
    #[arg(long, requires = "setups")]
    pub(crate) points: bool,
}
