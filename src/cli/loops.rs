//! Never-ending moves.

use super::PatienceArgs;
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Subcommand)]
pub(crate) enum LoopsCommand {
    /// Does each move end, and the proof
    Check(LoopsCheckArgs),
    /// The exact period of a never-ending move, by running it
    Period(LoopsPeriodArgs),
    /// Count all never-ending moves of one ring exhaustively
    Census(LoopsCensusArgs),
    /// Sample rings too large to count: never-ending moves, the certificate's share, lap caps
    Survey(LoopsSurveyArgs),
    /// Hunt for records: the longest moves that end, the shortest and longest that never do
    Find(LoopsFindArgs),
    /// Draw a move in space and time
    Draw(LoopsDrawArgs),
}

#[derive(Args, Debug)]
pub(crate) struct LoopsCheckArgs {
    /// The position
    pub(crate) position: String,
    /// The move; without it, every move
    #[arg(value_name = "MOVE")]
    pub(crate) text: Option<String>,
    /// Where nothing can be captured, also recognise a ring that comes back turned by some pits
    #[arg(long)]
    pub(crate) rotation: bool,
    /// Where nothing can be captured, also run backwards to the nearest stop, which proves an end
    #[arg(long)]
    pub(crate) backwards: bool,
    #[command(flatten)]
    pub(crate) patience: PatienceArgs,
}

#[derive(Args, Debug)]
pub(crate) struct LoopsPeriodArgs {
    /// The position
    pub(crate) position: String,
    /// The move
    #[arg(value_name = "MOVE")]
    pub(crate) text: String,
    /// Save the run here when it is interrupted and every minute, and go on from here
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// Stop after this time: 500ms, 5s, 2m
    #[arg(long, value_name = "DURATION", value_parser = sow_arena::parse_duration)]
    pub(crate) time: Option<std::time::Duration>,
}

#[derive(Args, Debug)]
pub(crate) struct LoopsCensusArgs {
    /// Pits of the ring, 2 to 72
    #[arg(long, value_name = "N")]
    pub(crate) pits: usize,
    /// Seeds on the ring: one number, or a range such as 11..20 with both ends counted
    #[arg(long, value_name = "A..B", value_parser = crate::units::parse_range)]
    pub(crate) seeds: std::ops::RangeInclusive<u32>,
    /// Also write the table, with examples, as comma-separated values; - for standard output and nothing else
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<PathBuf>,
    /// Also plot laps against seeds as an SVG picture
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,
    /// Save each count in this folder when it is interrupted and every minute, and go on from there
    #[arg(long, value_name = "DIR")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// Threads; all cores without it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub(crate) threads: Option<u32>,
}

#[derive(Args, Debug)]
pub(crate) struct LoopsSurveyArgs {
    /// Pits of the ring, 2 to 72
    #[arg(long, value_name = "N")]
    pub(crate) pits: usize,
    /// Seeds on the ring: one number, or a range such as 20..72 with both ends counted
    #[arg(long, value_name = "A..B", value_parser = crate::units::parse_range)]
    pub(crate) seeds: std::ops::RangeInclusive<u32>,
    /// Steps of the range
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) step: u32,
    /// The seed of the random numbers: the same seed draws the same rings, on any number of threads
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Rings drawn for each number of seeds; every pit of two seeds or more is played
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    pub(crate) tasks: u64,
    /// Laps after which a move is given up
    #[arg(long, value_name = "N", default_value_t = 100_000_000)]
    pub(crate) laps: u64,
    /// Also write the table as comma-separated values; - for standard output and nothing else
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<PathBuf>,
    /// Threads; all cores without it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub(crate) threads: Option<u32>,
}

/// What a hunt is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GoalArg {
    /// The longest move that ends
    LongestEnding,
    /// The never-ending move with the longest period
    LongestNever,
    /// The never-ending move with the shortest period
    ShortestNever,
    /// The never-ending move with the fewest seeds on its ring
    FewestSeeds,
}

#[derive(Args, Debug)]
#[command(group = clap::ArgGroup::new("where").required(true).args(["pits", "omweso", "from"]))]
pub(crate) struct LoopsFindArgs {
    /// What to hunt for
    #[arg(long, value_enum, default_value_t = GoalArg::LongestEnding)]
    pub(crate) goal: GoalArg,
    /// Among all rings of N pits, without captures
    #[arg(long, value_name = "N", requires = "seeds")]
    pub(crate) pits: Option<usize>,
    /// Seeds on the ring: one number or a range such as 20..40
    #[arg(long, value_name = "A..B", requires = "pits", value_parser = crate::units::parse_range)]
    pub(crate) seeds: Option<std::ops::RangeInclusive<u32>>,
    /// Among the set-ups of Omweso: 32 seeds in 16 pits
    #[arg(long)]
    pub(crate) omweso: bool,
    /// The most seeds a pit may hold
    #[arg(long, value_name = "N", conflicts_with = "from")]
    pub(crate) cap: Option<u32>,
    /// Among the turns reached in play from this position, captures and all
    #[arg(long, value_name = "POSITION")]
    pub(crate) from: Option<String>,
    /// The seed of the random numbers: the same seed finds the same records, on any number of threads
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many rings are drawn, or games played
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    pub(crate) tasks: u64,
    /// Changes tried to every ring drawn; 0 for a purely random hunt
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub(crate) climb: u32,
    /// Laps after which a move is given up
    #[arg(long, value_name = "N", default_value_t = 20_000_000)]
    pub(crate) laps: u64,
    /// Threads; all cores without it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub(crate) threads: Option<u32>,
}

#[derive(Args, Debug)]
pub(crate) struct LoopsDrawArgs {
    /// The position
    pub(crate) position: String,
    /// The move
    #[arg(value_name = "MOVE")]
    pub(crate) text: String,
    /// Write the picture here instead of drawing in the terminal
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Draw at most this many laps; of a longer move the middle is left out
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub(crate) most: usize,
}
