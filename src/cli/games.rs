//! Games between players, and records of games.

use super::FolderArgs;
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Args, Debug)]
pub(crate) struct MatchArgs {
    /// Where the games begin: a start such as owela:start, a position, or a file of openings
    pub(crate) position: String,
    /// Two players or more, each against each: random, greedy, alpha-beta:nodes=20000, mcts:time=50ms,
    /// engine:COMMAND
    #[arg(required = true, num_args = 2.., value_name = "PLAYER")]
    pub(crate) players: Vec<String>,
    /// Games of each two players; every opening is played with both sides
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: u64,
    /// Random turns, or one more, before the players take over; 0 to play the openings as they are
    #[arg(long, value_name = "N", default_value_t = 6)]
    pub(crate) random_turns: u32,
    /// Openings in which a short search sees one side ahead by more seeds than this are drawn again
    #[arg(long, value_name = "SEEDS", default_value_t = 6)]
    pub(crate) uneven: u32,
    /// Stop as soon as it is decided whether the first player is stronger by at most A or at least B
    /// Elo points
    #[arg(long, value_name = "A,B", value_parser = crate::units::parse_two_numbers, allow_hyphen_values = true)]
    pub(crate) sprt: Option<[f64; 2]>,
    /// How often the test may be wrong either way
    #[arg(long, value_name = "P", default_value_t = 0.05, value_parser = crate::units::parse_probability)]
    pub(crate) error: f64,
    /// Turns after which a game is broken off and counts as drawn
    #[arg(long, value_name = "N", default_value_t = 400)]
    pub(crate) longest: u32,
    /// The seed of openings and players: players without a time limit play the same games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Time that an engine may take for a move; one that takes longer loses the game
    #[arg(long, value_name = "DURATION", default_value = "1m", value_parser = sow_arena::parse_duration)]
    pub(crate) move_time: Duration,
    /// Write the games as records; a file with games of the same match is gone on with
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Games played at once; as many as there are cores without it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub(crate) threads: Option<u32>,
}

#[derive(Args, Debug)]
pub(crate) struct SelfPlayArgs {
    /// The game, a start such as owela:start:6, a position, or a file of starts
    pub(crate) game: String,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: u64,
    /// Who plays South: random, greedy, alpha-beta:nodes=20000, mcts:time=50ms, engine:COMMAND
    #[arg(long, value_name = "PLAYER", default_value = "random")]
    pub(crate) south: String,
    /// Who plays North
    #[arg(long, value_name = "PLAYER", default_value = "random")]
    pub(crate) north: String,
    /// Exchange the sides in every other game
    #[arg(long)]
    pub(crate) swap: bool,
    /// Random turns, or one more, before the players take over
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) random_turns: u32,
    /// Turns after which a game is broken off, without a result
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub(crate) longest: u32,
    /// The seed of openings and players: players without a time limit play the same games on any number
    /// of threads
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Play only every N-th game, beginning with the I-th; `sow merge` puts the shards together
    #[arg(long, value_name = "I/N", default_value = "1/1", value_parser = crate::units::parse_shard)]
    pub(crate) shard: crate::units::Shard,
    /// Write the records here; a file of the same run is gone on with. Without it, standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Write no records, but tell at once what `sow stats` would tell of them
    #[arg(long, conflicts_with = "output")]
    pub(crate) summary: bool,
    /// With --summary: turns of the openings tree, 1 without it
    #[arg(long, value_name = "N", requires = "summary")]
    pub(crate) depth: Option<usize>,
    /// With --summary: leave out branches of the openings tree with fewer games
    #[arg(long, value_name = "N", requires = "summary")]
    pub(crate) least: Option<u64>,
    /// With --summary: also write the distributions as comma-separated values; - for standard output and nothing else
    #[arg(long, value_name = "FILE", requires = "summary")]
    pub(crate) csv: Option<PathBuf>,
    /// With --summary: also write a report with plots, one page that needs no other file
    #[arg(long, value_name = "FILE", requires = "summary")]
    pub(crate) html: Option<PathBuf>,
    /// Games played at once; as many as there are cores without it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub(crate) threads: Option<u32>,
}

#[derive(Args, Debug)]
pub(crate) struct MergeArgs {
    /// Files written by `sow selfplay`
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<String>,
    /// Write the games here, in the order of their numbers
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Write them even where numbers are missing
    #[arg(long)]
    pub(crate) partial: bool,
}

#[derive(Args, Debug)]
pub(crate) struct StatsArgs {
    /// Files of game records, or - for standard input
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<String>,
    /// Turns of the openings tree
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) depth: usize,
    /// Leave out branches of the openings tree with fewer games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) least: u64,
    /// Also write the distributions as comma-separated values; - for standard output and nothing else
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<PathBuf>,
    /// Also write a report with plots, one page that needs no other file
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Threads; all cores without it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub(crate) threads: Option<u32>,
}

#[derive(Args, Debug)]
pub(crate) struct EngineArgs {
    /// Who plays: random, greedy, alpha-beta:nodes=20000, mcts:time=50ms
    #[arg(default_value = "alpha-beta:time=100ms")]
    pub(crate) player: String,
    /// The seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
}

#[derive(Args, Debug)]
pub(crate) struct ReplayArgs {
    /// The record file, or - for standard input
    pub(crate) file: String,
    /// Draw the board after every turn
    #[arg(long)]
    pub(crate) boards: bool,
}

#[derive(Args, Debug)]
pub(crate) struct ImportArgs {
    /// Logs, folders of logs, or - for standard input
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<String>,
    /// The game, where the log does not name it
    #[arg(long, value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// Where the game begins, if not at the start
    #[arg(long, value_name = "POSITION")]
    pub(crate) start: Option<String>,
    /// Whether plain numbers of pits count from 0 or from 1; without it the log is looked at
    #[arg(long, value_name = "0|1", value_parser = clap::value_parser!(u8).range(0..=1))]
    pub(crate) pits_from: Option<u8>,
    /// Write the records here instead of on standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct AnnotateArgs {
    /// The record file, or - for standard input
    pub(crate) file: String,
    /// Nodes of the proof and nodes of the search of every position
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: u64,
    /// A turn that loses this many seeds by the search is an error
    #[arg(long, value_name = "SEEDS", default_value_t = 3.0, value_parser = crate::units::parse_seeds, allow_hyphen_values = true)]
    pub(crate) error: f64,
    /// Write a page with the course of each game and the boards at its errors
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Memory for the tables: 512MiB, 2GiB
    #[arg(long, value_name = "SIZE", default_value = "64MiB", value_parser = crate::memory::parse_memory)]
    pub(crate) memory: u64,
    #[command(flatten)]
    pub(crate) tables: FolderArgs,
    /// Games annotated at once; as many as there are cores without it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub(crate) threads: Option<u32>,
}
