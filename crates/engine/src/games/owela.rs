//! Owela or ǁHus: captures are sown on from the capturing pit; no reverse moves, no special wins.
//!
//! Source of the default rules: the English Wikipedia; the variants come from Mancala World (Hus),
//! Ludii's descriptions (Nama, Damara, Benguela) and the McGill course rules.

use crate::four_row::{FourRow, Frame, drawn};
use crate::game::{Board as _, Decision, Ending, Game, Outcome, Reason, Step};
use crate::kind::GameKind;
use crate::pit::facing;
use crate::relay::{self, Cap, Lap, Laps, Next, Patience, RelayEnd, Sown, Unfinished};
use crate::ring::Ring;
use crate::rules::{AtLapCap, Direction, Fate, OptionalLimit, lap_cap, rule_choices, rule_options};
use crate::setup::Setup;
use crate::side::Side;
use crate::trace::{LapEnd, LapRecord, Observer};

rule_choices! {
    /// Which front pits are filled at the start, two seeds each, besides the whole back row.
    Start {
        /// The right half of the front row, the middle pit included.
        Half = "half",
        /// One pit fewer than the right half.
        HalfMinusOne = "half-minus-one",
        /// The four rightmost.
        Four = "four",
    }
}

rule_choices! {
    /// What the facing column must hold to be captured.
    CaptureCondition {
        /// Seeds in both pits.
        Both = "both",
        /// Seeds in the front pit; the back pit is taken along.
        InnerSuffices = "inner-suffices",
    }
}

rule_choices! {
    /// Whether the players begin with one of the four set moves of the Nama.
    NamaOpening {
        /// No.
        Off = "off",
        /// Each player chooses one of the four.
        Chosen = "chosen",
        /// The first player chooses, the second makes the same move.
        Copied = "copied",
    }
}

rule_choices! {
    /// How many columns the board has where nothing else says so.
    Columns {
        /// Eight, as in most pictures.
        Eight = "8",
        /// Sixteen, as in a university course.
        Sixteen = "16",
    }
}

rule_options! {
    /// The contested points of Owela.
    Rules {
        /// The starting position.
        "setup" setup: Start,
        /// What can be captured.
        "capture" capture: CaptureCondition,
        /// Which way seeds are sown.
        "direction" direction: Direction,
        /// Whether players capture in their first turns.
        "first-turn-captures" first_turn_captures: bool,
        /// Whether the players begin with a set move (boards of an even number of columns, from 8).
        "hus-nama-opening" nama_opening: NamaOpening,
        /// What becomes of a move that never ends.
        "never-ending" never_ending: Fate,
        /// Laps after which a move is cut off by policy.
        "lap-cap" lap_cap: OptionalLimit,
        /// What becomes of a move that reaches the lap cap.
        "at-lap-cap" at_lap_cap: AtLapCap,
        /// Whether the same position again is a draw.
        "repetition-draws" repetition_draws: bool,
        /// The columns of a start whose name has no number of columns.
        "columns" columns: Columns,
    }
}

impl Rules {
    const OWELA: Self = Self {
        setup: Start::Half,
        capture: CaptureCondition::Both,
        direction: Direction::CounterClockwise,
        first_turn_captures: true,
        nama_opening: NamaOpening::Off,
        never_ending: Fate::Annul,
        lap_cap: OptionalLimit(None),
        at_lap_cap: AtLapCap::NeverEnding,
        repetition_draws: true,
        columns: Columns::Eight,
    };

    pub(crate) const fn default_columns(&self) -> usize {
        match self.columns {
            Columns::Eight => 8,
            Columns::Sixteen => 16,
        }
    }

    pub(crate) fn start(&self, columns: usize) -> Setup {
        let half = columns.div_ceil(2);
        let front = match self.setup {
            Start::Half => half,
            Start::HalfMinusOne => half - 1,
            Start::Four => columns.min(4),
        };
        let mut setup = Setup::filled(GameKind::Owela, columns, |pit| {
            if pit < columns + front { 2 } else { 0 }
        });
        if self.direction == Direction::Clockwise {
            for ring in &mut setup.rings {
                *ring = (0..ring.len())
                    .map(|pit| ring[crate::pit::mirrored(columns, pit)])
                    .collect();
            }
        }
        setup.unmoved = [self.tells_first_turn(); 2];
        setup
    }

    /// Whether anything depends on a player's first turn.
    fn tells_first_turn(&self) -> bool {
        !self.first_turn_captures || self.nama_opening != NamaOpening::Off
    }
}

const MCGILL: Rules = Rules {
    capture: CaptureCondition::InnerSuffices,
    first_turn_captures: false,
    columns: Columns::Sixteen,
    ..Rules::OWELA
};

/// The rulesets of Owela, the default first.
pub(crate) const RULESETS: &[(&str, crate::rules::Rules)] = &[
    ("owela", crate::rules::Rules::Owela(Rules::OWELA)),
    (
        "hus",
        crate::rules::Rules::Owela(Rules {
            capture: CaptureCondition::InnerSuffices,
            ..Rules::OWELA
        }),
    ),
    (
        "half-minus-one",
        crate::rules::Rules::Owela(Rules {
            setup: Start::HalfMinusOne,
            ..Rules::OWELA
        }),
    ),
    (
        "four",
        crate::rules::Rules::Owela(Rules {
            setup: Start::Four,
            ..Rules::OWELA
        }),
    ),
    ("mcgill", crate::rules::Rules::Owela(MCGILL)),
];

/// Owela on a board of given size.
#[derive(Clone, Copy, Debug)]
pub struct Owela<const CAP: usize> {
    rules: Rules,
    frame: Frame<CAP>,
}

impl<const CAP: usize> Owela<CAP> {
    /// The game on `columns` columns, at most `CAP / 2`.
    pub const fn new(rules: Rules, columns: usize) -> Self {
        let mirrored = matches!(rules.direction, Direction::Clockwise);
        Self {
            rules,
            frame: Frame::new(columns, mirrored),
        }
    }

    /// The set moves of the Nama (Schultze 1907, as Ludii's database has them): the pit whose two
    /// seeds are lifted and the two front pits that get one each. With `h` half the columns:
    /// `b(h)` to `f(h+1), f(h+2)`; `b(h+1)` and `f(h+1)` to `f(h+2), f(h+3)`; `b(h+2)` to
    /// `f(h+3), f(h+4)`.
    fn set_moves(&self) -> Vec<(usize, [usize; 2])> {
        let columns = self.frame.columns;
        let half = columns / 2;
        if columns % 2 == 1 || half < 4 {
            return Vec::new();
        }
        let back = |number: usize| number - 1;
        let front = |number: usize| 2 * columns - number;
        vec![
            (back(half), [front(half + 1), front(half + 2)]),
            (back(half + 1), [front(half + 2), front(half + 3)]),
            (back(half + 2), [front(half + 3), front(half + 4)]),
            (front(half + 1), [front(half + 2), front(half + 3)]),
        ]
    }

    /// The ring after a set move; `None` if a pit would pass 255.
    fn after_set_move(ring: &Ring<CAP>, pit: usize, targets: [usize; 2]) -> Option<Ring<CAP>> {
        let mut after = *ring;
        after[pit] -= 2;
        for target in targets {
            after[target] = after[target].checked_add(1)?;
        }
        Some(after)
    }

    /// The set moves that the mover may choose from; empty where he plays an ordinary turn.
    fn openings(&self, board: &FourRow<CAP>) -> Vec<u8> {
        let mut moves = self.set_moves();
        moves.retain(|&(pit, _)| board.own()[pit] == 2);
        let other_has_moved = !board.unmoved[board.side.other().index()];
        if self.rules.nama_opening == NamaOpening::Copied && other_has_moved {
            // Both began alike, so the move to copy is the one that leads to the other's ring.
            let copies = |&(pit, targets): &(usize, [usize; 2])| {
                Self::after_set_move(board.own(), pit, targets) == Some(*board.enemy())
            };
            if moves.iter().any(copies) {
                moves.retain(copies);
            }
        }
        moves.into_iter().map(|(pit, _)| pit as u8).collect()
    }

    /// Plays a set move: no sowing follows, and nothing is captured.
    fn open(&self, board: &FourRow<CAP>, pit: usize) -> Step<FourRow<CAP>> {
        let set = self.set_moves().into_iter().find(|&(from, _)| from == pit);
        let (_, targets) = set.expect("an opening decision names a set move");
        let outcome = match Self::after_set_move(board.own(), pit, targets) {
            Some(own) => {
                let mut after = *board;
                after.rings[board.side.index()] = own;
                after.pass_turn();
                Outcome::Position(after)
            }
            None => Outcome::Unfinished(Unfinished::PitOverflow),
        };
        Step {
            outcome,
            laps: 1,
            captured: 0,
        }
    }
}

/// One turn being sown.
#[derive(Clone)]
struct Sowing<'game, const CAP: usize> {
    game: &'game Owela<CAP>,
    enemy: Ring<CAP>,
    side: Side,
    captures: bool,
    crowded: bool,
    captured: u16,
}

impl<const CAP: usize> Sowing<'_, CAP> {
    /// Whether the column facing the front pit `landing` can be captured.
    #[inline(always)]
    fn can_capture(&self, landing: usize) -> bool {
        let (front, back) = facing(self.game.frame.columns, landing);
        self.enemy[front] > 0
            && (self.enemy[back] > 0 || self.game.rules.capture == CaptureCondition::InnerSuffices)
    }
}

impl<const CAP: usize> Laps<CAP> for Sowing<'_, CAP> {
    #[inline(always)]
    fn sow(&mut self, ring: &mut Ring<CAP>, lap: Lap) -> Sown {
        let landing = ring.sow(&self.game.frame.circuit, lap.from, lap.hand);
        Sown {
            landing,
            irreversible: false,
        }
    }

    #[inline(always)]
    fn land(&mut self, ring: &mut Ring<CAP>, _: Lap, landing: usize, _: bool) -> Next {
        if ring[landing] == 1 {
            return Next::Stop;
        }
        if self.captures && landing >= self.game.frame.columns && self.can_capture(landing) {
            let (front, back) = facing(self.game.frame.columns, landing);
            let hand = self.enemy.lift(front) + self.enemy.lift(back);
            self.captured += hand as u16;
            return Next::Resow(Lap {
                from: landing,
                hand,
            });
        }
        Next::Relay
    }

    fn stops_on_empty_only(&self) -> bool {
        let columns = self.game.frame.columns;
        !self.captures || !(columns..2 * columns).any(|pit| self.can_capture(pit))
    }

    fn dropped(&self, ring: &Ring<CAP>, lap: Lap) -> Ring<CAP> {
        let mut after = *ring;
        after.sow(&self.game.frame.circuit, lap.from, lap.hand);
        after
    }

    fn is_crowded(&self) -> bool {
        self.crowded
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
            rings: frame.record_rings(self.side, ring, &self.enemy),
            stores: [0; 2],
            end: LapEnd::Stop,
        }
    }
}

impl<const CAP: usize> Game<FourRow<CAP>> for Owela<CAP> {
    fn rules(&self) -> crate::rules::Rules {
        crate::rules::Rules::Owela(self.rules)
    }

    fn columns(&self) -> usize {
        self.frame.columns
    }

    fn position(&self, setup: &Setup) -> FourRow<CAP> {
        let mut board = self.frame.read(setup);
        if !self.rules.tells_first_turn() {
            board.unmoved = [false; 2];
        }
        board
    }

    fn setup(&self, board: &FourRow<CAP>) -> Setup {
        self.frame.write(GameKind::Owela, board)
    }

    #[inline]
    fn candidates(&self, board: &FourRow<CAP>, decisions: &mut Vec<Decision>) {
        decisions.clear();
        if self.rules.nama_opening != NamaOpening::Off && board.unmoved[board.side.index()] {
            decisions.extend(self.openings(board).into_iter().map(Decision::Opening));
            if !decisions.is_empty() {
                return;
            }
        }
        let own = &board.own().pits()[..2 * self.frame.columns];
        decisions.extend(
            (0_u8..)
                .zip(own)
                .filter(|&(_, &seeds)| seeds >= 2)
                .map(|(pit, _)| Decision::Sow(pit)),
        );
    }

    #[inline]
    fn sowable(&self, board: &FourRow<CAP>) -> Option<u128> {
        let may_open = self.rules.nama_opening != NamaOpening::Off;
        if may_open && board.unmoved[board.side.index()] {
            return None;
        }
        Some(board.own().at_least(2))
    }

    fn over_at_once(&self, board: &FourRow<CAP>, pits: u128) -> u128 {
        if board.crowded || self.rules.lap_cap.0.is_some() {
            return 0;
        }
        board
            .own()
            .ending_where(&self.frame.circuit, pits, |_, seeds| seeds == 0)
    }

    #[inline]
    fn decide(
        &self,
        board: &FourRow<CAP>,
        decision: Decision,
        patience: &Patience,
        observer: Option<&mut dyn Observer>,
    ) -> Step<FourRow<CAP>> {
        let pit = match decision {
            Decision::Sow(pit) => pit,
            Decision::Opening(pit) => return self.open(board, usize::from(pit)),
            _ => panic!("Owela knows no {decision:?}"),
        };
        let mut own = *board.own();
        let mut sowing = Sowing {
            game: self,
            enemy: *board.enemy(),
            side: board.side,
            captures: self.rules.first_turn_captures || !board.unmoved[board.side.index()],
            crowded: board.crowded,
            captured: 0,
        };
        let lap = Lap {
            from: usize::from(pit),
            hand: own.lift(usize::from(pit)),
        };
        let mut laps = 0;
        let end = relay::run(
            &self.frame.circuit,
            &mut sowing,
            &mut own,
            lap,
            &mut laps,
            patience,
            observer,
        );
        let outcome = match end {
            RelayEnd::NeverEnds(proof) => Outcome::NeverEnds(proof),
            RelayEnd::Unfinished(why) => Outcome::Unfinished(why),
            RelayEnd::Stopped => {
                let mut after = *board;
                after.rings[board.side.index()] = own;
                after.rings[board.side.other().index()] = sowing.enemy;
                after.pass_turn();
                Outcome::Position(after)
            }
        };
        Step {
            outcome,
            laps,
            captured: sowing.captured,
        }
    }

    fn finished(&self, _: &FourRow<CAP>) -> Option<Ending> {
        None
    }

    fn stuck(&self, board: &FourRow<CAP>) -> Ending {
        board.won(board.side().other(), Reason::NoMove, 1)
    }

    fn repeated(&self, _: &FourRow<CAP>) -> Option<Ending> {
        self.rules
            .repetition_draws
            .then(|| drawn(Reason::Repetition))
    }

    fn margin(&self, board: &FourRow<CAP>) -> i32 {
        board.margin()
    }

    fn seeds(&self, board: &FourRow<CAP>) -> u16 {
        (board.seeds_of(Side::South) + board.seeds_of(Side::North)) as u16
    }
}
