//! Nsolo (Chisolo): a sowing that ends in an empty front pit captures from the facing front pit, and
//! the captor strips further stones of his choice. Captured stones leave the board.
//!
//! Sources: Ndola 1975 as given by a translated description (default), Sanderson 1913 (`sanderson`, and its
//! variant `msuwa`).

use crate::four_row::{FourRow, Frame, Pending, drawn};
use crate::game::{Decision, Ending, Game, Outcome, Reason, Step};
use crate::kind::GameKind;
use crate::pit::facing;
use crate::relay::{self, Cap, Lap, Laps, Next, Patience, RelayEnd, Sown};
use crate::ring::Ring;
use crate::rules::{AtLapCap, Fate, OptionalLimit, lap_cap, rule_choices, rule_options};
use crate::setup::Setup;
use crate::side::Side;
use crate::trace::{LapEnd, LapRecord, Observer};

rule_choices! {
    /// What a capture takes.
    Capture {
        /// The front pit, and as many single stones from anywhere.
        Ndola = "ndola",
        /// Front and back pit of the column, and one other whole hole.
        Sanderson = "sanderson",
        /// Front and back pit of the column, and two other whole holes.
        Msuwa = "msuwa",
    }
}

rule_choices! {
    /// The starting position.
    Start {
        /// Two in every pit but the rightmost front pit.
        Two = "two",
        /// The same with one in the front pit beside it.
        Msuwa = "msuwa",
    }
}

rule_choices! {
    /// How much of the bonus must be taken.
    Bonus {
        /// All of it, as far as there are stones.
        Exact = "exact",
        /// As much as the captor likes.
        UpToK = "up-to-k",
    }
}

rule_choices! {
    /// What happens to a player who has stones but no move.
    Stuck {
        /// He loses.
        Loses = "loses",
        /// He passes.
        Passes = "pass",
    }
}

rule_options! {
    /// The contested points of Nsolo.
    Rules {
        /// The starting position.
        "setup" setup: Start,
        /// What a capture takes.
        "capture" capture: Capture,
        /// How much of the bonus must be taken.
        "bonus" bonus: Bonus,
        /// Whether moving a singleton can capture.
        "singleton-captures" singleton_captures: bool,
        /// What happens to a player who has stones but no move.
        "stuck" stuck: Stuck,
        /// What becomes of a move that never ends.
        "never-ending" never_ending: Fate,
        /// Laps after which a move is cut off by policy.
        "lap-cap" lap_cap: OptionalLimit,
        /// What becomes of a move that reaches the lap cap.
        "at-lap-cap" at_lap_cap: AtLapCap,
        /// Whether the same position again is a draw.
        "repetition-draws" repetition_draws: bool,
    }
}

const NDOLA: Rules = Rules {
    setup: Start::Two,
    capture: Capture::Ndola,
    bonus: Bonus::Exact,
    singleton_captures: true,
    stuck: Stuck::Loses,
    never_ending: Fate::Annul,
    lap_cap: OptionalLimit(None),
    at_lap_cap: AtLapCap::NeverEnding,
    repetition_draws: true,
};

/// The rulesets of Nsolo, the default first.
pub(crate) const RULESETS: &[(&str, crate::rules::Rules)] = &[
    ("ndola", crate::rules::Rules::Nsolo(NDOLA)),
    (
        "sanderson",
        crate::rules::Rules::Nsolo(Rules {
            capture: Capture::Sanderson,
            ..NDOLA
        }),
    ),
    (
        "msuwa",
        crate::rules::Rules::Nsolo(Rules {
            setup: Start::Msuwa,
            capture: Capture::Msuwa,
            ..NDOLA
        }),
    ),
];

impl Rules {
    pub(crate) fn start(&self, columns: usize) -> Setup {
        Setup::filled(GameKind::Nsolo, columns, |pit| match (self.setup, pit) {
            (_, rightmost) if rightmost == columns => 0,
            (Start::Msuwa, second) if second == columns + 1 => 1,
            _ => 2,
        })
    }
}

/// Nsolo on a board of given size.
#[derive(Clone, Copy, Debug)]
pub struct Nsolo<const CAP: usize> {
    rules: Rules,
    frame: Frame<CAP>,
}

impl<const CAP: usize> Nsolo<CAP> {
    /// The game on `columns` columns, at most `CAP / 2`.
    pub const fn new(rules: Rules, columns: usize) -> Self {
        Self {
            rules,
            frame: Frame::new(columns, false),
        }
    }

    /// The fewest stones that a pit must hold to be sown: 2, or 1 where no pit holds 2.
    #[inline]
    fn least(&self, own: &Ring<CAP>) -> u8 {
        if own.pits().iter().any(|&seeds| seeds >= 2) {
            2
        } else {
            1
        }
    }

    /// Sows from `pit` and captures; the strip is left to the next decision.
    fn sow(
        &self,
        board: &FourRow<CAP>,
        pit: usize,
        patience: &Patience,
        observer: Option<&mut dyn Observer>,
    ) -> Step<FourRow<CAP>> {
        let mut own = *board.own();
        let hand = own.lift(pit);
        let mut sowing = Sowing {
            game: self,
            enemy: *board.enemy(),
            side: board.side,
            captures: hand > 1 || self.rules.singleton_captures,
            crowded: board.crowded,
            captured: 0,
        };
        let mut laps = 0;
        let lap = Lap { from: pit, hand };
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
                let left = self.bonus_after(&sowing);
                if left > 0 {
                    after.pending = Pending::Strip {
                        left,
                        pit: 0,
                        begun: false,
                    };
                } else {
                    after.pass_turn();
                }
                Outcome::Position(after)
            }
        };
        Step {
            outcome,
            laps,
            captured: sowing.captured,
        }
    }

    /// How many stones or whole holes may be stripped after a sowing.
    fn bonus_after(&self, sowing: &Sowing<'_, CAP>) -> u8 {
        if sowing.captured == 0 {
            return 0;
        }
        let holes = sowing
            .enemy
            .pits()
            .iter()
            .filter(|&&seeds| seeds > 0)
            .count();
        let bonus = match self.rules.capture {
            Capture::Ndola => sowing.enemy.total().min(usize::from(sowing.captured)),
            Capture::Sanderson => holes.min(1),
            Capture::Msuwa => holes.min(2),
        };
        bonus as u8
    }

    /// The steps of a strip: from each pit not yet passed, each number of stones that leaves
    /// enough in the pits behind it.
    fn strips(&self, board: &FourRow<CAP>, left: u8, from: u8, decisions: &mut Vec<Decision>) {
        let enemy = board.enemy();
        let whole_holes = self.rules.capture != Capture::Ndola;
        let worth = |pit: u8| {
            if whole_holes {
                u8::from(enemy[usize::from(pit)] > 0)
            } else {
                enemy[usize::from(pit)]
            }
        };
        let pits = 2 * self.frame.columns as u8;
        let mut behind: usize = (from..pits).map(|pit| usize::from(worth(pit))).sum();
        for pit in from..pits {
            let here = worth(pit);
            behind -= usize::from(here);
            let fewest = match self.rules.bonus {
                Bonus::UpToK => 1,
                Bonus::Exact => usize::from(left).saturating_sub(behind).max(1),
            };
            for count in (fewest..=usize::from(here.min(left))).rev() {
                let seeds = if whole_holes {
                    enemy[usize::from(pit)]
                } else {
                    count as u8
                };
                decisions.push(Decision::Strip { pit, seeds });
            }
        }
        if self.rules.bonus == Bonus::UpToK {
            decisions.push(Decision::Stop);
        }
    }

    /// Takes stones from one of the opponent's pits.
    fn strip(&self, board: &FourRow<CAP>, pit: u8, seeds: u8) -> Step<FourRow<CAP>> {
        let Pending::Strip { left, .. } = board.pending else {
            panic!("nothing can be stripped at {:?}", board.pending);
        };
        let mut after = *board;
        after.rings[board.side.other().index()][usize::from(pit)] -= seeds;
        let left = left
            - if self.rules.capture == Capture::Ndola {
                seeds
            } else {
                1
            };
        let reachable = after.enemy().pits()[usize::from(pit) + 1..]
            .iter()
            .any(|&seeds| seeds > 0);
        if left > 0 && reachable {
            after.pending = Pending::Strip {
                left,
                pit: pit + 1,
                begun: true,
            };
        } else {
            after.pass_turn();
        }
        Step {
            outcome: Outcome::Position(after),
            laps: 0,
            captured: u16::from(seeds),
        }
    }
}

/// One turn being sown.
#[derive(Clone)]
struct Sowing<'game, const CAP: usize> {
    game: &'game Nsolo<CAP>,
    enemy: Ring<CAP>,
    side: Side,
    captures: bool,
    crowded: bool,
    captured: u16,
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
        if ring[landing] != 1 {
            return Next::Relay;
        }
        let columns = self.game.frame.columns;
        if self.captures && landing >= columns {
            let (front, back) = facing(columns, landing);
            self.captured = self.enemy.lift(front) as u16;
            if self.captured > 0 && self.game.rules.capture != Capture::Ndola {
                self.captured += self.enemy.lift(back) as u16;
            }
        }
        Next::Stop
    }

    fn stops_on_empty_only(&self) -> bool {
        true
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
        LapRecord {
            from: lap.from,
            hand: lap.hand,
            landing,
            clockwise: false,
            captured: self.captured,
            rings: self.game.frame.record_rings(self.side, ring, &self.enemy),
            stores: [0; 2],
            end: LapEnd::Stop,
        }
    }
}

impl<const CAP: usize> Game<FourRow<CAP>> for Nsolo<CAP> {
    fn rules(&self) -> crate::rules::Rules {
        crate::rules::Rules::Nsolo(self.rules)
    }

    fn columns(&self) -> usize {
        self.frame.columns
    }

    fn position(&self, setup: &Setup) -> FourRow<CAP> {
        self.frame.read(setup)
    }

    fn setup(&self, board: &FourRow<CAP>) -> Setup {
        self.frame.write(GameKind::Nsolo, board)
    }

    fn candidates(&self, board: &FourRow<CAP>, decisions: &mut Vec<Decision>) {
        decisions.clear();
        if let Pending::Strip { left, pit, .. } = board.pending {
            return self.strips(board, left, pit, decisions);
        }
        let own = board.own();
        if own.is_empty() || board.enemy().is_empty() {
            return;
        }
        let least = self.least(own);
        let circuit = &self.frame.circuit;
        for pit in 0..circuit.pits() {
            let sowable = own[pit] >= least && (least == 2 || own[circuit.ahead(pit, 1)] == 0);
            if sowable {
                decisions.push(Decision::Sow(pit as u8));
            }
        }
        if decisions.is_empty() && self.rules.stuck == Stuck::Passes {
            decisions.push(Decision::Pass);
        }
    }

    #[inline]
    fn sowable(&self, board: &FourRow<CAP>) -> Option<u128> {
        if board.pending != Pending::Pit {
            return None;
        }
        let own = board.own();
        if own.is_empty() || board.enemy().is_empty() {
            return Some(0);
        }
        let several = own.at_least(2);
        if several != 0 {
            return Some(several);
        }
        let singles = own.at_least(1);
        let pits = self.frame.circuit.pits();
        // A single stone goes into an empty pit.
        let before_singles = singles >> 1 | (singles & 1) << (pits - 1);
        let free = singles & !before_singles;
        (free != 0 || self.rules.stuck == Stuck::Loses).then_some(free)
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
        match decision {
            Decision::Sow(pit) => self.sow(board, usize::from(pit), patience, observer),
            Decision::Strip { pit, seeds } => self.strip(board, pit, seeds),
            Decision::Pass | Decision::Stop => {
                let mut after = *board;
                after.pass_turn();
                Step {
                    outcome: Outcome::Position(after),
                    laps: 0,
                    captured: 0,
                }
            }
            _ => panic!("Nsolo knows no {decision:?}"),
        }
    }

    fn bonus(&self, board: &FourRow<CAP>) -> Option<u8> {
        match board.pending {
            Pending::Strip { left, .. } => Some(left),
            Pending::Pit | Pending::Direction { .. } => None,
        }
    }

    fn strip_count(&self, board: &FourRow<CAP>) -> u128 {
        let Pending::Strip { left, pit, .. } = board.pending else {
            return 1;
        };
        // ways[k]: to take k stones (or holes) from the pits looked at so far.
        let mut ways = vec![0_u128; usize::from(left) + 1];
        ways[0] = 1;
        for &seeds in &board.enemy().pits()[usize::from(pit)..2 * self.frame.columns] {
            let most = if self.strips_whole_holes() {
                seeds.min(1)
            } else {
                seeds
            };
            for taken in (0..ways.len()).rev() {
                ways[taken] = (taken.saturating_sub(usize::from(most))..=taken)
                    .map(|before| ways[before])
                    .fold(0, u128::saturating_add);
            }
        }
        match self.rules.bonus {
            Bonus::Exact => ways[usize::from(left)],
            Bonus::UpToK => ways.into_iter().fold(0, u128::saturating_add),
        }
    }

    fn strips_whole_holes(&self) -> bool {
        self.rules.capture != Capture::Ndola
    }

    fn finished(&self, board: &FourRow<CAP>) -> Option<Ending> {
        // The player to move is looked at first: only he can have been stripped bare.
        [board.side, board.side.other()]
            .into_iter()
            .find(|side| board.rings[side.index()].is_empty())
            .map(|bare| board.won(bare.other(), Reason::NoStones, 1))
    }

    fn stuck(&self, board: &FourRow<CAP>) -> Ending {
        board.won(board.side.other(), Reason::NoMove, 1)
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
