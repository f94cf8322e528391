//! What problems of one game are found in.

use crate::check;
use crate::collection::Problem;
use crate::compose::{Aids, Quest, RecallError, Search};
use crate::file::Puzzle;
use crate::goals::Goals;
use crate::judge::{Choice, Judge, Means, Method, Truth};
use crate::measures::{self, Measures};
use crate::past::Past;
use crate::stipulation::{Feat, Goal, Stipulation};
use crate::tree;
use dashmap::DashMap;
use sow_engine::game::{Board, Game};
use sow_engine::kind::GameKind;
use sow_engine::notation::parse_position;
use sow_engine::relay::Patience;
use sow_engine::setup::Setup;
use sow_engine::side::Side;
use sow_engine::turn::{self, TurnEnd};
use sow_random::Stream;
use sow_search::proof_number::TreeLimits;
use sow_search::{Limits, Objective, ProofNumber, Solution, Status};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// Turns after which a game is given up.
const LONGEST_GAME: usize = 300;
/// Turns before which no problem is looked for.
const OPENING: usize = 4;
/// How many of the last positions of a game are looked at.
const LAST: usize = 24;
/// How many thrown or drawn positions one task looks at.
const THROWN: usize = 24;
/// How often a task draws to get them.
const DRAWS: usize = 400;
/// Fewest and most first turns to choose from.
const CHOICES: RangeInclusive<usize> = 3..=30;
/// Most turns of a `win in N turns`.
const MOST_TURNS: u32 = 3;
/// Turns in which seeds are to be captured.
const CAPTURE_TURNS: u32 = 2;
/// Most turns of a solution.
const LONGEST: usize = 15;
/// Bytes for the tables of one position.
const MEMORY: usize = 8 << 20;

/// Finds problems of one game on one board.
#[derive(Debug)]
pub(crate) struct Finder<'a, P: Board> {
    game: Box<dyn Game<P>>,
    seed: u64,
    nodes: u64,
    goals: Goals,
    aids: Aids<'a>,
    /// Positions looked at, by all tasks: several games come through the same one.
    known: DashMap<Setup, Option<Arc<Problem>>>,
}

impl<'a, P: Board> Finder<'a, P> {
    pub(crate) fn new(game: Box<dyn Game<P>>, quest: &Quest, aids: Aids<'a>) -> Self {
        Self {
            game,
            seed: quest.seed,
            nodes: quest.nodes,
            goals: quest.goals.clone(),
            aids,
            known: DashMap::new(),
        }
    }
}

impl<P: Board> Search for Finder<'_, P> {
    fn task(&self, number: u64) -> Vec<Arc<Problem>> {
        let mut stream = Stream::new(self.seed, number);
        let positions = if let Some(draw) = self.aids.draw {
            let drawn = (0..DRAWS).filter_map(|_| draw(&mut stream)).take(THROWN);
            drawn.map(|setup| self.game.position(&setup)).collect()
        } else if self.game.kind().has_four_rows() && number % 2 == 1 {
            self.thrown(&mut stream)
        } else {
            self.played(&mut stream)
        };
        let mut found: Vec<Arc<Problem>> = positions
            .iter()
            .filter_map(|position| self.known_problem(position))
            .collect();
        found.sort_by_key(|problem| std::cmp::Reverse(problem.measures.interest()));
        found
    }

    fn recall(&self, puzzle: &Puzzle) -> Result<Problem, RecallError> {
        let position = parse_position(&puzzle.position)?;
        if position.game != self.game.kind() || position.columns != self.game.columns() {
            return Err(RecallError::OtherBoard);
        }
        let stipulation = Stipulation::parse(&puzzle.stipulation, position.game, position.side)?;
        let mut problem = Problem {
            stipulation,
            solution: puzzle.solution.clone(),
            plies: puzzle.plies,
            measures: puzzle.measures.unwrap_or_default(),
            after: None,
            position,
        };
        let (game, patience) = (&*self.game, Patience::UNLIMITED);
        let start = game.position(&problem.position);
        let key = turn::play_text(game, &start, problem.key(), &patience, None)?;
        problem.after = after(game, &key.end);
        Ok(problem)
    }
}

impl<'a, P: Board> Finder<'a, P> {
    fn known_problem(&self, position: &P) -> Option<Arc<Problem>> {
        if self.aids.is_stopped() {
            return None;
        }
        let setup = self.game.repetition_key(position);
        if let Some(known) = self.known.get(&setup) {
            return known.clone();
        }
        let found = self.problem(position).map(Arc::new);
        if self.aids.is_stopped() {
            // What a stopped search did not find may be there.
            return None;
        }
        self.known.insert(setup, found.clone());
        found
    }

    /// The last positions of a careless game with South to move. Two-row games begin with any number of
    /// seeds in each hole.
    fn played(&self, stream: &mut Stream) -> Vec<P> {
        let game = &*self.game;
        let mut start = game.rules().start(game.columns());
        if !game.kind().has_four_rows() && game.kind() != GameKind::Anywoli {
            let seeds = 2 + stream.index(4) as u8;
            start.rings[0].fill(seeds);
        }
        let mut at = game.position(&start);
        let mut met = Vec::new();
        for number in 0..LONGEST_GAME {
            if game.finished(&at).is_some() {
                break;
            }
            if number >= OPENING && at.side() == Side::South && !at.is_mid_turn() {
                met.push(at);
            }
            match self.careless(&at, stream) {
                Some(after) => at = after,
                None => break,
            }
        }
        met.drain(..met.len().saturating_sub(LAST));
        met
    }

    /// The position after a careless turn: often the greediest, else any.
    fn careless(&self, at: &P, stream: &mut Stream) -> Option<P> {
        let game = &*self.game;
        let mut any = || {
            let mut choose = |below: usize| stream.index(below);
            let turn = turn::choose_turn(game, at, &Patience::UNLIMITED, &mut choose)?;
            match turn.end {
                TurnEnd::Position(after) => Some(after),
                _ => None,
            }
        };
        // A few turns at random, of which the one that leaves the most is taken.
        let first = any()?;
        let tries = [any(), any()];
        let gain = |after: &P| at.side().sign() * game.margin(after);
        let most = tries.into_iter().flatten().max_by_key(gain);
        Some(
            most.filter(|most| gain(most) > gain(&first))
                .unwrap_or(first),
        )
    }

    /// Positions with a few seeds of either player in any pits.
    fn thrown(&self, stream: &mut Stream) -> Vec<P> {
        let columns = self.game.columns();
        let throw = |_| {
            let mut setup = Setup::empty(self.game.kind(), columns);
            for ring in &mut setup.rings {
                for _ in 0..2 + stream.index(2 * columns) {
                    let pit = stream.index(ring.len());
                    ring[pit] += 1;
                }
            }
            self.game.position(&setup)
        };
        (0..THROWN).map(throw).collect()
    }

    fn wants(&self, stipulation: Stipulation) -> bool {
        self.goals.want(&stipulation.to_string())
    }

    fn means(&self, limits: &Limits<'a>, method: Method) -> Means<'a> {
        Means {
            limits: *limits,
            method,
            endgames: self.aids.endgames,
        }
    }

    /// The problem of a position, if it is one.
    fn problem(&self, position: &P) -> Option<Problem> {
        let game = &*self.game;
        if game.finished(position).is_some() {
            return None;
        }
        let limits = Limits {
            nodes: self.nodes,
            memory: MEMORY,
            threads: 1,
            line: true,
            deadline: None,
            stop: self.aids.stop,
        };
        let south = |goal: Goal, turns: Option<u32>| Stipulation {
            side: position.side(),
            goal,
            turns,
        };
        let count = turn::count_turns(game, position, &Patience::UNLIMITED);
        if !CHOICES.contains(&usize::try_from(count).ok()?) {
            return None;
        }
        let find = |stipulation| self.with_one_key(position, stipulation, stipulation, &limits);
        if game.kind() == GameKind::Omweso {
            for feat in [Feat::Akawumbi, Feat::EmitweEbiri, Feat::FrontRow] {
                for turns in 2..=MOST_TURNS {
                    let found = find(south(Goal::By(feat), Some(turns)));
                    if found.is_some() {
                        return found;
                    }
                }
            }
        }
        if self.goals.name("capture") {
            let found = self
                .most_captured(position, &limits)
                .and_then(|most| find(south(Goal::Capture(most), Some(CAPTURE_TURNS))));
            if found.is_some() {
                return found;
            }
        }
        let four_rows = game.kind().has_four_rows();
        let objective = if four_rows {
            Objective::Outcome
        } else {
            Objective::Margin
        };
        let seeds = game.seeds(position);
        let mut solver = ProofNumber::new(game, objective, seeds.into(), MEMORY / 2);
        if let Some(endgames) = self.aids.endgames {
            solver = solver.with_endgames(endgames);
        }
        let whole: Solution = solver.solve(position, &limits, &mut |_| {});
        let best = match whole.outcome()? {
            Some(Side::South) => south(Goal::Win, None),
            None => south(Goal::Draw, None),
            Some(Side::North) => return None,
        };
        let found = find(best);
        if found.is_some() {
            return found;
        }
        if self.goals.name("find the only move") {
            let only = south(Goal::OnlyMove, None);
            let found = self.with_one_key(position, only, best, &limits);
            if found.is_some() {
                return found;
            }
        }
        if best.goal == Goal::Draw {
            return None;
        }
        // Everybody wins: ask for more, or for haste.
        let lead = whole.margin().and_then(|margin| u16::try_from(margin).ok());
        let by_seeds = lead.filter(|_| !four_rows).and_then(|lead| {
            let lost = position.contents().stores[position.side().other().index()];
            let is_all = i32::from(lead) == i32::from(seeds) - 2 * i32::from(lost);
            let goal = if is_all {
                Goal::Everything
            } else {
                Goal::Lead(lead)
            };
            find(south(goal, None))
        });
        let in_time = |goal| {
            let mut turns = 2..=MOST_TURNS;
            turns.find_map(|turns| find(south(goal, Some(turns))))
        };
        by_seeds
            .or_else(|| in_time(Goal::Win))
            .or_else(|| in_time(Goal::Everything))
    }

    /// The most seeds that can be captured for certain in [`CAPTURE_TURNS`] turns; `None` if there are
    /// none, or if the limits do not allow to tell.
    fn most_captured(&self, position: &P, limits: &Limits<'a>) -> Option<u16> {
        let (mut sure, mut beyond) = (0, self.game.seeds(position) + 1);
        while beyond - sure > 1 {
            let seeds = sure + (beyond - sure) / 2;
            let stipulation = Stipulation {
                side: position.side(),
                goal: Goal::Capture(seeds),
                turns: Some(CAPTURE_TURNS),
            };
            let means = self.means(limits, Method::Both);
            let judge = Judge::new(&*self.game, stipulation, position, &means);
            match judge.holds(&judge.root(position)) {
                Truth::Yes => sure = seeds,
                Truth::No => beyond = seeds,
                Truth::Open => return None,
            }
        }
        (sure > 0).then_some(sure)
    }

    /// The problem in which `stated` is asked and `meant` is what it comes to, if it is true, not too easy,
    /// and one first turn alone does it.
    fn with_one_key(
        &self,
        position: &P,
        stated: Stipulation,
        meant: Stipulation,
        limits: &Limits<'a>,
    ) -> Option<Problem> {
        if !self.wants(stated) || self.aids.is_stopped() {
            return None;
        }
        let game = &*self.game;
        let judge = Judge::new(game, meant, position, &self.means(limits, Method::Both));
        let root = judge.root(position);
        if judge.is_bounded() {
            let (truth, fewest) = judge.reach().fewest(&judge, &root);
            if truth != Truth::Yes || Some(fewest) != meant.turns {
                return None;
            }
        }
        let choices = judge.choices(&root)?;
        // The value of the position, or the number of turns, has told that the goal can be reached.
        let past = Past::of(position, Truth::Yes);
        let mut key = None;
        for choice in &choices {
            match past.of_choice(&judge, choice) {
                Truth::Yes if key.is_some() => return None,
                Truth::Yes => key = Some(choice),
                Truth::No => {}
                Truth::Open => return None,
            }
        }
        let key = key?;
        let (solution, plies, nodes) = self.line(&judge, position, limits)?;
        let is_right = solution.first()?.split('+').next() == Some(&key.turn.text);
        let is_short = solution.len() < 3 && meant.goal != Goal::Draw;
        if !is_right || is_short || solution.len() > LONGEST {
            return None;
        }
        let cooks = check::cooks(&judge, position, &solution)?;
        let others = || {
            choices
                .iter()
                .filter(|choice| choice.turn.text != key.turn.text)
        };
        let drawing = match meant.goal {
            Goal::Win => self.drawing(position, others(), limits),
            _ => 0,
        };
        let measures = Measures {
            choices: choices.len() as u32,
            turns: solution.len() as u32,
            seeds: game.setup(position).seeds_on_board() as u32,
            nodes,
            key_laps: key.turn.laps,
            key_captures: key.turn.captured.into(),
            most_captures: others()
                .map(|other| other.turn.captured.into())
                .max()
                .unwrap_or(0),
            answer_captures: measures::answer(game, key).into(),
            endless: others()
                .filter(|other| matches!(other.turn.end, TurnEnd::NeverEnds(_)))
                .count() as u32,
            drawing,
            zugzwang: measures::is_zugzwang(&judge, key),
            cooks: cooks as u32,
            greedy_fails: !measures::greedy(game, position, &choices)
                .contains(&key.turn.text.as_str()),
        };
        Some(Problem {
            position: game.setup(position),
            stipulation: stated,
            solution,
            plies,
            measures,
            after: after(game, &key.turn.end),
        })
    }

    /// A line of best play, the decisions to its end, and the nodes of a proof without tables.
    fn line(
        &self,
        judge: &Judge<'_, P>,
        position: &P,
        limits: &Limits<'_>,
    ) -> Option<(Vec<String>, Option<u32>, u64)> {
        if judge.is_bounded() {
            let tree = tree::solution(judge, position, TreeLimits::default())?;
            let line = tree.main_line();
            let line = line.iter().map(|turn| turn.turn.clone()).collect();
            return Some((line, None, tree.size() as u64));
        }
        let objective = match judge.stipulation.goal {
            Goal::Lead(_) | Goal::Everything => Objective::Margin,
            _ => Objective::Outcome,
        };
        let seeds = usize::from(self.game.seeds(position));
        let fresh = || ProofNumber::new(&*self.game, objective, seeds, MEMORY / 2);
        let alone = fresh().solve(position, limits, &mut |_| {});
        let solved = match self.aids.endgames {
            Some(endgames) if alone.status != Status::Exact => {
                let solver = fresh().with_endgames(endgames);
                solver.solve(position, limits, &mut |_| {})
            }
            _ => alone.clone(),
        };
        Some((solved.line, solved.distance, alone.nodes))
    }

    /// How many of the turns draw.
    fn drawing<'c>(
        &self,
        position: &P,
        others: impl Iterator<Item = &'c Choice<P>>,
        limits: &Limits<'a>,
    ) -> u32 {
        let draw = Stipulation {
            side: position.side(),
            goal: Goal::Draw,
            turns: None,
        };
        let means = self.means(limits, Method::ProofNumber);
        let judge = Judge::new(&*self.game, draw, position, &means);
        let root = judge.root(position);
        // A way back to the position is a draw too, so its having been met changes nothing.
        let texts: Vec<&str> = others.map(|other| other.turn.text.as_str()).collect();
        let choices = judge.choices(&root).unwrap_or_default();
        choices
            .iter()
            .filter(|choice| texts.contains(&choice.turn.text.as_str()))
            .filter(|choice| judge.of_choice(choice) == Truth::Yes)
            .count() as u32
    }
}

/// The position that a turn leaves, if it does not end the game at once.
fn after<P: Board>(game: &dyn Game<P>, end: &TurnEnd<P>) -> Option<Setup> {
    match end {
        TurnEnd::Position(after) => Some(game.setup(after)),
        _ => None,
    }
}
