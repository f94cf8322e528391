//! Exact values and analyses.

use super::{ProofsArgs, SideArg};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// What play aims at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ObjectiveArg {
    /// To win
    Outcome,
    /// To win, and by as many seeds as possible
    Margin,
    /// Omweso: match points
    Points,
    /// To win in as few decisions as possible, or to hold out as long as possible
    Distance,
}

/// How a position is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MethodArg {
    /// The program chooses and says what it chose
    Auto,
    /// Alpha-beta with a transposition table
    AlphaBeta,
    /// Proof-number search: often far fewer nodes for a win
    ProofNumber,
    /// Monte-Carlo tree search until its bounds meet: no distances
    Mcts,
    /// Retrograde analysis of all positions that can be reached, counted too; `--nodes` limits them,
    /// tables are not asked
    Retrograde,
}

#[derive(Args, Debug)]
pub(crate) struct SolveArgs {
    /// The position, or a puzzle file
    pub(crate) position: String,
    /// What play aims at
    #[arg(long, value_enum, default_value_t = ObjectiveArg::Outcome)]
    pub(crate) objective: ObjectiveArg,
    /// How to solve
    #[arg(long, value_enum, default_value_t = MethodArg::Auto)]
    pub(crate) method: MethodArg,
    /// Stop after this time: 500ms, 5s, 2m
    #[arg(long, value_name = "DURATION", value_parser = sow_arena::parse_duration)]
    pub(crate) time: Option<std::time::Duration>,
    /// Stop after this many nodes
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// Memory for the transposition table, or for all positions: 512MiB, 2GiB
    #[arg(long, value_name = "SIZE", default_value = "256MiB", value_parser = crate::memory::parse_memory)]
    pub(crate) memory: u64,
    /// Threads to search with: the same value with any number, the same nodes with one
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub(crate) threads: u32,
    /// Write a certificate of the value, which `sow proof check` verifies by the rules alone; endgame tables are not
    /// asked then
    #[arg(long, value_name = "FILE")]
    pub(crate) proof: Option<PathBuf>,
    /// Keep what is proven in FILE; a later run with the same FILE goes on from there. Proof-number search alone does that
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// How often it is kept, besides the end: 30s, 5m
    #[arg(long, value_name = "DURATION", default_value = "5m", requires = "checkpoint", value_parser = sow_arena::parse_duration)]
    pub(crate) save_every: std::time::Duration,
    /// Whose strategy the certificate is; without it the winner's, in a draw South's
    #[arg(long, value_enum, requires = "proof")]
    pub(crate) holder: Option<SideArg>,
    #[command(flatten)]
    pub(crate) tables: FolderArgs,
}

/// Where endgame tables are looked for.
#[derive(Args, Debug)]
pub(crate) struct FolderArgs {
    /// The folder of endgame tables, `none` to do without; $SOW_TABLES or those that come with the
    /// program without it
    #[arg(long = "tables", value_name = "DIR")]
    pub(crate) folder: Option<PathBuf>,
}

/// Who analyses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum EngineArg {
    /// Principal-variation search with an evaluation fitted to each game
    AlphaBeta,
    /// Monte-Carlo tree search: chances instead of seeds
    Mcts,
}

#[derive(Args, Debug)]
pub(crate) struct AnalyseArgs {
    /// The position
    pub(crate) position: String,
    /// Show the best K moves
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) lines: u32,
    /// Who analyses
    #[arg(long, value_enum, default_value_t = EngineArg::AlphaBeta)]
    pub(crate) engine: EngineArg,
    /// Stop at this depth, in sowings; without effect on simulations
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=200))]
    pub(crate) depth: Option<u32>,
    /// Stop after this time: 500ms, 5s, 2m; 5s if neither depth nor nodes are limited
    #[arg(long, value_name = "DURATION", value_parser = sow_arena::parse_duration)]
    time: Option<std::time::Duration>,
    /// Stop after this many nodes
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// Threads to search with; only one thread gives the same answer every time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub(crate) threads: u32,
    /// Memory for the transposition table or the tree: 512MiB, 2GiB
    #[arg(long, value_name = "SIZE", default_value = "256MiB", value_parser = crate::memory::parse_memory)]
    pub(crate) memory: u64,
    /// The seed of the random numbers of simulations
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) tables: FolderArgs,
    #[command(flatten)]
    pub(crate) proofs: ProofsArgs,
    /// Say first what this opening book says (see `sow openings`)
    #[arg(long, value_name = "FILE")]
    pub(crate) book: Option<PathBuf>,
}

impl AnalyseArgs {
    /// How long to search at most; five seconds where nothing else is limited.
    pub(crate) fn time(&self) -> Option<std::time::Duration> {
        // Simulations know no depth.
        let stops = self.depth.is_some() && self.engine == EngineArg::AlphaBeta;
        let limited = stops || self.nodes.is_some();
        let default = (!limited).then(|| std::time::Duration::from_secs(5));
        self.time.or(default)
    }
}
