//! `sow play GAME` without moves: a game in the terminal, against the engine or a friend.

use super::board::text;
use super::only_one;
use crate::cli::{Opponent, PlayArgs};
use crate::context::{Context, Status};
use crate::files::write_file;
use crate::input::Question;
use crate::records::{self, rules_and_start};
use crate::report::board::board;
use crate::report::letters::spell;
use crate::report::number::count;
use crate::report::prose::tell;
use crate::report::turn::comment;
use crate::report::worth::worth;
use anyhow::{Result, anyhow, bail};
use sow_engine::notation::{Outcome, Record, RecordMove};
use sow_engine::position::Position;
use sow_engine::relay::Patience;
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use sow_engine::side::Side;
use sow_records::playing::Playing;
use sow_search::Limits;
use sow_search::analyse::{Analysis, MOST_DEPTH, Wish};
use sow_search::analysing::{self, Task};
use std::io::{BufRead, Write};
use std::path::Path;

const HELP: &str = "\
a move        b3, f6:f1x2, 5: as `sow moves` writes it
hint          what the engine would play, and what it thinks of the position
back          take your last move back, with the answer to it
moves         all legal moves
board         draw the board again
strength N    1 (beginner) to 4 (as strong as it gets in a few seconds)
save FILE     write the game as a record; to go on with it later:
              sow play GAME --resume FILE
help, quit";

/// How far the engine looks and how many positions it looks at, by strength.
const STRENGTHS: [(u32, u64); 4] = [(1, 300), (2, 5_000), (5, 100_000), (MOST_DEPTH, 3_000_000)];

/// One turn or sowing of the game, and who played it.
struct Played {
    text: String,
    /// The same player sows once more.
    again: bool,
}

struct Game<'a> {
    context: &'a Context,
    rules: Rules,
    start: Setup,
    playing: Playing,
    played: Vec<Played>,
    /// The positions before each of them.
    before: Vec<Setup>,
    engine: Option<Side>,
    strength: usize,
}

/// What a line of input has led to.
enum Said {
    /// A turn was played.
    Moved,
    /// Something was told.
    Told,
    /// The player has enough.
    Quit,
}

pub(crate) fn run(context: &Context, args: &PlayArgs) -> Result<Status> {
    if context.json {
        bail!("a game in the terminal has no JSON; `sow engine` speaks a protocol of lines");
    }
    let mut game = match &args.resume {
        Some(path) => resumed(context, args, path)?,
        None => {
            let Question { setup, rules, .. } = only_one(context, &args.position)?;
            Game::new(context, args, rules, setup)
        }
    };
    let mut out = crate::streams::stdout();
    writeln!(out, "`help` tells what can be typed.\n")?;
    game.draw(&mut out)?;
    let stdin = std::io::stdin();
    let mut lines = stdin.lock().lines();
    loop {
        if let Some(ending) = &game.playing.ending {
            let result = ending.token();
            tell(&mut out, &format!("{result} {ending}"))?;
        } else if game.engine == Some(game.playing.position.side) {
            game.answer(&mut out)?;
            continue;
        }
        write!(out, "{}> ", game.playing.position.side)?;
        out.flush()?;
        let Some(line) = lines.next() else {
            writeln!(out)?;
            return Ok(Status::Done);
        };
        match game.hear(line?.trim(), &mut out) {
            Ok(Said::Moved | Said::Told) => {}
            Ok(Said::Quit) => return Ok(Status::Done),
            // Whatever is wrong with one line, the game goes on.
            Err(error) if crate::streams::is_closed(&error) => return Err(error),
            Err(error) => tell(&mut out, &format!("{error:#}"))?,
        }
    }
}

/// The game of a record, at its end.
fn resumed<'a>(context: &'a Context, args: &PlayArgs, path: &Path) -> Result<Game<'a>> {
    let name = path.display().to_string();
    let records = records::read(&name)?;
    let [record] = &records[..] else {
        bail!(
            "{name} holds {} games, and one can be gone on with",
            records.len()
        );
    };
    let (rules, start) = rules_and_start(&context.asked, record)?;
    let wanted = only_one(context, &args.position)?.setup.game;
    if wanted != start.game {
        bail!("{name} is a game of {}, not of {wanted}", start.game);
    }
    let mut game = Game::new(context, args, rules, start);
    for played in &record.moves {
        game.play(&played.text)
            .map_err(|error| anyhow!("{name}, line {}: {error:#}", played.line))?;
    }
    Ok(game)
}

impl<'a> Game<'a> {
    fn new(context: &'a Context, args: &PlayArgs, rules: Rules, start: Setup) -> Self {
        Self {
            context,
            rules,
            playing: Playing::new(rules, &start),
            start,
            played: Vec::new(),
            before: Vec::new(),
            engine: match args.engine {
                Opponent::South => Some(Side::South),
                Opponent::North => Some(Side::North),
                Opponent::None => None,
            },
            strength: usize::from(args.strength) - 1,
        }
    }

    fn draw(&self, out: &mut dyn Write) -> Result<()> {
        let position = &self.playing.position;
        writeln!(out, "{}\n", board(position, self.context.letters))?;
        Ok(())
    }

    /// Plays a turn, or one sowing of it.
    fn play(&mut self, text: &str) -> Result<String> {
        let before = self.playing.position.clone();
        let turn = self.playing.play(text, false)?;
        let note = comment(&self.rules, &turn);
        let note = if note.is_empty() {
            note
        } else {
            format!("; {note}")
        };
        let told = format!(
            "{} plays {}: {}, {} captured{note}",
            before.side,
            spell(self.context.letters, &before, &turn.text),
            count(turn.laps, "lap"),
            turn.captured,
        );
        self.played.push(Played {
            text: turn.text,
            again: turn.again,
        });
        self.before.push(before);
        Ok(told)
    }

    fn hear(&mut self, line: &str, out: &mut dyn Write) -> Result<Said> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "" => {}
            "help" | "?" => writeln!(out, "{HELP}")?,
            "quit" | "exit" => return Ok(Said::Quit),
            "board" => self.draw(out)?,
            "moves" => {
                let position = &self.playing.position;
                let referee = sow_engine::referee::referee(self.rules, position.columns);
                let legal = sow_records::playing::legal_moves(&*referee, position, 10_000);
                let legal = legal.unwrap_or_default();
                let legal: Vec<String> = legal
                    .iter()
                    .map(|text| spell(self.context.letters, position, text))
                    .collect();
                tell(out, &legal.join(" "))?;
            }
            "hint" => self.hint(out)?,
            "back" => self.back(out)?,
            "strength" => match rest.trim().parse::<usize>() {
                Ok(strength @ 1..=4) => self.strength = strength - 1,
                _ => bail!("the strength is a number from 1 to 4, not `{rest}`"),
            },
            "save" => {
                let file = rest.trim();
                if file.is_empty() {
                    bail!("a name of a file should follow: save game.txt");
                }
                write_file(Path::new(file), &self.record())?;
                writeln!(out, "saved to {file}")?;
            }
            _ => {
                let told = self.play(line)?;
                tell(out, &told)?;
                self.draw(out)?;
                return Ok(Said::Moved);
            }
        }
        Ok(Said::Told)
    }

    /// The engine's turn.
    fn answer(&mut self, out: &mut dyn Write) -> Result<()> {
        let (depth, nodes) = STRENGTHS[self.strength];
        let analysis = self.analyse(depth, nodes)?;
        let text = self.best(&analysis)?;
        let told = self.play(&text)?;
        tell(out, &told)?;
        self.draw(out)
    }

    fn hint(&self, out: &mut dyn Write) -> Result<()> {
        if self.playing.ending.is_some() {
            bail!("the game is over");
        }
        let analysis = self.analyse(MOST_DEPTH, 200_000)?;
        let text = self.best(&analysis)?;
        let shown = spell(self.context.letters, &self.playing.position, &text);
        match analysis.lines.first() {
            Some(line) => tell(out, &format!("{shown}: {}", worth(&line.score)))?,
            None => tell(out, &shown)?,
        }
        Ok(())
    }

    fn analyse(&self, depth: u32, nodes: u64) -> Result<Analysis> {
        let position = Position::new(self.rules, self.playing.position.clone())?;
        let task = Task {
            wish: Wish { lines: 1, depth },
            limits: Limits {
                nodes,
                memory: 64 << 20,
                ..Limits::default()
            },
            before: &self.before,
            ..Task::default()
        };
        Ok(analysing::analyse(&position, &task, &mut |_| ())?)
    }

    /// The turn that an analysis puts first, or any legal one where it puts none or leaves choices open.
    fn best(&self, analysis: &Analysis) -> Result<String> {
        let position = &self.playing.position;
        let referee = sow_engine::referee::referee(self.rules, position.columns);
        let first = analysis.lines.first().and_then(|line| line.turns.first());
        if let Some(text) = first
            && referee.play(position, text, &Patience::UNLIMITED).is_ok()
        {
            return Ok(text.clone());
        }
        referee
            .choose_turn(position, &Patience::UNLIMITED, &mut |_| 0)
            .map(|turn| turn.text)
            .ok_or_else(|| anyhow!("no legal move comes to an end"))
    }

    /// Goes back to the player's own last decision.
    fn back(&mut self, out: &mut dyn Write) -> Result<()> {
        let own = |before: &Setup| Some(before.side) != self.engine;
        let Some(keep) = self.before.iter().rposition(own) else {
            bail!("there is no move to take back");
        };
        let texts: Vec<String> = self.played[..keep]
            .iter()
            .map(|played| played.text.clone())
            .collect();
        self.playing = Playing::new(self.rules, &self.start);
        self.played.clear();
        self.before.clear();
        for text in texts {
            self.play(&text)?;
        }
        self.draw(out)
    }

    /// The game as a record: the sowings of one turn joined.
    fn record(&self) -> String {
        let mut turns: Vec<String> = Vec::new();
        let mut joins = false;
        for played in &self.played {
            match turns.last_mut().filter(|_| joins) {
                Some(turn) => *turn += &format!("+{}", played.text),
                None => turns.push(played.text.clone()),
            }
            joins = played.again;
        }
        let result = self.playing.ending.as_ref().map(|ending| ending.token());
        let record = Record {
            moves: turns
                .into_iter()
                .map(|text| RecordMove { text, line: 0 })
                .collect(),
            result: Some(result.unwrap_or(Outcome::Open)),
            ..Record::default()
        };
        text(&record, &self.rules, &self.start)
    }
}
