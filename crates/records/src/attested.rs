//! Results that stand in a record and do not follow from its moves: a game that was resigned, lost on time,
//! agreed drawn.

use sow_engine::game::Ending;
use sow_engine::notation::{Outcome, Record};
use std::fmt;

/// The header of a record that says why a game ended before the rules ended it.
pub const TERMINATION: &str = "termination";

/// Why a game ended before the rules ended it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Why {
    /// A player gave up.
    Resignation,
    /// A player's time was over.
    Time,
    /// The players agreed.
    Agreement,
}

impl Why {
    /// All reasons.
    pub const ALL: [Self; 3] = [Self::Resignation, Self::Time, Self::Agreement];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Resignation => "resignation",
            Self::Time => "time",
            Self::Agreement => "agreement",
        }
    }

    /// The reason that a text gives, `None` if it gives none of these.
    pub fn in_words(text: &str) -> Option<Self> {
        let text = text.to_ascii_lowercase();
        let has = |parts: &[&str]| parts.iter().any(|part| text.contains(part));
        if has(&["resign", "gave up", "gives up", "surrender"]) {
            Some(Self::Resignation)
        } else if has(&["time", "clock"]) {
            Some(Self::Time)
        } else if has(&["agree"]) {
            Some(Self::Agreement)
        } else {
            None
        }
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What a record says of its result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Attested {
    /// The result; `None` if the record states none, or `*`.
    pub outcome: Option<Outcome>,
    /// Why, where the record says so.
    pub why: Option<Why>,
}

impl Attested {
    /// What a record says: by its last token, or else by a header `result:`.
    pub fn of(record: &Record) -> Self {
        let token = record.result.filter(|&outcome| outcome != Outcome::Open);
        let header = || {
            let words: Vec<&str> = record.setting("result")?.split_whitespace().collect();
            let (outcome, _) = Outcome::from_words(&words)?;
            (outcome != Outcome::Open).then_some(outcome)
        };
        Self {
            outcome: token.or_else(header),
            why: record.header(TERMINATION).and_then(Why::in_words),
        }
    }

    /// The result of a game that the rules ended so or left open: theirs where they give one, else what is attested.
    pub fn result(&self, by_rules: Option<&Ending>) -> Outcome {
        by_rules
            .map(Ending::token)
            .or(self.outcome)
            .unwrap_or(Outcome::Open)
    }

    /// Whether it contradicts the rules' own result.
    pub fn contradicts(&self, by_rules: Option<&Ending>) -> bool {
        match (self.outcome, by_rules) {
            (Some(attested), Some(ending)) => attested != ending.token(),
            _ => false,
        }
    }

    /// The result in words: `North wins (attested: resignation)`; `None` if there is none.
    pub fn describe(&self) -> Option<String> {
        let who = match self.outcome? {
            Outcome::SouthWins => "South wins",
            Outcome::NorthWins => "North wins",
            Outcome::Draw => "drawn",
            Outcome::Annulled => "annulled",
            Outcome::Open => return None,
        };
        let why = self.why.map_or_else(String::new, |why| format!(": {why}"));
        Some(format!("{who} (attested{why})"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sow_engine::notation::parse_records;

    #[test]
    fn a_record_attests_its_result_by_token_or_header() {
        for (text, described) in [
            ("b3 b3 0-1", Some("North wins (attested)")),
            (
                "termination: South resigned\nb3 0-1",
                Some("North wins (attested: resignation)"),
            ),
            (
                "Result: 1/2\nTermination: agreed\nb3 *",
                Some("drawn (attested: agreement)"),
            ),
            (
                "termination: time forfeit\nb3 1-0",
                Some("South wins (attested: time)"),
            ),
            ("b3 *", None),
            ("b3", None),
        ] {
            let record = parse_records(text).expect(text).remove(0);
            let attested = Attested::of(&record);
            assert_eq!(attested.describe().as_deref(), described, "{text}");
        }
    }
}
