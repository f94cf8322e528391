//! Where each side erred in a game.

use crate::error::ArenaError;
use crate::judge::{Effort, Judge, Opinion, chance, of_ending, rank};
use crate::run::{Run, Steps, columns};
use crate::spread::try_spread;
use serde::{Serialize, Serializer};
use sow_engine::game::{Board, Ending, Game};
use sow_engine::games::{BoardVisitor, visit};
use sow_engine::lead::Leads;
use sow_engine::past::WithPast;
use sow_engine::relay::Patience;
use sow_engine::rules::{Fate, Rules};
use sow_engine::setup::Setup;
use sow_engine::side::Side;
use sow_engine::turn::{TurnEnd, play_text, turns};
use sow_search::Endgames;
use sow_search::analyse::Score;
use sow_search::past::EndgamesAfter;
use std::sync::atomic::{AtomicBool, Ordering};

/// How bad a turn is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// Nothing is wrong with it.
    None,
    /// Another turn is better by the same search: by so many seeds, or by a larger margin that is proven, or because
    /// this one is proven to lose.
    Error,
    /// It throws the game away: a proven win becomes less, a proven draw a loss, or a game in which another turn was
    /// no worse than even is now proven lost.
    Blunder,
}

impl Mark {
    /// What stands behind the turn: nothing, `?` or `??`.
    pub const fn text(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Error => "?",
            Self::Blunder => "??",
        }
    }
}

/// A game that has been played through by the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedThrough {
    /// Its rules.
    pub rules: Rules,
    /// Every turn with the position before it.
    pub turns: Vec<(Setup, String)>,
    /// The position after the last turn, or the start.
    pub last: Setup,
    /// The result; `None` if the game is open.
    pub ending: Option<Ending>,
    /// The line where its record begins, from 1.
    pub line: usize,
    /// The headers of its record.
    pub headers: Vec<(String, String)>,
}

/// A turn with what is thought of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// The position before it.
    pub before: Setup,
    /// The turn.
    pub text: String,
    /// What the position was worth.
    pub worth: Score,
    /// What the turn left of it.
    pub after: Score,
    /// The better turn and what would have followed, if the turn was marked.
    pub better: Vec<String>,
    /// Hundredths of a seed lost, where both sides of the turn are told in seeds.
    pub lost: Option<i64>,
    /// How bad it was.
    pub mark: Mark,
    /// Turns without an end that were there to play.
    pub never: Vec<String>,
}

impl Note {
    /// What is said of a marked turn, without a full stop.
    pub fn comment(&self) -> String {
        let mut parts = Vec::new();
        if self.mark != Mark::None {
            let side = self.before.side;
            let lost = match (self.mark, self.lost) {
                (_, Some(lost)) if self.worth.is_proven() && self.after.is_proven() => {
                    let seeds = lost as f64 / 100.0;
                    format!("loses {seeds} seed{}", if lost == 100 { "" } else { "s" })
                }
                (_, Some(_)) => {
                    let [had, has] = [self.worth, self.after].map(|score| {
                        let south = chance(self.before.game, &score);
                        match side {
                            Side::South => 100.0 * south,
                            Side::North => 100.0 - 100.0 * south,
                        }
                    });
                    format!("chances fall from {had:.0} % to {has:.0} %")
                }
                (Mark::Blunder, None) if is_won(&self.worth, side) => {
                    "throws a win away".to_owned()
                }
                (Mark::Blunder, None) if self.worth == Score::Draw => {
                    "throws a draw away".to_owned()
                }
                (Mark::Blunder, None) => "throws the game away".to_owned(),
                (_, None) => "loses the game".to_owned(),
            };
            let better = self.better.first();
            parts.push(better.map_or(lost.clone(), |better| format!("{lost}; better {better}")));
        }
        if !self.never.is_empty() {
            parts.push(format!("never-ending: {}", self.never.join(", ")));
        }
        parts.join("; ")
    }
}

/// A game with notes.
#[derive(Clone, Debug, PartialEq)]
pub struct Annotated {
    /// The game.
    pub game: PlayedThrough,
    /// A note a turn.
    pub notes: Vec<Note>,
}

impl Annotated {
    /// How it ended, in words.
    pub fn result(&self) -> String {
        match &self.game.ending {
            Some(ending) => ending.to_string(),
            None => "open".to_owned(),
        }
    }

    /// What becomes of never-ending moves by the rules, in words.
    pub fn never(&self) -> &'static str {
        match self.game.rules.fate() {
            Fate::Illegal => "by these rules they are not legal",
            Fate::Annul => "by these rules they annul the game",
            Fate::MoverLoses => "by these rules they lose the game",
        }
    }

    /// Errors and blunders of a side.
    pub fn errors(&self, side: Side) -> [usize; 2] {
        [Mark::Error, Mark::Blunder].map(|mark| {
            let notes = self.notes.iter();
            notes
                .filter(|note| note.before.side == side && note.mark == mark)
                .count()
        })
    }
}

/// How games are annotated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scrutiny {
    /// What the judgement of each position may spend.
    pub effort: Effort,
    /// A turn that loses as many seeds by the search is an error.
    pub error: f64,
}

/// The endgame tables that fit rules and columns, `None` where none do.
pub type EndgamesOf<'a> = dyn Fn(Rules, usize) -> Option<Box<dyn Endgames + 'a>> + Sync + 'a;

/// Judges every position of some games, several games at once; `None` in the place of a game that was not
/// finished when the work was stopped. Steps of the work are positions.
///
/// # Errors
/// If a table cannot be read.
pub fn annotate(
    games: Vec<PlayedThrough>,
    scrutiny: &Scrutiny,
    endgames: &EndgamesOf<'_>,
    run: &Run<'_>,
) -> Result<Vec<Option<Annotated>>, ArenaError> {
    let positions: usize = games.iter().map(|game| game.turns.len() + 1).sum();
    let steps = run.steps(positions as u64);
    let notes = run.pool()?.install(|| {
        try_spread(games.len(), |index| {
            notes(&games[index], scrutiny, endgames, run.stop, &steps)
        })
    })?;
    let games = games.into_iter().zip(notes);
    Ok(games
        .map(|(game, notes)| notes.map(|notes| Annotated { game, notes }))
        .collect())
}

/// Judges every position of a game; `None` if it was stopped.
fn notes(
    game: &PlayedThrough,
    scrutiny: &Scrutiny,
    endgames: &EndgamesOf<'_>,
    stop: &AtomicBool,
    steps: &Steps<'_>,
) -> Result<Option<Vec<Note>>, ArenaError> {
    let before = game.turns.iter().map(|(before, _)| before);
    let columns = columns(game.rules, before.chain([&game.last]))?;
    let endgames = endgames(game.rules, columns);
    let judged = JudgeTurns {
        game,
        effort: scrutiny.effort,
        endgames: endgames
            .as_deref()
            .map(|endgames| endgames as &dyn Endgames),
        stop,
        steps,
    };
    let judged = visit(game.rules, columns, judged);
    if let Some(error) = endgames.and_then(|endgames| endgames.error()) {
        return Err(ArenaError::Table(error));
    }
    let Some((opinions, never)) = judged else {
        return Ok(None);
    };
    let turns = game.turns.iter().zip(opinions).zip(never);
    let notes = turns.map(|(((before, text), opinions), never)| {
        note(scrutiny.error, before, text, opinions, never)
    });
    Ok(Some(notes.collect()))
}

/// What is thought of a turn.
struct Opinions {
    /// Of the position before it.
    before: Opinion,
    /// Of what another turn leaves, the one that the search would have played, by the same search as that of what was
    /// played; `None` if that was played, or if there is none.
    other: Option<Score>,
    /// Of what it left.
    after: Score,
}

/// Judges on the game's own board: every turn, and the never-ending turns that were there beside it.
struct JudgeTurns<'a> {
    game: &'a PlayedThrough,
    effort: Effort,
    endgames: Option<&'a dyn Endgames>,
    stop: &'a AtomicBool,
    steps: &'a Steps<'a>,
}

impl BoardVisitor for JudgeTurns<'_> {
    type Output = Option<(Vec<Opinions>, Vec<Vec<String>>)>;

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> Self::Output {
        let before = self.game.turns.iter().map(|(before, _)| before);
        let positions: Vec<P> = before.map(|setup| game.position(setup)).collect();
        let last = game.position(&self.game.last);
        let start = positions.first().unwrap_or(&last);
        let seeds = usize::from(game.seeds(start));
        // What the tables say of any position must hold with all of the game behind it.
        let with_past = WithPast::new(&*game, positions.clone());
        let endgames = self
            .endgames
            .map(|known| EndgamesAfter::new(known, &with_past));
        let endgames = endgames.as_ref().map(|known| known as &dyn Endgames);
        let judge = Judge::new(&*game, seeds, self.effort, endgames);
        let mut opinions = Vec::new();
        // From the end backwards, so that what is proven there helps the proofs before it.
        let mut after = match &self.game.ending {
            Some(ending) => of_ending(ending, &*game),
            None => judge.judge(&positions, &last, self.stop)?.score,
        };
        self.steps.add(1);
        for (index, position) in positions.iter().enumerate().rev() {
            let before = judge.judge(&positions[..index], position, self.stop)?;
            let text = &self.game.turns[index].1;
            let wanted = before.line.first().filter(|wanted| *wanted != text);
            let other = match wanted.map(|wanted| leads(&*game, position, wanted)) {
                Some(Some(Leads::To(reached))) => Some(
                    judge
                        .judge(&positions[..=index], &reached, self.stop)?
                        .score,
                ),
                Some(Some(Leads::Ends(ending))) => Some(of_ending(&ending, &*game)),
                Some(Some(Leads::Undecided(_)) | None) | None => None,
            };
            self.steps.add(1);
            let score = before.score;
            opinions.push(Opinions {
                before,
                other,
                after: std::mem::replace(&mut after, score),
            });
        }
        opinions.reverse();
        let never = positions
            .iter()
            .map(|position| {
                turns(&*game, position, &Patience::UNLIMITED, false)
                    .into_iter()
                    .filter(|turn| matches!(turn.end, TurnEnd::NeverEnds(_)))
                    .map(|turn| turn.text)
                    .collect()
            })
            .collect();
        (!self.stop.load(Ordering::Relaxed)).then_some((opinions, never))
    }
}

/// What a turn leads to.
fn leads<P: Board>(game: &dyn Game<P>, position: &P, text: &str) -> Option<Leads<P>> {
    let turn = play_text(game, position, text, &Patience::UNLIMITED, None).ok()?;
    turn.end.leads(|| game.never_ending(position))
}

fn is_won(score: &Score, side: Side) -> bool {
    matches!(score, Score::Win { winner, .. } if *winner == side)
}

/// The seeds that a score tells, in hundredths, seen by South.
fn seeds(score: &Score) -> Option<i64> {
    match score {
        Score::Estimate(hundredths) => Some(i64::from(*hundredths)),
        Score::Win { margin, .. } => margin.map(|margin| 100 * i64::from(margin)),
        Score::Draw => Some(0),
        Score::Chance(_) => None,
    }
}

/// A position that is worse for a player than this, in hundredths of a seed, was as good as lost before.
const EVEN: i64 = -100;

fn note(error: f64, before: &Setup, text: &str, opinions: Opinions, never: Vec<String>) -> Note {
    let side = before.side;
    let Opinions {
        before: first,
        other,
        after: played,
    } = opinions;
    // What is proven of the position holds. Else the search that went on after a turn saw more than the one before it,
    // and a turn is worse only than one that was looked at as closely.
    let worth = if first.score.is_proven() {
        first.score
    } else {
        other
            .filter(|other| rank(other, side) > rank(&played, side))
            .unwrap_or(played)
    };
    let opponent = side.other();
    let lost = match (seeds(&worth), seeds(&played)) {
        // A proven win counts in seeds only against another proof.
        (Some(had), Some(has)) if worth.is_proven() == played.is_proven() => {
            Some(i64::from(side.sign()) * (had - has)).filter(|&lost| lost > 0)
        }
        _ => None,
    };
    let is_worse = rank(&played, side) < rank(&worth, side);
    let is_lost = is_won(&played, opponent) && !is_won(&worth, opponent);
    let throws_away = is_won(&worth, side) && played.is_proven() && !is_won(&played, side)
        || is_lost && (worth.is_proven() || rank(&worth, side) >= EVEN);
    let mark = if !is_worse {
        Mark::None
    } else if throws_away {
        Mark::Blunder
    } else if is_lost
        || lost.is_some_and(|lost| lost as f64 >= 100.0 * error)
        || worth.is_proven() && played.is_proven() && lost.is_some()
    {
        Mark::Error
    } else {
        Mark::None
    };
    let better = if mark == Mark::None || first.line.first().is_some_and(|best| best == text) {
        Vec::new()
    } else {
        first.line
    };
    Note {
        before: before.clone(),
        text: text.to_owned(),
        worth,
        after: played,
        better,
        lost: lost.filter(|_| mark == Mark::Error),
        mark,
        never: never.into_iter().filter(|turn| turn != text).collect(),
    }
}

#[derive(Serialize)]
struct Form<'a> {
    line: usize,
    headers: &'a [(String, String)],
    moves: Vec<NoteForm<'a>>,
    result: String,
    errors: [usize; 2],
    blunders: [usize; 2],
}

#[derive(Serialize)]
struct NoteForm<'a> {
    #[serde(rename = "move")]
    text: &'a str,
    player: &'static str,
    position: String,
    before: Score,
    after: Score,
    mark: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    lost: Option<f64>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    better: &'a [String],
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    never: &'a [String],
}

impl Serialize for Annotated {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let errors = Side::BOTH.map(|side| self.errors(side));
        let moves = self.notes.iter().map(|note| NoteForm {
            text: &note.text,
            player: match note.before.side {
                Side::South => "south",
                Side::North => "north",
            },
            position: note.before.to_string(),
            before: note.worth,
            after: note.after,
            mark: note.mark.text(),
            lost: note.lost.map(|lost| lost as f64 / 100.0),
            better: &note.better,
            never: &note.never,
        });
        let form = Form {
            line: self.game.line,
            headers: &self.game.headers,
            moves: moves.collect(),
            result: self.result(),
            errors: errors.map(|[errors, _]| errors),
            blunders: errors.map(|[_, blunders]| blunders),
        };
        form.serialize(serializer)
    }
}
