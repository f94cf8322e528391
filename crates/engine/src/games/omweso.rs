//! Omweso (Mweso): captured seeds are sown on from where the capturing lap began, four left pits may
//! be sown backwards where that captures at once, and some captures win at once.
//!
//! Sources of the default rules: Wikipedia, Wernham, Shackell 1934/35, Nsimbi's terms as given in
//! Mancala World's Omweso dictionary; tournament points as played. See `sow rules omweso`.

use crate::four_row::{FourRow, Frame, Pending, drawn};
use crate::game::{Board as _, Decision, Ending, Game, Outcome, Reason, Step};
use crate::kind::GameKind;
use crate::pit::facing;
use crate::relay::{self, Cap, Lap, Laps, Next, Patience, RelayEnd, Sown, Unfinished};
use crate::ring::Ring;
use crate::rules::{AtLapCap, Fate, OptionalLimit, RuleValue, lap_cap, rule_choices, rule_options};
use crate::setup::Setup;
use crate::side::Side;
use crate::trace::{LapEnd, LapRecord, Observer};

rule_choices! {
    /// The starting position.
    Start {
        /// Four seeds in every back pit.
        FourBack = "4outer",
        /// Two seeds in every pit.
        TwoAll = "2all",
    }
}

rule_choices! {
    /// What the facing column must hold to be captured.
    CaptureCondition {
        /// Seeds in both pits.
        Both = "both",
        /// Seeds in the front pit; the back pit is taken along.
        InnerAlone = "inner-alone",
    }
}

rule_choices! {
    /// The pit after which captured seeds are sown.
    Resow {
        /// Where the capturing lap began.
        LapOrigin = "lap-origin+1",
        /// Where the turn began.
        TurnOrigin = "turn-origin+1",
        /// Where the capturing lap ended.
        Landing = "landing+1",
    }
}

rule_choices! {
    /// Which captured seeds may be sown clockwise, if that captures at once.
    ResowClockwise {
        /// Those captured by a clockwise lap.
        AfterClockwise = "after-clockwise",
        /// Those captured by any lap whose seeds are sown from a reversing pit.
        Any = "any",
        /// Those captured by a clockwise lap, as long as the turn has been clockwise throughout.
        Mweiso = "mweiso",
    }
}

/// The pits from which a lap may be sown clockwise: bit `i` for the owner's `b(i + 1)` and `f(i + 1)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ReversePits {
    back: u64,
    front: u64,
}

impl ReversePits {
    /// The two leftmost pits of each row.
    pub const FOUR_LEFT: Self = Self {
        back: 0b11,
        front: 0b11,
    };
    /// The leftmost back pit and the second front pit.
    pub const MWEISO: Self = Self {
        back: 0b1,
        front: 0b10,
    };
    /// No pit: the game is sown counter-clockwise only.
    pub const NONE: Self = Self { back: 0, front: 0 };

    const NAMES: [(&str, Self); 3] = [
        ("four-left", Self::FOUR_LEFT),
        ("mweiso", Self::MWEISO),
        ("none", Self::NONE),
    ];

    /// Bit `i` for ring index `i`; pits that the board does not have are left out.
    const fn mask(self, columns: usize) -> u128 {
        let row = (1_u128 << columns) - 1;
        let front_from_the_right = ((self.front as u128 & row).reverse_bits()) >> (128 - columns);
        (self.back as u128 & row) | front_from_the_right << columns
    }
}

impl RuleValue for ReversePits {
    fn parse(text: &str) -> Option<Self> {
        if let Some((_, pits)) = Self::NAMES.iter().find(|(name, _)| *name == text) {
            return Some(*pits);
        }
        let mut pits = Self::NONE;
        for name in text.split('+') {
            let (row, number) = name.split_at_checked(1)?;
            let bit = number
                .parse::<u32>()
                .ok()
                .filter(|number| (1..=36).contains(number))?
                - 1;
            match row {
                "b" => pits.back |= 1 << bit,
                "f" => pits.front |= 1 << bit,
                _ => return None,
            }
        }
        Some(pits)
    }

    fn text(&self) -> String {
        if let Some((name, _)) = Self::NAMES.iter().find(|(_, pits)| pits == self) {
            return (*name).to_owned();
        }
        let row = |letter: char, mask: u64| {
            (0..64)
                .filter(move |bit| mask >> bit & 1 == 1)
                .map(move |bit| format!("{letter}{}", bit + 1))
        };
        row('b', self.back)
            .chain(row('f', self.front))
            .collect::<Vec<_>>()
            .join("+")
    }

    fn choices() -> &'static [&'static str] {
        &["four-left", "mweiso", "none", "pits such as b1+f2"]
    }
}

rule_choices! {
    /// What capturing all enemy seeds is worth.
    Akawumbi {
        /// Twelve points: the whole match.
        Twelve = "12",
        /// Six points.
        Six = "6",
        /// Nothing of its own: the opponent then has no move.
        Off = "off",
    }
}

rule_options! {
    /// The contested points of Omweso.
    Rules {
        /// The starting position.
        "setup" setup: Start,
        /// What can be captured.
        "capture" capture: CaptureCondition,
        /// Where captured seeds are sown from.
        "resow" resow: Resow,
        /// Which pits may be sown clockwise.
        "reverse-pits" reverse_pits: ReversePits,
        /// Which captured seeds may be sown clockwise.
        "resow-cw" resow_clockwise: ResowClockwise,
        /// Whether a relay lap that ends in a reversing pit may turn clockwise.
        "relay-reverse" relay_reverse: bool,
        /// Whether players capture in their first turns.
        "first-turn-captures" first_turn_captures: bool,
        /// Whether three seeds may be played two and one before the first capture.
        "okwesera" okwesera: bool,
        /// Whether captures in both end columns in one turn win at once.
        "both-end-columns" both_end_columns: bool,
        /// Whether a capture that leaves the four enemy end pits empty wins at once.
        "four-end-pits-empty" four_end_pits_empty: bool,
        /// Whether a capture that leaves the enemy's front row empty wins at once.
        "front-row-cleared" front_row_cleared: bool,
        /// What capturing all enemy seeds is worth.
        "akawumbi" akawumbi: Akawumbi,
        /// Whether captures in two turns before the opponent's first win.
        "akakyala" akakyala: bool,
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

const TOURNAMENT: Rules = Rules {
    setup: Start::FourBack,
    capture: CaptureCondition::Both,
    resow: Resow::LapOrigin,
    reverse_pits: ReversePits::FOUR_LEFT,
    resow_clockwise: ResowClockwise::AfterClockwise,
    relay_reverse: true,
    first_turn_captures: false,
    okwesera: true,
    both_end_columns: true,
    four_end_pits_empty: false,
    front_row_cleared: true,
    akawumbi: Akawumbi::Twelve,
    akakyala: false,
    never_ending: Fate::Annul,
    lap_cap: OptionalLimit(None),
    at_lap_cap: AtLapCap::NeverEnding,
    repetition_draws: true,
};

const WIKIPEDIA: Rules = Rules {
    okwesera: false,
    front_row_cleared: false,
    ..TOURNAMENT
};

/// The rulesets of Omweso, the default first.
pub(crate) const RULESETS: &[(&str, crate::rules::Rules)] = &[
    ("tournament", crate::rules::Rules::Omweso(TOURNAMENT)),
    ("wikipedia", crate::rules::Rules::Omweso(WIKIPEDIA)),
    (
        "mcgill",
        crate::rules::Rules::Omweso(Rules {
            reverse_pits: ReversePits::NONE,
            relay_reverse: false,
            both_end_columns: false,
            akawumbi: Akawumbi::Off,
            ..WIKIPEDIA
        }),
    ),
    (
        "mweiso",
        crate::rules::Rules::Omweso(Rules {
            setup: Start::TwoAll,
            reverse_pits: ReversePits::MWEISO,
            resow_clockwise: ResowClockwise::Mweiso,
            // Murray's account of Mweiso knows neither the ban nor the points of the Ganda.
            first_turn_captures: true,
            akawumbi: Akawumbi::Off,
            ..WIKIPEDIA
        }),
    ),
];

impl Rules {
    pub(crate) fn start(&self, columns: usize) -> Setup {
        let mut setup = Setup::filled(GameKind::Omweso, columns, |pit| match self.setup {
            Start::FourBack => 4 * u8::from(pit < columns),
            Start::TwoAll => 2,
        });
        setup.unmoved = [!self.first_turn_captures; 2];
        setup.uncaptured = self.tells_first_capture();
        setup
    }

    /// Whether anything depends on nobody having captured yet.
    fn tells_first_capture(&self) -> bool {
        self.okwesera || self.akakyala
    }
}

/// Omweso on a board of given size.
#[derive(Clone, Copy, Debug)]
pub struct Omweso<const CAP: usize> {
    rules: Rules,
    frame: Frame<CAP>,
    reverse_pits: u128,
}

impl<const CAP: usize> Omweso<CAP> {
    /// The game on `columns` columns, at most `CAP / 2`.
    pub const fn new(rules: Rules, columns: usize) -> Self {
        Self {
            rules,
            frame: Frame::new(columns, false),
            reverse_pits: rules.reverse_pits.mask(columns),
        }
    }

    #[inline(always)]
    fn can_capture(&self, enemy: &Ring<CAP>, landing: usize) -> bool {
        let (front, back) = facing(self.frame.columns, landing);
        enemy[front] > 0 && (enemy[back] > 0 || self.rules.capture == CaptureCondition::InnerAlone)
    }

    /// Whether `hand` seeds sown clockwise from before `from` capture at once, so that the mover may
    /// choose that direction.
    #[inline]
    fn may_reverse(&self, own: &Ring<CAP>, enemy: &Ring<CAP>, from: usize, hand: usize) -> bool {
        if self.reverse_pits >> from & 1 == 0 {
            return false;
        }
        let pits = self.frame.circuit.pits();
        let landing = (from + pits * (hand / pits + 1) - hand) % pits;
        // The last pit must have been occupied before its last seed fell.
        let after = usize::from(own[landing]) + hand.div_ceil(pits);
        landing >= self.frame.columns && after >= 2 && self.can_capture(enemy, landing)
    }

    /// The laps from `lap` on, to the next choice or the end of the turn.
    fn sow(
        &self,
        board: &FourRow<CAP>,
        lap: Lap,
        clockwise: bool,
        patience: &Patience,
        observer: Option<&mut dyn Observer>,
    ) -> Step<FourRow<CAP>> {
        let mut own = *board.own();
        let mut sowing = Sowing {
            game: self,
            board: *board,
            enemy: *board.enemy(),
            captures: !board.unmoved[board.side.index()],
            clockwise,
            was_clockwise: clockwise,
            captured: 0,
        };
        sowing.board.pending = Pending::Pit;
        let begun = u64::from(board.turn.laps);
        let mut laps = begun;
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
            RelayEnd::NeverEnds(proof) => Outcome::NeverEnds(relay::NeverEnding {
                after_laps: proof.after_laps - begun,
                ..proof
            }),
            RelayEnd::Unfinished(why) => Outcome::Unfinished(why),
            RelayEnd::Stopped => {
                let mut after = sowing.board;
                // A lap cap asks how many laps there were, `mweiso` only whether there were any.
                after.turn.laps = if self.rules.lap_cap.0.is_some() {
                    laps as u32
                } else {
                    u32::from(self.rules.resow_clockwise == ResowClockwise::Mweiso)
                };
                after.rings[board.side.index()] = own;
                after.rings[board.side.other().index()] = sowing.enemy;
                if after.is_mid_turn() {
                    Outcome::Position(after)
                } else {
                    self.finish(after)
                }
            }
        };
        Step {
            outcome,
            laps: laps - begun,
            captured: sowing.captured,
        }
    }

    /// Ends the turn of `board.side`, whose sowing is over.
    fn finish(&self, mut board: FourRow<CAP>) -> Outcome<FourRow<CAP>> {
        let mover = board.side;
        let win = if board.turn.captured {
            self.winning_capture(&board)
        } else {
            None
        };
        if board.turn.captured {
            board.captured_once = match (board.uncaptured, self.rules.akakyala) {
                (true, true) => Some(mover),
                _ => None,
            };
            board.uncaptured = false;
            board.carried_uncaptured = false;
        }
        board.pass_turn();
        match win {
            Some((reason, points)) => Outcome::Wins(board, board.won(mover, reason, points)),
            None => Outcome::Position(board),
        }
    }

    /// The win that a capturing turn achieves, with its match points.
    fn winning_capture(&self, board: &FourRow<CAP>) -> Option<(Reason, u8)> {
        let columns = self.frame.columns;
        let enemy = board.enemy();
        let end_pits = [0, columns - 1, columns, 2 * columns - 1];
        let front_row = &enemy.pits()[columns..2 * columns];
        if enemy.is_empty() && self.rules.akawumbi != Akawumbi::Off {
            Some((
                Reason::Akawumbi,
                if self.rules.akawumbi == Akawumbi::Six {
                    6
                } else {
                    12
                },
            ))
        } else if self.rules.both_end_columns && board.turn.heads == [true; 2] {
            Some((Reason::TwoHeads, 2))
        } else if self.rules.four_end_pits_empty && end_pits.iter().all(|&pit| enemy[pit] == 0) {
            Some((Reason::FourEndPits, 2))
        } else if self.rules.front_row_cleared && front_row.iter().all(|&seeds| seeds == 0) {
            Some((Reason::FrontRow, 2))
        } else if self.rules.akakyala && board.captured_once == Some(board.side) {
            Some((Reason::Akakyala, 2))
        } else {
            None
        }
    }
}

/// One turn being sown.
#[derive(Clone)]
struct Sowing<'game, const CAP: usize> {
    game: &'game Omweso<CAP>,
    /// Everything about the turn but the rings.
    board: FourRow<CAP>,
    enemy: Ring<CAP>,
    captures: bool,
    /// The direction of the next lap.
    clockwise: bool,
    /// The direction of the last lap.
    was_clockwise: bool,
    captured: u16,
}

impl<const CAP: usize> Sowing<'_, CAP> {
    /// Sows a lap in its direction.
    #[inline(always)]
    fn drop_into(&self, ring: &mut Ring<CAP>, lap: Lap) -> usize {
        let circuit = &self.game.frame.circuit;
        if self.clockwise {
            ring.sow_clockwise(circuit, lap.from, lap.hand)
        } else {
            ring.sow(circuit, lap.from, lap.hand)
        }
    }

    /// Captures the column facing `landing` and says how the seeds are sown on.
    fn capture(&mut self, own: &Ring<CAP>, lap: Lap, landing: usize) -> Next {
        let game = self.game;
        let columns = game.frame.columns;
        let (front, back) = facing(columns, landing);
        let hand = self.enemy.lift(front) + self.enemy.lift(back);
        self.captured += hand as u16;
        let turn = &mut self.board.turn;
        turn.captured = true;
        if landing == columns || landing == 2 * columns - 1 {
            turn.heads[usize::from(landing == columns)] = true;
        }
        let from = match game.rules.resow {
            Resow::LapOrigin => lap.from,
            Resow::TurnOrigin => usize::from(turn.origin),
            Resow::Landing => landing,
        };
        let may_turn = match game.rules.resow_clockwise {
            ResowClockwise::AfterClockwise => self.clockwise,
            ResowClockwise::Any => true,
            ResowClockwise::Mweiso => self.clockwise && turn.clockwise_chain,
        };
        if may_turn && game.may_reverse(own, &self.enemy, from, hand) {
            return self.pause(from, hand);
        }
        self.go_on_counter_clockwise();
        Next::Resow(Lap { from, hand })
    }

    fn go_on_counter_clockwise(&mut self) {
        self.clockwise = false;
        self.board.turn.clockwise_chain = false;
    }

    /// Stops for the mover to choose a direction.
    fn pause(&mut self, from: usize, hand: usize) -> Next {
        self.board.pending = Pending::Direction {
            from: from as u8,
            hand: hand as u16,
        };
        Next::Stop
    }
}

impl<const CAP: usize> Laps<CAP> for Sowing<'_, CAP> {
    #[inline(always)]
    fn sow(&mut self, ring: &mut Ring<CAP>, lap: Lap) -> Sown {
        self.was_clockwise = self.clockwise;
        Sown {
            landing: self.drop_into(ring, lap),
            irreversible: false,
        }
    }

    #[inline(always)]
    fn land(&mut self, ring: &mut Ring<CAP>, lap: Lap, landing: usize, _: bool) -> Next {
        if ring[landing] == 1 {
            return Next::Stop;
        }
        if self.captures {
            if landing >= self.game.frame.columns && self.game.can_capture(&self.enemy, landing) {
                return self.capture(ring, lap, landing);
            }
            if self.game.rules.relay_reverse && self.game.reverse_pits >> landing & 1 == 1 {
                let hand = usize::from(ring[landing]);
                let mut lifted = *ring;
                lifted[landing] = 0;
                if self.game.may_reverse(&lifted, &self.enemy, landing, hand) {
                    *ring = lifted;
                    return self.pause(landing, hand);
                }
            }
        }
        self.go_on_counter_clockwise();
        Next::Relay
    }

    fn stops_on_empty_only(&self) -> bool {
        let columns = self.game.frame.columns;
        !self.captures || !(columns..2 * columns).any(|pit| self.game.can_capture(&self.enemy, pit))
    }

    fn dropped(&self, ring: &Ring<CAP>, lap: Lap) -> Ring<CAP> {
        let mut after = *ring;
        self.drop_into(&mut after, lap);
        after
    }

    fn is_crowded(&self) -> bool {
        self.board.crowded
    }

    fn cap(&self) -> Cap {
        let rules = &self.game.rules;
        lap_cap(rules.lap_cap, rules.at_lap_cap)
    }

    fn is_paused(&self) -> bool {
        self.board.is_mid_turn()
    }

    fn record(&self, ring: &Ring<CAP>, lap: Lap, landing: usize) -> LapRecord {
        LapRecord {
            from: lap.from,
            hand: lap.hand,
            landing,
            clockwise: self.was_clockwise,
            captured: self.captured,
            rings: self
                .game
                .frame
                .record_rings(self.board.side, ring, &self.enemy),
            stores: [0; 2],
            end: LapEnd::Stop,
        }
    }
}

impl<const CAP: usize> Game<FourRow<CAP>> for Omweso<CAP> {
    fn rules(&self) -> crate::rules::Rules {
        crate::rules::Rules::Omweso(self.rules)
    }

    fn columns(&self) -> usize {
        self.frame.columns
    }

    fn position(&self, setup: &Setup) -> FourRow<CAP> {
        let mut board = self.frame.read(setup);
        if self.rules.first_turn_captures {
            board.unmoved = [false; 2];
        }
        if !self.rules.tells_first_capture() {
            board.carried_uncaptured = std::mem::take(&mut board.uncaptured);
        }
        if !self.rules.akakyala {
            board.captured_once = None;
        }
        board
    }

    fn setup(&self, board: &FourRow<CAP>) -> Setup {
        self.frame.write(GameKind::Omweso, board)
    }

    #[inline]
    fn candidates(&self, board: &FourRow<CAP>, decisions: &mut Vec<Decision>) {
        decisions.clear();
        if board.is_mid_turn() {
            decisions.extend([Decision::CounterClockwise, Decision::Clockwise]);
            return;
        }
        let own = &board.own().pits()[..2 * self.frame.columns];
        for (pit, &seeds) in (0_u8..).zip(own) {
            if seeds >= 2 {
                decisions.push(Decision::Sow(pit));
            }
            if seeds == 3 && board.uncaptured && self.rules.okwesera {
                decisions.push(Decision::Okwesera(pit));
            }
        }
    }

    #[inline]
    fn sowable(&self, board: &FourRow<CAP>) -> Option<u128> {
        let may_do_more = board.is_mid_turn() || board.uncaptured && self.rules.okwesera;
        (!may_do_more).then(|| board.own().at_least(2))
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
        let mut begun = *board;
        let mover = board.side.index();
        match (decision, board.pending) {
            (Decision::Sow(pit), Pending::Pit) => {
                let from = usize::from(pit);
                let hand = begun.rings[mover].lift(from);
                if self.rules.resow == Resow::TurnOrigin {
                    begun.turn.origin = pit;
                }
                let captures = !board.unmoved[mover];
                if captures && self.may_reverse(&begun.rings[mover], board.enemy(), from, hand) {
                    begun.pending = Pending::Direction {
                        from: pit,
                        hand: hand as u16,
                    };
                    return Step {
                        outcome: Outcome::Position(begun),
                        laps: 0,
                        captured: 0,
                    };
                }
                self.sow(&begun, Lap { from, hand }, false, patience, observer)
            }
            (
                Decision::CounterClockwise | Decision::Clockwise,
                Pending::Direction { from, hand },
            ) => {
                let clockwise = decision == Decision::Clockwise;
                begun.turn.clockwise_chain = self.rules.resow_clockwise == ResowClockwise::Mweiso
                    && clockwise
                    && (board.turn.laps == 0 || board.turn.clockwise_chain);
                let lap = Lap {
                    from: usize::from(from),
                    hand: usize::from(hand),
                };
                self.sow(&begun, lap, clockwise, patience, observer)
            }
            (Decision::Okwesera(pit), Pending::Pit) => {
                let ring = &mut begun.rings[mover];
                let circuit = &self.frame.circuit;
                let pit = usize::from(pit);
                let (next, last) = (circuit.ahead(pit, 1), circuit.ahead(pit, 2));
                let outcome = match (ring[next].checked_add(2), ring[last].checked_add(1)) {
                    (Some(two), Some(one)) => {
                        ring[pit] -= 3;
                        (ring[next], ring[last]) = (two, one);
                        self.finish(begun)
                    }
                    _ => Outcome::Unfinished(Unfinished::PitOverflow),
                };
                Step {
                    outcome,
                    laps: 1,
                    captured: 0,
                }
            }
            _ => panic!("Omweso cannot play {decision:?} at {:?}", board.pending),
        }
    }

    fn repetition_key(&self, board: &FourRow<CAP>) -> Setup {
        let mut setup = self.setup(board);
        setup.uncaptured = board.uncaptured;
        setup
    }

    fn finished(&self, _: &FourRow<CAP>) -> Option<Ending> {
        None
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
        let in_hand = match board.pending {
            Pending::Direction { hand, .. } => i32::from(hand),
            Pending::Pit | Pending::Strip { .. } => 0,
        };
        board.margin() + board.side.sign() * in_hand
    }

    fn seeds(&self, board: &FourRow<CAP>) -> u16 {
        let in_hand = match board.pending {
            Pending::Direction { hand, .. } => hand,
            Pending::Pit | Pending::Strip { .. } => 0,
        };
        (board.seeds_of(Side::South) + board.seeds_of(Side::North)) as u16 + in_hand
    }
}
