//! `sow engine`: a player that is asked for moves line by line, for matches between programs.
//!
//! The protocol is described in docs/engine-protocol.md.

use crate::cli::EngineArgs;
use crate::context::{Context, Status};
use crate::players;
use anyhow::{Result, anyhow, bail};
use sow_arena::game::one_turn;
use sow_arena::matches::Entrant;
use sow_engine::game::{Board, Game};
use sow_engine::games::{self, BoardVisitor};
use sow_engine::kind::GameKind;
use sow_engine::notation::parse_position;
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use sow_random::Stream;
use std::io::{BufRead, Write};

/// What has been said since the program began.
struct Told {
    rules: Option<Rules>,
    before: Vec<Setup>,
    position: Option<Setup>,
}

pub(crate) fn run(context: &Context, args: &EngineArgs) -> Result<Status> {
    // A fault of the player's name is better told now than at the first move.
    players::parse(&args.player, GameKind::Owela)?;
    let mut out = crate::streams::stdout();
    writeln!(out, "sow {} {}", env!("CARGO_PKG_VERSION"), args.player)?;
    out.flush()?;
    let mut told = Told {
        rules: None,
        before: Vec::new(),
        position: None,
    };
    for (number, line) in std::io::stdin().lock().lines().enumerate() {
        let line = line?;
        match told.hear(context, args, line.trim(), number as u64) {
            Ok(Answer::Nothing) => {}
            Ok(Answer::Move(text)) => writeln!(out, "move {text}")?,
            Ok(Answer::Quit) => break,
            Err(error) => writeln!(out, "error {error:#}")?,
        }
        out.flush()?;
    }
    Ok(Status::Done)
}

enum Answer {
    Nothing,
    Move(String),
    Quit,
}

impl Told {
    fn hear(
        &mut self,
        context: &Context,
        args: &EngineArgs,
        line: &str,
        number: u64,
    ) -> Result<Answer> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "" => {}
            "rules" => {
                let (game, rules) = rest.trim().split_once(' ').unwrap_or((rest.trim(), ""));
                let kind = GameKind::from_name(game).ok_or_else(|| {
                    anyhow!(
                        "`{game}` is no game; write rules GAME RULESET KEY=VALUE, the games are {}",
                        GameKind::names()
                    )
                })?;
                self.rules = Some(context.rules_for_settings(kind, rules)?);
            }
            "new" => {
                self.before.clear();
                self.position = None;
            }
            "before" => self.before.push(parse_position(rest)?),
            "position" => self.position = Some(parse_position(rest)?),
            "go" => return Ok(Answer::Move(self.choose(context, args, number)?)),
            "quit" => return Ok(Answer::Quit),
            _ => bail!(
                "`{word}` is not understood; the words are rules, new, before, position, go and quit"
            ),
        }
        Ok(Answer::Nothing)
    }

    fn choose(&self, context: &Context, args: &EngineArgs, number: u64) -> Result<String> {
        let Some(setup) = &self.position else {
            bail!("there is no position; say position POSITION first");
        };
        let rules = match self.rules {
            Some(rules) if rules.game() == setup.game => rules,
            Some(rules) => bail!(
                "the rules are those of {}, the position is one of {}",
                rules.game(),
                setup.game
            ),
            None => context.rules_for(setup.game)?,
        };
        let fits = |before: &&Setup| before.game == setup.game && before.columns == setup.columns;
        if !self.before.iter().all(|before| fits(&before)) {
            bail!("the positions before are of another game or size");
        }
        let seat = players::parse(&args.player, setup.game)?;
        games::visit(
            rules,
            setup.columns,
            Choose {
                seat: &seat,
                setup,
                before: &self.before,
                stream: Stream::new(args.seed, number),
            },
        )
    }
}

/// Lets a player take one turn.
struct Choose<'a> {
    seat: &'a players::Seat,
    setup: &'a Setup,
    before: &'a [Setup],
    stream: Stream,
}

impl BoardVisitor for Choose<'_> {
    type Output = Result<String>;

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> Result<String> {
        let position = game.position(self.setup);
        let before: Vec<_> = self
            .before
            .iter()
            .map(|setup| game.position(setup))
            .collect();
        let fail = |error: String| anyhow!("{error}");
        let mut player = self
            .seat
            .enter(&*game, &position, self.stream)
            .map_err(fail)?;
        one_turn(&*game, &position, before, &mut *player)
            .map_err(fail)?
            .ok_or_else(|| anyhow!("the game is over"))
    }
}
