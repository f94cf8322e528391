//! Whether a stipulation can be fulfilled from a position, and by which turns.

use crate::reach::Reach;
use crate::stipulation::{Goal, Stipulation};
use sow_engine::game::{Board, Ending, Game, Reason};
use sow_engine::kind::GameKind;
use sow_engine::lead::Leads;
use sow_engine::relay::Patience;
use sow_engine::side::Side;
use sow_engine::turn::{self, Turn, TurnEnd};
use sow_search::{AlphaBeta, Endgames, Limits, Objective, ProofNumber, Score, Solution};
use std::cell::{OnceCell, RefCell};
use std::sync::atomic::Ordering;
use std::time::Instant;

/// More turns at one position than this are not looked at one by one (strips of Nsolo).
const MOST_TURNS: u128 = 2000;

/// Whether something is so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Truth {
    /// Proven.
    Yes,
    /// Proven not to be so.
    No,
    /// The limits did not allow a proof.
    #[default]
    Open,
}

impl Truth {
    /// The name used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Yes => "true",
            Self::No => "false",
            Self::Open => "unknown",
        }
    }
}

impl From<bool> for Truth {
    fn from(known: bool) -> Self {
        if known { Self::Yes } else { Self::No }
    }
}

/// How exact values are found. Both give the same answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// Proof-number search, and alpha-beta where that gives up.
    #[default]
    Both,
    /// Alpha-beta alone.
    AlphaBeta,
    /// Proof-number search alone.
    ProofNumber,
}

/// What a judge works with.
#[derive(Clone, Copy, Debug, Default)]
pub struct Means<'a> {
    /// Nodes hold for each question, time and the stop flag for all of them. The memory is for either method.
    pub limits: Limits<'a>,
    /// How exact values are found.
    pub method: Method,
    /// The endgame table that is asked, if there is one. A table that knows a position must know all that it leads to.
    pub endgames: Option<&'a dyn Endgames>,
}

/// A position on the way to the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State<P> {
    /// The board.
    pub(crate) position: P,
    /// Turns that the player who is asked has left, `None` for any number.
    pub(crate) turns: Option<u32>,
    /// Seeds that he has still to capture, where he is asked to capture.
    pub(crate) seeds: u16,
}

/// What a turn leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next<P> {
    /// It is decided whether the goal is reached.
    Decided(bool),
    /// Play goes on.
    Goes(State<P>),
    /// The turn was not followed to its end.
    Open,
}

/// A turn with what it leads to.
#[derive(Clone, Debug)]
pub(crate) struct Choice<P> {
    /// The turn; one sowing of it where several are made.
    pub(crate) turn: Turn<P>,
    /// What it leads to.
    pub(crate) next: Next<P>,
}

/// Decides one stipulation on positions of one game. What was proven is kept from one question to the
/// next.
#[derive(Debug)]
pub(crate) struct Judge<'game, P: Board> {
    pub(crate) game: &'game dyn Game<P>,
    pub(crate) stipulation: Stipulation,
    /// What the opponent had stored at the root, two-row games: out of reach.
    lost: u16,
    seeds: u16,
    pub(crate) means: Means<'game>,
    proofs: OnceCell<ProofNumber<'game, P>>,
    solver: OnceCell<AlphaBeta<'game, P>>,
    reach: RefCell<Reach<P>>,
}

impl<'game, P: Board> Judge<'game, P> {
    /// A judge for problems that begin at `root`.
    pub(crate) fn new(
        game: &'game dyn Game<P>,
        stipulation: Stipulation,
        root: &P,
        means: &Means<'game>,
    ) -> Self {
        Self {
            game,
            stipulation,
            lost: root.contents().stores[stipulation.side.other().index()],
            seeds: game.seeds(root),
            means: Means {
                limits: Limits {
                    line: false,
                    threads: 1,
                    ..means.limits
                },
                ..*means
            },
            proofs: OnceCell::new(),
            solver: OnceCell::new(),
            reach: RefCell::default(),
        }
    }

    /// A judge of the same problem that knows nothing yet, in a game that has a past.
    pub(crate) fn in_game<'other>(
        &self,
        game: &'other dyn Game<P>,
        means: &Means<'other>,
    ) -> Judge<'other, P> {
        Judge {
            game,
            stipulation: self.stipulation,
            lost: self.lost,
            seeds: self.seeds,
            means: *means,
            proofs: OnceCell::new(),
            solver: OnceCell::new(),
            reach: RefCell::default(),
        }
    }

    const fn objective(&self) -> Objective {
        match self.stipulation.goal {
            Goal::Everything | Goal::Lead(_) => Objective::Margin,
            Goal::Points(_) => Objective::Points,
            _ => Objective::Outcome,
        }
    }

    /// Proof-number search, which keeps what it has proven; half of the memory is for it.
    pub(crate) fn proofs(&self) -> &ProofNumber<'game, P> {
        self.proofs.get_or_init(|| {
            let memory = self.means.limits.memory / 2;
            let proofs = ProofNumber::new(self.game, self.objective(), self.seeds.into(), memory);
            match self.means.endgames {
                Some(endgames) => proofs.with_endgames(endgames),
                None => proofs,
            }
        })
    }

    /// Alpha-beta, which does too.
    fn solver(&self) -> &AlphaBeta<'game, P> {
        self.solver.get_or_init(|| {
            let memory = self.means.limits.memory / 2;
            let solver = AlphaBeta::new(self.game, self.objective(), self.seeds.into(), memory);
            match self.means.endgames {
                Some(endgames) => solver.with_endgames(endgames),
                None => solver,
            }
        })
    }

    /// The state of a problem before its first turn.
    pub(crate) fn root(&self, position: &P) -> State<P> {
        State {
            position: *position,
            turns: self.stipulation.turns,
            seeds: match self.stipulation.goal {
                Goal::Capture(seeds) => seeds,
                _ => 0,
            },
        }
    }

    /// Whether the player who is asked can reach his goal.
    pub(crate) fn holds(&self, state: &State<P>) -> Truth {
        if let Some(ending) = self.game.finished(&state.position) {
            return self.suits(&ending, &state.position).into();
        }
        if self.is_bounded() {
            self.reach().holds(self, state)
        } else {
            self.by_value(&state.position)
        }
    }

    /// Whether the goal is looked for turn by turn instead of through the value of the game.
    pub(crate) fn is_bounded(&self) -> bool {
        self.stipulation.turns.is_some()
            || match self.stipulation.goal {
                Goal::Capture(_) | Goal::By(_) => true,
                Goal::Everything => self.game.kind().has_four_rows(),
                _ => false,
            }
    }

    pub(crate) fn reach(&self) -> std::cell::RefMut<'_, Reach<P>> {
        self.reach.borrow_mut()
    }

    /// Nodes that one question may take.
    pub(crate) fn limits(&self) -> &Limits<'game> {
        &self.means.limits
    }

    /// Whether the goal is a win and an endgame table knows that there is none.
    pub(crate) fn is_hopeless(&self, position: &P) -> bool {
        let is_win = match self.stipulation.goal {
            Goal::Win | Goal::By(_) | Goal::Lead(_) | Goal::Points(_) => true,
            Goal::Draw | Goal::OnlyMove | Goal::Everything | Goal::Capture(_) => false,
        };
        let endgames = self
            .means
            .endgames
            .filter(|_| is_win && !position.is_mid_turn());
        let known =
            endgames.and_then(|endgames| endgames.value(position.side(), &position.contents()));
        known.is_some_and(|known| known.winner != Some(self.stipulation.side))
    }

    /// Every legal turn of the mover; `None` if there are too many to look at. Empty if he has none.
    pub(crate) fn choices(&self, state: &State<P>) -> Option<Vec<Choice<P>>> {
        let (game, position) = (self.game, &state.position);
        if game.kind() == GameKind::Nsolo
            && turn::count_turns(game, position, &Patience::UNLIMITED) > MOST_TURNS
        {
            return None;
        }
        let turns = turn::turns(game, position, &Patience::UNLIMITED, true);
        let choices = turns.into_iter().filter_map(|turn| {
            let next = self.after(state, &turn)?;
            Some(Choice { turn, next })
        });
        Some(choices.collect())
    }

    /// Whether the goal is reached where the mover has no legal turn.
    pub(crate) fn stuck(&self, position: &P) -> bool {
        self.suits(&self.game.stuck(position), position)
    }

    /// Whether the goal is reached where the game is over because a position was met again. Where it is to be reached
    /// within a number of turns, coming back does not count as reaching it.
    pub(crate) fn of_repetition(&self, position: &P) -> bool {
        let ending = self.game.repeated(position).filter(|_| !self.is_bounded());
        ending.is_some_and(|ending| self.suits(&ending, position))
    }

    /// What a choice is worth.
    pub(crate) fn of_choice(&self, choice: &Choice<P>) -> Truth {
        match &choice.next {
            Next::Decided(reached) => (*reached).into(),
            Next::Goes(state) => self.holds(state),
            Next::Open => Truth::Open,
        }
    }

    /// What a turn leads to, `None` if it is illegal as it never ends.
    fn after(&self, state: &State<P>, turn: &Turn<P>) -> Option<Next<P>> {
        let game = self.game;
        let before = &state.position;
        let after = match &turn.end {
            TurnEnd::Position(after) | TurnEnd::Wins(after, _) => after,
            end => {
                return match end.leads(|| game.never_ending(before))? {
                    Leads::Ends(ending) => Some(Next::Decided(self.suits(&ending, before))),
                    Leads::To(_) | Leads::Undecided(_) => Some(Next::Open),
                };
            }
        };
        let seeds = state.seeds.saturating_sub(self.gained(before, turn, after));
        let captured_enough = state.seeds > 0 && seeds == 0;
        if captured_enough || self.took_everything(after) {
            return Some(Next::Decided(true));
        }
        if let TurnEnd::Wins(_, ending) = &turn.end {
            return Some(Next::Decided(self.suits(ending, after)));
        }
        if let Some(ending) = game.finished(after) {
            let reached = if ending.reason == Reason::Repetition {
                self.of_repetition(after)
            } else {
                self.suits(&ending, after)
            };
            return Some(Next::Decided(reached));
        }
        let side = self.stipulation.side;
        let is_over = before.side() == side && after.side() != side;
        Some(Next::Goes(State {
            position: *after,
            turns: state
                .turns
                .map(|turns| turns.saturating_sub(u32::from(is_over))),
            seeds,
        }))
    }

    /// Seeds that the player who is asked has captured in a turn, or that were stored for him in it.
    fn gained(&self, before: &P, turn: &Turn<P>, after: &P) -> u16 {
        let side = self.stipulation.side;
        if !self.game.kind().has_four_rows() {
            let store = |position: &P| position.contents().stores[side.index()];
            store(after).saturating_sub(store(before))
        } else if before.side() == side {
            turn.captured
        } else {
            0
        }
    }

    /// Four-row games: whether the goal is every enemy seed and none is left.
    fn took_everything(&self, position: &P) -> bool {
        let enemy = self.stipulation.side.other().index();
        self.stipulation.goal == Goal::Everything
            && self.game.kind().has_four_rows()
            && position.contents().rings[enemy]
                .iter()
                .all(|&seeds| seeds == 0)
    }

    /// Whether an ending is what was asked for.
    fn suits(&self, ending: &Ending, position: &P) -> bool {
        let side = self.stipulation.side;
        let wins = ending.winner == Some(side);
        let lead = side.sign() * ending.margin;
        match self.stipulation.goal {
            Goal::Win => wins,
            Goal::Draw | Goal::OnlyMove => ending.winner != Some(side.other()),
            Goal::Everything if self.game.kind().has_four_rows() => self.took_everything(position),
            Goal::Everything => lead >= self.everything(),
            Goal::Lead(seeds) => wins && lead >= i32::from(seeds),
            Goal::Points(points) => wins && u16::from(ending.points) >= points,
            Goal::Capture(_) => false,
            Goal::By(feat) => wins && feat.is_reason(ending.reason),
        }
    }

    /// The lead that takes all that can be taken.
    fn everything(&self) -> i32 {
        i32::from(self.seeds) - 2 * i32::from(self.lost)
    }

    fn by_value(&self, position: &P) -> Truth {
        let limits = &self.means.limits;
        if self.is_over() {
            return Truth::Open;
        }
        let first = match self.means.method {
            Method::AlphaBeta => Truth::Open,
            Method::Both | Method::ProofNumber => {
                self.of_solution(&self.proofs().solve(position, limits, &mut |_| {}))
            }
        };
        if first != Truth::Open || self.means.method == Method::ProofNumber || self.is_over() {
            return first;
        }
        self.of_solution(&self.solver().solve(position, limits, &mut |_| {}))
    }

    /// Whether the time is over, or somebody has asked for an end.
    pub(crate) fn is_over(&self) -> bool {
        let Limits { deadline, stop, .. } = self.means.limits;
        stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
            || deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// What proven bounds say.
    fn of_solution(&self, solution: &Solution) -> Truth {
        let (least, most) = match self.stipulation.side {
            Side::South => (&solution.lowest, &solution.highest),
            Side::North => (&solution.highest, &solution.lowest),
        };
        if self.suffices(least) {
            Truth::Yes
        } else if !self.suffices(most) {
            Truth::No
        } else {
            Truth::Open
        }
    }

    /// Whether a value is enough; more for the player who is asked is never less enough.
    fn suffices(&self, score: &Score) -> bool {
        let side = self.stipulation.side;
        let wins = score.winner == Some(side);
        let lead = score.margin.map(|margin| side.sign() * margin);
        let points = score.points.map(|points| side.sign() * i32::from(points));
        match self.stipulation.goal {
            Goal::Draw | Goal::OnlyMove => score.winner != Some(side.other()),
            Goal::Everything => lead.is_some_and(|lead| lead >= self.everything()),
            Goal::Lead(seeds) => lead.is_some_and(|lead| lead >= i32::from(seeds)),
            Goal::Points(least) => points.is_some_and(|points| points >= i32::from(least)),
            Goal::Win | Goal::Capture(_) | Goal::By(_) => wins,
        }
    }
}
