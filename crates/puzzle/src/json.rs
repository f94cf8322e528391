//! Answers as data for others: the fields of the program's JSON.

use crate::check::Checked;
use crate::compose::Found;
use crate::judge::Truth;
use crate::tree::{Branch, Solved, Tree};
use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};

impl Serialize for Truth {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl Serialize for Solved {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self {
            question,
            truth,
            tree,
        } = self;
        let line = tree.iter().flat_map(Tree::main_line);
        let line: Vec<&str> = line.map(|turn| turn.turn.as_str()).collect();
        let mut fields = serializer.serialize_struct("Solved", 8)?;
        fields.serialize_field("id", &question.given_name())?;
        fields.serialize_field("position", &question.position().to_string())?;
        fields.serialize_field("rules", &question.rules().describe())?;
        fields.serialize_field("stipulation", &question.stipulation().to_string())?;
        fields.serialize_field("truth", truth)?;
        fields.serialize_field("line", &line)?;
        fields.serialize_field("tree", tree.as_ref().map_or(&[][..], Tree::children))?;
        fields.serialize_field("complete", &tree.as_ref().is_some_and(Tree::is_complete))?;
        fields.end()
    }
}

impl Serialize for Tree {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let after = self.after.as_ref().map(|after| after.to_string());
        let end = match self.below {
            Branch::Reached => Some("reached"),
            Branch::Repeats => Some("repeats"),
            Branch::Omitted => Some("omitted"),
            Branch::Turns(_) => None,
        };
        let then = self.children();
        let mut fields = serializer.serialize_struct("Turn", 5)?;
        fields.serialize_field("move", &self.turn)?;
        fields.serialize_field("side", &self.mover.letter())?;
        fields.serialize_field("after", &after)?;
        match end {
            Some(end) => fields.serialize_field("end", end)?,
            None => fields.skip_field("end")?,
        }
        if then.is_empty() {
            fields.skip_field("then")?;
        } else {
            fields.serialize_field("then", then)?;
        }
        fields.end()
    }
}

impl Serialize for Checked {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self {
            question,
            truth,
            keys,
            open,
            faults,
            refutation,
            cooks,
        } = self;
        let faults: Vec<String> = faults.iter().map(|fault| fault.to_string()).collect();
        let mut fields = serializer.serialize_struct("Checked", 11)?;
        fields.serialize_field("id", &question.given_name())?;
        fields.serialize_field("position", &question.position().to_string())?;
        fields.serialize_field("rules", &question.rules().describe())?;
        fields.serialize_field("stipulation", &question.stipulation().to_string())?;
        fields.serialize_field("sound", &self.verdict())?;
        fields.serialize_field("truth", truth)?;
        fields.serialize_field("keys", keys)?;
        if open.is_empty() {
            fields.skip_field("open")?;
        } else {
            fields.serialize_field("open", open)?;
        }
        fields.serialize_field("faults", &faults)?;
        fields.serialize_field("refutation", refutation)?;
        fields.serialize_field("cooks", cooks)?;
        fields.end()
    }
}

impl Serialize for Found<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { puzzle, measures } = self;
        let mut fields = serializer.serialize_struct("Found", 10)?;
        fields.serialize_field("id", &puzzle.id)?;
        fields.serialize_field("game", &puzzle.game)?;
        fields.serialize_field("rules", &puzzle.rules)?;
        fields.serialize_field("position", &puzzle.position)?;
        fields.serialize_field("stipulation", &puzzle.stipulation)?;
        fields.serialize_field("solution", &puzzle.solution)?;
        fields.serialize_field("plies", &puzzle.plies)?;
        fields.serialize_field("difficulty", &measures.difficulty())?;
        fields.serialize_field("interest", &measures.interest())?;
        fields.serialize_field("measures", measures)?;
        fields.end()
    }
}
