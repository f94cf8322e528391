//! A board to try things on, and its rows as text.

#![allow(dead_code, reason = "each test file uses some of it")]

use sow_engine::kind::GameKind;
use sow_engine::notation::{parse_drawing, parse_position};
use sow_engine::referee::{Referee, referee};
use sow_engine::relay::{Patience, Unfinished};
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use sow_engine::side::Side;
use sow_engine::trace::LapRecord;
use sow_engine::turn::{Turn, TurnEnd};

/// Follows every move to its end, and every never-ending one through its whole period.
pub(crate) const WHOLE_PERIODS: Patience = Patience {
    laps: u64::MAX,
    period_laps: 1 << 20,
    ..Patience::UNLIMITED
};

/// Follows every move for a number of laps only.
pub(crate) const fn at_most(laps: u64) -> Patience<'static> {
    Patience {
        laps,
        period_laps: 0,
        ..Patience::UNLIMITED
    }
}

/// The rules that a text names on top of the default: rulesets and KEY=VALUE.
pub(crate) fn rules(game: GameKind, settings: &str) -> Rules {
    Rules::from_words(game, settings.split_whitespace()).expect("rules")
}

/// The same, `None` if there are none such.
pub(crate) fn try_rules(game: GameKind, settings: &str) -> Option<Rules> {
    Rules::from_words(game, settings.split_whitespace()).ok()
}

/// A position under some rules.
pub(crate) struct Table {
    pub(crate) setup: Setup,
    pub(crate) referee: Box<dyn Referee>,
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{} under {}",
            self.setup,
            self.referee.rules().describe()
        )
    }
}

/// A position, drawn or in one line, under the named rules.
pub(crate) fn table(settings: &str, position: &str) -> Table {
    let setup = if position.contains("game:") {
        parse_drawing(position).expect("a drawing")
    } else {
        parse_position(position).expect("a position")
    };
    table_of(settings, setup)
}

/// The starting position of the named rules.
pub(crate) fn start(game: GameKind, settings: &str, columns: usize) -> Table {
    table_of(settings, rules(game, settings).start(columns))
}

/// A four-row position from the rings of South and North, each from its owner's `b1` on.
pub(crate) fn from_rings(game: GameKind, settings: &str, south: &[u8], north: &[u8]) -> Table {
    let mut setup = Setup::empty(game, south.len() / 2);
    setup.rings = [south.to_vec(), north.to_vec()];
    table_of(settings, setup)
}

pub(crate) fn table_of(settings: &str, setup: Setup) -> Table {
    let referee = referee(rules(setup.game, settings), setup.columns);
    Table { setup, referee }
}

impl Table {
    /// The turn that a text names.
    pub(crate) fn turn(&self, text: &str) -> Turn<Setup> {
        self.turn_within(text, &WHOLE_PERIODS)
    }

    pub(crate) fn turn_within(&self, text: &str, patience: &Patience) -> Turn<Setup> {
        match self.referee.play(&self.setup, text, patience) {
            Ok(turn) => turn,
            Err(why) => panic!("{}: {why}", self.setup),
        }
    }

    /// Why a text cannot be played.
    pub(crate) fn refusal(&self, text: &str) -> String {
        match self.referee.play(&self.setup, text, &WHOLE_PERIODS) {
            Ok(turn) => panic!("{}: {text} was played: {turn:?}", self.setup),
            Err(why) => why.to_string(),
        }
    }

    /// The position after a turn.
    pub(crate) fn after(&self, text: &str) -> Setup {
        position(&self.turn(text)).clone()
    }

    /// Plays turns one after another.
    pub(crate) fn play(&self, texts: &[&str]) -> Self {
        let mut table = Self {
            setup: self.setup.clone(),
            referee: referee(self.referee.rules(), self.setup.columns),
        };
        for text in texts {
            table.setup = table.after(text);
        }
        table
    }

    /// Every turn.
    pub(crate) fn turns(&self) -> Vec<Turn<Setup>> {
        self.referee.turns(&self.setup, &WHOLE_PERIODS, true)
    }

    /// The texts of all turns, in order.
    pub(crate) fn moves(&self) -> Vec<String> {
        self.turns().into_iter().map(|turn| turn.text).collect()
    }

    /// The laps of a turn.
    pub(crate) fn laps(&self, text: &str) -> Vec<LapRecord> {
        let traced = self
            .referee
            .trace(&self.setup, text, &WHOLE_PERIODS, usize::MAX);
        traced.expect("a legal move").1.laps
    }

    /// The ring index on which a turn's last lap ended.
    pub(crate) fn last_landing(&self, text: &str) -> usize {
        self.laps(text).last().expect("a lap").landing
    }

    /// The ring index of a pit that the player to move names.
    pub(crate) fn pit(&self, name: &str) -> usize {
        let (game, columns, side) = (self.setup.game, self.setup.columns, self.setup.side);
        sow_engine::pit::parse(game, columns, side, name).expect("a pit")
    }
}

/// The position after a turn that ended.
pub(crate) fn position(turn: &Turn<Setup>) -> &Setup {
    match &turn.end {
        TurnEnd::Position(after) | TurnEnd::Wins(after, _) => after,
        other => panic!("{} has no end: {other:?}", turn.text),
    }
}

/// The reason and the points of a turn that won at once.
pub(crate) fn win(turn: &Turn<Setup>) -> Option<(&'static str, u8)> {
    match &turn.end {
        TurnEnd::Wins(after, ending) => {
            assert_eq!(ending.winner, Some(after.side.other()), "the mover wins");
            Some((ending.reason.name(), ending.points))
        }
        _ => None,
    }
}

/// The period of a turn that never ends.
pub(crate) fn period(turn: &Turn<Setup>) -> Option<u64> {
    match &turn.end {
        TurnEnd::NeverEnds(proof) => proof.period,
        other => panic!("{} ends: {other:?}", turn.text),
    }
}

pub(crate) fn never_ends(turn: &Turn<Setup>) -> bool {
    matches!(turn.end, TurnEnd::NeverEnds(_))
}

pub(crate) fn unfinished(turn: &Turn<Setup>) -> Option<Unfinished> {
    match turn.end {
        TurnEnd::Unfinished(why) => Some(why),
        _ => None,
    }
}

/// The printed rows, top to bottom, pits separated by spaces, reserved ones with a star.
pub(crate) fn rows(setup: &Setup) -> Vec<String> {
    let cell = |ring: usize, pit: usize| {
        let star = if setup.reserved[pit] { "*" } else { "" };
        format!("{}{star}", setup.rings[ring][pit])
    };
    setup
        .printed_rows()
        .into_iter()
        .map(|(ring, pits)| {
            let cells: Vec<_> = pits.into_iter().map(|pit| cell(ring, pit)).collect();
            cells.join(" ")
        })
        .collect()
}

/// A player's seeds on the board.
pub(crate) fn seeds(setup: &Setup, side: Side) -> usize {
    setup.seeds_of(side)
}
