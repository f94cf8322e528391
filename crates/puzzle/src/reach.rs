//! Goals within a number of turns, looked for turn by turn.
//!
//! Coming back to a position does not count as reaching anything. A forced goal never needs it: of the
//! ways to the goal that take the fewest turns none visits a position twice, since each of the player's
//! turns lowers the number still needed. So what is known of a position does not depend on how it was
//! reached, and can be remembered. The one exception is a number of seeds to capture in games where the
//! same seeds can be captured again: there the same position may recur with fewer seeds to go, and the
//! line that was played is looked at instead of a memory.

use crate::judge::{Judge, Next, State, Truth};
use crate::stipulation::Goal;
use ahash::RandomState;
use sow_engine::game::Board;
use std::collections::HashMap;

/// Turns beyond which a goal without a number of turns is given up.
const MOST_TURNS: u32 = 60;

/// What is remembered, and the state of one question.
#[derive(Debug)]
pub(crate) struct Reach<P> {
    known: HashMap<Key<P>, Known, RandomState>,
    nodes: u64,
    /// A limit was reached: nothing more is looked at for this question.
    is_stopped: bool,
    /// A line was cut because no turns were left.
    is_cut: bool,
}

/// A position with the turns that are left and the seeds to go.
type Key<P> = (P, u32, u16);

/// What is known of a position with a number of turns and of seeds to go.
#[derive(Clone, Copy, Debug)]
struct Known {
    reached: bool,
    /// The number of turns cut something off.
    is_cut: bool,
}

impl<P> Default for Reach<P> {
    fn default() -> Self {
        Self {
            known: HashMap::with_hasher(RandomState::with_seeds(1, 2, 3, 4)),
            nodes: 0,
            is_stopped: false,
            is_cut: false,
        }
    }
}

impl<P: Board> Reach<P> {
    /// Whether the goal can be forced.
    pub(crate) fn holds(&mut self, judge: &Judge<'_, P>, state: &State<P>) -> Truth {
        self.fewest(judge, state).0
    }

    /// Whether the goal can be forced, and in how few turns.
    pub(crate) fn fewest(&mut self, judge: &Judge<'_, P>, state: &State<P>) -> (Truth, u32) {
        self.nodes = 0;
        self.is_stopped = false;
        let most = state.turns.unwrap_or(MOST_TURNS);
        for turns in 0..=most {
            self.is_cut = false;
            let found = self.force(judge, state, turns, &mut Vec::new());
            // Without a line that was cut, more turns change nothing.
            if found == Truth::No && turns < most && self.is_cut {
                continue;
            }
            let is_settled = found != Truth::No || !self.is_cut || state.turns.is_some();
            return (if is_settled { found } else { Truth::Open }, turns);
        }
        (Truth::Open, most)
    }

    fn force(
        &mut self,
        judge: &Judge<'_, P>,
        state: &State<P>,
        turns: u32,
        path: &mut Vec<P>,
    ) -> Truth {
        let recaptures =
            matches!(judge.stipulation.goal, Goal::Capture(_)) && judge.game.kind().has_four_rows();
        if recaptures
            && path.contains(&state.position)
            && judge.game.repeated(&state.position).is_some()
        {
            return Truth::No;
        }
        let key = (state.position, turns, state.seeds);
        if let Some(&known) = self.known.get(&key).filter(|_| !recaptures) {
            self.is_cut |= known.is_cut;
            return known.reached.into();
        }
        if judge.is_hopeless(&state.position) {
            return Truth::No;
        }
        self.nodes += 1;
        // Listing the turns of a position takes much longer than a look at the clock.
        self.is_stopped |= self.nodes > judge.limits().nodes || judge.is_over();
        if self.is_stopped {
            return Truth::Open;
        }
        let Some(choices) = judge.choices(state) else {
            return Truth::Open;
        };
        if choices.is_empty() {
            return judge.stuck(&state.position).into();
        }
        if turns == 0 {
            self.is_cut = true;
            return Truth::No;
        }
        path.push(state.position);
        let was_cut = std::mem::replace(&mut self.is_cut, false);
        let attacks = state.position.side() == judge.stipulation.side;
        // What settles the question for the mover, and what is left if nothing does.
        let (settles, mut found) = if attacks {
            (Truth::Yes, Truth::No)
        } else {
            (Truth::No, Truth::Yes)
        };
        for choice in &choices {
            let below = match &choice.next {
                Next::Decided(reached) => (*reached).into(),
                Next::Open => Truth::Open,
                Next::Goes(next) => {
                    let is_over = attacks && next.position.side() != judge.stipulation.side;
                    self.force(judge, next, turns - u32::from(is_over), path)
                }
            };
            if below == settles {
                found = settles;
                break;
            }
            if below == Truth::Open {
                found = Truth::Open;
            }
            if self.is_stopped {
                break;
            }
        }
        path.pop();
        match found {
            Truth::Open => {}
            _ if recaptures => {}
            _ => {
                let known = Known {
                    reached: found == Truth::Yes,
                    is_cut: self.is_cut,
                };
                self.remember(key, known, judge.limits().memory);
            }
        }
        self.is_cut |= was_cut;
        found
    }

    /// Remembers what is known of a position. Where the table would outgrow `memory` bytes, all is forgotten: the search
    /// then takes longer and says the same.
    fn remember(&mut self, key: Key<P>, known: Known, memory: usize) {
        if self.known.len() == self.known.capacity() {
            // A growing table is there twice, the new one twice as large; an eighth of the places stays empty.
            let places = self.known.capacity() / 7 * 8;
            let bytes = 3 * places * (size_of::<(Key<P>, Known)>() + 1);
            if bytes > memory {
                self.known.clear();
            }
        }
        self.known.insert(key, known);
    }
}
