//! New problems: positions from careless games, from seeds thrown onto the board or from endgame tables,
//! searched for a goal that exactly one first turn reaches.
//!
//! Work is numbered in tasks. What a task finds depends on the seed and its number alone, on any number
//! of threads; a [`Collection`] takes the finds in the order of the tasks and refuses near duplicates.

use crate::check;
use crate::file::Puzzle;
use crate::judge::{Choice, Judge, Means, Method, Truth};
use crate::measures::{self, Measures};
use crate::stipulation::{Feat, Goal, Stipulation};
use crate::tree;
use dashmap::DashMap;
use sow_engine::game::{Board, Game};
use sow_engine::kind::GameKind;
use sow_engine::notation::parse_position;
use sow_engine::relay::Patience;
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use sow_engine::side::Side;
use sow_engine::turn::{self, TurnEnd};
use sow_random::Stream;
use sow_search::proof_number::TreeLimits;
use sow_search::{Endgames, Limits, Objective, ProofNumber, Solution, Status};
use std::collections::HashSet;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::Ordering;

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

/// A problem that was found.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The position.
    pub position: Setup,
    /// What is asked.
    pub stipulation: Stipulation,
    /// A line of best play; the first turn is the key, by its first sowing unique.
    pub solution: Vec<String>,
    /// Decisions to the end, where South's goal rests on ending the game.
    pub plies: Option<u32>,
    /// What it has to offer.
    pub measures: Measures,
    /// The position after the key.
    after: Option<Setup>,
}

impl Problem {
    /// The first sowing of the key.
    pub fn key(&self) -> &str {
        let first = self.solution.first().map_or("", String::as_str);
        first.split('+').next().unwrap_or_default()
    }

    /// What near duplicates have in common: any one of these.
    fn marks(&self) -> Vec<String> {
        let Setup { rings, columns, .. } = &self.position;
        let (south, north) = if self.position.game.has_four_rows() {
            (&rings[0][..], &rings[1][..])
        } else {
            rings[0].split_at(*columns)
        };
        let size = format!("{} {columns}", self.position.game);
        let key = self.key();
        let mut marks = vec![
            format!("{size} position {}", self.position),
            format!("{size} south {south:?} {key}"),
            format!("{size} north {north:?} {key}"),
        ];
        if let Some(after) = &self.after {
            marks.push(format!("{size} after {after}"));
        }
        if self.solution.len() > 3 {
            marks.push(format!("{size} line {}", self.solution.join(" ")));
        }
        marks
    }

    /// As an entry of a puzzle file.
    pub fn puzzle(&self, id: String, rules: &Rules, source: String) -> Puzzle {
        Puzzle {
            id,
            game: rules.game().to_string(),
            rules: rules.describe(),
            position: self.position.to_string(),
            stipulation: self.stipulation.to_string(),
            solution: self.solution.clone(),
            unique: Some(true),
            plies: self.plies,
            difficulty: Some(self.measures.difficulty()),
            source,
            measures: Some(self.measures),
        }
    }
}

/// Problems in the order in which they were found, without near duplicates.
#[derive(Debug, Default)]
pub struct Collection {
    marks: HashSet<String>,
    /// The problems.
    pub problems: Vec<Arc<Problem>>,
}

impl Collection {
    /// Takes the most interesting of a task's finds that is not nearly known; true if there is one.
    pub fn take(&mut self, found: &[Arc<Problem>], least_interest: u32) -> bool {
        let fresh = found.iter().find(|problem| {
            problem.measures.interest() >= least_interest
                && problem
                    .marks()
                    .iter()
                    .all(|mark| !self.marks.contains(mark))
        });
        let Some(problem) = fresh else {
            return false;
        };
        self.marks.extend(problem.marks());
        self.problems.push(Arc::clone(problem));
        true
    }
}

/// Draws a position in which something may be hidden, South to move; `None` for a blank.
pub type Draw<'a> = dyn Fn(&mut Stream) -> Option<Setup> + Sync + 'a;

/// What problems are looked for, and how.
#[derive(Clone)]
pub struct Quest<'a> {
    /// The seed of the random numbers.
    pub seed: u64,
    /// Nodes for each question; a position that needs more is passed over.
    pub nodes: u64,
    /// Beginnings of stipulations without the player, such as `win in` or `save the draw`; none for every
    /// kind but `capture` and `find the only move`, which are looked for only where they are named.
    pub goals: Vec<String>,
    /// The endgame table that is asked, if there is one.
    pub endgames: Option<&'a dyn Endgames>,
    /// Where positions are drawn from instead of games and thrown seeds.
    pub draw: Option<&'a Draw<'a>>,
}

impl fmt::Debug for Quest<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Quest")
            .field("seed", &self.seed)
            .field("nodes", &self.nodes)
            .field("goals", &self.goals)
            .field("endgames", &self.endgames)
            .field("draw", &self.draw.is_some())
            .finish()
    }
}

/// Finds problems of one game on one board.
#[derive(Debug)]
pub struct Composer<'game, P: Board> {
    game: &'game dyn Game<P>,
    quest: Quest<'game>,
    /// Positions looked at, by all tasks: several games come through the same one.
    known: DashMap<Setup, Option<Arc<Problem>>>,
}

impl<'game, P: Board> Composer<'game, P> {
    /// A composer.
    pub fn new(game: &'game dyn Game<P>, quest: Quest<'game>) -> Self {
        Self {
            game,
            quest,
            known: DashMap::new(),
        }
    }

    /// The problems of one task, the most interesting first.
    pub fn task(&self, number: u64, limits: &Limits<'game>) -> Vec<Arc<Problem>> {
        let mut stream = Stream::new(self.quest.seed, number);
        let positions = if let Some(draw) = self.quest.draw {
            let drawn = (0..DRAWS).filter_map(|_| draw(&mut stream)).take(THROWN);
            drawn.map(|setup| self.game.position(&setup)).collect()
        } else if self.game.kind().has_four_rows() && number % 2 == 1 {
            self.thrown(&mut stream)
        } else {
            self.played(&mut stream)
        };
        let mut found: Vec<Arc<Problem>> = positions
            .iter()
            .filter_map(|position| self.known_problem(position, limits))
            .collect();
        found.sort_by_key(|problem| std::cmp::Reverse(problem.measures.interest()));
        found
    }

    /// A problem read back from a file that this composer has written.
    ///
    /// # Errors
    /// One sentence, if it is none of this game and size.
    pub fn recall(&self, puzzle: &Puzzle) -> Result<Problem, String> {
        let text = |error: &dyn std::error::Error| error.to_string();
        let position = parse_position(&puzzle.position).map_err(|error| text(&error))?;
        if position.game != self.game.kind() || position.columns != self.game.columns() {
            return Err("the position is one of another game or size".to_owned());
        }
        let stipulation = Stipulation::parse(&puzzle.stipulation, position.game, position.side)
            .map_err(|error| text(&error))?;
        let mut problem = Problem {
            stipulation,
            solution: puzzle.solution.clone(),
            plies: puzzle.plies,
            measures: puzzle.measures.unwrap_or_default(),
            after: None,
            position,
        };
        let start = self.game.position(&problem.position);
        let key = turn::play_text(self.game, &start, problem.key(), &Patience::UNLIMITED, None)
            .map_err(|error| text(&error))?;
        problem.after = after(self.game, &key.end);
        Ok(problem)
    }

    fn known_problem(&self, position: &P, limits: &Limits<'game>) -> Option<Arc<Problem>> {
        let setup = self.game.repetition_key(position);
        if let Some(known) = self.known.get(&setup) {
            return known.clone();
        }
        if is_stopped(limits) {
            return None;
        }
        let found = self.problem(position, limits).map(Arc::new);
        if is_stopped(limits) {
            // What a stopped search did not find may be there.
            return None;
        }
        self.known.insert(setup, found.clone());
        found
    }

    /// The last positions of a careless game with South to move. Two-row games begin with any number of
    /// seeds in each hole.
    fn played(&self, stream: &mut Stream) -> Vec<P> {
        let game = self.game;
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
        let game = self.game;
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
        let goals = &self.quest.goals;
        let text = stipulation.to_string();
        let goal = text.split_once(" and ").map_or("", |(_, goal)| goal);
        goals.is_empty() || goals.iter().any(|wanted| goal.starts_with(wanted.as_str()))
    }

    /// Whether a goal is wanted by name.
    fn names(&self, goal: &str) -> bool {
        let goals = &self.quest.goals;
        goals.iter().any(|wanted| wanted.starts_with(goal))
    }

    fn means(&self, limits: &Limits<'game>, method: Method) -> Means<'game> {
        Means {
            limits: *limits,
            method,
            endgames: self.quest.endgames,
        }
    }

    /// The problem of a position, if it is one.
    fn problem(&self, position: &P, limits: &Limits<'game>) -> Option<Problem> {
        let game = self.game;
        if game.finished(position).is_some() {
            return None;
        }
        let limits = Limits {
            nodes: self.quest.nodes,
            memory: MEMORY,
            threads: 1,
            line: true,
            ..*limits
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
        if self.names("capture") {
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
        if let Some(endgames) = self.quest.endgames {
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
        if self.names("find the only move") {
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
    fn most_captured(&self, position: &P, limits: &Limits<'game>) -> Option<u16> {
        let (mut sure, mut beyond) = (0, self.game.seeds(position) + 1);
        while beyond - sure > 1 {
            let seeds = sure + (beyond - sure) / 2;
            let stipulation = Stipulation {
                side: position.side(),
                goal: Goal::Capture(seeds),
                turns: Some(CAPTURE_TURNS),
            };
            let means = self.means(limits, Method::Both);
            let judge = Judge::new(self.game, stipulation, position, &means);
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
        limits: &Limits<'game>,
    ) -> Option<Problem> {
        if !self.wants(stated) || is_stopped(limits) {
            return None;
        }
        let game = self.game;
        let judge = Judge::new(game, meant, position, &self.means(limits, Method::Both));
        let root = judge.root(position);
        if judge.is_bounded() {
            let (truth, fewest) = judge.reach().fewest(&judge, &root);
            if truth != Truth::Yes || Some(fewest) != meant.turns {
                return None;
            }
        }
        let choices = judge.choices(&root)?;
        let mut key = None;
        for choice in &choices {
            match judge.of_choice(choice) {
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
        let fresh = || ProofNumber::new(self.game, objective, seeds, MEMORY / 2);
        let alone = fresh().solve(position, limits, &mut |_| {});
        let solved = match self.quest.endgames {
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
        limits: &Limits<'game>,
    ) -> u32 {
        let draw = Stipulation {
            side: position.side(),
            goal: Goal::Draw,
            turns: None,
        };
        let means = self.means(limits, Method::ProofNumber);
        let judge = Judge::new(self.game, draw, position, &means);
        let root = judge.root(position);
        let texts: Vec<&str> = others.map(|other| other.turn.text.as_str()).collect();
        let choices = judge.choices(&root).unwrap_or_default();
        choices
            .iter()
            .filter(|choice| texts.contains(&choice.turn.text.as_str()))
            .filter(|choice| judge.of_choice(choice) == Truth::Yes)
            .count() as u32
    }
}

/// Whether somebody has asked to stop.
fn is_stopped(limits: &Limits<'_>) -> bool {
    limits.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
}

/// The position that a turn leaves, if it does not end the game at once.
fn after<P: Board>(game: &dyn Game<P>, end: &TurnEnd<P>) -> Option<Setup> {
    match end {
        TurnEnd::Position(after) => Some(game.setup(after)),
        _ => None,
    }
}
