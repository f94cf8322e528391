//! Which kinds of problems are looked for.

use sow_engine::kind::GameKind;
use thiserror::Error;

/// Beginnings of stipulations without the player, such as `win in` or `save the draw`; none for every
/// kind but `capture` and `find the only move`, which are looked for only where they are named.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Goals(Vec<String>);

/// A text is not the beginning of anything that is looked for.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no problem asks for that, {goal:?}; in {game} there are: {}", known(*.game).join(", "))]
pub struct GoalError {
    goal: String,
    game: GameKind,
}

/// The stipulations that are looked for, `N` for any number.
fn known(game: GameKind) -> Vec<&'static str> {
    let mut known = vec!["win", "win in 2 turns", "win in 3 turns", "win everything"];
    if game.has_four_rows() {
        known.extend(["win everything in 2 turns", "win everything in 3 turns"]);
    } else {
        known.push("win by at least N seeds");
    }
    if game == GameKind::Omweso {
        known.extend([
            "win by akawumbi in 2 turns",
            "win by akawumbi in 3 turns",
            "win by emitwe-ebiri in 2 turns",
            "win by emitwe-ebiri in 3 turns",
            "win by clearing the front row in 2 turns",
            "win by clearing the front row in 3 turns",
        ]);
    }
    known.extend([
        "save the draw",
        "find the only move",
        "capture at least N seeds in 2 turns",
    ]);
    known
}

impl Goals {
    /// The goals of some texts.
    ///
    /// # Errors
    /// A [`GoalError`] if no problem of the game could be wanted because of one of them.
    pub fn new(game: GameKind, texts: &[String]) -> Result<Self, GoalError> {
        let texts: Vec<String> = texts
            .iter()
            .map(|text| text.trim().to_lowercase())
            .collect();
        for goal in &texts {
            let any = any_number(goal);
            let one = any.replace("N seed ", "N seeds ");
            let begins = |known: &&str| {
                [goal, &any, &one]
                    .iter()
                    .any(|text| known.starts_with(text.as_str()))
            };
            if goal.is_empty() || !known(game).iter().any(begins) {
                return Err(GoalError {
                    goal: goal.clone(),
                    game,
                });
            }
        }
        Ok(Self(texts))
    }

    /// Whether a stipulation is wanted.
    pub(crate) fn want(&self, stipulation: &str) -> bool {
        let goal = stipulation.split_once(" and ").map_or("", |(_, goal)| goal);
        self.0.is_empty()
            || self
                .0
                .iter()
                .any(|wanted| goal.starts_with(wanted.as_str()))
    }

    /// Whether a kind of goal is asked for by name.
    pub(crate) fn name(&self, goal: &str) -> bool {
        self.0.iter().any(|wanted| wanted.starts_with(goal))
    }
}

/// The text with the number after `at least`, if there is one, as `N`.
fn any_number(goal: &str) -> String {
    let Some((before, number)) = goal.split_once("at least ") else {
        return goal.to_owned();
    };
    let after = number.trim_start_matches(|digit: char| digit.is_ascii_digit());
    if after.len() == number.len() {
        return goal.to_owned();
    }
    format!("{before}at least N{after}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(game: GameKind, goal: &str) -> Result<Goals, GoalError> {
        Goals::new(game, &[goal.to_owned()])
    }

    #[test]
    fn beginnings_of_what_is_composed_are_goals() {
        for goal in [
            "win",
            "win in",
            "win in 2",
            "save",
            "capture",
            "capture at least 4 seeds",
            "capture at least 1 seed in 2",
            "find the only move",
        ] {
            assert!(read(GameKind::Owela, goal).is_ok(), "{goal}");
        }
        for goal in [
            "win by at least",
            "win by at least 12 seeds",
            "win by at least 1 seed",
        ] {
            assert!(read(GameKind::Anywoli, goal).is_ok(), "{goal}");
        }
        assert!(read(GameKind::Omweso, "win by akawumbi").is_ok());
    }

    #[test]
    fn what_is_never_composed_is_refused() {
        for goal in [
            "nonsense",
            "",
            "win in 9 turns",
            "win by akawumbi",
            "win by at least 3",
            "win\nin",
            "capture at least N",
            "capture at least 0x",
        ] {
            assert!(read(GameKind::Owela, goal).is_err(), "{goal:?}");
        }
        let error = read(GameKind::Owela, "a\nb")
            .expect_err("nonsense")
            .to_string();
        assert!(
            !error.contains('\n') && error.contains("save the draw"),
            "{error}"
        );
    }
}
