//! The command line: what can be asked, not how it is answered.

use clap::{Args, Parser, Subcommand, ValueEnum};
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

const AFTER_HELP: &str = "\
POSITION is a line of position notation in quotes, the name of a start (owela:start, anywoli:start:6), \
a file, or - for standard input. A file may hold many positions, one a line, or a drawing.

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
    /// Play moves one after another
    Play(PlayArgs),
    /// Draw the board
    Show(ShowArgs),
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
    /// The moves, for example b3 f6:f1x2 5+9
    #[arg(required = true, allow_hyphen_values = false)]
    pub(crate) moves: Vec<String>,
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
    #[arg(long, value_name = "DURATION", value_parser = crate::units::parse_duration)]
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
    /// Also write the table, with examples, as comma-separated values
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
    /// Also write the table as comma-separated values
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
    #[arg(long, value_name = "DURATION", value_parser = crate::units::parse_duration)]
    pub(crate) time: Option<std::time::Duration>,
    /// Stop after this many nodes
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// Memory for the transposition table, or for all positions: 512MiB, 2GiB
    #[arg(long, value_name = "SIZE", default_value = "256MiB", value_parser = crate::units::parse_size)]
    pub(crate) memory: u64,
    /// Threads to search with: the same value with any number, the same nodes with one
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub(crate) threads: u32,
    /// The folder of endgame tables, `none` to do without; $SOW_TABLES or those that come with the
    /// program without it
    #[arg(long, value_name = "DIR")]
    pub(crate) tables: Option<PathBuf>,
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
    #[arg(long, value_name = "DURATION", value_parser = crate::units::parse_duration)]
    time: Option<std::time::Duration>,
    /// Stop after this many nodes
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// Threads to search with; only one thread gives the same answer every time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub(crate) threads: u32,
    /// Memory for the transposition table or the tree: 512MiB, 2GiB
    #[arg(long, value_name = "SIZE", default_value = "256MiB", value_parser = crate::units::parse_size)]
    pub(crate) memory: u64,
    /// The seed of the random numbers of simulations
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// The folder of endgame tables, `none` to do without; $SOW_TABLES or those that come with the
    /// program without it
    #[arg(long, value_name = "DIR")]
    pub(crate) tables: Option<PathBuf>,
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
    /// Write the games as records
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
    /// Also write the distributions as comma-separated values
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
    #[arg(long, value_name = "DURATION", value_parser = crate::units::parse_duration)]
    pub(crate) time: Option<std::time::Duration>,
    /// Nodes of the attempt to prove the worth of each line; 0 for none, --nodes without it
    #[arg(long, value_name = "N")]
    pub(crate) proof: Option<u64>,
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
    #[arg(long, value_name = "SEEDS", default_value_t = 1.0)]
    pub(crate) step: f64,
    #[command(flatten)]
    pub(crate) setups: SetupsArgs,
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
    /// Count match points instead of games won
    #[arg(long, requires = "setups")]
    pub(crate) points: bool,
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
    /// The log, or - for standard input
    pub(crate) file: String,
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
    #[arg(long, value_name = "SEEDS", default_value_t = 3.0)]
    pub(crate) error: f64,
    /// Write a page with the course of each game and the boards at its errors
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Memory for the tables: 512MiB, 2GiB
    #[arg(long, value_name = "SIZE", default_value = "64MiB", value_parser = crate::units::parse_size)]
    pub(crate) memory: u64,
    /// Games annotated at once; as many as there are cores without it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub(crate) threads: Option<u32>,
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

#[derive(Debug, Subcommand)]
pub(crate) enum PuzzleCommand {
    /// The solution as a tree of turns, with boards at the key moments
    Solve(PuzzleSolveArgs),
    /// Whether problems are true, with one key and the stated solution; exit code 1 if not
    Check(PuzzleCheckArgs),
    /// Find new problems, the same ones for the same seed
    Compose(PuzzleComposeArgs),
}

/// What solving a problem may take.
#[derive(Args, Debug)]
pub(crate) struct PuzzleLimits {
    /// Stop each problem after this time: 500ms, 5s, 2m
    #[arg(long, value_name = "DURATION", value_parser = crate::units::parse_duration)]
    pub(crate) time: Option<std::time::Duration>,
    /// Nodes for each question about a problem
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// Memory for transposition tables: 512MiB, 2GiB
    #[arg(long, value_name = "SIZE", default_value = "256MiB", value_parser = crate::units::parse_size)]
    pub(crate) memory: u64,
}

#[derive(Args, Debug)]
pub(crate) struct PuzzleSolveArgs {
    /// A puzzle file, or a position
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
    /// A puzzle file, or a position
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

#[derive(Args, Debug)]
pub(crate) struct PuzzleComposeArgs {
    /// The game
    pub(crate) game: String,
    /// Columns of the board; those of the game's start without it
    #[arg(long, value_name = "N")]
    pub(crate) columns: Option<usize>,
    /// The seed of the random numbers: the same problems on any number of threads
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many problems
    #[arg(long, value_name = "K", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) count: u64,
    /// Games played and handfuls of positions thrown at most
    #[arg(long, value_name = "N", default_value_t = 2000)]
    pub(crate) tasks: u64,
    /// Nodes for each question about a position; one that needs more is passed over
    #[arg(long, value_name = "N", default_value_t = 30_000)]
    pub(crate) nodes: u64,
    /// The least interest, a sum of the measures (docs/puzzles.md)
    #[arg(long, value_name = "N", default_value_t = 80)]
    pub(crate) interest: u32,
    /// Only problems of this kind, the beginning of a stipulation such as "win in" or "save the draw"; may
    /// be repeated
    #[arg(long, value_name = "TEXT")]
    pub(crate) goal: Vec<String>,
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
    /// Memory that values may take: 512MiB, 16GiB; what does not fit is kept in files beside the table meanwhile
    #[arg(long, value_name = "SIZE", default_value = "8GiB", value_parser = crate::units::parse_size)]
    pub(crate) memory: u64,
    /// How often the layer in work is saved: 500ms, 5s, 2m
    #[arg(long, value_name = "DURATION", default_value = "60s", value_parser = crate::units::parse_duration)]
    pub(crate) save_every: std::time::Duration,
    /// Threads; all cores without it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub(crate) threads: Option<u32>,
}

#[derive(Args, Debug)]
pub(crate) struct TablesInfoArgs {
    /// A table, or a folder of tables
    pub(crate) path: PathBuf,
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
    /// A table, or a folder of tables
    pub(crate) path: PathBuf,
    /// Only N entries of each table, the same ones every time; all checksums are looked at
    #[arg(long, value_name = "N")]
    pub(crate) sample: Option<u64>,
    /// Memory that unpacked values may take: 512MiB, 16GiB; others are read as they are asked for, which is slow
    #[arg(long, value_name = "SIZE", default_value = "8GiB", value_parser = crate::units::parse_size)]
    pub(crate) memory: u64,
    /// Threads; all cores without it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub(crate) threads: Option<u32>,
}
