//! Memory and threads that cannot be had, and counting that is interrupted.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot run the program should fail"
)]

mod program;

use program::{finish, interrupt, shell, sow, start};
use std::time::Duration;

#[test]
fn memory_that_is_not_there_is_told_in_a_sentence() {
    for command in [
        "solve owela:start --memory {}",
        "solve owela:start --method retrograde --memory {}",
        "analyse owela:start --memory {}",
        "analyse owela:start --engine mcts --memory {}",
        "puzzle solve data/puzzles/owela.toml --memory {}",
        "puzzle check data/puzzles/owela.toml --memory {}",
        "annotate - --memory {}",
        "tables build owela --columns 2 --seeds 1..3 --output no-such-folder/x --memory {}",
        "tables verify data/tables --memory {}",
        "match owela:start alpha-beta:nodes=10,memory={} greedy",
        "engine alpha-beta:nodes=10,memory={}",
        "selfplay owela --south mcts:nodes=10,memory={}",
    ] {
        let line = command.replace("{}", "60000GiB");
        let run = sow(&line.split(' ').collect::<Vec<_>>());
        assert_eq!(run.code, Some(2), "{line}: {}", run.err);
        assert!(
            run.err.contains("of memory to be had"),
            "{line}: {}",
            run.err
        );
    }
    // What limits leave counts as well as what the machine has.
    let less = "ulimit -v 600000; $SOW solve 'nsolo 1,0/0,0/1,0/0,0 S' --threads 1";
    let done = shell(less);
    assert_eq!(done.code, Some(0), "{}", done.err);
    let done = shell(&format!("{less} --memory 1GiB"));
    assert_eq!(done.code, Some(2), "{}", done.err);
    assert!(done.err.contains("MiB of memory to be had"), "{}", done.err);
}

#[test]
fn threads_that_cannot_be_had_are_told_in_a_sentence() {
    // The system lets its superuser have any number of threads, so that somebody else has to ask.
    let nobody = "setpriv --reuid=65534 --clear-groups bash -c 'ulimit -u 1 && $SOW";
    let can = shell(&format!("{nobody} --version'"));
    if can.code != Some(0) {
        return;
    }
    for command in [
        "solve owela:start --nodes 1000 --threads 4",
        "analyse owela:start --nodes 1000 --threads 4",
        "analyse owela:start --engine mcts --nodes 1000 --threads 4",
        "solve owela:start:4 --method retrograde --nodes 1000 --threads 4",
        "selfplay owela --games 2",
        "match owela:start random greedy --games 2",
        "loops census --pits 4 --seeds 4",
        "engine greedy",
    ] {
        let done = shell(&format!("{nobody} {command}'"));
        assert_eq!(done.code, Some(2), "{command}: {}", done.err);
        assert!(!done.err.contains("panicked"), "{command}: {}", done.err);
        assert!(done.err.contains("thread"), "{command}: {}", done.err);
    }
}

#[test]
fn counting_is_interrupted_at_once_and_tells_what_it_has() {
    for more in [&[][..], &["--divide"]] {
        let child = start(&[&["perft", "omweso:start", "30", "--json"], more].concat());
        std::thread::sleep(Duration::from_millis(300));
        interrupt(&child);
        let done = finish(child);
        assert_eq!(done.code, Some(3), "{}", done.err);
        let answer: serde_json::Value = serde_json::from_str(&done.out).unwrap();
        assert_eq!(answer["interrupted"], true);
        assert!(answer["nodes"].as_u64().unwrap() > 0);
    }
    let calm: serde_json::Value =
        serde_json::from_str(&sow(&["perft", "owela:start", "3", "--json"]).out).unwrap();
    assert!(calm["interrupted"].is_null());
}
