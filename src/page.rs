//! The board in a page: one file that plays, steps and analyses, with something of the program's in it.

use serde::Serialize;
use sow_search::analyse::Score;

/// Where the content stands.
const PLACE: &str = "<!--sow-content-->";

/// What the page opens with.
#[derive(Default, Serialize)]
pub(crate) struct Content {
    /// A position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) position: Option<Place>,
    /// Records, each with its rules and its start.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) records: Vec<Played>,
    /// A move to be looked at lap by lap.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) trace: Option<Traced>,
    /// A puzzle file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) puzzles: Option<Puzzles>,
}

/// A position with the words of its rules.
#[derive(Serialize)]
pub(crate) struct Place {
    pub(crate) position: String,
    pub(crate) rules: String,
}

/// A record as text, and a note for each turn where it is annotated.
#[derive(Serialize)]
pub(crate) struct Played {
    pub(crate) text: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) notes: Vec<TurnNote>,
}

/// What an annotation says of a turn.
#[derive(Serialize)]
pub(crate) struct TurnNote {
    pub(crate) mark: &'static str,
    pub(crate) before: Score,
    pub(crate) after: Score,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) better: Vec<String>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) comment: String,
}

/// A move of a position.
#[derive(Serialize)]
pub(crate) struct Traced {
    pub(crate) position: String,
    pub(crate) rules: String,
    #[serde(rename = "move")]
    pub(crate) text: String,
}

/// The text of a puzzle file.
#[derive(Serialize)]
pub(crate) struct Puzzles {
    pub(crate) name: String,
    pub(crate) text: String,
}

/// The page with a content, a complete HTML file.
///
/// # Errors
/// If the content cannot be written as JSON, or the program is damaged.
pub(crate) fn with(content: &Content) -> anyhow::Result<String> {
    // A script's text ends at the first `</script`, whatever it means.
    let json = serde_json::to_string(content)?.replace('<', "\\u003c");
    let script = format!("<script type=\"application/json\" id=\"sow-content\">{json}</script>");
    Ok(crate::shipped::page()?.replacen(PLACE, &script, 1))
}
