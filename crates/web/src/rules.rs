//! The rules in words, as `sow rules` tells them.

use serde_json::{Value, json};
use sow_engine::kind::GameKind;
use sow_engine::rulebook::{Certainty, book};
use sow_engine::rules::Rules;

/// All games in short.
pub(crate) fn games() -> Value {
    let games = GameKind::ALL.map(|game| {
        let book = book(game);
        json!({
            "game": game.name(), "title": book.title, "rows": game.rows(),
            "columns": Rules::default_for(game).default_columns(),
            "least_columns": game.columns().start(), "most_columns": game.columns().end(),
            "played_where": book.played_where, "intro": book.intro,
        })
    });
    json!({ "games": games })
}

/// The book of a game, with the values that are in force.
pub(crate) fn of_game(rules: &Rules) -> Value {
    let book = book(rules.game());
    let options = rules.options();
    json!({
        "game": book.game.name(),
        "title": book.title,
        "other_names": book.other_names,
        "played_where": book.played_where,
        "intro": book.intro,
        "ruleset": rules.describe(),
        "columns": rules.default_columns(),
        "rules": book.rules.iter().map(|clause| json!({
            "number": clause.number, "text": clause.text,
            "certainty": clause.certainty.name(), "sources": clause.sources,
        })).collect::<Vec<_>>(),
        "rulesets": book.rulesets.iter().map(|entry| json!({
            "name": entry.name, "meaning": entry.meaning, "sources": entry.sources,
        })).collect::<Vec<_>>(),
        "options": book.options.iter().map(|option| json!({
            "key": option.key, "value": options.get(option.key), "points": option.points,
            "question": option.question, "note": option.note,
            "values": option.values.iter().map(|value| json!({
                "value": value.value, "example": value.example, "meaning": value.meaning,
                "certainty": value.certainty.name(), "sources": value.sources,
            })).collect::<Vec<_>>(),
        })).collect::<Vec<_>>(),
        "words": book.words.iter().map(|word| json!({
            "word": word.word, "literally": word.literally, "meaning": word.meaning,
        })).collect::<Vec<_>>(),
        "examples": book.examples.iter().map(|example| json!({
            "shows": example.shows, "rules": example.rules, "position": example.position,
            "turn": example.turn, "after": example.after, "told": example.told,
        })).collect::<Vec<_>>(),
        "sources": book.sources.iter().map(|source| json!({
            "id": source.id, "citation": source.citation, "how_read": source.how_read.name(),
        })).collect::<Vec<_>>(),
        "certainties": Certainty::ALL.iter().map(|certainty| json!({
            "name": certainty.name(), "meaning": certainty.meaning(),
        })).collect::<Vec<_>>(),
    })
}
