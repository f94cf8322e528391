//! Endgame tables.

use clap::{Args, Subcommand};
use std::path::PathBuf;

#[derive(Debug, Subcommand)]
pub(crate) enum TablesCommand {
    /// Build a table, or go on with a build that was stopped
    Build(TablesBuildArgs),
    /// What a table holds, layer by layer
    Info(TablesInfoArgs),
    /// The exact value of a position, looked up
    Probe(TablesProbeArgs),
    /// Recompute every entry from its children
    Verify(TablesVerifyArgs),
}

#[derive(Args, Debug)]
#[command(group = clap::ArgGroup::new("what").required(true).args(["seeds", "shipped"]))]
pub(crate) struct TablesBuildArgs {
    /// The game
    #[arg(required_unless_present = "shipped", conflicts_with = "shipped")]
    pub(crate) game: Option<String>,
    /// Columns of the board; those of the game's start without it
    #[arg(long, value_name = "N")]
    pub(crate) columns: Option<usize>,
    /// Seeds on the board (Bao Kingulu: in unreserved pits): one number or a range such as 5..12;
    /// what they lead to is built as well
    #[arg(long, visible_alias = "stones", value_name = "A..B", value_parser = crate::units::parse_range)]
    pub(crate) seeds: Option<std::ops::RangeInclusive<u32>>,
    /// Every table that comes with the program
    #[arg(long)]
    pub(crate) shipped: bool,
    /// The folder to put tables into
    #[arg(short, long = "output", value_name = "DIR")]
    pub(crate) output: PathBuf,
    /// Memory that values may take: 512MiB, 16GiB; what does not fit is kept in files beside the table
    /// meanwhile. 8GiB without it, or three quarters of what is free
    #[arg(long, value_name = "SIZE", value_parser = crate::memory::parse_memory)]
    pub(crate) memory: Option<u64>,
    /// How often the layer in work is saved: 500ms, 5s, 2m
    #[arg(long, value_name = "DURATION", default_value = "60s", value_parser = sow_arena::parse_duration)]
    pub(crate) save_every: std::time::Duration,
    /// Threads; all cores without it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub(crate) threads: Option<u32>,
}

#[derive(Args, Debug)]
pub(crate) struct TablesInfoArgs {
    /// A table, or a folder of tables; $SOW_TABLES or those that come with the program without it
    pub(crate) path: Option<PathBuf>,
    /// Also write a row for each layer as comma-separated values, the fields of the JSON; - for standard output and
    /// nothing else
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct TablesProbeArgs {
    /// The position
    pub(crate) position: String,
    /// The folder of endgame tables; $SOW_TABLES or those that come with the program without it
    #[arg(long, value_name = "DIR")]
    pub(crate) tables: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct TablesVerifyArgs {
    /// A table, or a folder of tables; $SOW_TABLES or those that come with the program without it
    pub(crate) path: Option<PathBuf>,
    /// Only N entries of each table, the same ones every time; all checksums are looked at
    #[arg(long, value_name = "N")]
    pub(crate) sample: Option<u64>,
    /// Memory that unpacked values may take: 512MiB, 16GiB; others are read as they are asked for, which is
    /// slow. 8GiB without it, or three quarters of what is free
    #[arg(long, value_name = "SIZE", value_parser = crate::memory::parse_memory)]
    pub(crate) memory: Option<u64>,
    /// Threads; all cores without it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub(crate) threads: Option<u32>,
}
