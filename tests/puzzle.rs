//! The command `puzzle` as scripts see it.

#![allow(
    clippy::unwrap_used,
    reason = "a panic is how a test says what is missing"
)]

mod program;

use program::{json, sow, sow_with_input};

const NSOLO: &str = "nsolo 0,0,0,0,1,0,0,0/0,1,0,0,1,0,1,0/0,0,0,0,0,0,0,1/0,0,0,0,0,0,1,0 S";

#[test]
fn a_problem_is_solved_as_a_tree_with_a_page() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page.html");
    let run = sow(&["puzzle", "solve", NSOLO, "--html", page.to_str().unwrap()]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.out.contains("S f8:b4"), "{}", run.out);
    assert!(run.out.contains("After f8:b4:"), "{}", run.out);
    let html = std::fs::read_to_string(&page).unwrap();
    assert!(html.contains("<svg") && html.contains("f8:b4") && html.ends_with("</html>\n"));
    let answer = json(&["--json", "puzzle", "solve", NSOLO]);
    assert_eq!(answer["truth"], "true");
    assert_eq!(answer["tree"][0]["move"], "f8:b4");
}

#[test]
fn what_is_not_sound_has_exit_code_1() {
    let sound = sow(&["puzzle", "check", NSOLO]);
    assert_eq!(sound.code, Some(0), "{}", sound.out);
    let short = sow(&["puzzle", "check", NSOLO, "--stipulation", "win in 1 turn"]);
    assert_eq!(short.code, Some(1), "{}", short.out);
    assert!(short.out.contains("refuted by"), "{}", short.out);
    let open = sow(&["puzzle", "check", "owela:start", "--nodes", "10"]);
    assert_eq!(open.code, Some(3), "{}", open.out);
    let nonsense = sow(&["puzzle", "check", NSOLO, "--stipulation", "dance"]);
    assert_eq!(nonsense.code, Some(2));
    assert!(
        nonsense.err.contains("`dance` is no stipulation"),
        "{}",
        nonsense.err
    );
}

#[test]
fn composing_is_reproducible_on_any_number_of_threads_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let compose = |file: &str, count: &str, threads: &str| {
        let run = sow(&[
            "puzzle",
            "compose",
            "owela",
            "--columns",
            "3",
            "--count",
            count,
            "--interest",
            "40",
            "--threads",
            threads,
            "--output",
            file,
            "-q",
        ]);
        assert_eq!(run.code, Some(0), "{}", run.err);
        std::fs::read_to_string(file).unwrap()
    };
    let whole = compose(&path("whole.toml"), "4", "1");
    assert_eq!(whole, compose(&path("threads.toml"), "4", "3"));
    compose(&path("parts.toml"), "2", "2");
    let parts = compose(&path("parts.toml"), "4", "2");
    assert_eq!(whole, parts);
    let checked = sow(&["puzzle", "check", &path("whole.toml")]);
    assert_eq!(checked.code, Some(0), "{}", checked.out);
    let other = sow(&[
        "puzzle",
        "compose",
        "owela",
        "--columns",
        "3",
        "--seed",
        "2",
        "--output",
        &path("whole.toml"),
    ]);
    assert_eq!(other.code, Some(2));
    assert!(
        other.err.contains("was not written by this command"),
        "{}",
        other.err
    );
}

#[test]
fn a_file_whose_game_is_another_than_its_position_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wrong.toml");
    let text = format!("[[puzzle]]\nid = \"x\"\ngame = \"owela\"\nposition = \"{NSOLO}\"\n");
    std::fs::write(&path, text).unwrap();
    let run = sow_with_input(&["puzzle", "check", path.to_str().unwrap()], "");
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("the game is `owela`"), "{}", run.err);
}
