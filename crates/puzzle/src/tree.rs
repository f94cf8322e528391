//! Solutions written out: one turn of the player who is asked, every turn of the other.

use crate::judge::{Judge, Next, State, Truth};
use crate::question::Question;
use sow_engine::game::{Board, Game};
use sow_engine::setup::Setup;
use sow_engine::side::Side;
use sow_search::Limits;
use sow_search::proof_number::{Below, SolutionTree, TreeLimits};

/// What was found out about a problem, and how it is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The problem.
    pub question: Question,
    /// Whether the goal can be reached.
    pub truth: Truth,
    /// How, from the position before the first turn; `None` if it cannot, or if no turns could be written out.
    pub tree: Option<Tree>,
}

impl Solved {
    /// The line on which the end is farthest.
    pub fn line(&self) -> impl Iterator<Item = &Tree> {
        self.tree.iter().flat_map(Tree::main_line)
    }
}

/// A turn of a solution with what follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// The turn that was played, empty at the root.
    pub turn: String,
    /// Who played it; at the root, who is to play.
    pub mover: Side,
    /// The position after it, `None` if the turn never ended.
    pub after: Option<Setup>,
    /// What follows.
    pub below: Branch,
}

/// What follows a turn of a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Branch {
    /// The goal is reached.
    Reached,
    /// The position was met before on this line, which is all that is needed.
    Repeats,
    /// The goal is still reached, but how was left out.
    Omitted,
    /// One turn of the player who is asked, or every turn of the other.
    Turns(Vec<Tree>),
}

impl Tree {
    /// What follows, empty at an end.
    pub fn children(&self) -> &[Self] {
        match &self.below {
            Branch::Turns(turns) => turns,
            Branch::Reached | Branch::Repeats | Branch::Omitted => &[],
        }
    }

    /// Turns in the tree, the root left out.
    pub fn size(&self) -> usize {
        self.children().iter().map(|child| 1 + child.size()).sum()
    }

    /// Turns to the farthest end.
    pub fn depth(&self) -> usize {
        let depths = self.children().iter().map(|child| 1 + child.depth());
        depths.max().unwrap_or(0)
    }

    /// Whether nothing was left out.
    pub fn is_complete(&self) -> bool {
        self.below != Branch::Omitted && self.children().iter().all(Self::is_complete)
    }

    /// The line on which the end is farthest.
    pub fn main_line(&self) -> Vec<&Self> {
        let mut line = Vec::new();
        let mut at = self;
        // The first of those that last longest.
        while let Some(next) = at.children().iter().rev().max_by_key(|child| child.depth()) {
            line.push(next);
            at = next;
        }
        line
    }
}

/// How the stipulation is fulfilled from `position`; `None` if that is not proven within the limits.
pub(crate) fn solution<P: Board>(
    judge: &Judge<'_, P>,
    position: &P,
    size: TreeLimits,
) -> Option<Tree> {
    let root = judge.root(position);
    if judge.holds(&root) != Truth::Yes {
        return None;
    }
    if judge.is_bounded() {
        let below = Builder {
            judge,
            left: size.turns,
        }
        .below(&root, size.depth);
        return Some(Tree {
            turn: String::new(),
            mover: position.side(),
            after: Some(judge.game.setup(position)),
            below,
        });
    }
    let limits = Limits {
        line: true,
        ..*judge.limits()
    };
    let tree = judge.proofs().tree(position, &limits, size)?;
    Some(convert(judge.game, tree, position.side()))
}

fn convert<P: Board>(game: &dyn Game<P>, tree: SolutionTree<P>, mover: Side) -> Tree {
    let next = tree
        .position
        .map_or(mover.other(), |position| position.side());
    Tree {
        turn: tree.turn,
        mover,
        after: tree.position.map(|position| game.setup(&position)),
        below: match tree.below {
            Below::Over => Branch::Reached,
            Below::Repeats => Branch::Repeats,
            Below::Omitted => Branch::Omitted,
            Below::Turns(turns) => {
                let turns = turns.into_iter().map(|turn| convert(game, turn, next));
                Branch::Turns(turns.collect())
            }
        },
    }
}

/// Writes out goals that are reached within a number of turns.
struct Builder<'a, 'game, P: Board> {
    judge: &'a Judge<'game, P>,
    left: usize,
}

impl<P: Board> Builder<'_, '_, P> {
    /// What follows a state from which the goal can be forced.
    fn below(&mut self, state: &State<P>, depth: u32) -> Branch {
        let Some(choices) = self.judge.choices(state) else {
            return Branch::Omitted;
        };
        if choices.is_empty() {
            return Branch::Reached;
        }
        if depth == 0 || self.left == 0 {
            return Branch::Omitted;
        }
        let mover = state.position.side();
        let attacks = mover == self.judge.stipulation.side;
        // The player who is asked hurries: only choices within the fewest turns are considered.
        let (_, fewest) = self.judge.reach().fewest(self.judge, state);
        let hurried = State {
            turns: Some(fewest),
            ..*state
        };
        let choices = if attacks {
            self.judge.choices(&hurried).unwrap_or_default()
        } else {
            choices
        };
        let mut turns = Vec::new();
        for choice in &choices {
            if attacks && self.judge.of_choice(choice) != Truth::Yes {
                continue;
            }
            self.left = self.left.saturating_sub(1);
            let (after, below) = match &choice.next {
                Next::Goes(next) => {
                    let after = self.judge.game.setup(&next.position);
                    (Some(after), self.below(next, depth - 1))
                }
                Next::Decided(_) | Next::Open => {
                    let after = match &choice.turn.end {
                        sow_engine::turn::TurnEnd::Position(after)
                        | sow_engine::turn::TurnEnd::Wins(after, _) => {
                            Some(self.judge.game.setup(after))
                        }
                        _ => None,
                    };
                    (after, Branch::Reached)
                }
            };
            turns.push(Tree {
                turn: choice.turn.text.clone(),
                mover,
                after,
                below,
            });
            if attacks {
                break;
            }
        }
        Branch::Turns(turns)
    }
}
