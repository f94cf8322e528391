//! Bao Kingulu: opposition captures, and enemy holes that are reserved when they are filled to four.
//!
//! Single source: Klamroth 1911, as given by Mancala World. See `sow rules bao-kingulu` for the
//! points that it leaves open.

use crate::game::{Decision, Ending, Game, Illegal, Outcome, Reason, Step};
use crate::kind::GameKind;
use crate::relay::{self, Cap, Lap, Laps, Next, Patience, RelayEnd, Sown};
use crate::ring::Ring;
use crate::rules::{AtLapCap, Fate, OptionalLimit, lap_cap, rule_choices, rule_options};
use crate::setup::Setup;
use crate::trace::{LapEnd, LapRecord, Observer};
use crate::two_row::{Frame, LeftOver, TwoRow, counted};

rule_choices! {
    /// What happens to seeds that fall into a reserved hole.
    ReservedSeeds {
        /// They stay in the hole and count for its owner.
        InHole = "in-hole",
        /// They go to the owner's store; the founding seeds stay.
        Bank = "bank",
    }
}

rule_choices! {
    /// What happens when a lap ends in a reserved hole.
    EndInReserved {
        /// The move ends.
        Stop = "stop",
        /// The hole is lifted and sown on, like any occupied hole.
        Relay = "relay",
    }
}

rule_choices! {
    /// Whether the last-but-one seed joins a newly reserved hole from a reserved one.
    Penultimate {
        /// Unless that hole is reserved by the opponent.
        NotFromEnemy = "not-from-enemy",
        /// From any hole.
        Always = "always",
        /// From no reserved hole.
        NeverFromReserved = "never-from-reserved",
    }
}

rule_options! {
    /// The contested points of Bao Kingulu.
    Rules {
        /// What happens to seeds that fall into a reserved hole.
        "reserved-seeds" reserved_seeds: ReservedSeeds,
        /// What happens when a lap ends in a reserved hole.
        "end-in-reserved" end_in_reserved: EndInReserved,
        /// Whether an owner may sow from a hole that he has reserved.
        "sow-from-reserved" sow_from_reserved: bool,
        /// Which last-but-one seeds join a newly reserved hole.
        "penultimate" penultimate: Penultimate,
        /// Whether sowing twelve or more seeds (a whole round) skips the hole it came from.
        "skip-origin" skip_origin: bool,
        /// What becomes of a move that never ends.
        "never-ending" never_ending: Fate,
        /// Laps after which a move is cut off by policy.
        "lap-cap" lap_cap: OptionalLimit,
        /// What becomes of a move that reaches the lap cap.
        "at-lap-cap" at_lap_cap: AtLapCap,
        /// What becomes of the seeds in play when a position occurs again.
        "repetition" repetition: LeftOver,
    }
}

impl Rules {
    /// Whether seeds in reserved pits stay where they are, so that they are as good as banked.
    pub fn never_lifts_reserved(&self) -> bool {
        let relays = self.end_in_reserved == EndInReserved::Relay
            && self.reserved_seeds == ReservedSeeds::InHole;
        !relays && !self.sow_from_reserved
    }
}

const KLAMROTH: Rules = Rules {
    reserved_seeds: ReservedSeeds::InHole,
    end_in_reserved: EndInReserved::Stop,
    sow_from_reserved: false,
    penultimate: Penultimate::NotFromEnemy,
    skip_origin: false,
    never_ending: Fate::Illegal,
    lap_cap: OptionalLimit(None),
    at_lap_cap: AtLapCap::NeverEnding,
    repetition: LeftOver::Unclaimed,
};

/// The rulesets of Bao Kingulu, the default first.
pub(crate) const RULESETS: &[(&str, crate::rules::Rules)] =
    &[("klamroth", crate::rules::Rules::BaoKingulu(KLAMROTH))];

pub(crate) fn start(columns: usize) -> Setup {
    Setup::filled(GameKind::BaoKingulu, columns, |_| 4)
}

/// Bao Kingulu on a board of given size.
#[derive(Clone, Copy, Debug)]
pub struct BaoKingulu<const CAP: usize> {
    rules: Rules,
    frame: Frame<CAP>,
}

impl<const CAP: usize> BaoKingulu<CAP> {
    /// The game on `columns` holes a row, at most `CAP / 2`.
    pub const fn new(rules: Rules, columns: usize) -> Self {
        Self {
            rules,
            frame: Frame::new(columns, false),
        }
    }
}

/// One turn being sown.
#[derive(Clone)]
struct Sowing<'game, const CAP: usize> {
    game: &'game BaoKingulu<CAP>,
    board: TwoRow<CAP>,
    captured: u16,
    illegal: Option<Illegal>,
}

impl<const CAP: usize> Sowing<'_, CAP> {
    /// Sows a lap.
    #[inline(always)]
    fn drop_into(&self, ring: &mut Ring<CAP>, lap: Lap) -> usize {
        let circuit = &self.game.frame.circuit;
        if self.game.rules.skip_origin {
            ring.sow_skipping(circuit, lap.from, lap.hand)
        } else {
            ring.sow(circuit, lap.from, lap.hand)
        }
    }

    /// The last seed fell into an empty hole of the mover's row: opposition capture.
    fn capture_opposite(&mut self, ring: &mut Ring<CAP>, landing: usize) {
        let opposite = 2 * self.game.frame.columns - 1 - landing;
        if ring[opposite] > 0 && !self.board.is_reserved(opposite) {
            self.captured = (ring.lift(opposite) + ring.lift(landing)) as u16;
            self.board.stores[self.board.side.index()] += self.captured;
        }
    }

    /// The last seed made four in an enemy hole (kuweka mtoto): the hole is reserved, and the
    /// last-but-one seed of the lap joins it.
    fn reserve(&mut self, ring: &mut Ring<CAP>, lap: Lap, landing: usize) {
        let circuit = &self.game.frame.circuit;
        let mut before = circuit.before(landing);
        if self.game.rules.skip_origin && before == lap.from {
            before = circuit.before(before);
        }
        let mover = self.board.side;
        let taken = self.board.is_reserved(before);
        let enemys = taken && self.game.frame.row_owner(before) == mover;
        self.board.reserved |= 1 << landing;
        let joins = match self.game.rules.penultimate {
            Penultimate::NotFromEnemy => !enemys,
            Penultimate::Always => true,
            Penultimate::NeverFromReserved => !taken,
        };
        if lap.hand < 2 || !joins {
            return;
        }
        if taken && self.game.rules.reserved_seeds == ReservedSeeds::Bank {
            let owner = if enemys { mover.other() } else { mover };
            self.board.stores[owner.index()] -= 1;
        } else {
            ring[before] -= 1;
        }
        ring[landing] += 1;
    }

    /// Takes seeds that fell into reserved holes off the board.
    fn bank(&mut self, before: &Ring<CAP>, ring: &mut Ring<CAP>) {
        for pit in 0..2 * self.game.frame.columns {
            if self.board.is_reserved(pit) && ring[pit] != before[pit] {
                let owner = self.game.frame.row_owner(pit).other();
                // Not all of them need fit into the hole.
                let fallen = ring[pit].wrapping_sub(before[pit]);
                self.board.stores[owner.index()] += u16::from(fallen);
                ring[pit] = before[pit];
            }
        }
    }
}

impl<const CAP: usize> Laps<CAP> for Sowing<'_, CAP> {
    #[inline(always)]
    fn sow(&mut self, ring: &mut Ring<CAP>, lap: Lap) -> Sown {
        let rules = &self.game.rules;
        let before = *ring;
        let landing = self.drop_into(ring, lap);
        if self.board.reserved == 0 {
            return Sown {
                landing,
                irreversible: false,
            };
        }
        if rules.reserved_seeds == ReservedSeeds::Bank {
            self.bank(&before, ring);
        }
        // Each round drops a seed for good into the reserved holes, unless they are lifted again.
        let sinks = rules.end_in_reserved == EndInReserved::Stop
            || rules.reserved_seeds == ReservedSeeds::Bank;
        Sown {
            landing,
            irreversible: sinks,
        }
    }

    #[inline(always)]
    fn land(&mut self, ring: &mut Ring<CAP>, lap: Lap, landing: usize, first: bool) -> Next {
        let at_home = self.game.frame.row_owner(landing) == self.board.side;
        if self.board.is_reserved(landing) {
            let rules = &self.game.rules;
            let relays = rules.end_in_reserved == EndInReserved::Relay
                && rules.reserved_seeds == ReservedSeeds::InHole
                && ring[landing] > 1;
            return if relays { Next::Relay } else { Next::Stop };
        }
        match (ring[landing], at_home) {
            (1, true) => {
                self.capture_opposite(ring, landing);
                Next::Stop
            }
            (1, false) => Next::Stop,
            (_, true) if first => {
                self.illegal = Some(Illegal::FirstLapEndsAtHome {
                    landing: landing as u8,
                });
                Next::Stop
            }
            (4, false) => {
                self.reserve(ring, lap, landing);
                Next::Stop
            }
            _ => Next::Relay,
        }
    }

    fn can_merge(&self) -> bool {
        self.game.rules.skip_origin
    }

    fn dropped(&self, ring: &Ring<CAP>, lap: Lap) -> Ring<CAP> {
        let mut after = *ring;
        self.drop_into(&mut after, lap);
        if self.game.rules.reserved_seeds == ReservedSeeds::Bank {
            // These fall into the store.
            for pit in (0..2 * self.game.frame.columns).filter(|&pit| self.board.is_reserved(pit)) {
                after[pit] = ring[pit];
            }
        }
        after
    }

    fn is_crowded(&self) -> bool {
        self.board.crowded
    }

    fn cap(&self) -> Cap {
        let rules = &self.game.rules;
        lap_cap(rules.lap_cap, rules.at_lap_cap)
    }

    fn record(&self, ring: &Ring<CAP>, lap: Lap, landing: usize) -> LapRecord {
        LapRecord {
            from: lap.from,
            hand: lap.hand,
            landing,
            clockwise: false,
            captured: self.captured,
            rings: [self.game.frame.record_ring(ring), Vec::new()],
            stores: self.board.stores,
            end: LapEnd::Stop,
        }
    }
}

impl<const CAP: usize> Game<TwoRow<CAP>> for BaoKingulu<CAP> {
    fn rules(&self) -> crate::rules::Rules {
        crate::rules::Rules::BaoKingulu(self.rules)
    }

    fn columns(&self) -> usize {
        self.frame.columns
    }

    fn position(&self, setup: &Setup) -> TwoRow<CAP> {
        self.frame.read(setup)
    }

    fn setup(&self, board: &TwoRow<CAP>) -> Setup {
        self.frame.write(GameKind::BaoKingulu, board)
    }

    #[inline]
    fn candidates(&self, board: &TwoRow<CAP>, decisions: &mut Vec<Decision>) {
        decisions.clear();
        for pit in self.frame.row(board.side) {
            if board.ring[pit] > 0 && !board.is_reserved(pit) {
                decisions.push(Decision::Sow(pit as u8));
            }
        }
        if self.rules.sow_from_reserved {
            for pit in self.frame.row(board.side.other()) {
                if board.ring[pit] > 0 && board.is_reserved(pit) {
                    decisions.push(Decision::Sow(pit as u8));
                }
            }
        }
    }

    #[inline]
    fn sowable(&self, board: &TwoRow<CAP>) -> Option<u128> {
        let held = board.ring.at_least(1);
        let row = self.frame.row_mask(board.side);
        let own = held & row & !board.reserved;
        if !self.rules.sow_from_reserved {
            return Some(own);
        }
        // Those in the other row come last, whoever sits where.
        let won = held & !row & board.reserved;
        (won == 0).then_some(own)
    }

    fn over_at_once(&self, board: &TwoRow<CAP>, pits: u128) -> u128 {
        if board.crowded || self.rules.lap_cap.0.is_some() {
            return 0;
        }
        let stops_in_reserved = self.rules.end_in_reserved == EndInReserved::Stop
            || self.rules.reserved_seeds == ReservedSeeds::Bank;
        let home = self.frame.row_mask(board.side);
        let circuit = &self.frame.circuit;
        board.ring.ending_where(circuit, pits, |landing, seeds| {
            if board.is_reserved(landing) {
                return stops_in_reserved;
            }
            seeds == 0 || seeds == 3 && home >> landing & 1 == 0
        })
    }

    fn refused_at_once(&self, board: &TwoRow<CAP>, pits: u128) -> u128 {
        if board.crowded || self.rules.lap_cap.0.is_some() {
            return 0;
        }
        let occupied_home = self.frame.row_mask(board.side) & !board.reserved;
        let circuit = &self.frame.circuit;
        board.ring.ending_where(circuit, pits, |landing, seeds| {
            seeds > 0 && occupied_home >> landing & 1 == 1
        })
    }

    #[inline]
    fn decide(
        &self,
        board: &TwoRow<CAP>,
        decision: Decision,
        patience: &Patience,
        observer: Option<&mut dyn Observer>,
    ) -> Step<TwoRow<CAP>> {
        let Decision::Sow(pit) = decision else {
            panic!("Bao Kingulu knows no {decision:?}");
        };
        let from = usize::from(pit);
        let mut ring = board.ring;
        let lap = Lap {
            from,
            hand: ring.lift(from),
        };
        let mut sowing = Sowing {
            game: self,
            board: *board,
            captured: 0,
            illegal: None,
        };
        let mut laps = 0;
        let end = relay::run(
            &self.frame.circuit,
            &mut sowing,
            &mut ring,
            lap,
            &mut laps,
            patience,
            observer,
        );
        let outcome = match (end, sowing.illegal) {
            (RelayEnd::NeverEnds(proof), _) => Outcome::NeverEnds(proof),
            (RelayEnd::Unfinished(why), _) => Outcome::Unfinished(why),
            (RelayEnd::Stopped, Some(why)) => Outcome::Illegal(why),
            (RelayEnd::Stopped, None) => {
                let mut after = sowing.board;
                after.ring = ring;
                after.side = board.side.other();
                Outcome::Position(after)
            }
        };
        Step {
            outcome,
            laps,
            captured: sowing.captured,
        }
    }

    fn finished(&self, _: &TwoRow<CAP>) -> Option<Ending> {
        None
    }

    fn stuck(&self, board: &TwoRow<CAP>) -> Ending {
        counted(self.frame.counts(board), Reason::Counted)
    }

    fn repeated(&self, board: &TwoRow<CAP>) -> Option<Ending> {
        let counts = match self.rules.repetition {
            LeftOver::Unclaimed => self.frame.banked(board),
            LeftOver::RowOwner => self.frame.counts(board),
        };
        Some(counted(counts, Reason::Repetition))
    }

    fn margin(&self, board: &TwoRow<CAP>) -> i32 {
        let [south, north] = self.frame.counts(board);
        i32::from(south) - i32::from(north)
    }

    fn seeds(&self, board: &TwoRow<CAP>) -> u16 {
        self.frame.counts(board).iter().sum()
    }
}
