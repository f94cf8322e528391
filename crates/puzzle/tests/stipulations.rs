//! Stipulations are decided as a plain search decides them, with and without endgame tables.

use sow_engine::game::{Board, Contents, Ending, Game};
use sow_engine::games::{BoardVisitor, visit};
use sow_engine::kind::GameKind;
use sow_engine::past::WithPast;
use sow_engine::relay::Patience;
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use sow_engine::side::Side;
use sow_engine::turn::{self, TurnEnd};
use sow_puzzle::{Goal, Means, Question, Stipulation, Truth, check};
use sow_random::Stream;
use sow_search::{AlphaBeta, EndgameValue, Endgames, Limits, Objective, Solution};

const LIMITS: Limits<'static> = Limits {
    nodes: 400_000,
    deadline: None,
    stop: None,
    memory: 1 << 20,
    threads: 1,
    line: false,
};

fn positions<P: Board>(game: &dyn Game<P>, count: u64) -> Vec<P> {
    let thrown = (0..count).map(|number| {
        let mut stream = Stream::new(11, number);
        let mut setup = Setup::empty(game.kind(), game.columns());
        for ring in setup.rings.iter_mut().filter(|ring| !ring.is_empty()) {
            for _ in 0..3 + stream.index(5) {
                let pit = stream.index(ring.len());
                ring[pit] += 1;
            }
        }
        if stream.index(2) == 1 {
            setup.side = Side::North;
        }
        if !game.kind().has_four_rows() {
            setup.stores = [0, 1].map(|_| stream.index(3) as u16);
        }
        game.position(&setup)
    });
    thrown
        .filter(|position| game.finished(position).is_none())
        .collect()
}

/// What a turn leads to.
enum After<P> {
    Over(Ending, Option<P>),
    Position(P),
}

/// The legal turns, by one sowing each: text, seeds captured, what follows.
fn turns<P: Board>(game: &dyn Game<P>, position: &P) -> Vec<(String, u16, After<P>)> {
    let turns = turn::turns(game, position, &Patience::UNLIMITED, true);
    let legal = turns.into_iter().filter_map(|turn| {
        let after = match turn.end {
            TurnEnd::Wins(after, ending) => After::Over(ending, Some(after)),
            TurnEnd::Position(after) => match game.finished(&after) {
                Some(ending) => After::Over(ending, Some(after)),
                None => After::Position(after),
            },
            TurnEnd::NeverEnds(_) | TurnEnd::Unfinished(_) => {
                After::Over(game.never_ending(position)?, None)
            }
        };
        Some((turn.text, turn.captured, after))
    });
    legal.collect()
}

/// The most seeds that `side` can be sure of in a number of turns of his own.
fn captures<P: Board>(game: &dyn Game<P>, position: &P, side: Side, left: u32) -> u16 {
    let is_mine = position.side() == side;
    if is_mine && left == 0 {
        return 0;
    }
    let stored = |position: &P| position.contents().stores[side.index()];
    let worth = |(_, captured, after): (String, u16, After<P>)| {
        let (next, rest) = match &after {
            After::Over(_, next) => (next.as_ref(), 0),
            After::Position(next) => {
                let is_over = is_mine && next.side() != side;
                let rest = captures(game, next, side, left - u32::from(is_over));
                (Some(next), rest)
            }
        };
        let gained = match next {
            Some(next) if !game.kind().has_four_rows() => stored(next) - stored(position),
            Some(_) if is_mine => captured,
            _ => 0,
        };
        gained + rest
    };
    let worths = turns(game, position).into_iter().map(worth);
    let best = if is_mine { worths.max() } else { worths.min() };
    best.unwrap_or(0)
}

struct Captures;

impl BoardVisitor for Captures {
    type Output = [u32; 2];
    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> [u32; 2] {
        let mut counts = [0; 2];
        for position in positions(&*game, 60) {
            for turns in [1, 2] {
                let most = captures(&*game, &position, position.side(), turns);
                for seeds in 1..=most + 1 {
                    let stipulation = Stipulation {
                        side: position.side(),
                        goal: Goal::Capture(seeds),
                        turns: Some(turns),
                    };
                    for endgames in [None, Some(&Lost as &dyn Endgames)] {
                        let truth = holds(&*game, &position, stipulation, endgames);
                        let setup = game.setup(&position);
                        assert_eq!(truth, (seeds <= most).into(), "{setup}: {stipulation}");
                    }
                    counts[usize::from(seeds <= most)] += 1;
                }
            }
        }
        counts
    }
}

#[test]
fn forced_captures_are_those_of_a_plain_search() {
    for (kind, columns) in [
        (GameKind::Owela, 2),
        (GameKind::Nsolo, 3),
        (GameKind::BaoKingulu, 3),
    ] {
        let [no, yes] = visit(Rules::default_for(kind), columns, Captures);
        assert!(no > 50 && yes > 50, "{kind}: {no} not, {yes} so");
    }
}

fn question<P: Board>(game: &dyn Game<P>, position: &P, stipulation: Stipulation) -> Question {
    let text = stipulation.to_string();
    Question::new(game.setup(position), game.rules(), &text).expect("a question")
}

fn holds<P: Board>(
    game: &dyn Game<P>,
    position: &P,
    stipulation: Stipulation,
    endgames: Option<&dyn Endgames>,
) -> Truth {
    let means = Means {
        limits: LIMITS,
        endgames,
        ..Means::default()
    };
    sow_puzzle::holds(&question(game, position, stipulation), &means)
}

/// A table of all positions, solved as they are asked for.
#[derive(Debug)]
struct Oracle<'game, P: Board> {
    solver: AlphaBeta<'game, P>,
    /// Lends its board.
    like: P,
}

impl<P: Board> Endgames for Oracle<'_, P> {
    fn value(&self, side: Side, contents: &Contents<'_>) -> Option<EndgameValue> {
        let position = self.like.with_contents(side, contents);
        let solution = self.solver.solve(&position, &LIMITS, &mut |_| {});
        Some(EndgameValue {
            winner: solution.outcome()?,
            margin: solution.margin(),
            points: None,
            distance: None,
        })
    }
}

/// A table that says that nobody can win, on which captures do not depend.
#[derive(Debug)]
struct Lost;

impl Endgames for Lost {
    fn value(&self, _: Side, _: &Contents<'_>) -> Option<EndgameValue> {
        Some(EndgameValue {
            winner: None,
            margin: Some(0),
            points: None,
            distance: None,
        })
    }
}

/// Whether `side` has taken every enemy seed after so many turns of his own, by plain search.
fn takes_all<P: Board>(game: &dyn Game<P>, position: &P, side: Side, left: u32) -> bool {
    let is_mine = position.side() == side;
    if is_mine && left == 0 {
        return false;
    }
    let all = |position: &P| {
        let seeds = position.contents().rings[side.other().index()];
        seeds.iter().all(|&seeds| seeds == 0)
    };
    let turns = turns(game, position);
    if turns.is_empty() {
        return all(position);
    }
    let mut takes = turns.into_iter().map(|(_, _, after)| match after {
        After::Over(_, next) => next.is_some_and(|next| all(&next)),
        After::Position(next) => {
            let is_over = is_mine && next.side() != side;
            all(&next) || takes_all(game, &next, side, left - u32::from(is_over))
        }
    });
    if is_mine {
        takes.any(|taken| taken)
    } else {
        takes.all(|taken| taken)
    }
}

/// Whether `side` has won after so many turns of his own, by plain search.
fn wins_in<P: Board>(game: &dyn Game<P>, position: &P, side: Side, left: u32) -> bool {
    let is_mine = position.side() == side;
    if is_mine && left == 0 {
        return false;
    }
    let turns = turns(game, position);
    if turns.is_empty() {
        return game.stuck(position).winner == Some(side);
    }
    let mut wins = turns.into_iter().map(|(_, _, after)| match after {
        After::Over(ending, _) => ending.winner == Some(side),
        After::Position(next) => {
            let is_over = is_mine && next.side() != side;
            wins_in(game, &next, side, left - u32::from(is_over))
        }
    });
    if is_mine {
        wins.any(|won| won)
    } else {
        wins.all(|won| won)
    }
}

struct Values;

impl BoardVisitor for Values {
    type Output = [u32; 3];
    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> [u32; 3] {
        let objective = if game.kind().has_four_rows() {
            Objective::Outcome
        } else {
            Objective::Margin
        };
        let mut counts = [0; 3];
        for position in positions(&*game, 40) {
            let seeds = game.seeds(&position);
            let setup = game.setup(&position);
            let side = position.side();
            let solver = AlphaBeta::new(&*game, objective, seeds.into(), 1 << 20);
            let solved: Solution = solver.solve(&position, &LIMITS, &mut |_| {});
            let Some(winner) = solved.outcome() else {
                continue;
            };
            counts[winner.map_or(1, |winner| 2 * usize::from(winner == side))] += 1;
            let oracle = Oracle {
                solver: AlphaBeta::new(&*game, objective, seeds.into(), 1 << 20),
                like: position,
            };
            let oracle: &dyn Endgames = &oracle;
            let agree = |goal, turns, expected: bool| {
                let stipulation = Stipulation { side, goal, turns };
                for endgames in [None, Some(oracle)] {
                    let truth = holds(&*game, &position, stipulation, endgames);
                    let tables = endgames.is_some();
                    assert_eq!(
                        truth,
                        expected.into(),
                        "{setup}: {stipulation}, tables {tables}"
                    );
                }
            };
            agree(Goal::Win, None, winner == Some(side));
            agree(Goal::Draw, None, winner != Some(side.other()));
            agree(Goal::OnlyMove, None, winner != Some(side.other()));
            for turns in [1, 2] {
                let wins = wins_in(&*game, &position, side, turns);
                agree(Goal::Win, Some(turns), wins);
                if game.kind().has_four_rows() {
                    let takes = takes_all(&*game, &position, side, turns);
                    agree(Goal::Everything, Some(turns), takes);
                }
            }
            if let Some(margin) = solved.margin() {
                let lead = side.sign() * margin;
                let lost = position.contents().stores[side.other().index()];
                let all = i32::from(seeds) - 2 * i32::from(lost);
                agree(Goal::Everything, None, lead == all);
                for least in [lead - 1, lead, lead + 1] {
                    if let Ok(least) = u16::try_from(least) {
                        let enough = lead > 0 && lead >= i32::from(least);
                        agree(Goal::Lead(least.max(1)), None, enough);
                    }
                }
            }
            self.keys(&*game, &position, winner);
        }
        counts
    }
}

impl Values {
    /// The turns that keep the outcome are the keys of "find the only move".
    fn keys<P: Board>(&self, game: &dyn Game<P>, position: &P, winner: Option<Side>) {
        let side = position.side();
        if winner == Some(side.other()) {
            return;
        }
        let seeds = game.seeds(position);
        let after = WithPast::new(game, vec![*position]);
        let solver = AlphaBeta::new(&after, Objective::Outcome, seeds.into(), 1 << 20);
        let mut keys = Vec::new();
        for (text, _, after) in turns(game, position) {
            let leads_to = match after {
                After::Over(ending, _) => ending.winner,
                After::Position(next) => {
                    let solution = solver.solve(&next, &LIMITS, &mut |_| {});
                    solution.outcome().expect("solved")
                }
            };
            if leads_to == winner {
                keys.push(text);
            }
        }
        let only = Stipulation {
            side,
            goal: Goal::OnlyMove,
            turns: None,
        };
        let means = Means {
            limits: LIMITS,
            ..Means::default()
        };
        let report = check(&question(game, position, only), &[], &means);
        let setup = game.setup(position);
        assert_eq!(report.keys, keys, "{setup}");
        assert_eq!(report.verdict() == Truth::Yes, keys.len() == 1, "{setup}");
    }
}

#[test]
fn goals_are_decided_as_the_solver_decides_with_and_without_tables() {
    for (kind, columns) in [
        (GameKind::Owela, 2),
        (GameKind::Nsolo, 2),
        (GameKind::BaoKingulu, 3),
    ] {
        let [lost, drawn, won] = visit(Rules::default_for(kind), columns, Values);
        assert!(
            lost > 3 && won > 3,
            "{kind}: {lost} lost, {drawn} drawn, {won} won"
        );
    }
}
