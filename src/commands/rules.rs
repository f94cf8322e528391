//! `sow rules`: the rules as implemented, every option, the sources.

use super::write_json;
use crate::cli::RulesArgs;
use crate::context::{Context, Status};
use crate::report::prose::{paragraph, tell, wrap};
use anstyle::Style;
use anyhow::Result;
use serde_json::{Value, json};
use sow_engine::kind::GameKind;
use sow_engine::notation::PositionError;
use sow_engine::rulebook::{Book, Certainty, OptionEntry, book};
use sow_engine::rules::{Rules, rulesets};
use std::io::Write;

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();

pub(crate) fn run(context: &Context, args: &RulesArgs) -> Result<Status> {
    let mut out = crate::streams::stdout();
    let games = match &args.game {
        None => GameKind::ALL.to_vec(),
        Some(name) => match GameKind::with_ruleset(name) {
            Some((game, _)) => vec![game],
            None => return Err(PositionError::UnknownGame(name.clone()).into()),
        },
    };
    if context.json {
        for game in games {
            // Rules asked for by name belong to one game; the others are told with their own.
            let rules = if args.game.is_some() {
                context.rules_for(game)?
            } else {
                Rules::default_for(game)
            };
            write_json(&mut out, &to_json(book(game), &rules))?;
        }
    } else if let [game] = games[..] {
        print(&mut out, book(game), &context.rules_for(game)?)?;
    } else {
        overview(&mut out)?;
    }
    Ok(Status::Done)
}

/// All games and their rulesets in short.
fn overview(out: &mut dyn Write) -> Result<()> {
    for game in GameKind::ALL {
        let book = book(game);
        let size = Rules::default_for(game).default_columns();
        writeln!(out, "{BOLD}{game}{BOLD:#}, {}×{size}", game.rows())?;
        for entry in book.rulesets {
            write!(
                out,
                "{}",
                wrap(&format!("  {:<16} ", entry.name), entry.meaning)
            )?;
        }
    }
    writeln!(out)?;
    tell(
        out,
        "`sow rules GAME` prints the rules of a game, its options and its sources.",
    )?;
    Ok(())
}

fn heading(out: &mut dyn Write, text: &str) -> Result<()> {
    writeln!(out, "\n{BOLD}{}{BOLD:#}", text.to_uppercase())?;
    Ok(())
}

/// What a certainty and its sources look like behind a statement.
fn marks(certainty: Certainty, sources: &[&str]) -> String {
    if sources.is_empty() {
        format!("[{}]", certainty.name())
    } else {
        format!("[{}: {}]", certainty.name(), sources.join(", "))
    }
}

fn print(out: &mut dyn Write, book: &Book, rules: &Rules) -> Result<()> {
    write!(
        out,
        "{}",
        paragraph(&format!("{BOLD}{}{BOLD:#}", book.title))
    )?;
    if !book.other_names.is_empty() {
        write!(
            out,
            "{}",
            wrap("", &format!("Also {}.", book.other_names.join(", ")))
        )?;
    }
    write!(out, "{}", wrap("", book.played_where))?;
    write!(out, "\n{}", wrap("", book.intro))?;
    heading(out, &format!("The rules ({})", rulesets(book.game)[0].0))?;
    for clause in book.rules {
        let text = format!(
            "{} {}",
            clause.text,
            marks(clause.certainty, clause.sources)
        );
        write!(out, "{}", wrap(&format!("{:>2}. ", clause.number), &text))?;
    }
    heading(out, "Rulesets (--rules NAME)")?;
    for entry in book.rulesets {
        let text = format!("{} [{}]", entry.meaning, entry.sources.join(", "));
        write!(out, "{}", wrap(&format!("  {:<16} ", entry.name), &text))?;
    }
    heading(out, "Options (--rule KEY=VALUE)")?;
    tell(
        out,
        &format!("In force here ({}): the values marked ▸.", rules.describe()),
    )?;
    for option in book.options {
        print_option(out, option, rules)?;
    }
    print_points(out, book)?;
    print_words(out, book)?;
    print_sources(out, book)
}

fn print_option(out: &mut dyn Write, option: &OptionEntry, rules: &Rules) -> Result<()> {
    let points = if option.points.is_empty() {
        String::new()
    } else {
        format!(" ({})", option.points.join(", "))
    };
    writeln!(out)?;
    write!(
        out,
        "{}",
        wrap(
            &format!("  {BOLD}{}{BOLD:#}: ", option.key),
            &format!("{}{points}", option.question)
        )
    )?;
    let in_force = rules.options().get(option.key).unwrap_or_default();
    let listed = option.values.iter().any(|value| value.value == in_force);
    for value in option.values {
        let chosen = value.value == in_force || (!listed && value.value != value.example);
        let mark = if chosen { "▸" } else { " " };
        let shown = if chosen && value.value != in_force {
            &in_force
        } else {
            value.value
        };
        let text = format!(
            "{} {}",
            value.meaning,
            marks(value.certainty, value.sources)
        );
        write!(out, "{}", wrap(&format!("   {mark} {shown:<24} "), &text))?;
    }
    if !option.note.is_empty() {
        write!(out, "{}", wrap("     ", option.note))?;
    }
    Ok(())
}

fn print_points(out: &mut dyn Write, book: &Book) -> Result<()> {
    if !book.fixed.is_empty() {
        heading(out, "Contested points without an option")?;
        for point in book.fixed {
            let text = format!(
                "{} {} {} {}",
                point.question,
                point.answer,
                point.why,
                marks(point.certainty, point.sources)
            );
            write!(out, "{}", wrap(&format!("  {:<4} ", point.id), &text))?;
        }
    }
    if !book.not_offered.is_empty() {
        heading(out, "Not offered")?;
        for entry in book.not_offered {
            let points = if entry.points.is_empty() {
                String::new()
            } else {
                format!(" ({})", entry.points.join(", "))
            };
            let text = format!(
                "{}{points}. {} Not offered, because {} [{}]",
                entry.what,
                entry.told,
                entry.because,
                entry.sources.join(", ")
            );
            write!(out, "{}", wrap("  - ", &text))?;
        }
    }
    Ok(())
}

fn print_words(out: &mut dyn Write, book: &Book) -> Result<()> {
    if book.words.is_empty() {
        return Ok(());
    }
    heading(out, "Words")?;
    for word in book.words {
        let literally = if word.literally.is_empty() {
            String::new()
        } else {
            format!("“{}”: ", word.literally)
        };
        let text = format!(
            "{literally}{} {}",
            word.meaning,
            marks(word.certainty, word.sources)
        );
        write!(out, "{}", wrap(&format!("  {:<22} ", word.word), &text))?;
    }
    if !book.words_note.is_empty() {
        write!(out, "{}", wrap("  ", book.words_note))?;
    }
    Ok(())
}

fn print_sources(out: &mut dyn Write, book: &Book) -> Result<()> {
    heading(out, "Sources")?;
    for source in book.sources {
        let text = format!(
            "{} {DIM}({}){DIM:#}",
            source.citation,
            source.how_read.name()
        );
        write!(out, "{}", wrap(&format!("  {:<14} ", source.id), &text))?;
    }
    heading(out, "How sure")?;
    for certainty in Certainty::ALL {
        write!(
            out,
            "{}",
            wrap(&format!("  {:<14} ", certainty.name()), certainty.meaning())
        )?;
    }
    Ok(())
}

fn to_json(book: &Book, rules: &Rules) -> Value {
    let options = rules.options();
    json!({
        "game": book.game.name(),
        "ruleset": rules.describe(),
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
                "value": value.value, "meaning": value.meaning,
                "certainty": value.certainty.name(), "sources": value.sources,
            })).collect::<Vec<_>>(),
        })).collect::<Vec<_>>(),
        "fixed": book.fixed.iter().map(|point| json!({
            "point": point.id, "question": point.question, "answer": point.answer, "why": point.why,
            "certainty": point.certainty.name(), "sources": point.sources,
        })).collect::<Vec<_>>(),
        "not_offered": book.not_offered.iter().map(|entry| json!({
            "what": entry.what, "points": entry.points, "told": entry.told,
            "because": entry.because, "sources": entry.sources,
        })).collect::<Vec<_>>(),
        "sources": book.sources.iter().map(|source| json!({
            "id": source.id, "citation": source.citation, "how_read": source.how_read.name(),
        })).collect::<Vec<_>>(),
    })
}
