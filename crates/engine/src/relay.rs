//! The one relay driver: plays laps until a move ends, and notices exactly when it never will.
//!
//! A lap maps the pair (ring, pit of the last seed) to the next one, and that map can be inverted
//! ([`Ring::unlap`]). So a stretch of plain laps either reaches a stop or comes back to *any* of its
//! own states; there is no tail, and one remembered state decides. A capture, a group taken in
//! mid-lap or a seed that falls into a sink cannot be undone within the move: such events are
//! finite in number, and the driver forgets the remembered state at each of them.
//!
//! Nearly all moves end within two dozen laps. Only then does the driver look for the residue
//! certificate ([`crate::certificate`]), where stopping on an empty pit is the only way to stop,
//! and begin to compare states.

use crate::certificate::Residues;
use crate::ring::{Circuit, Ring};
use crate::trace::{LapEnd, LapRecord, Observer};
use std::fmt;

/// Plain laps after the last irreversible event before the driver looks for a never-ending move.
const QUIET_LAPS: u64 = 24;

/// Laps of one relay between two looks at whether somebody has lost his patience.
const LAPS_TO_A_LOOK: u64 = 1 << 16;

/// How far a move is followed. None of these limits can turn into a wrong answer.
#[derive(Clone, Copy)]
pub struct Patience<'a> {
    /// Laps after which the user wants no answer rather than a late one.
    pub laps: u64,
    /// Laps that are spent, after the residue certificate has settled a move, on its period.
    pub period_laps: u64,
    /// Asked every 65,536 laps of a relay: whether it is to be given up, because the time is over, say.
    pub is_over: Option<&'a (dyn Fn() -> bool + Sync)>,
}

impl Patience<'_> {
    /// Follows every move until it is decided, and does not look for periods beyond that.
    pub const UNLIMITED: Self = Self {
        laps: u64::MAX,
        period_laps: 0,
        is_over: None,
    };

    /// Whether a relay is to be given up after so many laps.
    #[inline]
    fn has_ended(&self, laps: u64) -> bool {
        laps.is_multiple_of(LAPS_TO_A_LOOK) && self.is_over.is_some_and(|is_over| is_over())
    }
}

impl fmt::Debug for Patience<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Patience")
            .field("laps", &self.laps)
            .field("period_laps", &self.period_laps)
            .finish_non_exhaustive()
    }
}

/// The lap cap of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cap {
    /// Laps of one turn after which it takes effect.
    pub laps: u64,
    /// Whether the turn then ends and the board stands as the last lap has left it; else the move is cut off and counts
    /// as never-ending.
    pub ends_turn: bool,
}

impl Default for Patience<'_> {
    fn default() -> Self {
        Self::UNLIMITED
    }
}

/// How the laps of one decision ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RelayEnd {
    /// The game's rules stopped it.
    Stopped,
    /// It goes on for ever.
    NeverEnds(NeverEnding),
    /// It was not followed to a decision.
    Unfinished(Unfinished),
}

/// The proof that a move goes on for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NeverEnding {
    /// Laps played when the proof's state was reached; the state recurs from there.
    pub after_laps: u64,
    /// Laps until exactly that state came back, where this was seen.
    pub period: Option<u64>,
    /// Whether the residues prove it: no two of them are neighbours.
    pub residues: bool,
}

/// Why a move was not followed to a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unfinished {
    /// The user's limit on laps was reached, or his patience is at an end: nothing is known.
    Limit,
    /// The lap cap of the rules was reached: a policy of the players, not a proof.
    Cap,
    /// A pit would hold more than 255 seeds.
    PitOverflow,
}

/// Where a lap starts: seeds in hand, sown from the pit after `from`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lap {
    /// The pit after which sowing begins.
    pub from: usize,
    /// The seeds in hand.
    pub hand: usize,
}

/// Where a lap's last seed fell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sown {
    /// The pit of the last seed.
    pub landing: usize,
    /// Whether something happened on the way that cannot come back.
    pub irreversible: bool,
}

/// What follows a lap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The last pit is lifted and sown on.
    Relay,
    /// Captured seeds are sown on from a given pit.
    Resow(Lap),
    /// The sowing stops: the move is over or the mover must choose.
    Stop,
}

/// What a game makes of its laps.
pub trait Laps<const CAP: usize>: Clone {
    /// Sows one lap.
    fn sow(&mut self, ring: &mut Ring<CAP>, lap: Lap) -> Sown;

    /// Rules on the end of a lap; `first` for the first lap of the turn.
    fn land(&mut self, ring: &mut Ring<CAP>, lap: Lap, landing: usize, first: bool) -> Next;

    /// Whether from here on the relay can stop on an empty pit only.
    fn stops_on_empty_only(&self) -> bool {
        false
    }

    /// Whether two states can have the same successor (sowing that skips its origin).
    fn can_merge(&self) -> bool {
        false
    }

    /// Whether the board holds so many seeds that a pit could pass 255.
    fn is_crowded(&self) -> bool;

    /// The ring as the lap's seeds alone would leave it, nothing taken out on the way: where one of its pits has
    /// passed 255, the lap cannot be followed.
    fn dropped(&self, ring: &Ring<CAP>, lap: Lap) -> Ring<CAP>;

    /// The lap cap of the rules, of `u64::MAX` laps where there is none.
    fn cap(&self) -> Cap;

    /// Whether the lap just ruled on has stopped for the mover to choose how to go on.
    fn is_paused(&self) -> bool {
        false
    }

    /// Describes the lap just played, for an observer.
    fn record(&self, ring: &Ring<CAP>, lap: Lap, landing: usize) -> LapRecord;
}

/// A state to come back to.
struct Anchor<const CAP: usize> {
    ring: Ring<CAP>,
    from: usize,
    at_lap: u64,
    residues: bool,
}

/// Sows laps from `lap` until the game stops, the move is proved never-ending, or a limit is hit.
/// `laps` counts the laps of the whole turn.
#[inline]
pub fn run<const CAP: usize, G: Laps<CAP>>(
    circuit: &Circuit<CAP>,
    game: &mut G,
    ring: &mut Ring<CAP>,
    mut lap: Lap,
    laps: &mut u64,
    patience: &Patience<'_>,
    mut observer: Option<&mut dyn Observer>,
) -> RelayEnd {
    let cap = game.cap();
    // A sowing that the rules end in time cannot go on for ever.
    let cut = if cap.ends_turn { u64::MAX } else { cap.laps };
    let give_up = patience.laps.min(cut);
    let mut watch_from = laps.saturating_add(QUIET_LAPS).min(give_up);
    let mut anchor: Option<Anchor<CAP>> = None;
    // Seeds that the observer was told of.
    let mut captured = 0;
    loop {
        if *laps >= watch_from {
            if *laps >= give_up {
                return RelayEnd::Unfinished(if *laps >= cut {
                    Unfinished::Cap
                } else {
                    Unfinished::Limit
                });
            }
            if patience.has_ended(*laps) {
                return RelayEnd::Unfinished(Unfinished::Limit);
            }
            if !cap.ends_turn
                && let Some(proof) = watch(circuit, game, ring, lap, *laps, patience, &mut anchor)
            {
                return RelayEnd::NeverEnds(proof);
            }
        }
        // Seeds fall into a ring of 255 at most one by one here, and in the few moves that no relay sows
        // ([`crate::game::Game::decide`]); no pit passes 255 but under this eye.
        if game.is_crowded() && game.dropped(ring, lap).has_wrapped(ring) {
            return RelayEnd::Unfinished(Unfinished::PitOverflow);
        }
        let first = *laps == 0;
        let sown = game.sow(ring, lap);
        *laps += 1;
        let at_cap = cap.ends_turn && *laps >= cap.laps;
        let as_sown = at_cap.then(|| (game.clone(), *ring));
        let mut next = game.land(ring, lap, sown.landing, first);
        if let Some((before, fallen)) = as_sown
            && (next != Next::Stop || game.is_paused())
        {
            // It would go on: nothing is lifted or captured any more.
            (*game, *ring, next) = (before, fallen, Next::Stop);
        }
        if let Some(observer) = observer.as_deref_mut() {
            let mut record = game.record(ring, lap, sown.landing);
            let before = std::mem::replace(&mut captured, record.captured);
            record.captured -= before;
            record.end = match next {
                Next::Relay => LapEnd::Relay,
                Next::Resow(Lap { from, hand }) => LapEnd::Capture { from, hand },
                Next::Stop if game.is_paused() => LapEnd::Choice,
                Next::Stop => LapEnd::Stop,
            };
            observer.lap(record);
        }
        let irreversible = match next {
            Next::Stop => return RelayEnd::Stopped,
            Next::Relay => {
                lap = Lap {
                    from: sown.landing,
                    hand: ring.lift(sown.landing),
                };
                sown.irreversible
            }
            Next::Resow(resown) => {
                lap = resown;
                true
            }
        };
        if irreversible {
            anchor = None;
            watch_from = laps.saturating_add(QUIET_LAPS).min(give_up);
        }
    }
}

/// Compares the state with the remembered one, or remembers it; returns a proof if there is one.
#[inline]
fn watch<const CAP: usize, G: Laps<CAP>>(
    circuit: &Circuit<CAP>,
    game: &G,
    ring: &Ring<CAP>,
    lap: Lap,
    laps: u64,
    patience: &Patience,
    anchor: &mut Option<Anchor<CAP>>,
) -> Option<NeverEnding> {
    let Some(known) = anchor else {
        let residues = game.stops_on_empty_only()
            && !game.can_merge()
            && Residues::with_hand(circuit, ring, lap.from, lap.hand).never_stop();
        *anchor = Some(Anchor {
            ring: *ring,
            from: lap.from,
            at_lap: laps,
            residues,
        });
        let proof = NeverEnding {
            after_laps: laps,
            period: None,
            residues,
        };
        return (residues && patience.period_laps == 0).then_some(proof);
    };
    let since = laps - known.at_lap;
    if lap.from == known.from && *ring == known.ring {
        return Some(NeverEnding {
            after_laps: known.at_lap,
            period: Some(since),
            residues: known.residues,
        });
    }
    if known.residues && since >= patience.period_laps {
        return Some(NeverEnding {
            after_laps: known.at_lap,
            period: None,
            residues: true,
        });
    }
    // Where states can merge, the remembered one may lie before the cycle: move it on in doubling
    // steps (Brent), so that it enters the cycle sooner or later.
    if game.can_merge() && since > known.at_lap {
        *anchor = Some(Anchor {
            ring: *ring,
            from: lap.from,
            at_lap: laps,
            residues: false,
        });
    }
    None
}
