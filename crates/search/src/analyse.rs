//! Heuristic analysis: the best moves of positions that are too large to solve.
//!
//! A principal-variation search, deepened step by step, with the evaluation of [`crate::evaluate`]
//! at its leaves. What it says is an estimate unless its [`Score`] says otherwise: a win is called
//! proven only where it was searched to the end of the game, a draw only where nothing else is left.
//! Repetitions count as the rules have them, but always as an estimate, since what they prove
//! depends on the way that led there.
//!
//! Depth is counted in sowings: the choices within one (directions in Omweso, strips in Nsolo) come
//! with it, and no turn is judged half-way. Otherwise there is no quiescence search: which moves
//! capture is known only by playing all of them, and then a whole ply has been paid for.
//! Of the strips of Nsolo, which can be thousands, only a few are looked at far from the root.

mod memory;
mod score;
#[cfg(feature = "serde")]
mod score_form;
mod worker;

use crate::endgames::Endgames;
use crate::evaluate::Weights;
use crate::limits::Limits;
use crate::meter::Meter;
use crate::objective::Objective;
use crate::terms::Terms;
use memory::Memory;
pub use score::Score;
use sow_engine::game::{Board, Decision, Game};
use std::sync::atomic::{AtomicBool, Ordering};
use worker::Worker;

/// Stack for the recursion of the search, reserved and not used until needed.
const STACK: usize = 64 << 20;

/// The deepest search.
pub const MOST_DEPTH: u32 = 200;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wish {
    /// How many moves, the best first. A move is the first decision of a turn.
    pub lines: usize,
    /// Sowings to look ahead, at most [`MOST_DEPTH`].
    pub depth: u32,
}

impl Default for Wish {
    /// The best move, as deep as the limits allow.
    fn default() -> Self {
        Self {
            lines: 1,
            depth: MOST_DEPTH,
        }
    }
}

/// One move with what follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The move, or the first decision of it.
    pub decision: Decision,
    /// What it leads to.
    pub score: Score,
    /// The move and what is expected to follow, one text a turn. The last turn can lack choices.
    pub turns: Vec<String>,
    /// Simulations that began with the move; `None` where the engine simulates nothing.
    pub visits: Option<u64>,
}

/// What a search of one depth found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// Sowings looked ahead; 0 where the limits did not even allow one.
    pub depth: u32,
    /// The best moves, the best first; none where the player to move has none.
    pub lines: Vec<Line>,
    /// Positions made by playing, all threads together.
    pub nodes: u64,
    /// No estimate had a part in it: searching deeper would change nothing.
    pub complete: bool,
}

impl Analysis {
    /// Of a game that is over.
    pub const NOTHING_LEFT: Self = Self {
        depth: 0,
        lines: Vec::new(),
        nodes: 0,
        complete: true,
    };
}

/// Called after each depth.
pub type OnDepth<'a> = dyn FnMut(&Analysis) + Send + 'a;

/// Analyses one position without history. See [`Analyser`] for many.
pub fn analyse<P: Board>(
    game: &dyn Game<P>,
    position: &P,
    wish: &Wish,
    limits: &Limits<'_>,
    on_depth: &mut OnDepth<'_>,
) -> Analysis {
    let weights = Weights::of(game.kind());
    let seeds = usize::from(game.seeds(position));
    Analyser::new(game, weights, seeds, limits.memory).analyse(position, wish, limits, on_depth)
}

/// Analyses positions of one game and keeps its table from one to the next.
#[derive(Debug)]
pub struct Analyser<'game, P: Board> {
    game: &'game dyn Game<P>,
    terms: Terms,
    weights: Weights,
    memory: Memory,
    endgames: Option<&'game dyn Endgames>,
}

impl<'game, P: Board> Analyser<'game, P> {
    /// An analyser for positions of at most `seeds` seeds with a table of about `memory` bytes.
    pub fn new(game: &'game dyn Game<P>, weights: Weights, seeds: usize, memory: usize) -> Self {
        Self {
            game,
            terms: Terms::new(game, Objective::Outcome, seeds),
            weights,
            memory: Memory::new(memory),
            endgames: None,
        }
    }

    /// The same analyser with an endgame table to ask; what it says is taken as proven.
    #[must_use]
    pub const fn with_endgames(mut self, endgames: &'game dyn Endgames) -> Self {
        self.endgames = Some(endgames);
        self
    }

    /// Analyses a position without history; positions in the middle of a turn included.
    ///
    /// With one thread and a fresh analyser, equal searches visit equal nodes. Several threads
    /// search the same position and share what they find in the table.
    ///
    /// # Panics
    /// If a thread that searches cannot be started.
    pub fn analyse(
        &self,
        position: &P,
        wish: &Wish,
        limits: &Limits<'_>,
        on_depth: &mut OnDepth<'_>,
    ) -> Analysis {
        self.analyse_after(&[], position, wish, limits, on_depth)
    }

    /// Analyses a position of a game in which the positions `before` have occurred between turns, as
    /// [`Analyser::analyse`] does. Coming back to one of them counts as a repetition.
    ///
    /// # Panics
    /// If a thread that searches cannot be started.
    pub fn analyse_after(
        &self,
        before: &[P],
        position: &P,
        wish: &Wish,
        limits: &Limits<'_>,
        on_depth: &mut OnDepth<'_>,
    ) -> Analysis {
        let (analysis, others) = share_out(
            limits,
            |meter| Worker::new(self, before, meter).run(position, wish, 0, on_depth),
            |meter, number| {
                let worker = Worker::new(self, before, meter);
                worker.run(position, wish, number as u32, &mut |_| {}).nodes
            },
        );
        Analysis {
            nodes: analysis.nodes + others,
            ..analysis
        }
    }
}

/// Runs `first` with its share of the limits, and beside it `helper` with a number from 1 on each
/// further thread until `first` is done; returns what it found and the nodes of the helpers.
pub(crate) fn share_out<T: Send>(
    limits: &Limits<'_>,
    first: impl FnOnce(Meter<'_>) -> T + Send,
    helper: impl Fn(Meter<'_>, u64) -> u64 + Sync,
) -> (T, u64) {
    let threads = limits.threads.max(1) as u64;
    let share = Limits {
        nodes: match limits.nodes {
            u64::MAX => u64::MAX,
            nodes => nodes / threads,
        },
        ..*limits
    };
    if cfg!(target_family = "wasm") {
        return (first(Meter::new(&share)), 0);
    }
    let enough = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads)
            .map(|number| {
                let limits = Limits {
                    stop: Some(&enough),
                    ..share
                };
                let helper = &helper;
                spawn(scope, move || helper(Meter::new(&limits), number))
            })
            .collect();
        let found = spawn(scope, || first(Meter::new(&share))).join();
        enough.store(true, Ordering::Relaxed);
        let others = helpers.into_iter().map(|helper| helper.join().unwrap_or(0));
        let others = others.sum();
        match found {
            Ok(found) => (found, others),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// Starts a thread with room for the recursion.
fn spawn<'scope, T: Send + 'scope>(
    scope: &'scope std::thread::Scope<'scope, '_>,
    run: impl FnOnce() -> T + Send + 'scope,
) -> std::thread::ScopedJoinHandle<'scope, T> {
    match std::thread::Builder::new()
        .stack_size(STACK)
        .spawn_scoped(scope, run)
    {
        Ok(thread) => thread,
        Err(error) => panic!("a thread that searches cannot be started: {error}"),
    }
}
