//! What makes a problem worth solving, in numbers.

use crate::judge::{Choice, Judge, Next, State, Truth};
use serde::{Deserialize, Serialize};
use sow_engine::game::{Board, Ending, Game};
use sow_engine::lead::Leads;
use sow_engine::relay::Patience;
use sow_engine::side::Side;
use sow_engine::turn::{self, TurnEnd};

/// More than any margin.
const WIN: i32 = 1 << 20;

/// Measures of a problem. A person chooses by them; [`Measures::difficulty`] and [`Measures::interest`]
/// are rough sums.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct Measures {
    /// First turns to choose from.
    pub choices: u32,
    /// Turns of the solution, both players' counted.
    pub turns: u32,
    /// Seeds on the board.
    pub seeds: u32,
    /// Positions searched for the proof.
    pub nodes: u64,
    /// Laps of the key, its relay included.
    pub key_laps: u64,
    /// Seeds that the key captures.
    pub key_captures: u32,
    /// The most seeds that another first turn captures.
    pub most_captures: u32,
    /// The most seeds that the opponent can capture in answer to the key.
    pub answer_captures: u32,
    /// Other first turns that never end, legal ones.
    pub endless: u32,
    /// Other first turns that only draw where the key wins.
    pub drawing: u32,
    /// After the key the opponent would rather pass: on the move, the player who is asked would not reach
    /// his goal. Never where he is given a number of turns.
    pub zugzwang: bool,
    /// Later turns of the solution beside which others do as well.
    pub cooks: u32,
    /// No turn that leaves the most seeds to the mover at once is the key.
    pub greedy_fails: bool,
}

impl Measures {
    /// The key captures less than another turn would.
    pub const fn refuses(&self) -> bool {
        self.key_captures < self.most_captures
    }

    /// The key lets the opponent capture more than it captures.
    pub const fn sacrifices(&self) -> bool {
        self.answer_captures > self.key_captures
    }

    /// 1 (easy) to 5 (hard): choices, length and work, and whether the obvious turn fails.
    pub fn difficulty(&self) -> u8 {
        let mut points = 0;
        points += u32::from(self.choices > 3) + u32::from(self.choices > 6);
        points +=
            u32::from(self.turns > 3) + u32::from(self.turns > 7) + u32::from(self.turns > 11);
        points += u32::from(self.nodes > 1000) + u32::from(self.nodes > 30_000);
        points += u32::from(self.greedy_fails) * 2;
        (1 + points / 2).min(5) as u8
    }

    /// The higher, the more it has to offer.
    pub fn interest(&self) -> u32 {
        let flag = |is: bool, worth: u32| if is { worth } else { 0 };
        self.choices.min(8) * 5
            + self.turns.min(11) * 5
            + (60_u32.saturating_sub(self.seeds)) / 3
            + flag(self.greedy_fails, 30)
            + flag(self.key_captures == 0 && self.most_captures > 0, 15)
            + flag(self.refuses(), 10)
            + flag(self.sacrifices(), 10)
            + flag(self.endless > 0, 15)
            + flag(self.drawing > 0, 8)
            + flag(self.zugzwang, 15)
            + flag(self.cooks == 0, 10)
            + (self.key_laps.min(30) as u32)
    }

    /// As the inline table of a puzzle file.
    pub(crate) fn to_toml(self) -> String {
        let table = toml::Value::try_from(self).map(|value| value.to_string());
        table.unwrap_or_default()
    }

    /// In words, for a person who chooses.
    pub fn describe(&self) -> String {
        let mut words = vec![
            format!("{} turns to choose from", self.choices),
            format!("{} turns long", self.turns),
            format!("{} seeds", self.seeds),
            format!("{} laps in the key", self.key_laps),
        ];
        let mut say = |is: bool, text: &str| {
            if is {
                words.push(text.to_owned());
            }
        };
        say(self.key_captures == 0, "a quiet key");
        say(self.refuses(), "a larger capture refused");
        say(self.sacrifices(), "a sacrifice");
        say(self.endless > 0, "a never-ending try");
        say(self.drawing > 0, "a try that only draws");
        say(self.zugzwang, "a zugzwang");
        say(self.cooks == 0, "every turn the only one");
        say(self.greedy_fails, "the greedy player goes wrong");
        words.join(", ")
    }
}

/// Whether the opponent is in zugzwang after a choice that reaches the goal: the same position with the
/// player who is asked to move is proven not to be enough for it. Where he is to hurry, a pass would gain
/// time, and nothing is called a zugzwang.
pub(crate) fn is_zugzwang<P: Board>(judge: &Judge<'_, P>, choice: &Choice<P>) -> bool {
    let side = judge.stipulation.side;
    let Next::Goes(next) = &choice.next else {
        return false;
    };
    if judge.is_bounded() || next.position.side() == side || next.position.is_mid_turn() {
        return false;
    }
    let mut setup = judge.game.setup(&next.position);
    setup.side = side;
    let passed = State {
        position: judge.game.position(&setup),
        ..*next
    };
    judge.holds(&passed) == Truth::No
}

/// The choices that a greedy player could make: those that leave him the most seeds at once.
pub(crate) fn greedy<'c, P: Board>(
    game: &dyn Game<P>,
    position: &P,
    choices: &'c [Choice<P>],
) -> Vec<&'c str> {
    let mover = position.side();
    let worth = |choice: &Choice<P>| standing(game, position, choice.turn.end, mover);
    let most = choices.iter().map(worth).max();
    let best = choices.iter().filter(|choice| Some(worth(choice)) == most);
    best.map(|choice| choice.turn.text.as_str()).collect()
}

/// What the mover has when his turn is over, his further sowings the best: the margin, or more than any
/// for a game won. `None` for an illegal turn and for one
/// that cannot be followed to its end.
fn standing<P: Board>(game: &dyn Game<P>, before: &P, end: TurnEnd<P>, mover: Side) -> Option<i32> {
    let value = |ending: Ending| {
        let winner = ending.winner;
        winner.map_or(0, |side| side.sign() * mover.sign() * WIN)
    };
    match end.leads(|| game.never_ending(before))? {
        Leads::Undecided(_) => None,
        Leads::Ends(ending) => Some(value(ending)),
        Leads::To(after) => {
            if let Some(ending) = game.finished(&after) {
                return Some(value(ending));
            }
            let further = if after.side() == mover {
                turn::turns(game, &after, &Patience::UNLIMITED, true)
            } else {
                Vec::new()
            };
            let best = further
                .iter()
                .filter_map(|turn| standing(game, &after, turn.end, mover))
                .max();
            Some(best.unwrap_or_else(|| mover.sign() * game.margin(&after)))
        }
    }
}

/// The most seeds that the mover can capture in one turn after a choice, 0 where the game is over.
pub(crate) fn answer<P: Board>(game: &dyn Game<P>, choice: &Choice<P>) -> u16 {
    match &choice.next {
        Next::Goes(next) => {
            let turns = turn::turns(game, &next.position, &Patience::UNLIMITED, false);
            turns.iter().map(|turn| turn.captured).max().unwrap_or(0)
        }
        Next::Decided(_) | Next::Open => 0,
    }
}
