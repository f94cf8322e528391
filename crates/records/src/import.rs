//! A game that others have logged, played by the rules and written as a record.

use crate::asked::AskedRules;
use crate::attested::{Attested, TERMINATION};
use crate::fault::Fault;
use crate::log::{Log, LoggedMove};
use crate::playing::{MoveError, Playing, legal_moves};
use sow_engine::game::Reason;
use sow_engine::kind::GameKind;
use sow_engine::notation::{Outcome, Record, RecordMove};
use sow_engine::pit;
use sow_engine::relay::Patience;
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use sow_engine::side::Side;
use sow_engine::text::quoted;

/// Legal moves that an error names at most.
const MOST_NAMED: usize = 40;

/// What is said about logs from outside, where they do not say it themselves or are to be overruled.
#[derive(Clone, Debug, Default)]
pub struct Wish {
    /// The game, where the log does not name it.
    pub game: Option<String>,
    /// Where the game begins, whatever the log says.
    pub start: Option<String>,
    /// Whether plain numbers of pits count from 0 or from 1; without it the log is looked at.
    pub pits_from: Option<u8>,
    /// Rules that hold whatever the log says.
    pub asked: AskedRules,
}

/// A game that was read and played through.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The record. Its result is that of the rules, or else what the log attests.
    pub record: Record,
    /// The rules that it was played by.
    pub rules: Rules,
    /// Its start.
    pub start: Setup,
}

/// Plays a log by the rules.
///
/// # Errors
/// A [`Fault`] with the line: what is played is not said, a move is not legal or not that player's, the log
/// states another result than its moves have.
pub fn import(log: &Log, wish: &Wish) -> Result<Imported, Fault> {
    let (rules, start) = start(log, wish)?;
    let mut player = Player::new(log, wish, rules, &start);
    for played in &log.moves {
        player.play(played)?;
    }
    let Player { game, moves, .. } = player;
    let attested = Attested {
        outcome: log
            .stated()
            .map(|(_, outcome)| outcome)
            .filter(|&outcome| outcome != Outcome::Open),
        why: log.why,
    };
    let by_rules = game.ending.as_ref();
    if let (Some(ending), Some((line, stated))) = (by_rules, log.stated())
        && attested.contradicts(by_rules)
    {
        let hint = if ending.reason == Reason::Repetition {
            "; by other rules play goes on there, see `sow rules`"
        } else {
            ""
        };
        return Err(Fault::of(
            line,
            stated.token(),
            format!(
                "the log says {stated}, but by the rules its moves end with {}: {ending}{hint}",
                ending.token()
            ),
        ));
    }
    let mut headers = vec![
        ("game".to_owned(), start.game.to_string()),
        ("rules".to_owned(), rules.describe()),
        ("start".to_owned(), start.to_string()),
    ];
    let is_own = |key: &str| ["game", "rules", "start", TERMINATION].contains(&key);
    let others = log.headers.iter().filter(|header| !is_own(&header.key));
    headers.extend(others.map(|header| (header.key.clone(), header.value.clone())));
    match log.header(TERMINATION) {
        Some(header) => headers.push((header.key.clone(), header.value.clone())),
        None => headers.extend(log.why.map(|why| (TERMINATION.to_owned(), why.to_string()))),
    }
    Ok(Imported {
        record: Record {
            line: log.line,
            headers,
            moves,
            result: Some(attested.result(by_rules)),
        },
        rules,
        start,
    })
}

/// Where the game begins, and by which rules.
fn start(log: &Log, wish: &Wish) -> Result<(Rules, Setup), Fault> {
    let field = log
        .header("rules")
        .map_or("", |header| header.value.as_str());
    // Settings from outside are told with the line where the game begins.
    let of = |wished: &Option<String>, key: &str| {
        let header = log.header(key);
        match wished {
            Some(value) => Some((log.line, value.clone())),
            None => header.map(|header| (header.line, header.value.clone())),
        }
    };
    let game = of(&wish.game, "game");
    let named = of(&wish.start, "start");
    let ruleset = game
        .as_ref()
        .and_then(|(_, game)| GameKind::with_ruleset(game))
        .and_then(|(_, ruleset)| ruleset);
    let read = |line: usize, text: &str, field: &str| {
        wish.asked
            .position(text, field)
            .map_err(|error| Fault::of(line, text, error))
    };
    let (rules, mut start) = match (&named, &game) {
        (Some((line, start)), _) => {
            let field = format!("{} {field}", ruleset.unwrap_or_default());
            read(*line, start, &field)?
        }
        (None, Some((line, game))) => read(*line, &format!("{game}:start"), field)?,
        (None, None) if !log.setups.is_empty() => {
            read(log.line, &format!("{}:start", GameKind::Omweso), field)?
        }
        (None, None) => {
            return Err(Fault::new(
                log.line,
                "nobody can tell what is played: the log has no `game:` and no `start:` line; name the game with --game or --start, such as --game omweso",
            ));
        }
    };
    let is_other =
        |game: &str| GameKind::with_ruleset(game).is_none_or(|(kind, _)| kind != start.game);
    if let Some((line, game)) = game.as_ref().filter(|(_, game)| is_other(game)) {
        return Err(Fault::of(
            *line,
            game,
            format!(
                "the game is `{}`, and the start is a position of {}",
                quoted(game),
                start.game
            ),
        ));
    }
    for setup in &log.setups {
        let ring = &mut start.rings[log.side(setup.who).index()];
        if setup.seeds.len() != ring.len() {
            return Err(Fault::new(
                setup.line,
                format!(
                    "a set-up has the {} pits of one player, b1 to b{columns} and then f{columns} to f1, and here are {}",
                    ring.len(),
                    setup.seeds.len(),
                    columns = start.columns
                ),
            ));
        }
        ring.clone_from(&setup.seeds);
    }
    // Who moves first in the log began the game, where nothing else says who did.
    let first = log.moves.first().and_then(|played| played.who);
    if let (None, Some(first)) = (&named, first) {
        start.side = log.side(first);
    }
    Ok((rules, start))
}

/// Plays the moves of a log.
struct Player<'a> {
    log: &'a Log,
    game: Playing,
    columns: usize,
    /// The number of the first pit.
    from: usize,
    /// Pits that are numbered for one player.
    pits: usize,
    moves: Vec<RecordMove>,
    /// Who sows once more in the same turn.
    again: Option<Side>,
}

impl<'a> Player<'a> {
    fn new(log: &'a Log, wish: &Wish, rules: Rules, start: &Setup) -> Self {
        let pits = if start.game.has_four_rows() {
            2 * start.columns
        } else {
            start.columns
        };
        let from = match wish.pits_from {
            Some(from) => usize::from(from),
            None => usize::from(!log.counts_pits_from_0(pits)),
        };
        Self {
            log,
            game: Playing::new(rules, start),
            columns: start.columns,
            from,
            pits,
            moves: Vec::with_capacity(log.moves.len()),
            again: None,
        }
    }

    fn play(&mut self, played: &LoggedMove) -> Result<(), Fault> {
        let who = played.who.map(|who| self.log.side(who));
        if who.is_some_and(|side| side != self.game.position.side) && self.can_only_pass() {
            self.add("pass", played.line)?;
        }
        let mover = self.game.position.side;
        if let Some(side) = who.filter(|&side| side != mover) {
            return Err(Fault::of(
                played.line,
                &played.text.to_string(),
                format!(
                    "{side} is said to play {}, but it is {mover}'s turn; a move is missing, doubled or given to the wrong player",
                    played.text
                ),
            ));
        }
        let text = self.spell(mover, played)?;
        self.add(&text, played.line)
    }

    fn add(&mut self, text: &str, line: usize) -> Result<(), Fault> {
        let mover = self.game.position.side;
        let turn = self
            .game
            .play(text, true)
            .map_err(|error| self.explain(text, line, error))?;
        match self.moves.last_mut() {
            Some(last) if self.again == Some(mover) => {
                last.text = format!("{}+{}", last.text, turn.text);
            }
            _ => self.moves.push(RecordMove {
                text: turn.text,
                line,
            }),
        }
        self.again = turn.again.then_some(mover);
        Ok(())
    }

    /// A move in the names of the board: plain numbers go counter-clockwise from the owner's leftmost
    /// back pit, or along his own row.
    fn spell(&self, side: Side, played: &LoggedMove) -> Result<String, Fault> {
        let (from, pits) = (self.from, self.pits);
        let game = self.game.position.game;
        let mut text = played.text.clone();
        for sowing in &mut text.0 {
            let Ok(number) = sowing.pit.parse::<usize>() else {
                continue;
            };
            let round_board = !game.has_four_rows() && side == Side::North && number >= pits + from;
            let number = if round_board { number - pits } else { number };
            let index = number
                .checked_sub(from)
                .filter(|&index| index < pits)
                .ok_or_else(|| {
                    Fault::of(
                        played.line,
                        &sowing.pit,
                        format!(
                            "there is no pit {}; the pits of {side} are numbered {from} to {}",
                            sowing.pit,
                            pits - 1 + from
                        ),
                    )
                })?;
            sowing.pit = pit::name(game, self.columns, index);
        }
        Ok(text.to_string())
    }

    /// Whether the player to move has nothing but a pass.
    fn can_only_pass(&self) -> bool {
        let game = &self.game;
        let turns = game
            .referee()
            .turns(&game.position, &Patience::UNLIMITED, false);
        game.ending.is_none() && matches!(turns.as_slice(), [turn] if turn.text == "pass")
    }

    /// An illegal move with what would have been legal.
    fn explain(&self, text: &str, line: usize, error: MoveError) -> Fault {
        let game = &self.game;
        let MoveError::Refused { error, .. } = error else {
            return Fault::of(line, text, error);
        };
        let mut legal = legal_moves(game.referee(), &game.position, usize::MAX).unwrap_or_default();
        if legal.len() > MOST_NAMED {
            legal.truncate(MOST_NAMED);
            legal.push("…".to_owned());
        }
        Fault::of(
            line,
            text,
            format!(
                "move {} by {}: {error}; legal are {}; the position is {}",
                game.moves + 1,
                game.position.side,
                legal.join(", "),
                game.position
            ),
        )
    }
}
