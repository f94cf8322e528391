//! The words of the engine protocol (docs/engine-protocol.md), and the client that plays by it.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot run the program should fail"
)]

mod program;

use program::{json, sow, start};
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// An engine that runs.
struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    answers: Receiver<String>,
}

impl Engine {
    fn new(player: &str) -> Self {
        let mut child = start(&["engine", player]);
        let output = BufReader::new(child.stdout.take().unwrap());
        let (said, answers) = channel();
        std::thread::spawn(move || {
            for line in output.lines() {
                let _ = said.send(line.unwrap());
            }
        });
        let input = child.stdin.take();
        let engine = Self {
            child,
            input,
            answers,
        };
        assert!(engine.hear().starts_with("sow "));
        engine
    }

    fn say(&mut self, line: impl AsRef<[u8]>) {
        let input = self.input.as_mut().unwrap();
        input.write_all(line.as_ref()).unwrap();
        input.write_all(b"\n").unwrap();
    }

    fn hear(&self) -> String {
        self.answers
            .recv_timeout(Duration::from_secs(60))
            .expect("an answer")
    }

    fn ask(&mut self, line: &str) -> String {
        self.say(line);
        self.hear()
    }

    /// The lines up to the move, and the move.
    fn go(&mut self, words: &str) -> (Vec<String>, String) {
        let mut told = Vec::new();
        let mut line = self.ask(&format!("go {words}"));
        while line.starts_with("info ") {
            told.push(line);
            line = self.hear();
        }
        let turn = line.strip_prefix("move ");
        (told, turn.unwrap_or_else(|| panic!("{line}")).to_owned())
    }

    fn is_silent(&self) -> bool {
        let quiet = Duration::from_millis(150);
        self.answers.recv_timeout(quiet).is_err()
    }

    fn ends(mut self) -> bool {
        drop(self.input.take());
        self.child.wait().unwrap().success()
    }
}

fn texts(report: &Value) -> Vec<&str> {
    let turns = report["turns"].as_array().unwrap().iter();
    turns.map(|turn| turn["move"].as_str().unwrap()).collect()
}

#[test]
fn legal_turns_and_what_they_lead_to_are_those_of_the_rules() {
    let mut engine = Engine::new("random");
    for (rules, position) in [
        ("owela hus", "owela:start"),
        ("omweso tournament okwesera=no", "omweso:start:4"),
        ("nsolo ndola", "nsolo 0,2/0,0/1,0/1,2 S"),
        (
            "anywoli mancala-world",
            "anywoli 0,3,1/2,0,0 N 44-46 last:S",
        ),
        ("bao-kingulu klamroth", "bao-kingulu"),
    ] {
        engine.say(format!("rules {rules}"));
        engine.say("new");
        engine.say(format!("position {position}"));
        let words: Vec<&str> = rules.split(' ').collect();
        let mut asked = vec!["moves", position, "--json", "-q", "--rules", words[1]];
        for rule in &words[2..] {
            asked.extend(["--rule", rule]);
        }
        let report = json(&asked);
        let legal = engine.ask("legal");
        assert_eq!(legal, format!("legal {}", texts(&report).join(" ")));
        for turn in report["turns"].as_array().unwrap() {
            engine.say("new");
            engine.say(format!("position {position}"));
            let played = engine.ask(&format!("play {}", turn["move"].as_str().unwrap()));
            let after = turn["after"].as_str().unwrap();
            assert!(played.ends_with(after), "{position}: {played}");
        }
    }
    for position in ["nsolo 0x8/0x8/0x8/1,0x7 S", "anywoli 0,0/0,0 S 1-3"] {
        engine.say("rules nsolo");
        if position.starts_with("anywoli") {
            engine.say("rules anywoli");
        }
        engine.say("new");
        engine.say(format!("position {position}"));
        assert_eq!(engine.ask("legal"), "legal");
        assert!(engine.ask("go").starts_with("error the game is over"));
    }
    assert!(engine.ends());
}

#[test]
fn the_end_of_a_game_is_told_and_repetition_is_one() {
    let mut engine = Engine::new("greedy");
    engine.say("position bao-kingulu:start:3");
    let mut moves = Vec::new();
    let over = loop {
        let (_, turn) = engine.go("");
        let told = engine.ask(&format!("play {turn}"));
        moves.push(turn);
        if let Some(over) = told.strip_prefix("over ") {
            break over.to_owned();
        }
        assert!(told.starts_with("position bao-kingulu "), "{told}");
    };
    let mut words = vec!["play", "bao-kingulu:start:3"];
    words.extend(moves.iter().map(String::as_str));
    words.push("--json");
    let played = json(&words);
    let expected = format!(
        "{} {} {}",
        played["result"].as_str().unwrap(),
        played["reason"].as_str().unwrap(),
        played["position_after"].as_str().unwrap()
    );
    assert_eq!(over, expected);
    // The position that a turn leads to has occurred before.
    let position = "nsolo 0,2/0,0/1,0/1,2 S";
    engine.say("new");
    engine.say(format!("position {position}"));
    let after = engine.ask("play b2");
    let after = after.strip_prefix("position ").unwrap();
    engine.say("new");
    engine.say(format!("before {after}"));
    engine.say(format!("position {position}"));
    assert_eq!(
        engine.ask("play b2"),
        format!("over 1/2 repetition {after}")
    );
    assert!(engine.ends());
}

#[test]
fn limits_after_go_take_the_place_of_those_of_the_name() {
    for player in ["alpha-beta:time=1h", "mcts:time=1h"] {
        let mut engine = Engine::new(player);
        engine.say("position omweso:start");
        for words in [
            "nodes 50",
            "time 20ms",
            "clock 300ms 1h",
            "clock 1h 1h turns 1 time 20ms",
            "nodes 1000000000 time 20ms",
            "clock 60ms 60ms increment 10ms 10ms",
        ] {
            let (told, turn) = engine.go(words);
            assert!(told.is_empty() && !turn.is_empty(), "{words}: {told:?}");
        }
        engine.say("position omweso 4x8/0x8/0x8/4x8 N");
        assert!(!engine.go("clock 1h 60ms").1.is_empty());
        let answer = engine.ask("go depth 2 nodes 100");
        assert!(answer.starts_with("move "), "{answer}");
        assert!(engine.ends());
    }
    let mut engine = Engine::new("mcts:nodes=10");
    engine.say("position owela");
    assert!(engine.ask("go depth 3").starts_with("error "));
    // Without words the name holds, and equal questions have equal answers.
    let mut engine = Engine::new("alpha-beta:nodes=300");
    engine.say("position owela");
    let answers = [engine.go(""), engine.go(""), engine.go("nodes 300")];
    assert!(answers.iter().all(|answer| *answer == answers[0]));
}

#[test]
fn lines_tell_of_the_best_moves_at_every_depth() {
    for (player, word) in [
        ("alpha-beta:nodes=3000", "estimate"),
        ("mcts:nodes=500", "chance"),
    ] {
        let mut engine = Engine::new(player);
        engine.say("position owela");
        let (told, turn) = engine.go("lines 3");
        let last: Vec<&String> = told.iter().rev().take(3).collect();
        for (line, place) in last.iter().rev().zip(1..) {
            let words: Vec<&str> = line.split(' ').collect();
            assert_eq!(
                [words[1], words[3], words[5], words[7]],
                ["depth", "nodes", "milliseconds", "line"]
            );
            assert_eq!(words[8], place.to_string());
            assert_eq!(words[9], word, "{line}");
            assert!(words[10].parse::<f64>().is_ok(), "{line}");
            assert_eq!(words[11], "turns", "{line}");
        }
        let best = told.iter().rev().find(|line| line.contains(" line 1 "));
        let best = best.unwrap().split(" turns ").nth(1).unwrap();
        assert_eq!(best.split(' ').next(), Some(turn.as_str()), "{told:?}");
        let (told, _) = engine.go("");
        assert!(told.is_empty());
        assert!(engine.ends());
    }
    let mut engine = Engine::new("alpha-beta:nodes=1000");
    engine.say("position bao-kingulu 1,2/2,2 S 4-5");
    let (told, _) = engine.go("lines 1");
    let proven = |line: &String| line.contains(" win ") || line.contains(" draw ");
    assert!(told.last().is_some_and(proven), "{told:?}");
}

#[test]
fn what_is_pondered_on_is_answered_when_the_move_has_been_played() {
    for player in ["alpha-beta:nodes=200", "mcts:nodes=200", "greedy"] {
        let mut engine = Engine::new(player);
        engine.say("position omweso:start");
        for words in ["ponder", "ponder nodes 50", "ponder time 30ms"] {
            engine.say(format!("go {words}"));
            assert!(engine.is_silent(), "{player} {words}");
            assert!(engine.ask("ponderhit").starts_with("move "));
            engine.say(format!("go {words}"));
            assert!(engine.ask("stop").starts_with("move "), "{player} {words}");
        }
        engine.say("go infinite");
        assert!(engine.is_silent(), "{player}");
        // There is no move to be played.
        engine.say("ponderhit");
        assert!(engine.ask("stop").starts_with("move "), "{player}");
        // Neither keeps the engine from ending.
        engine.say("go ponder");
        assert!(engine.ends(), "{player}");
        let mut engine = Engine::new(player);
        engine.say("position omweso:start");
        engine.say("go infinite");
        engine.say("quit");
        assert!(engine.hear().starts_with("move "), "{player}");
        assert!(engine.ends());
    }
}

#[test]
fn every_bad_line_is_one_error_and_the_engine_goes_on() {
    let mut engine = Engine::new("greedy");
    let long = [b'x'; 70_000];
    let bad: [&[u8]; 19] = [
        b"legal",
        b"go",
        b"play b1",
        b"hello",
        b"\xff\xfe",
        b"position owela:start:\xe9",
        b"position owela 1 S",
        b"position nothing:start",
        b"before owela",
        b"rules chess",
        b"rules owela nonsense",
        b"go time",
        b"go time soon",
        b"go nodes -1",
        b"go clock 5s",
        b"go turns 5",
        b"go lines 0",
        b"go infinite time 5s",
        &long,
    ];
    for line in bad {
        engine.say(line);
        if line == b"before owela" {
            // That one is good, and no answer.
            engine.say("new");
            continue;
        }
        let answer = engine.hear();
        let text = String::from_utf8_lossy(&line[..line.len().min(60)]);
        assert!(answer.starts_with("error "), "{text}: {answer}");
    }
    engine.say("position owela");
    assert!(engine.ask("play z9").starts_with("error "));
    assert!(engine.ask("go").starts_with("move "));
    assert!(engine.ends());
}

#[test]
fn the_client_in_python_plays_a_whole_game() {
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("there is no python3: examples/engine_client.py is not tried");
        return;
    }
    let sow = env!("CARGO_BIN_EXE_sow");
    let client = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/engine_client.py");
    for start in ["nsolo:start:4", "anywoli:start:4", "omweso:start:4"] {
        let players = ["alpha-beta:nodes=200", "greedy"].map(|name| format!("{sow} engine {name}"));
        let output = Command::new("python3")
            .args([client, start, &players[0], &players[1], "lines", "1"])
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{start}: {told}");
        assert!(told.contains("depth 1 "), "{start}: {told}");
        // Its game is a record, and the rules agree with the result.
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), &text).unwrap();
        let replayed = sow_replay(file.path().to_str().unwrap());
        assert_eq!(replayed["ok"], true, "{text}");
        assert_ne!(replayed["result"], "*", "{text}");
    }
    let run = Command::new("python3")
        .args([client, "owela:start:99", sow, sow])
        .output()
        .unwrap();
    assert!(!run.status.success());
}

fn sow_replay(file: &str) -> Value {
    let run = sow(&["replay", file, "--json", "-q"]);
    assert_eq!(run.code, Some(0), "{}{}", run.out, run.err);
    serde_json::from_str(&run.out).unwrap()
}
