use super::*;
use crate::notation::parse_position;
use crate::referee::referee;
use crate::relay::Patience;
use crate::rules::{Rules, rulesets};
use crate::turn::TurnEnd;
use std::collections::BTreeSet;

/// Patterns among the choices: they stand for values too many to list.
const PATTERNS: [&str; 2] = ["N", "pits such as b1+f2"];

/// Every contested point, by game: the letter and how many there are.
const POINTS: [(GameKind, char, usize); 5] = [
    (GameKind::Omweso, 'O', 19),
    (GameKind::Owela, 'W', 10),
    (GameKind::Nsolo, 'N', 13),
    (GameKind::BaoKingulu, 'K', 14),
    (GameKind::Anywoli, 'A', 10),
];

fn books() -> impl Iterator<Item = &'static Book> {
    GameKind::ALL.into_iter().map(book)
}

#[test]
fn every_book_is_of_its_game() {
    for game in GameKind::ALL {
        assert_eq!(book(game).game, game);
    }
}

#[test]
fn the_options_are_described_one_by_one_in_the_order_of_the_keys() {
    for book in books() {
        let rules = Rules::default_for(book.game);
        let described: Vec<_> = book.options.iter().map(|option| option.key).collect();
        assert_eq!(described, rules.options().keys(), "{}", book.game);
    }
}

#[test]
fn the_values_are_those_that_the_options_take() {
    for book in books() {
        let rules = Rules::default_for(book.game);
        for option in book.options {
            let described: Vec<_> = option.values.iter().map(|value| value.value).collect();
            let choices = rules.options().choices(option.key).expect("the key exists");
            let of = |values: &[&'static str]| values.iter().copied().collect::<BTreeSet<_>>();
            assert_eq!(of(&described), of(choices), "{} {}", book.game, option.key);
            assert_eq!(
                described.len(),
                choices.len(),
                "{} {}",
                book.game,
                option.key
            );
        }
    }
}

#[test]
fn every_described_value_can_be_set() {
    for book in books() {
        for option in book.options {
            for value in option.values {
                let mut rules = Rules::default_for(book.game);
                rules
                    .set(&format!("{}={}", option.key, value.example))
                    .unwrap_or_else(|error| panic!("{error}"));
                let got = rules.options().get(option.key);
                assert_eq!(got.as_deref(), Some(value.example));
                let pattern = PATTERNS.contains(&value.value);
                assert_eq!(value.value != value.example, pattern, "{}", value.value);
            }
        }
    }
}

#[test]
fn the_rulesets_are_described_one_by_one_in_their_order() {
    for book in books() {
        let described: Vec<_> = book.rulesets.iter().map(|entry| entry.name).collect();
        let known: Vec<_> = rulesets(book.game).iter().map(|&(name, _)| name).collect();
        assert_eq!(described, known);
    }
}

#[test]
fn every_contested_point_is_answered() {
    for (game, letter, count) in POINTS {
        let book = book(game);
        let answered: BTreeSet<_> = book
            .options
            .iter()
            .flat_map(|option| option.points)
            .chain(book.not_offered.iter().flat_map(|entry| entry.points))
            .copied()
            .chain(book.fixed.iter().map(|point| point.id))
            .collect();
        let expected: BTreeSet<_> = (1..=count).map(|n| format!("{letter}{n}")).collect();
        assert_eq!(
            answered,
            expected.iter().map(String::as_str).collect(),
            "{game}"
        );
        let fixed: BTreeSet<_> = book.fixed.iter().map(|point| point.id).collect();
        assert_eq!(fixed.len(), book.fixed.len(), "{game} fixes a point twice");
    }
}

/// All citations of a book, with the certainty of the entry where it has one.
fn citations(book: &Book) -> Vec<(&'static str, Option<Certainty>, &'static [&'static str])> {
    let rules = book
        .rules
        .iter()
        .map(|entry| (entry.text, Some(entry.certainty), entry.sources));
    let rulesets = book
        .rulesets
        .iter()
        .map(|entry| (entry.meaning, None, entry.sources));
    let values = book
        .options
        .iter()
        .flat_map(|option| option.values)
        .map(|entry| (entry.meaning, Some(entry.certainty), entry.sources));
    let fixed = book
        .fixed
        .iter()
        .map(|entry| (entry.answer, Some(entry.certainty), entry.sources));
    let not_offered = book
        .not_offered
        .iter()
        .map(|entry| (entry.told, None, entry.sources));
    let words = book
        .words
        .iter()
        .map(|entry| (entry.meaning, Some(entry.certainty), entry.sources));
    rules
        .chain(rulesets)
        .chain(values)
        .chain(fixed)
        .chain(not_offered)
        .chain(words)
        .collect()
}

#[test]
fn sources_are_listed_once_and_cited() {
    for book in books() {
        let ids: BTreeSet<_> = book.sources.iter().map(|source| source.id).collect();
        assert_eq!(ids.len(), book.sources.len());
        let cited: BTreeSet<_> = citations(book)
            .into_iter()
            .flat_map(|(_, _, sources)| sources)
            .copied()
            .collect();
        assert_eq!(cited, ids, "{}: cited against listed", book.game);
    }
}

#[test]
fn what_is_called_attested_has_a_source_that_was_read() {
    for book in books() {
        for (text, certainty, sources) in citations(book) {
            let read = sources
                .iter()
                .filter_map(|id| book.source(id))
                .any(|source| source.how_read != HowRead::SecondHand);
            match certainty {
                Some(Certainty::Attested) => assert!(read, "{}: {text}", book.game),
                Some(Certainty::SecondHand) => assert!(!sources.is_empty(), "{text}"),
                _ => {}
            }
        }
    }
}

#[test]
fn rules_are_numbered_from_one() {
    for book in books() {
        for (number, clause) in (1..).zip(book.rules) {
            assert_eq!(clause.number, number, "{}", book.game);
        }
    }
}

#[test]
fn texts_are_sentences() {
    for book in books() {
        let notes = book.options.iter().map(|option| option.note);
        let questions = book
            .options
            .iter()
            .map(|option| option.question)
            .chain(book.fixed.iter().map(|point| point.question));
        for question in questions {
            assert!(question.ends_with('?'), "{question}");
        }
        let texts = citations(book)
            .into_iter()
            .map(|(text, _, _)| text)
            .chain(notes)
            .chain(book.fixed.iter().map(|point| point.why))
            .chain(book.not_offered.iter().map(|entry| entry.because))
            .chain(
                book.examples
                    .iter()
                    .flat_map(|entry| [entry.shows, entry.told]),
            )
            .chain(book.sources.iter().map(|source| source.citation))
            .chain([book.intro, book.played_where, book.words_note]);
        for text in texts {
            assert!(text.is_empty() || text.ends_with('.'), "{text}");
            assert!(!text.contains("  ") && !text.contains('\n'), "{text}");
        }
    }
}

#[test]
fn the_examples_play_as_told() {
    for book in books() {
        for example in book.examples {
            let mut rules = Rules::default_for(book.game);
            for rule in example.rules {
                rules.set(rule).unwrap_or_else(|error| panic!("{error}"));
            }
            let before = parse_position(example.position).unwrap_or_else(|e| panic!("{e}"));
            assert_eq!(before.game, book.game);
            let patience = Patience::UNLIMITED;
            let turn = referee(rules, before.columns)
                .play(&before, example.turn, &patience)
                .unwrap_or_else(|error| panic!("{error}"));
            let after = match turn.end {
                TurnEnd::Position(after) | TurnEnd::Wins(after, _) => Some(after.to_string()),
                TurnEnd::NeverEnds(_) => None,
                TurnEnd::Unfinished(why) => panic!("{why:?}"),
            };
            assert_eq!(after.as_deref(), example.after, "{}", example.shows);
        }
    }
}
