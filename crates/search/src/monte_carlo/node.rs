//! One node of the tree: a line of play, what simulations made of it, and what is proven.

use crate::terms::Bounds;
use sow_engine::game::{Board, Decision};
use sow_engine::side::Side;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicI32, AtomicI64, AtomicU32, Ordering};

/// Results are added up in these parts of a whole win.
const UNIT: f32 = 65536.0;

/// As many visits as this are as good a judge as the looks of a position.
const LOOKS: f32 = 2.0;

/// How much better looks draw: logits for a whole win.
const TRUST: f32 = 5.0;

/// Beyond every value: what a decision is worth that cannot be brought to a legal end.
const DEAD: i32 = i32::MAX;

/// What a decision led to.
#[derive(Debug)]
enum Place<P> {
    /// Play goes on.
    Open(P),
    /// The game is over.
    Over,
    /// The decision was not followed to its end.
    Unknown,
}

/// A node.
#[derive(Debug)]
pub(super) struct Node<P> {
    /// What led here.
    pub(super) decision: Decision,
    decider: Side,
    place: Place<P>,
    /// South's expected result by the looks of the position, 0 to 1.
    prior: f32,
    /// How much its looks draw those who choose.
    lure: f32,
    visits: AtomicU32,
    /// South's results added up.
    total: AtomicI64,
    /// Proven bounds on South's value.
    lo: AtomicI32,
    hi: AtomicI32,
    children: OnceLock<Box<[Self]>>,
}

impl<P: Board> Node<P> {
    fn new(decision: Decision, decider: Side, place: Place<P>, bounds: Bounds, prior: f32) -> Self {
        Self {
            decision,
            decider,
            place,
            prior,
            lure: (TRUST * seen_by(decider, prior)).exp(),
            visits: AtomicU32::new(0),
            total: AtomicI64::new(0),
            lo: AtomicI32::new(bounds.lo),
            hi: AtomicI32::new(bounds.hi),
            children: OnceLock::new(),
        }
    }

    /// A node from which play goes on.
    pub(super) fn open(
        decision: Decision,
        decider: Side,
        position: P,
        bounds: Bounds,
        prior: f32,
    ) -> Self {
        Self::new(decision, decider, Place::Open(position), bounds, prior)
    }

    /// The end of a game.
    pub(super) fn over(decision: Decision, decider: Side, value: i32) -> Self {
        let bounds = Bounds {
            lo: value,
            hi: value,
        };
        Self::new(decision, decider, Place::Over, bounds, chance(value))
    }

    /// A decision that was not followed.
    pub(super) fn unknown(decision: Decision, decider: Side, bounds: Bounds, prior: f32) -> Self {
        Self::new(decision, decider, Place::Unknown, bounds, prior)
    }

    /// The position, where play goes on.
    pub(super) fn position(&self) -> Option<&P> {
        match &self.place {
            Place::Open(position) => Some(position),
            Place::Over | Place::Unknown => None,
        }
    }

    /// The children, none before they were made.
    pub(super) fn children(&self) -> &[Self] {
        self.children.get().map_or(&[], |children| children)
    }

    /// Whether the children were made.
    pub(super) fn is_expanded(&self) -> bool {
        self.children.get().is_some()
    }

    /// Gives the node its children; false if another thread came first.
    pub(super) fn adopt(&self, children: Vec<Self>) -> bool {
        self.children.set(children.into_boxed_slice()).is_ok()
    }

    /// Simulations that came by.
    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Ordering::Relaxed)
    }

    /// South's expected result by its looks.
    pub(super) fn prior(&self) -> f32 {
        self.prior
    }

    /// How much its looks draw those who choose.
    pub(super) fn lure(&self) -> f32 {
        self.lure
    }

    /// South's expected result, 0 to 1.
    pub(super) fn mean(&self) -> f32 {
        let visits = self.visits() as f32;
        let total = self.total.load(Ordering::Relaxed) as f32 / UNIT;
        ((total + LOOKS * self.prior) / (visits + LOOKS)).clamp(0.0, 1.0)
    }

    /// Proven bounds on South's value.
    pub(super) fn bounds(&self) -> Bounds {
        Bounds {
            lo: self.lo.load(Ordering::Relaxed),
            hi: self.hi.load(Ordering::Relaxed),
        }
    }

    /// Adds to what is proven.
    pub(super) fn tighten(&self, bounds: Bounds) {
        self.lo.fetch_max(bounds.lo, Ordering::Relaxed);
        self.hi.fetch_min(bounds.hi, Ordering::Relaxed);
    }

    /// The value, once it is proven.
    pub(super) fn settled(&self) -> Option<i32> {
        let Bounds { lo, hi } = self.bounds();
        (lo >= hi).then_some(lo)
    }

    /// Whether it turned out that the turn cannot be brought to a legal end this way.
    pub(super) fn is_dead(&self) -> bool {
        let Bounds { lo, hi } = self.bounds();
        lo == DEAD || hi == -DEAD
    }

    /// Says that the turn cannot be brought to a legal end.
    pub(super) fn kill(&self, mover: Side) {
        let value = -mover.sign() * DEAD;
        self.lo.store(value, Ordering::Relaxed);
        self.hi.store(value, Ordering::Relaxed);
    }

    /// A simulation comes by. Until it comes back, it counts as lost by him who decided.
    pub(super) fn enter(&self) {
        self.visits.fetch_add(1, Ordering::Relaxed);
        self.total.fetch_add(lost(self.decider), Ordering::Relaxed);
    }

    /// The simulation comes back with South's result, 0 to 1.
    pub(super) fn leave(&self, result: f32) {
        let result = (result * UNIT) as i64;
        self.total
            .fetch_add(result - lost(self.decider), Ordering::Relaxed);
    }

    /// How good a choice this is when all is done: proven wins first, proven losses last, what is
    /// uncertain less than its average says.
    pub(super) fn merit(&self) -> f32 {
        let decider = self.decider;
        let mean = match self.settled() {
            Some(value) => chance(value),
            None => self.mean(),
        };
        let mean = seen_by(decider, mean);
        let bounds = self.bounds().seen_by(decider);
        if bounds.lo > 0 {
            2.0
        } else if bounds.hi < 0 {
            -2.0
        } else if bounds.lo == bounds.hi {
            mean
        } else {
            mean - 1.0 / (1.0 + self.visits() as f32).sqrt()
        }
    }
}

/// A simulation that `side` has lost.
fn lost(side: Side) -> i64 {
    match side {
        Side::South => 0,
        Side::North => UNIT as i64,
    }
}

/// South's result of a value, 0 to 1.
pub(super) fn chance(value: i32) -> f32 {
    match value.signum() {
        1 => 1.0,
        0 => 0.5,
        _ => 0.0,
    }
}

/// South's result seen by `side`.
pub(super) fn seen_by(side: Side, result: f32) -> f32 {
    match side {
        Side::South => result,
        Side::North => 1.0 - result,
    }
}
