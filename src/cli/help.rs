//! Help as a reader wants it: commands by what they are for, options by what they do, an example of everything.

use clap::Command;

/// The commands by what a person wants.
pub(super) const GROUPS: &[(&str, &[&str])] = &[
    (
        "Look at a position",
        &["show", "moves", "trace", "board", "rules"],
    ),
    ("Play", &["play"]),
    (
        "Solve and analyse",
        &["solve", "analyse", "puzzle", "tables", "proof"],
    ),
    ("Explore a game", &["openings", "loops", "perft"]),
    (
        "Let players play",
        &["match", "selfplay", "merge", "stats", "engine"],
    ),
    ("Work with game records", &["replay", "annotate", "import"]),
    (
        "The program itself",
        &["install-extras", "completions", "man", "bench"],
    ),
];

/// Options by what they do; all others are the command's own.
const HEADINGS: &[(&str, &[&str])] = &[
    (
        "Limits",
        &[
            "time",
            "nodes",
            "depth",
            "memory",
            "threads",
            "laps",
            "move_time",
        ],
    ),
    ("What is known already", &["folder", "proofs"]),
    (
        "Files that are written",
        &[
            "output",
            "svg",
            "html",
            "csv",
            "plot",
            "checkpoint",
            "save_every",
        ],
    ),
];

/// Examples of every command, each with what it does.
const EXAMPLES: &[(&str, &[(&str, &str)])] = &[
    (
        "moves",
        &[
            ("sow moves owela", "from the start"),
            ("sow moves owela --rules hus", ""),
            ("sow moves 'bao-kingulu 4,0,2/3,1,5 N 2-1'", ""),
        ],
    ),
    (
        "play",
        &[
            (
                "sow play nsolo b7:f2x2 b3",
                "two turns and the board after them",
            ),
            ("sow play owela --strength 3", "a game against the engine"),
        ],
    ),
    (
        "show",
        &[
            ("sow show omweso --letters", ""),
            ("sow show bao --svg board.svg", "a picture too"),
        ],
    ),
    (
        "board",
        &[
            ("sow board owela", "in the browser"),
            ("sow board game.txt --html game.html", "to hand on"),
        ],
    ),
    (
        "trace",
        &[
            ("sow trace omweso b1", ""),
            ("sow trace omweso b1 --svg move.svg", "as a picture"),
        ],
    ),
    (
        "loops check",
        &[(
            "sow loops check 'nsolo 0x4/0x4/1,0,1,0/0,1,2,0 S'",
            "every move",
        )],
    ),
    (
        "loops period",
        &[(
            "sow loops period 'omweso 0x8/0x8/1,0,1,0,1,0,1,0/3,1,0,1,0,1,0,1 S' b1",
            "",
        )],
    ),
    (
        "loops census",
        &[("sow loops census --pits 8 --seeds 2..12", "")],
    ),
    (
        "loops survey",
        &[(
            "sow loops survey --pits 16 --seeds 20..24 --tasks 10000",
            "",
        )],
    ),
    (
        "loops find",
        &[
            ("sow loops find --pits 16 --seeds 20..40", "on one ring"),
            ("sow loops find --from owela --tasks 500", "in play"),
        ],
    ),
    (
        "loops draw",
        &[(
            "sow loops draw 'omweso 0x8/0x8/1,0,1,0,1,0,1,0/3,1,0,1,0,1,0,1 S' b1",
            "",
        )],
    ),
    ("perft", &[("sow perft owela 3 --divide", "")]),
    (
        "solve",
        &[
            ("sow solve bao-kingulu:start:4", "who wins"),
            (
                "sow solve bao-kingulu:start:4 --objective margin",
                "by how many seeds",
            ),
            ("sow solve nsolo:start:3 --objective distance", "how soon"),
        ],
    ),
    (
        "analyse",
        &[
            ("sow analyse owela --time 2s", ""),
            (
                "sow analyse owela --lines 3 --depth 6",
                "the three best moves",
            ),
        ],
    ),
    (
        "puzzle solve",
        &[
            ("sow puzzle solve data/puzzles/nsolo.toml", ""),
            (
                "sow puzzle solve 'nsolo 0,2/0,0/1,0/1,2 S' --stipulation win",
                "",
            ),
        ],
    ),
    (
        "puzzle list",
        &[("sow puzzle list nsolo", "those of one game")],
    ),
    ("install-extras", &[("sow install-extras ~/.local", "")]),
    (
        "puzzle check",
        &[("sow puzzle check data/puzzles/nsolo.toml", "")],
    ),
    (
        "puzzle compose",
        &[("sow puzzle compose owela --columns 3 --count 2", "")],
    ),
    ("proof check", &[("sow proof check omweso.sowproof", "")]),
    ("proof info", &[("sow proof info omweso.sowproof", "")]),
    ("proof show", &[("sow proof show omweso.sowproof", "")]),
    (
        "tables build",
        &[(
            "sow tables build nsolo --columns 4 --seeds 2..5 -o tables",
            "",
        )],
    ),
    ("tables info", &[("sow tables info data/tables", "")]),
    (
        "tables probe",
        &[(
            "sow tables probe 'nsolo 0,1,0,0/0,2,0,0/0,1,0,0/0,0,1,0 S'",
            "",
        )],
    ),
    (
        "tables verify",
        &[("sow tables verify data/tables --sample 1000", "")],
    ),
    (
        "match",
        &[(
            "sow match owela alpha-beta:nodes=2000 greedy --games 20",
            "",
        )],
    ),
    (
        "selfplay",
        &[
            ("sow selfplay owela --games 100 -o games.txt", ""),
            ("sow selfplay owela --south greedy --games 20", ""),
        ],
    ),
    ("merge", &[("sow merge one.txt two.txt -o all.txt", "")]),
    (
        "stats",
        &[
            ("sow stats games.txt", ""),
            ("sow stats games.txt --html report.html", "with charts"),
        ],
    ),
    (
        "openings",
        &[
            ("sow openings owela --games 4 --nodes 2000", ""),
            (
                "sow openings owela --book owela.book --expand 3 --nodes 2000",
                "",
            ),
        ],
    ),
    ("engine", &[("sow engine alpha-beta:time=100ms", "")]),
    ("replay", &[("sow replay game.txt --boards", "")]),
    (
        "import",
        &[("sow import log.txt --game omweso -o games.txt", "")],
    ),
    ("annotate", &[("sow annotate game.txt", "")]),
    (
        "rules",
        &[
            ("sow rules", "all games in short"),
            ("sow rules omweso", "one in full"),
        ],
    ),
    ("bench", &[("sow bench", "")]),
    (
        "completions",
        &[(
            "sow completions bash > ~/.local/share/bash-completion/completions/sow",
            "",
        )],
    ),
    ("man", &[("sow man > sow.1", "")]),
];

/// Arranges the help of all commands.
pub(super) fn arranged(command: Command) -> Command {
    let command = command.mut_args(|argument| argument.help_heading("Options of every command"));
    let list = list(&command);
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{list}Options of every command:\n{{options}}{{after-help}}"
    );
    let names: Vec<String> = command
        .get_subcommands()
        .map(|below| below.get_name().to_owned())
        .collect();
    let grouped = || GROUPS.iter().flat_map(|(_, names)| *names);
    debug_assert!(
        names
            .iter()
            .all(|name| grouped().any(|known| known == name)),
        "a command is in no group of the help"
    );
    let command = command.help_template(template);
    names.iter().fold(command, |command, name| {
        command.mut_subcommand(name, |below| with_examples(below, name))
    })
}

/// A command with its examples, and those below it.
fn with_examples(mut command: Command, path: &str) -> Command {
    let below: Vec<String> = command
        .get_subcommands()
        .map(|below| below.get_name().to_owned())
        .collect();
    for name in below {
        let path = format!("{path} {name}");
        command = command.mut_subcommand(&name, |below| with_examples(below, &path));
    }
    command = command.mut_args(|argument| {
        let heading = HEADINGS.iter().find(|(_, ids)| {
            !argument.is_positional() && ids.contains(&argument.get_id().as_str())
        });
        match heading {
            Some((heading, _)) => argument.help_heading(*heading),
            None => argument,
        }
    });
    let examples = EXAMPLES.iter().find(|(name, _)| *name == path);
    let Some((_, examples)) = examples else {
        debug_assert!(command.has_subcommands(), "{path} has no example");
        return command;
    };
    let heading = if examples.len() == 1 {
        "Example"
    } else {
        "Examples"
    };
    let lines = examples.iter().map(|(line, meaning)| match *meaning {
        "" => format!("  {line}\n"),
        meaning => format!("  {line:<48}  {meaning}\n"),
    });
    command.after_help(format!("{heading}:\n{}", lines.collect::<String>()))
}

/// The commands, group by group.
fn list(command: &Command) -> String {
    let names = GROUPS.iter().flat_map(|(_, names)| *names);
    let width = names.map(|name| name.len()).max().unwrap_or(0);
    let group = |(heading, names): &(&str, &[&str])| {
        let lines = names.iter().map(|name| {
            let about = command.find_subcommand(name).and_then(Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            crate::report::prose::wrap(&format!("  {name:<width$}  "), &about)
        });
        format!("{heading}:\n{}\n", lines.collect::<String>())
    };
    GROUPS.iter().map(group).collect()
}
