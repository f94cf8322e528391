//! Retrograde analysis of everything that can be reached from a position: a method that shares with the
//! searches only the rules, and tells the value of each of those positions.
//!
//! Positions between turns are enumerated and kept with what they lead to (`space`), packed without holes
//! (`pack`), and settled from the ends (`settle`). In two-row games what is still to come does not
//! depend on what is in stores, so that stores are left out; where the rules let a never-ending move annul or
//! forfeit the whole game they are kept. Where repetitions within one cycle are worth different
//! things the positions are settled twice, as `endless` explains, and a position whose two values differ
//! stays open.

mod pack;
mod scale;
mod settle;
mod space;

use crate::alpha_beta::AlphaBeta;
use crate::endgames::{EndgameValue, Endgames};
use crate::ground::Ground;
use crate::limits::Limits;
use crate::objective::{Objective, Scale};
use crate::solution::{OnProgress, Progress, Solution, Status};
use crate::terms::{Bounds, Endless, Terms};
use pack::{Packed, Packing};
use rayon::ThreadPoolBuilder;
use scale::Worth;
use sow_engine::game::{Board, Contents, Game};
use sow_engine::kind::GameKind;
use sow_engine::side::Side;
use space::{Exhausted, Space};
use std::sync::atomic::Ordering;
use thiserror::Error;

/// The name on the command line.
const METHOD: &str = "retrograde";

/// The most seeds of a board: what a turn banks is kept in a byte.
const MOST_SEEDS: u16 = 127;

/// Nodes for the search of a line, besides 64 for each position.
const LINE_NODES: u64 = 1 << 18;

/// Memory for the search of a line through solved positions.
const LINE_MEMORY: usize = 16 << 20;

/// Why a position cannot be solved by this method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NotEnumerable {
    /// The position is in the middle of a turn.
    #[error("retrograde analysis begins between turns, and this position is in the middle of one")]
    MidTurn,
    /// The board holds too many seeds.
    #[error(
        "retrograde analysis is for boards of at most {MOST_SEEDS} seeds, and this one holds {0}"
    )]
    TooManySeeds(u16),
    /// Positions do not fit into 128 bits.
    #[error("retrograde analysis packs a position into 128 bits, and on this board it takes {0}")]
    TooLarge(usize),
}

/// What all positions that can be reached are worth to the player to move, those at which the game is over left
/// out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// How many there are, where stores do not matter without them, and with the player to move taken for
    /// South.
    pub positions: u64,
    /// Where the mover wins; where stores are left out, where he gets more than the other of what is still to
    /// come.
    pub wins: u64,
    /// Where nobody does.
    pub draws: u64,
    /// Where the other does.
    pub losses: u64,
    /// Where that is open, as it depends on the history.
    pub open: u64,
    /// The most decisions that a win takes, where they are counted: in four-row games under
    /// [`Objective::Outcome`] and [`Objective::Distance`].
    pub longest_win: Option<u32>,
}

/// Solves one position without history and everything below it. The census is `None` if a limit came first:
/// [`Limits::nodes`] are positions here, and [`Limits::memory`] is for them.
///
/// # Errors
/// [`NotEnumerable`] if the position is none for this method.
///
/// # Panics
/// If the threads cannot be started.
pub fn solve<P: Board>(
    game: &dyn Game<P>,
    position: &P,
    objective: Objective,
    limits: &Limits<'_>,
    progress: &mut OnProgress<'_>,
) -> Result<(Solution, Option<Census>), NotEnumerable> {
    let task = Task::new(game, position, objective)?;
    Ok(on_threads(limits, || {
        if task.packing.bits() <= 64 {
            task.run::<u64>(limits, progress)
        } else {
            task.run::<u128>(limits, progress)
        }
    }))
}

/// Whether a position is one for this method, and takes no more than 64 bits.
pub(crate) fn packs_into_a_word<P: Board>(
    game: &dyn Game<P>,
    position: &P,
    objective: Objective,
) -> bool {
    Task::new(game, position, objective).is_ok_and(|task| task.packing.bits() <= 64)
}

/// The values of a position and of everything below it, to be asked for; `None` if a limit came first.
///
/// # Errors
/// [`NotEnumerable`] if the position is none for this method.
///
/// # Panics
/// If the threads cannot be started.
pub fn values<'a, P: Board>(
    game: &'a dyn Game<P>,
    position: &P,
    objective: Objective,
    limits: &Limits<'_>,
) -> Result<Option<Box<dyn Endgames + Send + 'a>>, NotEnumerable> {
    let task = Task::new(game, position, objective)?;
    let bits = task.packing.bits();
    Ok(on_threads(limits, move || {
        if bits <= 64 {
            task.boxed::<u64>(limits)
        } else {
            task.boxed::<u128>(limits)
        }
    }))
}

fn on_threads<T: Send>(limits: &Limits<'_>, work: impl FnOnce() -> T + Send) -> T {
    ThreadPoolBuilder::new()
        .num_threads(limits.threads)
        .build()
        .expect("threads can be started")
        .install(work)
}

/// One position to solve.
struct Task<'game, P: Board> {
    game: &'game dyn Game<P>,
    position: P,
    objective: Objective,
    /// One for each way to see endless play: the rules' own, or the least and the most for the mover.
    worths: Vec<Worth>,
    packing: Packing,
}

impl<'game, P: Board> Task<'game, P> {
    fn new(
        game: &'game dyn Game<P>,
        position: &P,
        objective: Objective,
    ) -> Result<Self, NotEnumerable> {
        if position.is_mid_turn() {
            return Err(NotEnumerable::MidTurn);
        }
        let seeds = game.seeds(position);
        if seeds > MOST_SEEDS {
            return Err(NotEnumerable::TooManySeeds(seeds));
        }
        let seeds = usize::from(seeds);
        let ways: &[Endless] = if game.rules().cycles_are_constant() {
            &[Endless::AsRuled]
        } else {
            &[Endless::Least, Endless::Most]
        };
        let terms = |&endless| Terms::taking(game, objective, seeds, endless);
        let kind = game.kind();
        let four_rows = kind.has_four_rows();
        let packing = Packing::new(
            2 * game.columns(),
            four_rows,
            kind == GameKind::BaoKingulu,
            !four_rows && !terms(&Endless::AsRuled).leaves_out_stores(),
            seeds,
        );
        if packing.bits() > 128 {
            return Err(NotEnumerable::TooLarge(packing.bits()));
        }
        Ok(Self {
            game,
            position: *position,
            objective,
            worths: ways.iter().map(terms).map(Worth::new).collect(),
            packing,
        })
    }

    fn run<K: Packed>(
        &self,
        limits: &Limits<'_>,
        progress: &mut OnProgress<'_>,
    ) -> (Solution, Option<Census>) {
        let seeds = usize::from(self.game.seeds(&self.position));
        let ground = Ground::new(self.game, self.objective, seeds, 0, Endless::AsRuled);
        let before = ground.before(&self.position);
        let mut met = 0;
        let mut show = |depth: u32, nodes: u64| {
            met = nodes;
            progress(&Progress {
                standing: None,
                depth,
                nodes,
                lowest: ground.score(before.lo),
                highest: ground.score(before.hi),
            });
        };
        let Ok(known) = self.settled::<K>(limits, &mut show) else {
            let solution = Solution {
                nodes: met,
                method: METHOD,
                ..ground.solution(before, before)
            };
            return (solution, None);
        };
        let found = known.bounds(&self.position);
        let bounds = found.map_or(before, |bounds| bounds.and(before));
        let mut solution = ground.solution(before, bounds);
        if solution.status == Status::Exact {
            // What is left is a line of best play, and the distance.
            let solver = AlphaBeta::new(self.game, self.objective, seeds, LINE_MEMORY);
            if self.worths.len() == 1 {
                let limits = Limits {
                    nodes: u64::MAX,
                    ..*limits
                };
                let solver = solver.with_endgames(&known);
                solution = solver.solve(&self.position, &limits, progress);
            } else {
                // The two values of a position do not help to find them: they are looked for anew, within limits.
                let limits = Limits {
                    nodes: LINE_NODES.saturating_add(64 * known.space.len() as u64),
                    ..*limits
                };
                let found = solver.solve(&self.position, &limits, progress);
                if found.status == Status::Exact {
                    solution = found;
                } else if self.objective == Objective::Distance {
                    solution.status = Status::Bound;
                    solution.distance_at_least = found.distance_at_least;
                }
            }
        }
        let solution = Solution {
            nodes: known.space.len() as u64,
            method: METHOD,
            ..solution
        };
        (solution, Some(known.census()))
    }

    fn boxed<K: Packed>(&self, limits: &Limits<'_>) -> Option<Box<dyn Endgames + Send + 'game>> {
        let known = self.settled::<K>(limits, &mut |_, _| {}).ok()?;
        Some(Box::new(known))
    }

    /// Enumerates and settles the positions.
    fn settled<K: Packed>(
        &self,
        limits: &Limits<'_>,
        show: &mut (dyn FnMut(u32, u64) + Send),
    ) -> Result<Known<'game, P, K>, Exhausted> {
        let space = Space::<P, K>::new(
            self.game,
            self.packing,
            &self.position,
            &self.worths,
            limits,
            &mut |positions| show(0, positions),
        )?;
        let positions = space.len() as u64;
        settle::settle(&space, &self.worths[0], limits, &mut |passes| {
            show(passes, positions);
        })?;
        Ok(Known {
            space,
            worths: self.worths.clone(),
        })
    }
}

/// Settled positions.
struct Known<'t, P: Board, K> {
    space: Space<'t, P, K>,
    worths: Vec<Worth>,
}

impl<P: Board, K> std::fmt::Debug for Known<'_, P, K> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Known").finish_non_exhaustive()
    }
}

impl<P: Board, K: Packed> Known<'_, P, K> {
    /// What is known of a position's value, seen by South: the same twice if it is exact.
    fn bounds(&self, position: &P) -> Option<Bounds> {
        let index = self.space.find(position)?;
        let told = |way: usize| {
            let kept = self.space.values[way][index].load(Ordering::Relaxed);
            self.worths[way].told(position, kept)
        };
        // The first is the least for the mover.
        let (one, other) = (told(0), told(self.worths.len() - 1));
        Some(Bounds {
            lo: one.min(other),
            hi: one.max(other),
        })
    }

    fn census(&self) -> Census {
        let mut census = Census {
            positions: self.space.len() as u64,
            ..Census::default()
        };
        let mut longest = 0;
        let values = self.space.values.iter();
        let [least, most] = match &values.collect::<Vec<_>>()[..] {
            [least, most] => [*least, *most],
            all => [all[0]; 2],
        };
        for (least, most) in least.iter().zip(most) {
            let (least, most) = (least.load(Ordering::Relaxed), most.load(Ordering::Relaxed));
            if let Some(decisions) = self.worths[0].decisions(least) {
                longest = longest.max(decisions);
            }
            let place = match (least.signum(), most.signum()) {
                (1, 1) => &mut census.wins,
                (0, 0) => &mut census.draws,
                (-1, -1) => &mut census.losses,
                _ => &mut census.open,
            };
            *place += 1;
        }
        let counted = self.worths[0].is_timed() && !self.space.uncounted;
        census.longest_win = counted.then_some(longest);
        census
    }
}

impl<P: Board, K: Packed> Endgames for Known<'_, P, K> {
    fn value(&self, side: Side, contents: &Contents<'_>) -> Option<EndgameValue> {
        let position = &self.space.like.with_contents(side, contents);
        let Bounds { lo, hi } = self.bounds(position)?;
        if lo != hi {
            return None;
        }
        let worth = &self.worths[0];
        let decisions = || {
            let kept = self.space.values[0][self.space.find(position)?].load(Ordering::Relaxed);
            worth.decisions(kept).filter(|_| !self.space.uncounted)
        };
        Some(EndgameValue {
            winner: match lo {
                0 => None,
                1.. => Some(Side::South),
                _ => Some(Side::North),
            },
            margin: worth.scale().margin(lo),
            points: (worth.scale() == Scale::Points).then_some(lo as i16),
            distance: decisions(),
        })
    }
}
