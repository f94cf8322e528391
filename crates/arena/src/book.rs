//! Opening books: a tree of positions that grows where play is most likely to go.
//!
//! Every position of a book has been judged. In those that are *expanded* every turn leads to a
//! position of the book or to the end of the game, and their worth is that of their best turn. The
//! next position to expand is the one that costs least to reach, where a turn costs one step and as
//! many seeds as the player who takes it gives away: drop-out expansion (Lincke 2001, "Strategies
//! for the Automatic Construction of Opening Books"), which goes deep where both sides play well and
//! still answers the errors that people make.
//!
//! Equal positions at the same ply are one, so that a book has no cycles.

use crate::first_turns::{Branch, FirstTurns, Reach};
use crate::judge::{of_ending, rank};
use crate::spread::spread;
use sow_engine::game::Board;
use sow_search::analyse::Score;
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

/// The most that one turn can cost, in hundredths of a seed: to throw away a proven result.
const WORST: i64 = 5000;

/// Where a turn of a book leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// To the position with this number.
    Position(usize),
    /// To the end of the game.
    Over(Score),
}

/// A turn from an expanded position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    /// Its text.
    pub text: String,
    /// Where it leads.
    pub target: Target,
}

/// A position of a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry<P> {
    /// The position.
    pub position: P,
    /// Turns from the root.
    pub ply: u32,
    /// What the judge said of it.
    pub judged: Score,
    /// What it is worth: the best turn's worth, if it is expanded.
    pub worth: Score,
    /// Its turns, in the order of the pits; `None` if it is not expanded.
    pub steps: Option<Vec<Step>>,
}

/// An opening book.
#[derive(Clone, Debug)]
pub(crate) struct Book<P> {
    entries: Vec<Entry<P>>,
    places: HashMap<(u32, P), usize>,
}

impl<P: Board> Book<P> {
    /// A book of entries, the root first; an entry before all that it leads to. `None` if that is not
    /// so.
    pub(crate) fn new(entries: Vec<Entry<P>>) -> Option<Self> {
        let mut places = HashMap::new();
        for (number, entry) in entries.iter().enumerate() {
            places.insert((entry.ply, entry.position), number);
            let steps = entry.steps.iter().flatten();
            let leads_on = |step: &Step| match step.target {
                Target::Position(to) => entries
                    .get(to)
                    .is_some_and(|next| Some(next.ply) == entry.ply.checked_add(1)),
                Target::Over(_) => true,
            };
            if !steps.into_iter().all(leads_on) {
                return None;
            }
        }
        let mut book = Self { entries, places };
        book.back_up();
        (!book.entries.is_empty()).then_some(book)
    }

    /// The positions, the root first.
    pub(crate) fn entries(&self) -> &[Entry<P>] {
        &self.entries
    }

    /// The turns that a position of the book has, the best for its mover first.
    pub(crate) fn ranked<'a>(&self, entry: &'a Entry<P>) -> Vec<(&'a Step, Score)> {
        let side = entry.position.side();
        let steps = entry.steps.iter().flatten();
        let mut ranked: Vec<_> = steps.map(|step| (step, self.worth(step))).collect();
        ranked.sort_by_key(|(_, score)| -rank(score, side));
        ranked
    }

    fn worth(&self, step: &Step) -> Score {
        match step.target {
            Target::Position(to) => self.entries[to].worth,
            Target::Over(score) => score,
        }
    }

    /// Numbers of the positions, those nearest to the root first.
    fn by_ply(&self) -> Vec<usize> {
        let mut numbers: Vec<usize> = (0..self.entries.len()).collect();
        numbers.sort_by_key(|&number| self.entries[number].ply);
        numbers
    }

    /// Gives every expanded position the worth of its best turn.
    fn back_up(&mut self) {
        for number in self.by_ply().into_iter().rev() {
            let entry = &self.entries[number];
            let best = self.ranked(entry).first().map(|&(_, score)| score);
            self.entries[number].worth = best.unwrap_or(entry.judged);
        }
    }

    /// The position to expand next: the one that costs least to reach among those whose outcome is
    /// not proven. `step` is what a turn costs at least, in hundredths of a seed. `None` if there is
    /// nothing left to expand.
    pub(crate) fn next(&self, step: i64) -> Option<usize> {
        let mut costs = vec![i64::MAX; self.entries.len()];
        costs[0] = 0;
        let mut best = None::<(i64, usize)>;
        for number in self.by_ply() {
            let (entry, cost) = (&self.entries[number], costs[number]);
            if entry.steps.is_none() {
                // What is proven needs no book, but the first move should be in it.
                let open = number == 0 || !entry.judged.is_proven();
                if open && cost < i64::MAX && best.is_none_or(|least| (cost, number) < least) {
                    best = Some((cost, number));
                }
                continue;
            }
            let ranked = self.ranked(entry);
            let side = entry.position.side();
            let most = ranked.first().map_or(0, |(_, score)| rank(score, side));
            for (turn, score) in ranked {
                if let Target::Position(to) = turn.target {
                    let lost = (most - rank(&score, side)).min(WORST);
                    costs[to] = costs[to].min(cost.saturating_add(step + lost));
                }
            }
        }
        best.map(|(_, number)| number)
    }

    /// Judges every turn of a position, on the threads of the pool that this is called in. False if
    /// `stop` was set; the book is then as it was.
    pub(crate) fn expand(
        &mut self,
        first_turns: &FirstTurns<'_, P>,
        number: usize,
        stop: &AtomicBool,
    ) -> bool {
        let (position, ply) = (self.entries[number].position, self.entries[number].ply + 1);
        let root = Branch {
            turns: Vec::new(),
            before: Vec::new(),
            reach: Reach::Position(position),
        };
        let Some(branches) = first_turns.extend(&root, stop) else {
            return false;
        };
        let judged = spread(branches.len(), |index| {
            let known = match &branches[index].reach {
                Reach::Position(at) => self.places.get(&(ply, *at)).copied(),
                Reach::Over(_) => None,
            };
            match (known, &branches[index].reach) {
                (Some(known), _) => Some(self.entries[known].judged),
                (None, Reach::Position(_)) => {
                    let opinion = first_turns.opinion(&branches[index], stop);
                    opinion.map(|opinion| opinion.score)
                }
                (None, Reach::Over(ending)) => Some(of_ending(ending, first_turns.game)),
            }
        });
        let Some(scores) = judged.into_iter().collect::<Option<Vec<_>>>() else {
            return false;
        };
        let mut steps = Vec::new();
        for (branch, score) in branches.into_iter().zip(scores) {
            let target = match branch.reach {
                Reach::Over(_) => Target::Over(score),
                Reach::Position(position) => {
                    let fresh = self.entries.len();
                    let to = *self.places.entry((ply, position)).or_insert(fresh);
                    if to == fresh {
                        self.entries.push(Entry {
                            position,
                            ply,
                            judged: score,
                            worth: score,
                            steps: None,
                        });
                    }
                    Target::Position(to)
                }
            };
            steps.push(Step {
                text: branch.turns.concat(),
                target,
            });
        }
        self.entries[number].steps = Some(steps);
        self.back_up();
        true
    }

    /// The line of best play as far as the book goes.
    pub(crate) fn line(&self) -> Vec<String> {
        let mut line = Vec::new();
        let mut at = &self.entries[0];
        while let Some(&(step, _)) = self.ranked(at).first() {
            line.push(step.text.clone());
            match step.target {
                Target::Position(to) => at = &self.entries[to],
                Target::Over(_) => break,
            }
        }
        line
    }
}

/// A book that knows its root only.
pub(crate) fn begin<P: Board>(
    first_turns: &FirstTurns<'_, P>,
    position: &P,
    stop: &AtomicBool,
) -> Option<Book<P>> {
    let root = Branch {
        turns: Vec::new(),
        before: Vec::new(),
        reach: Reach::Position(*position),
    };
    let judged = first_turns.opinion(&root, stop)?.score;
    Book::new(vec![Entry {
        position: *position,
        ply: 0,
        judged,
        worth: judged,
        steps: None,
    }])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::Effort;
    use sow_engine::game::Game;
    use sow_engine::games::{BoardVisitor, visit};
    use sow_engine::kind::GameKind;
    use sow_engine::rules::Rules;
    use sow_engine::side::Side;

    struct Grow(usize);

    impl BoardVisitor for Grow {
        type Output = (Vec<String>, usize);

        fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> Self::Output {
            let first_turns = FirstTurns {
                game: &*game,
                effort: Effort {
                    proof: 0,
                    ..Effort::nodes(200)
                },
                endgames: None,
            };
            let start = game.position(&game.rules().start(game.columns()));
            let stop = AtomicBool::new(false);
            let mut book = begin(&first_turns, &start, &stop).expect("not stopped");
            for _ in 0..self.0 {
                let Some(number) = book.next(100) else { break };
                assert!(book.entries()[number].steps.is_none());
                assert!(book.expand(&first_turns, number, &stop));
            }
            for entry in book.entries() {
                let best = book.ranked(entry).into_iter().map(|(_, score)| score);
                let side = entry.position.side();
                let most = best.max_by_key(|score| rank(score, side));
                assert_eq!(most.unwrap_or(entry.judged), entry.worth);
            }
            let again = Book::new(book.entries().to_vec()).expect("a book");
            assert_eq!(again.entries(), book.entries());
            assert_eq!(again.next(100), book.next(100));
            (book.line(), book.entries().len())
        }
    }

    #[test]
    fn every_worth_in_a_book_is_that_of_the_best_turn() {
        for kind in GameKind::ALL {
            let rules = Rules::default_for(kind);
            let (line, size) = visit(rules, 4, Grow(12));
            assert!(!line.is_empty() && size > 1, "{kind}: {line:?}");
        }
    }

    /// Both sides have a good turn, and one that gives five seeds away.
    #[test]
    fn errors_are_followed_when_their_cost_has_been_paid_for_in_depth() {
        use sow_engine::notation::parse_position;
        struct Positions(Vec<String>);
        impl BoardVisitor for Positions {
            type Output = ();
            fn visit<P: Board>(self, game: Box<dyn Game<P>>) {
                let entry = |number: usize, ply, hundredths, steps: &[usize]| Entry {
                    position: game.position(&parse_position(&self.0[number]).expect("a position")),
                    ply,
                    judged: Score::Estimate(hundredths),
                    worth: Score::Estimate(hundredths),
                    steps: (!steps.is_empty()).then(|| {
                        steps
                            .iter()
                            .map(|&to| Step {
                                text: to.to_string(),
                                target: Target::Position(to),
                            })
                            .collect()
                    }),
                };
                let entries = vec![
                    entry(0, 0, 0, &[1, 2]),
                    entry(1, 1, 100, &[3]),
                    entry(2, 1, -400, &[]),
                    entry(3, 2, 100, &[]),
                ];
                let book = Book::new(entries.clone()).expect("a book");
                assert_eq!(book.entries()[0].worth, Score::Estimate(100));
                assert_eq!(book.next(100), Some(3));
                assert_eq!(book.next(600), Some(2), "a step dearer than the error");
                let mut broken = entries;
                broken[3].ply = 5;
                assert!(Book::new(broken).is_none());
            }
        }
        let sides = [Side::South, Side::North, Side::North, Side::South];
        let lines = sides
            .iter()
            .enumerate()
            .map(|(number, side)| format!("bao-kingulu {number},4,4/4,4,4 {}", side.letter()));
        visit(
            Rules::default_for(GameKind::BaoKingulu),
            3,
            Positions(lines.collect()),
        );
    }
}
