//! The questions of the page, asked as the page asks them.

use serde_json::{Value, json};

fn ask(question: &Value) -> Value {
    serde_json::from_str(&sow_web::answer(&question.to_string())).expect("an answer in JSON")
}

const GAMES: [&str; 5] = ["omweso", "owela", "nsolo", "bao-kingulu", "anywoli"];

#[test]
fn a_question_that_is_none_gets_one_sentence() {
    for question in [
        "",
        "{}",
        "{\"ask\":\"everything\"}",
        "{\"ask\":\"rules\",\"game\":\"chess\"}",
    ] {
        let answer: Value = serde_json::from_str(&sow_web::answer(question)).expect("JSON");
        assert!(answer["error"].is_string(), "{question}: {answer}");
    }
}

/// Plays whole games by the listed moves, bonus stones taken from the first pits that hold any, and
/// compares each move's board with what playing and tracing it gives.
#[test]
fn games_are_played_from_the_lists_alone() {
    for game in GAMES {
        let mut place = json!({"ask": "position", "position": format!("{game}:start")});
        let mut moves_played = 0;
        for number in 0..400 {
            let report = ask(&place);
            assert!(report["error"].is_null(), "{report}");
            let listed = report["moves"].as_array().expect("moves").clone();
            if !report["ending"].is_null() {
                assert!(listed.is_empty());
                break;
            }
            let open: Vec<&Value> = listed
                .iter()
                .filter(|turn| !turn["after"].is_null())
                .collect();
            if open.is_empty() {
                break;
            }
            let chosen = open[number * 7 % open.len()];
            let text = complete(&report, chosen);
            let place_now = report["position"].as_str().expect("a line").to_owned();
            let played = ask(&json!({"ask": "play", "position": place_now, "move": text}));
            assert!(
                played["error"].is_null(),
                "{game} {place_now} {text}: {played}"
            );
            if chosen["bonus"].is_null() {
                assert_eq!(played["after"], chosen["after"]);
            }
            let traced =
                ask(&json!({"ask": "trace", "position": place_now, "move": text, "most": 1000}));
            assert_eq!(traced["turn"], played);
            place = json!({"ask": "position", "position": played["after"]});
            moves_played += 1;
        }
        assert!(moves_played > 10, "{game}: only {moves_played} moves");
    }
}

/// The move with Nsolo's bonus stones named.
fn complete(report: &Value, turn: &Value) -> String {
    let text = turn["move"].as_str().expect("a text").to_owned();
    let Some(mut bonus) = turn["bonus"].as_u64() else {
        return text;
    };
    let after = ask(&json!({"ask": "position", "position": turn["after"]}));
    let mover = report["side"].as_str().expect("a side");
    let mut taken = Vec::new();
    for row in after["rows"].as_array().expect("rows") {
        for pit in row["pits"].as_array().expect("pits") {
            let seeds = pit["seeds"].as_u64().expect("seeds").min(bonus);
            if row["owner"] != mover && seeds > 0 {
                bonus -= seeds;
                taken.push(format!("{}x{seeds}", pit["name"].as_str().expect("a name")));
            }
        }
    }
    if taken.is_empty() {
        text
    } else {
        format!("{text}:{}", taken.join(","))
    }
}

#[test]
fn every_pit_that_cannot_be_sown_says_why() {
    for game in GAMES {
        let report = ask(&json!({"ask": "position", "position": format!("{game}:start")}));
        let listed: Vec<&Value> = report["moves"]
            .as_array()
            .expect("moves")
            .iter()
            .map(|turn| &turn["pit"])
            .collect();
        for row in report["rows"].as_array().expect("rows") {
            for pit in row["pits"].as_array().expect("pits") {
                let why =
                    ask(&json!({"ask": "why", "position": report["position"], "pit": pit["key"]}));
                let playable = listed.contains(&&pit["key"]);
                assert_eq!(why["why"].is_null(), playable, "{game} {pit}: {why}");
            }
        }
    }
}

#[test]
fn a_choice_of_direction_is_met_at_a_pit() {
    // The leftmost back pit may go either way; clockwise it captures, and the captured seeds may again.
    let place = "omweso 0,2,1,0,0,0,0,0/0,3,1,0,0,0,0,0/0,2,1,0,0,0,0,0/3,0,0,0,0,0,0,0 S";
    let fork = |text: &str| ask(&json!({"ask": "fork", "position": place, "move": text}));
    let first = fork("b1");
    assert_eq!(first["at"], "S:b1", "{first}");
    assert_eq!(first["hand"], 3);
    assert_eq!(first["laps"].as_array().map(Vec::len), Some(0));
    let second = fork("b1<");
    assert_eq!(second["at"], "S:b1", "{second}");
    assert_eq!(second["laps"].as_array().map(Vec::len), Some(1));
    assert!(fork("b1>")["error"].is_string());
    let none = ask(&json!({"ask": "fork", "position": place, "move": "b5"}));
    assert!(
        none["error"]
            .as_str()
            .is_some_and(|why| why.contains("no choice")),
        "{none}"
    );
}

#[test]
fn a_never_ending_move_is_proved_by_a_ring_that_closes() {
    let place = "bao-kingulu 2,14,2,3,4,0/0,2,1,0,2,1 N";
    let report = ask(&json!({"ask": "position", "position": place}));
    let never = report["moves"]
        .as_array()
        .expect("moves")
        .iter()
        .find(|turn| !turn["never"].is_null())
        .expect("one");
    assert_eq!(never["legal"], false);
    let proof = ask(&json!({"ask": "never", "position": place, "move": never["move"]}));
    assert_eq!(proof["closes"], true, "{proof}");
    assert_eq!(proof["landings"].as_array().map(Vec::len), Some(986));
    assert_eq!(proof["landings"][985], proof["begins"]);
    let ends = ask(&json!({"ask": "never", "position": "owela:start", "move": "b1"}));
    assert!(ends["error"].is_string(), "{ends}");
    // A residue proof: the whole ring comes back after 128 laps.
    let place = "omweso 0x8/0x8/1,0,1,0,1,0,1,0/3,1,0,1,0,1,0,1 S";
    let proof = ask(&json!({"ask": "never", "position": place, "move": "b1"}));
    assert_eq!(
        proof["landings"].as_array().map(Vec::len),
        Some(128),
        "{proof}"
    );
    assert_eq!(proof["closes"], true);
}

#[test]
fn pasted_text_is_a_position_a_drawing_or_records() {
    let read = |text: &str| ask(&json!({"ask": "read", "text": text}));
    assert_eq!(read("owela:start:4\n")["game"], "owela");
    assert!(read("# a comment\nanywoli 4x12/4x12 S")["position"].is_string());
    assert!(read("game: bao-kingulu\nside: S\n4 4 4 4 4 4\n4 4 4 4 4 4\n")["position"].is_string());
    let records = read("game: bao-kingulu\n3 4 1-0\n\ngame: bao-kingulu\n3 1 9\n");
    let records = records["records"].as_array().expect("records");
    assert_eq!(records[0]["turns"].as_array().map(Vec::len), Some(2));
    assert_eq!(records[0]["result"], "1-0");
    let stopped = records[1]["stopped"].as_str().expect("a reason");
    assert!(stopped.contains("line 5"), "{stopped}");
    for wrong in ["", "3 4 5", "owela 1/2/3 S", "game: chess\n1 2"] {
        assert!(read(wrong)["error"].is_string(), "{wrong}");
    }
}

#[test]
fn a_placed_position_is_read_like_a_line() {
    let placed = ask(&json!({"ask": "place", "setup": {
        "game": "bao-kingulu", "rows": [[2, 0, 0], [0, 5, 1]], "side": "north", "stores": [3, 1],
        "reserved": [[], [false, true]],
    }}));
    assert_eq!(placed["position"], "bao-kingulu 2,0,0/0,5*,1 N 3-1");
    let wrong = ask(
        &json!({"ask": "place", "setup": {"game": "owela", "rows": [[1], [1]], "side": "south"}}),
    );
    assert!(
        wrong["error"]
            .as_str()
            .is_some_and(|why| why.contains("4 rows")),
        "{wrong}"
    );
}

#[test]
fn listed_moves_are_those_of_the_reference() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/games/turns.jsonl");
    let lines = std::fs::read_to_string(root).expect("the reference's turns");
    let mut compared = 0;
    for line in lines.lines() {
        let known: Value = serde_json::from_str(line).expect("JSON");
        let told = ask(&json!({
            "ask": "position", "position": known["position"], "rules": known["rules"].as_str().unwrap_or_default(),
        }));
        if !told["ending"].is_null() {
            continue;
        }
        let listed = told["moves"].as_array().expect("moves");
        let turns = known["turns"].as_array().expect("turns");
        for turn in turns.iter().filter(|turn| !turn["after"].is_null()) {
            let mine = listed
                .iter()
                .find(|listed| listed["move"] == turn["move"])
                .unwrap_or_else(|| panic!("{line}: {} is missing", turn["move"]));
            for field in ["laps", "captured", "after"] {
                assert_eq!(mine[field], turn[field], "{line}: {turn}");
            }
            compared += 1;
        }
    }
    assert!(compared > 2000, "{compared} moves");
}
