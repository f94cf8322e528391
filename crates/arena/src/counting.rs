//! Games played through again by the rules, and counted.

use crate::made::{Joins, Made, MovesWriter};
use crate::seen::Seen;
use crate::short_turn::{Short, ShortTurns};
use crate::statistics::Statistics;
use sow_engine::game::{Board, Decision, Ending, Game, Outcome};
use sow_engine::lead::Leads;
use sow_engine::notation::Outcome as Token;
use sow_engine::relay::{Patience, Unfinished};
use sow_engine::turn::PlayError;

/// Counts games of one kind, one after another.
pub(crate) struct Counter<'game, P: Board> {
    game: &'game dyn Game<P>,
    /// Turns of the openings tree.
    depth: usize,
    statistics: Statistics,
    turns: ShortTurns<'game, P>,
    moves: MovesWriter,
    candidates: Vec<Decision>,
    seen: Seen<P>,
}

/// Where a game stands that is being played through.
struct Standing<P> {
    position: P,
    /// A position has come back.
    repeats: bool,
    /// How it is over.
    last: Option<Ending>,
}

impl<'game, P: Board> Counter<'game, P> {
    /// Nothing counted yet; `depth` turns are to enter the openings.
    pub(crate) fn new(game: &'game dyn Game<P>, depth: usize) -> Self {
        Self {
            game,
            depth,
            statistics: Statistics::default(),
            turns: ShortTurns::new(game),
            moves: MovesWriter::new(game),
            candidates: Vec::new(),
            seen: Seen::new(),
        }
    }

    /// What was counted.
    pub(crate) fn finish(self) -> Statistics {
        self.statistics
    }

    /// Counts a game by the texts of its turns. What is attested of its result, with the word for the reason, counts
    /// where the rules leave the game open.
    ///
    /// # Errors
    /// The number of the move from 0, and what is wrong with it; the counts are of no use then.
    pub(crate) fn add_texts<'a>(
        &mut self,
        start: &P,
        texts: impl Iterator<Item = &'a str> + Clone,
        attested: (Option<Token>, &'static str),
    ) -> Result<(), (usize, PlayError)> {
        let mut standing = self.begin(start);
        let mut left = texts.clone();
        let mut played = 0;
        let mut ending = Ok(());
        for text in left.by_ref() {
            self.look_at(&standing.position);
            let short = self.turns.play(&standing.position, text);
            let short = short.map_err(|error| (played, error))?;
            played += 1;
            ending = self.go_on(&mut standing, short);
            if ending.is_err() {
                break;
            }
        }
        let ending = self.end(standing, ending);
        let opening: Vec<String> = texts.take(self.depth).map(str::to_owned).collect();
        let turns = played + left.count();
        self.statistics
            .add(start.side(), turns, ending, attested, &opening);
        Ok(())
    }

    /// Counts a game by its decisions, of which nothing is attested.
    pub(crate) fn add_made(&mut self, start: &P, made: &[Made]) {
        let mut standing = self.begin(start);
        let mut ending = Ok(());
        let mut turns = 0;
        let mut left = made;
        let mut opening = 0;
        while let Some((_, more)) = left.split_first() {
            let further = more.iter().position(|made| made.joins == Joins::Game);
            let (turn, rest) = left.split_at(further.map_or(left.len(), |place| place + 1));
            left = rest;
            turns += 1;
            if turns <= self.depth {
                opening += turn.len();
            }
            if ending.is_ok() {
                self.look_at(&standing.position);
                let short = self.turns.replay(&standing.position, turn);
                ending = self.go_on(&mut standing, short);
            }
        }
        let ending = self.end(standing, ending);
        let mut text = Vec::new();
        self.moves
            .write(start.side(), &made[..opening], Token::Open, &mut text);
        let text = String::from_utf8(text).unwrap_or_default();
        let words = text.split_whitespace().take(turns.min(self.depth));
        let opening: Vec<String> = words.map(str::to_owned).collect();
        self.statistics
            .add(start.side(), turns, ending, (None, ""), &opening);
    }

    fn begin(&mut self, start: &P) -> Standing<P> {
        self.seen.clear();
        self.seen.insert(start);
        Standing {
            position: *start,
            repeats: false,
            last: None,
        }
    }

    /// Goes on after a turn; an error if no more turns are looked at: how the game ended, `None` where that is not known.
    fn go_on(&mut self, standing: &mut Standing<P>, short: Short<P>) -> Result<(), Option<Ending>> {
        self.statistics.laps.add(short.laps);
        self.statistics.captured.add(u64::from(short.captured));
        match short.leads {
            Some(Leads::To(after)) => standing.position = after,
            Some(Leads::Ends(ending)) => return Err(Some(ending)),
            Some(Leads::Undecided(_)) | None => return Err(None),
        }
        if !self.seen.insert(&standing.position) {
            standing.repeats = true;
            standing.last = standing
                .last
                .or_else(|| self.game.repeated(&standing.position));
        }
        Ok(())
    }

    /// How a game ended by the rules, if it did.
    fn end(&mut self, standing: Standing<P>, turns: Result<(), Option<Ending>>) -> Option<Ending> {
        let ended = match turns {
            Err(None) => return None,
            Err(ended) => ended,
            Ok(()) => standing.last,
        };
        self.statistics.repeating += u64::from(standing.repeats);
        let position = &standing.position;
        ended.or_else(|| self.game.finished(position)).or_else(|| {
            let (legal, never) = self.count(position);
            let stuck = legal == 0 && (never == 0 || self.game.never_ending(position).is_none());
            stuck.then(|| self.game.stuck(position))
        })
    }

    /// Counts what the player can begin with.
    fn look_at(&mut self, position: &P) {
        let (legal, never) = self.count(position);
        self.statistics.choices.add(legal);
        self.statistics.never_ending += never;
    }

    /// How many sowings a player can begin with, and how many more never end.
    fn count(&mut self, position: &P) -> (u64, u64) {
        let game = self.game;
        let (mut legal, mut never) = (0, 0);
        let mut add = |decision: Decision| {
            let step = game.play(position, decision, &Patience::UNLIMITED, None);
            match step.outcome {
                // A sowing that cannot be followed to its end is a choice all the same.
                Outcome::Position(_)
                | Outcome::Wins(..)
                | Outcome::Unfinished(Unfinished::Limit | Unfinished::PitOverflow) => legal += 1,
                Outcome::NeverEnds(_) | Outcome::Unfinished(Unfinished::Cap) => never += 1,
                Outcome::Illegal(_) => {}
            }
        };
        if let Some(pits) = game.sowable(position) {
            let over = game.over_at_once(position, pits);
            let mut left = pits & !over;
            while left != 0 {
                add(Decision::Sow(left.trailing_zeros() as u8));
                left &= left - 1;
            }
            return (legal + u64::from(over.count_ones()), never);
        }
        game.candidates(position, &mut self.candidates);
        self.candidates.iter().for_each(|&decision| add(decision));
        (legal, never)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sow_engine::games::{BoardVisitor, visit};
    use sow_engine::kind::GameKind;
    use sow_engine::rules::{Rules, rulesets};

    /// Positions on the way of games, with their choices counted at a look and by playing every candidate.
    struct Choices;

    impl BoardVisitor for Choices {
        type Output = u64;

        fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> u64 {
            let mut counter = Counter::new(&*game, 0);
            let mut position = game.position(&game.rules().start(game.columns()));
            let mut looked = 0;
            for number in 0..200 {
                let mut candidates = Vec::new();
                game.candidates(&position, &mut candidates);
                let (mut legal, mut never, mut after) = (0, 0, Vec::new());
                for decision in candidates {
                    let step = game.play(&position, decision, &Patience::UNLIMITED, None);
                    match step.outcome {
                        Outcome::NeverEnds(_) | Outcome::Unfinished(Unfinished::Cap) => never += 1,
                        Outcome::Illegal(_) => {}
                        Outcome::Position(next) => {
                            after.push(next);
                            legal += 1;
                        }
                        _ => legal += 1,
                    }
                }
                assert_eq!(counter.count(&position), (legal, never), "{position:?}");
                looked += legal;
                match after.get(number % after.len().max(1)) {
                    Some(next) if game.finished(next).is_none() => position = *next,
                    _ => break,
                }
            }
            looked
        }
    }

    #[test]
    fn choices_are_those_that_playing_all_candidates_finds() {
        for kind in GameKind::ALL {
            for (_, rules) in rulesets(kind) {
                for columns in [3, 6, rules.default_columns()] {
                    assert!(visit(*rules, columns, Choices) > 0, "{kind} {columns}");
                }
            }
            let mut capped = Rules::default_for(kind);
            capped.set("lap-cap=2").expect("an option");
            visit(capped, 5, Choices);
        }
    }
}
