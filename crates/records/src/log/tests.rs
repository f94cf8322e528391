use super::*;
use crate::fault::Fault;

fn all(text: &str) -> Vec<Result<Log, Fault>> {
    read(text.as_bytes())
}

fn one(text: &str) -> Log {
    let mut games = all(text);
    assert_eq!(games.len(), 1, "{text}");
    games
        .remove(0)
        .unwrap_or_else(|fault| panic!("{text}: {fault}"))
}

fn spelt(log: &Log) -> Vec<(Option<Side>, String)> {
    let moves = log.moves.iter();
    moves
        .map(|played| (played.who.map(|who| log.side(who)), played.text.to_string()))
        .collect()
}

#[test]
fn the_same_moves_are_read_in_every_form() {
    for text in [
        "South: b3\nNorth: f6:f1x2\n",
        "1. South plays b3\n2. North plays f6:f1x2",
        "1. South plays b3\n1. North plays f6:f1×2",
        "player 1: b3\nplayer 2: f6:f1x2",
        "PIT 0 b3\nPIT 1 f6:f1x2",
        "P1: b3\nP2: f6:f1x2",
        "south: Nantume\nnorth: Okot\nNantume: b3\nOkot: f6:f1x2",
        "south: Nantume K.\nnorth: Okot p'Bitek\nNANTUME K.: b3\nOkot p'Bitek plays f6:f1x2",
        "S b3 N f6:f1x2",
        "\u{feff}SOUTH: B3\r\n\r\nNORTH: F6:F1X2\r\n",
    ] {
        let log = one(text);
        let want = [
            (Some(Side::South), "b3".to_owned()),
            (Some(Side::North), "f6:f1x2".to_owned()),
        ];
        assert_eq!(spelt(&log), want, "{text}");
    }
    assert_eq!(spelt(&one("b3 f6, 7\n1-0")).len(), 3);
}

#[test]
fn numbers_count_from_0_where_a_0_is_played() {
    assert!(one("PIT 0 0\nPIT 1 10").counts_pits_from_0(16));
    assert!(one("PIT 0 3\nPIT 1 10").counts_pits_from_0(16));
    assert!(!one("PIT 0 3\nPIT 1 16").counts_pits_from_0(16));
    assert!(!one("3 10").counts_pits_from_0(16));
    assert!(one("3 0").counts_pits_from_0(16));
}

#[test]
fn set_ups_and_further_games_are_read() {
    let text = "START Player-0 random\nINIT 0 true 4,4,4,4,4,4,4,4,0,0,0,0,0,0,0,0\nPIT 0 1\nplayer 1 wins by resignation\n\ngame: owela\nb1\ndraw\n";
    let games = all(text);
    let logs: Vec<_> = games
        .into_iter()
        .map(|game| game.expect("a game"))
        .collect();
    assert_eq!(logs.len(), 2);
    assert_eq!(logs[0].setups[0].seeds.len(), 16);
    assert_eq!(logs[0].stated(), Some((4, Outcome::NorthWins)));
    assert_eq!(logs[0].why, Some(Why::Resignation));
    assert_eq!(logs[1].stated(), Some((8, Outcome::Draw)));
}

#[test]
fn results_are_read_in_every_form() {
    use Outcome::{Annulled, Draw, NorthWins, Open, SouthWins};
    for (end, outcome, why) in [
        ("1-0", SouthWins, None),
        ("b3 1-0", SouthWins, None),
        ("1 - 0", SouthWins, None),
        ("b3 0 - 1", NorthWins, None),
        ("0–1", NorthWins, None),
        ("1/2-1/2", Draw, None),
        ("½ : ½", Draw, None),
        ("*", Open, None),
        ("annulled", Annulled, None),
        ("Cancelled", Annulled, None),
        ("draw", Draw, None),
        ("Draw by agreement", Draw, Some(Why::Agreement)),
        ("drawn, agreed", Draw, Some(Why::Agreement)),
        ("South wins", SouthWins, None),
        ("P2 won by 4 seeds", NorthWins, None),
        ("North resigns", SouthWins, Some(Why::Resignation)),
        ("player 1 resigned", NorthWins, Some(Why::Resignation)),
        ("South lost on time", NorthWins, Some(Why::Time)),
        ("South: timeout", NorthWins, Some(Why::Time)),
        ("result: 0-1", NorthWins, None),
        (
            "Result: 1 - 0 by resignation",
            SouthWins,
            Some(Why::Resignation),
        ),
        ("result: North wins", NorthWins, None),
        ("winner: South", SouthWins, None),
        ("GAMEOVER WINNER 2", NorthWins, None),
        ("GAMEOVER WINNER 1 TIMEOUT", SouthWins, Some(Why::Time)),
        ("GAMEOVER DRAW", Draw, None),
        ("GAMEOVER CANCELLED", Annulled, None),
        ("GAMEOVER NOBODY", Open, None),
        ("Game over: draw", Draw, None),
    ] {
        let log = one(&format!("player 1: b3\nplayer 2: b3\n{end}\n"));
        let stated = log.stated().map(|(_, outcome)| outcome);
        assert_eq!((stated, log.why), (Some(outcome), why), "{end}");
    }
    assert_eq!(one("PIT 0 4\nGAMEOVER").stated(), None);
    let from_0 = one("PIT 0 4\nPIT 1 6\nGAMEOVER WINNER 1\n");
    assert_eq!(from_0.stated(), Some((3, NorthWins)));
}

#[test]
fn what_cannot_be_read_is_told_with_its_line_and_word() {
    for (text, line, word, part) in [
        ("b3\nSouth: zebra", 2, "zebra", "neither a pit"),
        ("b3 1-0 b4", 1, "b4", "follows the result"),
        ("PIT 7 3", 1, "7", "no player"),
        ("INIT 0 true 4,x", 1, "4,x", "no set-up"),
        (
            "game: owela\nWhite: b3\nBlack: b3",
            2,
            "white",
            "nothing says who that is",
        ),
        (
            "White: 3\nBlack: 4\nWhite: 5",
            3,
            "white",
            "nothing says who that is",
        ),
        (
            "game: owela\nWhite: 3\nBlack: 4",
            2,
            "white",
            "the game has no move, unless",
        ),
        (
            "game: owela\nWhite: b3 / Black: b3",
            2,
            "white",
            "nothing says who that is",
        ),
        (
            "game: owela\nSoutg: b3\nNorth: b3",
            2,
            "soutg",
            "did you mean south?",
        ),
        (
            "game: owela\nSoutg: 3\nNorth: 3",
            2,
            "soutg",
            "did you mean south?",
        ),
        ("South: b3\nNroth: b3", 2, "nroth", "did you mean north?"),
        (
            "south: Nantume\nNantumee: 3\nNorth: 4",
            2,
            "nantumee",
            "did you mean Nantume?",
        ),
        (
            "South: b3\ntime: 5s\nNorth: b3",
            2,
            "time",
            "stands among the moves",
        ),
        (
            "South: b3\n\ntime: 5s\n\nNorth: b3",
            3,
            "time",
            "stands among the moves",
        ),
        ("b3 b3 result of 7", 1, "result", "neither a pit"),
        ("b3\nresult: 7", 2, "7", "is no result"),
        ("b3\nGAMEOVER EXPLOSION", 2, "EXPLOSION", "is no result"),
        (
            "b3\nGAMEOVER WINNER 1 EXPLOSION",
            2,
            "EXPLOSION",
            "neither a pit",
        ),
        ("b3 1-0\nresult: 0-1", 2, "", "a second result"),
        (
            "game: owela\ngame: omweso\nb3",
            2,
            "game",
            "says something else",
        ),
        (
            "0 - 5\n1 - 3",
            1,
            "-",
            "a player with his pit, two moves or a result",
        ),
        ("1: 5\n2: 3\n1: 4", 3, "1", "if it is a player's"),
        ("b3\nSouth:", 2, "", "no pit"),
        ("south: A\nnorth: B\nSouth: b3", 1, "", "name or a pit"),
        ("south: A\nnorth: B", 1, "", "name or a pit"),
        ("PIT 0 3\nPIT 1 3\nPIT 2 4", 1, "", "0, 1 and 2"),
    ] {
        let games = all(text);
        assert_eq!(games.len(), 1, "{text:?}: {games:?}");
        let fault = games[0].as_ref().expect_err(text);
        assert_eq!(fault.line, line, "{text:?}: {fault}");
        assert_eq!(
            fault.word.as_deref().unwrap_or_default(),
            word,
            "{text:?}: {fault}"
        );
        assert!(fault.text.contains(part), "{text:?}: {fault}");
    }
}

#[test]
fn letters_and_facts_are_no_faults() {
    assert_eq!(one("South: h\nNorth: a\nSouth: i").moves.len(), 3);
    for text in [
        "round: 3\nboard: 8\ndate: 2024\nid: a\nSouth: b3",
        "white: Alice\nSouth: b3",
        "weather: rain\nevent: Club night #3\nSouth: b3",
    ] {
        assert_eq!(one(text).moves.len(), 1, "{text}");
    }
    let log = one("event: Club night #3\ngame: owela # a comment\nb3 # another\n");
    let value = |key: &str| log.header(key).map(|header| header.value.as_str());
    assert_eq!(value("event"), Some("Club night #3"));
    assert_eq!(value("Game"), Some("owela"));
}

#[test]
fn a_bad_game_loses_no_other() {
    let course = |pit: &str| {
        format!(
            "# Game ID: 1\nSTART Player-0 random\nINIT 0 true 4,4\nINIT 1 true 4,4\nPIT 0 {pit}\nGAMEOVER WINNER 0\n"
        )
    };
    let course = [course("1"), course("oops"), course("1")].concat();
    let texts = [
        "game: owela\nb3 b3 *\n\ngame: owela\nb3 oops\nb5\n\nb7\n\ngame: owela\nb4 *\n",
        "game: owela\nb3 b3 *\n\nsouth: Okot\ngame: owela\nb3 oops\n\nsouth: Okot\ngame: owela\nb4 *\n",
        "game: owela\nb3 b3 *\ngame: owela\nb3 oops\ngame: owela\nb4 *\n",
        "b3 *\n\nid: 2\nWhite: b3\nBlack: b4\n\nid: 3\nb4 *",
        &course,
    ];
    for text in texts {
        let fits: Vec<bool> = all(text).iter().map(Result::is_ok).collect();
        assert_eq!(fits, [true, false, true], "{text}");
    }
}

#[test]
fn a_game_of_headers_alone_does_not_merge_into_the_next() {
    let text =
        "game: owela\nrules: hus\nstart: owela:start:12\nid: a\n\ngame: owela\nid: b\nb3 b3 *\n";
    let games = all(text);
    assert_eq!(games.len(), 2);
    let last = games[1].as_ref().expect("a game");
    assert_eq!(last.header("rules"), None);
    assert_eq!((last.line, last.moves.len()), (6, 2));
    assert_eq!(one("game: owela\nid: a\n\nb3 b3 *").moves.len(), 2);
}

#[test]
fn bytes_that_are_no_text_and_lines_without_end_are_faults_of_their_game() {
    let mut bytes =
        b"game: owela\nb3 *\n\ngame: owela\nevent: caf\xe9\nb3 *\n\ngame: owela\nb3".to_vec();
    bytes.extend(std::iter::repeat_n(b' ', 3 << 20));
    bytes.extend(b"b3\n\ngame: owela\nb4 *\n");
    let games = read(&bytes);
    let fits: Vec<bool> = games.iter().map(Result::is_ok).collect();
    assert_eq!(fits, [true, false, false, true]);
    let told: Vec<String> = games
        .iter()
        .filter_map(|game| Some(game.as_ref().err()?.to_string()))
        .collect();
    assert!(
        told[0].starts_with("line 5: ") && told[0].contains("UTF-8"),
        "{told:?}"
    );
    assert!(
        told[1].starts_with("line 9: ") && told[1].len() < 200,
        "{told:?}"
    );
}

#[test]
fn a_million_headers_are_read_in_one_go() {
    let mut text = "game: owela\n".to_owned();
    for number in 0..50_000 {
        text += &format!("key-{number}: value\nfact-{number}: 3\n");
    }
    text += "b3 *\n";
    assert_eq!(one(&text).headers.len(), 100_001);
}
