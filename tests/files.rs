//! What the program writes where: nothing is lost, nothing half-written, nothing written over what is read.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot run the program should fail"
)]

mod program;

use program::{Run, finish, sow, start, wait_until};
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

const SOW: &str = env!("CARGO_BIN_EXE_sow");

/// Work that would take for ever, `{}` being where it writes.
const ENDLESS: &[&str] = &[
    "selfplay owela --games 1000000000 -o {}",
    "match owela:start random greedy --games 1000000000 -o {}",
    "openings nsolo --columns 4 --expand 1000000 --nodes 2000 --book {}",
    "openings nsolo --columns 8 --games 100000000 --checkpoint {}",
    "openings omweso --setups --games 100000000 --setup 4x8/0x8 --setup 0x8/4x8 --checkpoint {}",
    "puzzle compose owela --columns 6 --count 100000 --tasks 1000000000 --output {}",
    "loops census --pits 16 --seeds 40..60 --csv {}",
    "loops census --pits 16 --seeds 40..60 --plot {}",
    "loops survey --pits 24 --seeds 40..60 --tasks 1000000000 --csv {}",
];

/// Work from which a later run goes on: two at once would spoil it.
const GOES_ON: std::ops::Range<usize> = 0..6;

fn words(line: &str, path: &Path) -> Vec<String> {
    let words = line.split_whitespace();
    words
        .map(|word| word.replace("{}", path.to_str().unwrap()))
        .collect()
}

fn run(line: &str, path: &Path) -> Run {
    let words = words(line, path);
    sow(&words.iter().map(String::as_str).collect::<Vec<_>>())
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// A file of a few games.
fn games(folder: &Path) -> String {
    let path = folder.join("games");
    let made = run("selfplay owela:start:4 --games 5 -q -o {}", &path);
    assert_eq!(made.code, Some(0), "{}", made.err);
    path.to_str().unwrap().to_owned()
}

/// Runs the shell; `$SOW` is the program.
fn shell(script: &str, folder: &Path) -> Run {
    let output = Command::new("bash")
        .args(["-c", script])
        .env("SOW", SOW)
        .env("NO_COLOR", "1")
        .current_dir(folder)
        .output()
        .unwrap();
    Run {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Whether a namespace with mounts of its own can be had; where not, there is nothing to test.
fn can_mount() -> bool {
    let made = Command::new("unshare").args(["--mount", "true"]).output();
    made.is_ok_and(|made| made.status.success())
}

/// Commands that write a small file at once, `{}` being its name, and what it begins with.
fn small(games: &str) -> Vec<(String, &'static str)> {
    vec![
        ("show owela:start --svg {}".to_owned(), "<svg"),
        ("trace owela:start b3 --svg {}".to_owned(), "<svg"),
        ("trace owela:start b3 --html {}".to_owned(), "<!"),
        ("loops draw nsolo:start b3 --svg {}".to_owned(), "<svg"),
        (
            "loops census --pits 4 --seeds 4 --csv {}".to_owned(),
            "pits",
        ),
        (
            "selfplay owela:start:4 --games 2 -q -o {}".to_owned(),
            "game:",
        ),
        (
            "match owela:start:4 random greedy --games 2 -q -o {}".to_owned(),
            "game:",
        ),
        (format!("stats {games} --csv {{}}"), ""),
        (format!("stats {games} --html {{}}"), "<!"),
        (format!("merge {games} -o {{}}"), "game:"),
        (format!("annotate {games} --nodes 100 --html {{}}"), "<!"),
    ]
}

#[test]
fn every_command_keeps_modes_and_follows_links() {
    let folder = tempfile::tempdir().unwrap();
    let games = games(folder.path());
    for (line, beginning) in small(&games) {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        symlink("file", &link).unwrap();
        let done = run(&line, &link);
        assert_eq!(done.code, Some(0), "{line}: {}", done.err);
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink(), "{line}");
        let text = fs::read_to_string(&file).unwrap();
        assert!(!text.is_empty() && text.starts_with(beginning), "{line}");
        assert_eq!(fs::metadata(&file).unwrap().mode() & 0o777, 0o640, "{line}");
        assert_eq!(names(folder.path()), ["file", "link"], "{line}");
    }
}

#[test]
fn every_command_writes_straight_to_what_is_no_regular_file() {
    let folder = tempfile::tempdir().unwrap();
    let games = games(folder.path());
    for (line, beginning) in small(&games) {
        let substituted = line.replace("{}", ">(cat > through)");
        let piped = line.replace("{}", "/dev/stdout");
        let script = format!(
            "set -e; $SOW {substituted} > /dev/null; for i in $(seq 100); do test -s through && break; sleep 0.05; done
             mkfifo pipe; cat pipe > piped & $SOW {} > /dev/null; wait; test -p pipe; rm pipe
             $SOW {piped} | cat > stdout; test -c /dev/null; $SOW {} > /dev/null; test -c /dev/null",
            line.replace("{}", "pipe"),
            line.replace("{}", "/dev/null"),
        );
        let folder = tempfile::tempdir().unwrap();
        let done = shell(&script, folder.path());
        assert_eq!(done.code, Some(0), "{line}: {}", done.err);
        for name in ["through", "piped"] {
            let text = fs::read_to_string(folder.path().join(name)).unwrap();
            assert!(
                !text.is_empty() && text.starts_with(beginning),
                "{line}: {name}"
            );
        }
        let text = fs::read_to_string(folder.path().join("stdout")).unwrap();
        assert!(text.contains(beginning), "{line}: stdout");
        assert_eq!(
            names(folder.path()),
            ["piped", "stdout", "through"],
            "{line}"
        );
    }
}

#[test]
fn a_mount_of_its_own_is_written_over() {
    if !can_mount() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let games = games(folder.path());
    for (line, beginning) in small(&games) {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("file"), "").unwrap();
        fs::write(folder.path().join("below"), "").unwrap();
        let script = format!(
            "exec unshare --mount sh -c 'mount --bind below file && $SOW {}'",
            line.replace("{}", "file")
        );
        let done = shell(&script, folder.path());
        assert_eq!(done.code, Some(0), "{line}: {}", done.err);
        let text = fs::read_to_string(folder.path().join("below")).unwrap();
        assert!(!text.is_empty() && text.starts_with(beginning), "{line}");
        assert_eq!(names(folder.path()), ["below", "file"], "{line}");
    }
}

#[test]
fn what_is_read_is_never_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let games = games(folder.path());
    let before = fs::read_to_string(&games).unwrap();
    symlink("games", folder.path().join("link")).unwrap();
    fs::hard_link(&games, folder.path().join("other")).unwrap();
    fs::write(folder.path().join("log"), "game: owela\n\nb3 b3\n").unwrap();
    for script in [
        "$SOW stats games --html games",
        "$SOW stats games --csv link",
        "$SOW stats link --html ./games",
        "$SOW stats games --html other",
        "$SOW stats - --html games < games",
        "$SOW merge games -o games",
        "$SOW annotate games --nodes 100 --html games",
        "$SOW import games -o games",
        "$SOW stats games > games.page --html games.page",
    ] {
        let done = shell(script, folder.path());
        assert_eq!(done.code, Some(2), "{script}: {}", done.err);
        assert!(
            done.err.contains("name another file"),
            "{script}: {}",
            done.err
        );
        assert_eq!(fs::read_to_string(&games).unwrap(), before, "{script}");
    }
}

#[test]
fn two_outputs_never_share_a_name() {
    let folder = tempfile::tempdir().unwrap();
    games(folder.path());
    symlink("to-come", folder.path().join("dangling")).unwrap();
    for script in [
        "$SOW stats games --html page --csv page",
        "$SOW stats games --html page --csv ./page",
        "$SOW stats games --html dangling --csv to-come",
        "$SOW loops census --pits 4 --seeds 4 --csv page --plot page",
        "$SOW trace owela:start b3 --svg page --html page",
    ] {
        let done = shell(script, folder.path());
        assert_eq!(done.code, Some(2), "{script}: {}", done.err);
        assert!(done.err.contains("one file"), "{script}: {}", done.err);
        assert!(!folder.path().join("to-come").exists(), "{script}");
    }
    // Where nothing is kept, nothing can be lost.
    let done = shell(
        "$SOW stats games --html /dev/null --csv /dev/null",
        folder.path(),
    );
    assert_eq!(done.code, Some(0), "{}", done.err);
}

#[test]
fn a_place_that_cannot_be_written_is_told_before_the_work() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), "precious").unwrap();
    for line in ENDLESS {
        for place in ["missing/file", "file/below", "."] {
            let done = run(line, &folder.path().join(place));
            assert_eq!(done.code, Some(2), "{line} {place}: {}", done.err);
            assert_eq!(done.err.lines().count(), 1, "{line} {place}: {}", done.err);
        }
    }
    let precious = fs::read_to_string(folder.path().join("file"));
    assert_eq!(precious.unwrap(), "precious");
    assert_eq!(names(folder.path()), ["file"]);
}

#[test]
fn work_that_is_gone_on_with_has_one_writer() {
    for line in &ENDLESS[GOES_ON] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let words = words(line, &path);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let mut first = start(&words);
        // It has the file as soon as there is any sign of that.
        wait_until("there is a sign of it", || {
            assert!(first.try_wait().unwrap().is_none(), "{line}");
            !names(folder.path()).is_empty()
        });
        std::thread::sleep(Duration::from_millis(100));
        let second = sow(&words);
        assert_eq!(second.code, Some(2), "{line}: {}", second.err);
        assert!(second.err.contains("another run"), "{line}: {}", second.err);
        first.kill().unwrap();
        first.wait().unwrap();
    }
}

#[test]
fn games_are_not_lost_silently_when_their_file_is_gone() {
    for line in [ENDLESS[0], ENDLESS[1]] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let words = words(line, &path);
        let child = start(&words.iter().map(String::as_str).collect::<Vec<_>>());
        wait_until("games are written", || {
            fs::metadata(&path).is_ok_and(|file| file.len() >= 500)
        });
        fs::rename(&path, folder.path().join("elsewhere")).unwrap();
        let done = finish(child);
        assert_eq!(done.code, Some(2), "{line}: {}", done.err);
        assert!(done.err.contains("moved, deleted"), "{line}: {}", done.err);
    }
}

#[test]
fn a_full_disk_is_told_and_leaves_what_was_there() {
    let folder = tempfile::tempdir().unwrap();
    let games = games(folder.path());
    for (line, _) in small(&games) {
        let done = run(&line, Path::new("/dev/full"));
        assert_eq!(done.code, Some(2), "{line}: {}", done.err);
        assert!(done.err.contains("/dev/full"), "{line}: {}", done.err);
        assert!(!done.err.contains("panicked"), "{line}: {}", done.err);
    }
    if !can_mount() {
        return;
    }
    // A file system with room for the old file and not for a new one beside it.
    let script = "exec unshare --mount bash -c '
        mount -t tmpfs -o size=64k none disk && cd disk
        echo old > file; head -c 52k /dev/zero > filler 2> /dev/null; true
        $SOW stats ../games --html file; code=$?
        test $code = 2 && test \"$(cat file)\" = old && ls -A
        $SOW selfplay owela --games 100000 -q -o more; test $? = 2
        test ! -s more || test \"$(tail -c 2 more | od -An -tx1)\" = \" 0a 0a\" || exit 8
        rm filler; $SOW selfplay owela --games 60 -q -o more > /dev/null || exit 9
        test $($SOW replay more --json | wc -l) = 60'";
    fs::create_dir(folder.path().join("disk")).unwrap();
    let done = shell(script, folder.path());
    assert_eq!(done.code, Some(0), "{}{}", done.out, done.err);
    let lines: Vec<&str> = done.out.lines().collect();
    assert_eq!(lines[..2], ["file", "filler"], "{}", done.out);
    assert!(done.err.contains("No space left"), "{}", done.err);
}

#[test]
fn what_a_file_held_before_is_not_taken_for_games() {
    for content in [
        "precious",
        "precious\n\nlines\n",
        "game: owela\n\nb3 b3 *\n",
        "game: owela\nrules: rules\nnorth: me\nb3 b3 *\n\n",
        "game: owela\nseed: 2\nnumber: 1\nb3",
    ] {
        for line in [
            "selfplay owela --games 2 -o {}",
            "match owela:start random greedy --games 2 -o {}",
        ] {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("file");
            fs::write(&path, content).unwrap();
            let done = run(line, &path);
            assert_eq!(done.code, Some(2), "{line} {content:?}: {}", done.err);
            assert_eq!(fs::read_to_string(&path).unwrap(), content, "{line}");
        }
    }
}

#[test]
fn a_build_leaves_foreign_files_alone() {
    let folder = tempfile::tempdir().unwrap();
    let build = "tables build owela --columns 2 --seeds 1..8 --output {}";
    let calm = run(build, folder.path());
    assert_eq!(calm.code, Some(0), "{}", calm.err);
    let table = names(folder.path()).pop().unwrap();
    for with_plan in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let work = folder.path().join(format!("{table}.building"));
        fs::create_dir(&work).unwrap();
        if with_plan {
            let mut child = start(
                &words(
                    "tables build owela --columns 2 --seeds 1..8 --output {}",
                    folder.path(),
                )
                .iter()
                .map(String::as_str)
                .collect::<Vec<_>>(),
            );
            wait_until("the build has begun", || {
                work.join("plan").exists() || folder.path().join(&table).exists()
            });
            child.kill().unwrap();
            child.wait().unwrap();
            fs::create_dir_all(&work).unwrap();
        }
        let has_plan = work.join("plan").exists();
        fs::write(work.join("notes.txt"), "precious").unwrap();
        fs::write(folder.path().join("target"), "precious").unwrap();
        let done = run(build, folder.path());
        let is_finished = folder.path().join(&table).exists();
        assert_eq!(is_finished, done.code == Some(0), "{}", done.err);
        assert!(is_finished || !has_plan, "{}", done.err);
        let notes = fs::read_to_string(work.join("notes.txt"));
        assert_eq!(notes.unwrap(), "precious");
    }
    // What a link named `lock` leads to stays.
    let folder = tempfile::tempdir().unwrap();
    let work = folder.path().join(format!("{table}.building"));
    fs::create_dir(&work).unwrap();
    fs::write(folder.path().join("target"), "precious").unwrap();
    symlink("../target", work.join("lock")).unwrap();
    let done = run(build, folder.path());
    assert_eq!(done.code, Some(2), "{}", done.err);
    let target = fs::read_to_string(folder.path().join("target"));
    assert_eq!(target.unwrap(), "precious");
}
