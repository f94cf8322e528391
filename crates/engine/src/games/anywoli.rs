//! Anywoli: groups of four go to the owner of the row in mid-lap, to the mover with the last seed,
//! who then sows once more.
//!
//! Sources: Mancala World's current page after Pankhurst 1971 (default), Wikipedia (`wikipedia`); the
//! conventions for the last seeds are those of the sources listed by `sow rules anywoli`.

use crate::game::{Decision, Ending, Game, Outcome, Reason, Step};
use crate::kind::GameKind;
use crate::relay::{self, Cap, Lap, Laps, Next, Patience, RelayEnd, Sown};
use crate::ring::Ring;
use crate::rules::{AtLapCap, Direction, Fate, OptionalLimit, lap_cap, rule_choices, rule_options};
use crate::setup::Setup;
use crate::side::Side;
use crate::trace::{LapEnd, LapRecord, Observer};
use crate::two_row::{Frame, LeftOver, TwoRow, counted};

rule_choices! {
    /// Whether capturing with the last seed earns another move.
    ExtraMove {
        /// Yes, and it must be made.
        Compulsory = "compulsory",
        /// Yes, and it may be declined.
        Optional = "optional",
        /// No: the capture ends the turn.
        None = "none",
    }
}

rule_choices! {
    /// Who gets the last seeds.
    LastSeeds {
        /// Who took the last group before them.
        LastCapturer = "last-capturer",
        /// Who first captured with a last seed in the game.
        FirstLastSeedCapturer = "first-last-seed-capturer",
        /// Who first captured in the game.
        FirstCapturer = "first-capturer",
        /// Who began the game takes the last eight.
        StarterTakesEight = "starter-takes-8",
        /// The player to move.
        MoverTakes = "mover-takes",
        /// Nobody.
        Unclaimed = "unclaimed",
        /// Each player those of his row.
        OwnerOfRow = "owner-of-row",
    }
}

rule_choices! {
    /// When it is looked whether only the last seeds remain.
    TestedAt {
        /// When the sowing is over.
        EndOfMove = "end-of-move",
        /// After every group taken, seeds in hand included.
        Immediate = "immediate",
    }
}

rule_options! {
    /// The contested points of Anywoli.
    Rules {
        /// Which way seeds are sown.
        "direction" direction: Direction,
        /// Whether capturing with the last seed earns another move.
        "extra-move" extra_move: ExtraMove,
        /// Who gets the last seeds.
        "last-seeds" last_seeds: LastSeeds,
        /// When it is looked whether only the last seeds remain.
        "last-seeds-tested" last_seeds_tested: TestedAt,
        /// What becomes of the seeds in play when a position occurs again.
        "repetition" repetition: LeftOver,
        /// What becomes of a move that never ends.
        "never-ending" never_ending: Fate,
        /// Laps after which a move is cut off by policy.
        "lap-cap" lap_cap: OptionalLimit,
        /// What becomes of a move that reaches the lap cap.
        "at-lap-cap" at_lap_cap: AtLapCap,
    }
}

const MANCALA_WORLD: Rules = Rules {
    direction: Direction::CounterClockwise,
    extra_move: ExtraMove::Compulsory,
    last_seeds: LastSeeds::LastCapturer,
    last_seeds_tested: TestedAt::EndOfMove,
    repetition: LeftOver::Unclaimed,
    never_ending: Fate::Illegal,
    lap_cap: OptionalLimit(None),
    at_lap_cap: AtLapCap::NeverEnding,
};

/// The rulesets of Anywoli, the default first.
pub(crate) const RULESETS: &[(&str, crate::rules::Rules)] = &[
    ("mancala-world", crate::rules::Rules::Anywoli(MANCALA_WORLD)),
    (
        "wikipedia",
        crate::rules::Rules::Anywoli(Rules {
            extra_move: ExtraMove::None,
            last_seeds: LastSeeds::StarterTakesEight,
            ..MANCALA_WORLD
        }),
    ),
];

pub(crate) fn start(columns: usize) -> Setup {
    Setup::filled(GameKind::Anywoli, columns, |_| 4)
}

/// Anywoli on a board of given size.
#[derive(Clone, Copy, Debug)]
pub struct Anywoli<const CAP: usize> {
    rules: Rules,
    frame: Frame<CAP>,
}

impl<const CAP: usize> Anywoli<CAP> {
    /// The game on `columns` holes a row, at most `CAP / 2`.
    pub const fn new(rules: Rules, columns: usize) -> Self {
        let mirrored = matches!(rules.direction, Direction::Clockwise);
        Self {
            rules,
            frame: Frame::new(columns, mirrored),
        }
    }

    /// How few seeds on the board are the last seeds.
    const fn last_few(&self) -> usize {
        match self.rules.last_seeds {
            LastSeeds::StarterTakesEight => 8,
            _ => 4,
        }
    }

    /// Whether `left` seeds are the last ones and the convention in force can settle them: some
    /// give them to nobody before somebody has captured.
    fn can_settle(&self, board: &TwoRow<CAP>, left: usize) -> bool {
        let needs_claimant = !matches!(
            self.rules.last_seeds,
            LastSeeds::MoverTakes | LastSeeds::Unclaimed | LastSeeds::OwnerOfRow
        );
        left > 0 && left <= self.last_few() && (board.claimant.is_some() || !needs_claimant)
    }

    /// Settles the last seeds if only they remain, with `board.side` the next player to move.
    fn settle(&self, board: &mut TwoRow<CAP>) {
        let left = board.ring.total();
        if !self.can_settle(board, left) {
            return;
        }
        let taker = match self.rules.last_seeds {
            LastSeeds::LastCapturer
            | LastSeeds::FirstLastSeedCapturer
            | LastSeeds::FirstCapturer
            | LastSeeds::StarterTakesEight => match board.claimant {
                Some(claimant) => claimant,
                None => return,
            },
            LastSeeds::MoverTakes => board.side,
            LastSeeds::Unclaimed => {
                board.ring = Ring::EMPTY;
                return;
            }
            LastSeeds::OwnerOfRow => {
                board.stores = self.frame.counts(board);
                board.ring = Ring::EMPTY;
                return;
            }
        };
        board.stores[taker.index()] += left as u16;
        board.ring = Ring::EMPTY;
    }

    fn row_is_empty(&self, board: &TwoRow<CAP>, side: Side) -> bool {
        board.ring.pits()[self.frame.row(side)]
            .iter()
            .all(|&seeds| seeds == 0)
    }
}

/// One sowing.
#[derive(Clone)]
struct Sowing<'game, const CAP: usize> {
    game: &'game Anywoli<CAP>,
    board: TwoRow<CAP>,
    captured: u16,
    /// The mover captured with the last seed.
    again: bool,
    /// Only the last seeds were left in mid-sowing, and the rules look at once.
    over: bool,
}

impl<const CAP: usize> Sowing<'_, CAP> {
    /// Gives a group of four to `taker`.
    fn take(&mut self, taker: Side, with_last_seed: bool) {
        self.captured += 4;
        self.board.stores[taker.index()] += 4;
        let claimant = &mut self.board.claimant;
        match self.game.rules.last_seeds {
            LastSeeds::LastCapturer => *claimant = Some(taker),
            LastSeeds::FirstCapturer => *claimant = claimant.or(Some(taker)),
            LastSeeds::FirstLastSeedCapturer if with_last_seed => {
                *claimant = claimant.or(Some(taker))
            }
            _ => {}
        }
    }

    /// Sows seed by seed, taking groups on the way.
    fn sow_taking(&mut self, ring: &mut Ring<CAP>, lap: Lap) -> usize {
        let mut at = lap.from;
        for in_hand in (0..lap.hand).rev() {
            at = self.game.frame.circuit.ahead(at, 1);
            ring[at] += 1;
            if in_hand == 0 || ring[at] != 4 {
                continue;
            }
            ring[at] = 0;
            self.take(self.game.frame.row_owner(at), false);
            if self.game.rules.last_seeds_tested == TestedAt::Immediate {
                let left = ring.total() + in_hand;
                if self.game.can_settle(&self.board, left) {
                    // The seeds in hand belong to the rest; where they lie decides nothing but the
                    // owner of the row, and that is the row in which sowing stopped.
                    ring[at] = in_hand as u8;
                    self.over = true;
                    return at;
                }
            }
        }
        at
    }
}

impl<const CAP: usize> Laps<CAP> for Sowing<'_, CAP> {
    #[inline(always)]
    fn sow(&mut self, ring: &mut Ring<CAP>, lap: Lap) -> Sown {
        let before = *ring;
        let landing = ring.sow(&self.game.frame.circuit, lap.from, lap.hand);
        // A pit that held fewer than four and now holds four or more was four at some time.
        let mut fours = 0_u8;
        for (&was, &is) in before.pits().iter().zip(ring.pits()) {
            fours += u8::from(was < 4 && is >= 4);
        }
        let with_last_seed = before[landing] < 4 && ring[landing] == 4;
        if fours == u8::from(with_last_seed) {
            return Sown {
                landing,
                irreversible: false,
            };
        }
        *ring = before;
        let landing = self.sow_taking(ring, lap);
        Sown {
            landing,
            irreversible: true,
        }
    }

    #[inline(always)]
    fn land(&mut self, ring: &mut Ring<CAP>, _: Lap, landing: usize, _: bool) -> Next {
        if self.over {
            return Next::Stop;
        }
        match ring[landing] {
            1 => Next::Stop,
            4 => {
                ring[landing] = 0;
                self.take(self.board.side, true);
                self.again = true;
                Next::Stop
            }
            _ => Next::Relay,
        }
    }

    /// Groups are taken from pits that fill up to four: no pit near 255 is one of them.
    fn dropped(&self, ring: &Ring<CAP>, lap: Lap) -> Ring<CAP> {
        let mut after = *ring;
        after.sow(&self.game.frame.circuit, lap.from, lap.hand);
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
        let frame = &self.game.frame;
        LapRecord {
            from: frame.outside_index(lap.from),
            hand: lap.hand,
            landing: frame.outside_index(landing),
            clockwise: frame.mirrored,
            captured: self.captured,
            rings: [frame.record_ring(ring), Vec::new()],
            stores: self.board.stores,
            end: LapEnd::Stop,
        }
    }
}

impl<const CAP: usize> Game<TwoRow<CAP>> for Anywoli<CAP> {
    fn rules(&self) -> crate::rules::Rules {
        crate::rules::Rules::Anywoli(self.rules)
    }

    fn columns(&self) -> usize {
        self.frame.columns
    }

    fn position(&self, setup: &Setup) -> TwoRow<CAP> {
        let mut board = self.frame.read(setup);
        board.claimant = match self.rules.last_seeds {
            LastSeeds::LastCapturer => setup.last,
            LastSeeds::FirstCapturer | LastSeeds::FirstLastSeedCapturer => setup.first,
            LastSeeds::StarterTakesEight => setup.starter.or(Some(Side::South)),
            LastSeeds::MoverTakes | LastSeeds::Unclaimed | LastSeeds::OwnerOfRow => None,
        };
        // Who has nothing to sow has no extra move to decline.
        board.may_stop &=
            self.rules.extra_move == ExtraMove::Optional && !self.row_is_empty(&board, board.side);
        board
    }

    fn setup(&self, board: &TwoRow<CAP>) -> Setup {
        let mut setup = self.frame.write(GameKind::Anywoli, board);
        match self.rules.last_seeds {
            LastSeeds::LastCapturer => setup.last = board.claimant,
            LastSeeds::FirstCapturer | LastSeeds::FirstLastSeedCapturer => {
                setup.first = board.claimant
            }
            LastSeeds::StarterTakesEight => {
                setup.starter = board.claimant.filter(|&starter| starter == Side::North);
            }
            LastSeeds::MoverTakes | LastSeeds::Unclaimed | LastSeeds::OwnerOfRow => {}
        }
        setup
    }

    #[inline]
    fn candidates(&self, board: &TwoRow<CAP>, decisions: &mut Vec<Decision>) {
        decisions.clear();
        if board.ring.is_empty() {
            return;
        }
        for pit in self.frame.row(board.side) {
            if board.ring[pit] > 0 {
                decisions.push(Decision::Sow(pit as u8));
            }
        }
        if decisions.is_empty() {
            decisions.push(Decision::Pass);
        } else if board.may_stop {
            decisions.push(Decision::Stop);
        }
    }

    #[inline]
    fn sowable(&self, board: &TwoRow<CAP>) -> Option<u128> {
        let held = board.ring.at_least(1);
        let own = held & self.frame.row_mask(board.side);
        // With nothing to sow the turn passes, unless the board is empty.
        let may_do_more = board.may_stop || own == 0 && held != 0;
        (!may_do_more).then_some(own)
    }

    fn over_at_once(&self, board: &TwoRow<CAP>, pits: u128) -> u128 {
        if board.crowded || self.rules.lap_cap.0.is_some() {
            return 0;
        }
        let circuit = &self.frame.circuit;
        let ring = &board.ring;
        ring.ending_where(circuit, pits, |_, seeds| seeds == 0 || seeds == 3)
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
            assert!(
                matches!(decision, Decision::Pass | Decision::Stop),
                "Anywoli knows no {decision:?}"
            );
            let after = TwoRow {
                side: board.side.other(),
                may_stop: false,
                ..*board
            };
            return Step {
                outcome: Outcome::Position(after),
                laps: 0,
                captured: 0,
            };
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
            again: false,
            over: false,
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
        let outcome = match end {
            RelayEnd::NeverEnds(proof) => Outcome::NeverEnds(proof),
            RelayEnd::Unfinished(why) => Outcome::Unfinished(why),
            RelayEnd::Stopped => {
                let mut after = sowing.board;
                after.ring = ring;
                let again = sowing.again && self.rules.extra_move != ExtraMove::None;
                after.side = if again {
                    board.side
                } else {
                    board.side.other()
                };
                self.settle(&mut after);
                after.may_stop = again
                    && self.rules.extra_move == ExtraMove::Optional
                    && !self.row_is_empty(&after, after.side);
                Outcome::Position(after)
            }
        };
        let settled = match outcome {
            Outcome::Position(after) => {
                after.stores.iter().sum::<u16>() - board.stores.iter().sum::<u16>()
            }
            _ => sowing.captured,
        };
        Step {
            outcome,
            laps,
            captured: settled,
        }
    }

    fn finished(&self, board: &TwoRow<CAP>) -> Option<Ending> {
        board
            .ring
            .is_empty()
            .then(|| counted(board.stores, Reason::Counted))
    }

    /// Every sowing would be an illegal never-ending one: the sources are silent, and play stops
    /// with the seeds in play unclaimed, as at a repetition.
    fn stuck(&self, board: &TwoRow<CAP>) -> Ending {
        counted(board.stores, Reason::NoMove)
    }

    fn repeated(&self, board: &TwoRow<CAP>) -> Option<Ending> {
        let counts = match self.rules.repetition {
            LeftOver::Unclaimed => board.stores,
            LeftOver::RowOwner => self.frame.counts(board),
        };
        Some(counted(counts, Reason::Repetition))
    }

    /// Last seeds that nobody gets are gone.
    fn conserves(&self, before: &TwoRow<CAP>, after: &TwoRow<CAP>, _: u16) -> bool {
        let (had, has) = (self.seeds(before), self.seeds(after));
        let unclaimed = self.rules.last_seeds == LastSeeds::Unclaimed && after.ring.is_empty();
        had == has || unclaimed && usize::from(had) <= usize::from(has) + self.last_few()
    }

    fn margin(&self, board: &TwoRow<CAP>) -> i32 {
        i32::from(board.stores[0]) - i32::from(board.stores[1])
    }

    fn seeds(&self, board: &TwoRow<CAP>) -> u16 {
        board.stores.iter().sum::<u16>() + board.ring.total() as u16
    }
}
