//! What every game offers to those who play, search and tabulate it.

use crate::kind::GameKind;
use crate::relay::{NeverEnding, Patience, Unfinished};
use crate::rules::{Fate, Rules};
use crate::setup::Setup;
use crate::side::Side;
use crate::trace::Observer;
use std::fmt::Debug;
use std::hash::{Hash, Hasher};

/// One decision of the player to move. A turn is one or more of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Decision {
    /// Sow from the pit with this ring index.
    Sow(u8),
    /// Omweso: the three seeds of the pit go two into the next pit and one into the one after.
    Okwesera(u8),
    /// Owela by the option `hus-nama-opening`: the two seeds of the pit go one each into two front pits.
    Opening(u8),
    /// Omweso: where both directions are allowed, counter-clockwise.
    CounterClockwise,
    /// Omweso: where both directions are allowed, clockwise.
    Clockwise,
    /// Nsolo: strip `seeds` from the opponent's pit. The pits of one strip come in ascending order;
    /// all of them together are one decision of the player, see [`Board::is_mid_decision`].
    Strip {
        /// The ring index of the opponent's pit.
        pit: u8,
        /// How many stones.
        seeds: u8,
    },
    /// Nothing to sow: the turn passes.
    Pass,
    /// Stop here: decline the rest of what one is entitled to (an optional extra move, bonus stones).
    Stop,
}

/// The parts that two boards of one game must share to be equal between turns, for those who encode
/// positions themselves. What a game does not have is empty, zero or absent.
#[derive(Clone, Copy, Debug)]
pub struct Contents<'board> {
    /// Four rows: the rings of South and North. Two rows: the whole board from South's leftmost
    /// hole, then nothing. Bytes past the last pit are zero.
    pub rings: [&'board [u8]; 2],
    /// Two rows: seeds captured by South and North.
    pub stores: [u16; 2],
    /// Bao Kingulu: bit `i` is set where pit `i` is reserved.
    pub reserved: u128,
    /// South and North capture nothing in their next turns.
    pub unmoved: [bool; 2],
    /// Omweso: nobody has captured yet, where the rules care.
    pub uncaptured: bool,
    /// The player whom the rules in force remember. Omweso: who alone has captured, in one turn.
    /// Anywoli: who is entitled to the last seeds.
    pub marked: Option<Side>,
}

/// A position of one game: plain data without history.
///
/// Two boards are equal when the rules call them the same position: seeds, side to move, and
/// whatever else decides how play can go on, the choice that the mover is in the middle of
/// included. Flags that the rules in force ignore are carried along but not compared.
pub trait Board: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The player who decides next.
    fn side(&self) -> Side;

    /// Whether the mover is in the middle of a turn: the same position cannot be met between turns.
    fn is_mid_turn(&self) -> bool;

    /// Whether the mover is in the middle of one decision that is taken in several steps (the
    /// stones of a strip); such steps count no ply.
    fn is_mid_decision(&self) -> bool;

    /// Whether the board holds so many seeds that a pit could pass 255.
    fn is_crowded(&self) -> bool;

    /// What equality compares between turns, apart from [`Board::side`]. Boards in the middle of a
    /// turn have more to them.
    fn contents(&self) -> Contents<'_>;

    /// The position between turns with these contents and `side` to move, on this one's board: [`Board::contents`]
    /// taken back. What equality does not compare is this one's.
    #[must_use]
    fn with_contents(&self, side: Side, contents: &Contents<'_>) -> Self;

    /// Hashes the board by few large words, for those who look up millions of positions a second; equal boards give equal
    /// hashes, as with [`Hash`], which takes field by field.
    fn hash_words(&self, state: &mut impl Hasher);

    /// Whether the mover has earned an extra move that he may decline (Anywoli, by option).
    fn is_optional_move(&self) -> bool {
        false
    }
}

/// Why a game was over, or how a turn won at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The player to move had no legal move.
    NoMove,
    /// Omweso: captures in both end columns in one turn (emitwe-ebiri).
    TwoHeads,
    /// Omweso: a capture left all four end pits of the enemy empty.
    FourEndPits,
    /// Omweso: a capture left the enemy's front row empty.
    FrontRow,
    /// Omweso: every enemy seed captured.
    Akawumbi,
    /// Omweso: captured in two turns before the opponent's first capture.
    Akakyala,
    /// Nsolo: the player has no stones left.
    NoStones,
    /// Two rows: the seeds are counted.
    Counted,
    /// The same position occurred again.
    Repetition,
    /// A move that never ends.
    NeverEnding,
}

impl Reason {
    /// The name used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoMove => "no-move",
            Self::TwoHeads => "two-heads",
            Self::FourEndPits => "four-end-pits",
            Self::FrontRow => "front-row",
            Self::Akawumbi => "akawumbi",
            Self::Akakyala => "akakyala",
            Self::NoStones => "no-stones",
            Self::Counted => "counted",
            Self::Repetition => "repetition",
            Self::NeverEnding => "never-ending",
        }
    }
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ending {
    /// Who won, `None` for a draw or a void game.
    pub winner: Option<Side>,
    /// Why the game was over.
    pub reason: Reason,
    /// South's seeds minus North's; 0 for a drawn or void four-row game.
    pub margin: i32,
    /// Omweso: match points of the winner (1, 2, 6 or 12). Other games: 1 for a win.
    pub points: u8,
}

/// What a decision led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome<P> {
    /// Play goes on from this position: the mover has more to decide, or the turn is over.
    Position(P),
    /// The turn wins at once; the board as it was left, the opponent to move.
    Wins(P, Ending),
    /// The sowing never ends.
    NeverEnds(NeverEnding),
    /// The sowing was not followed to a decision.
    Unfinished(Unfinished),
    /// The rules forbid the decision, which shows only in playing it.
    Illegal(Illegal),
}

/// Why a decision that looked possible is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Illegal {
    /// Bao Kingulu: the first lap ended in an occupied hole of one's own row.
    FirstLapEndsAtHome {
        /// The ring index of that hole.
        landing: u8,
    },
}

/// A decision played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step<P> {
    /// What it led to.
    pub outcome: Outcome<P>,
    /// Laps sown by this decision.
    pub laps: u64,
    /// Seeds captured by this decision.
    pub captured: u16,
}

/// Why a set-up is not a position of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupError(pub Vec<String>);

/// One game on one board size under one set of rules: what a rule set answers about its positions.
///
/// What can be said of any game is written over `&dyn Game<P>`, so that it is compiled once for each board
/// type and not for each game.
pub trait Game<P: Board>: Debug + Send + Sync {
    /// Which game it is.
    fn kind(&self) -> GameKind {
        self.rules().game()
    }

    /// The rules in force.
    fn rules(&self) -> Rules;

    /// The columns of the board.
    fn columns(&self) -> usize;

    /// The position of a set-up of this game and size.
    ///
    /// # Panics
    /// If the set-up is of another game or size.
    fn position(&self, setup: &Setup) -> P;

    /// A position between turns as a set-up. In the middle of a turn the board is as it lies, seeds
    /// in hand left out.
    fn setup(&self, position: &P) -> Setup;

    /// Replaces `decisions` by all that the mover may try, in the order of the pits. A few of them
    /// can turn out to be illegal when they are played. Empty when the mover has no move.
    fn candidates(&self, position: &P, decisions: &mut Vec<Decision>);

    /// The pits that the mover may try to sow from, bit `i` for ring index `i`, where these are all the candidates
    /// that there are; `None` where there may be others, or the mover is in the middle of a turn.
    fn sowable(&self, _: &P) -> Option<u128> {
        None
    }

    /// Of the pits that are candidates at a position, those whose sowing is legal and over after one lap, or pauses for
    /// a choice, as far as a look at the pit of its last seed can tell: of the others nothing is known.
    fn over_at_once(&self, _: &P, _: u128) -> u128 {
        0
    }

    /// Of the pits that are candidates at a position, those whose sowing the rules forbid for what a look at the pit of its
    /// last seed tells: of the others nothing is known.
    fn refused_at_once(&self, _: &P, _: u128) -> u128 {
        0
    }

    /// What the rules make of a candidate decision. Callers ask [`Game::play`].
    ///
    /// No pit may pass the 255 seeds that it holds: sowings are relays, which look before each lap of a crowded board,
    /// and whatever else fills a pit looks for itself and answers [`Unfinished::PitOverflow`].
    ///
    /// # Panics
    /// As [`Game::play`].
    fn decide(
        &self,
        position: &P,
        decision: Decision,
        patience: &Patience,
        observer: Option<&mut dyn Observer>,
    ) -> Step<P>;

    /// Plays a candidate decision; an observer is told of every lap.
    ///
    /// Every board that play makes goes through here and is counted on crowded boards: it holds the seeds that
    /// there were before, or it is not handed out, so that a pit that wrapped around cannot become a position.
    ///
    /// # Panics
    /// May panic or return nonsense for a decision that is not a candidate.
    #[inline]
    fn play(
        &self,
        position: &P,
        decision: Decision,
        patience: &Patience,
        observer: Option<&mut dyn Observer>,
    ) -> Step<P> {
        let step = self.decide(position, decision, patience, observer);
        if (cfg!(debug_assertions) || position.is_crowded())
            && let Outcome::Position(after) | Outcome::Wins(after, _) = &step.outcome
            && !self.conserves(position, after, step.captured)
        {
            debug_assert!(
                false,
                "seeds were lost or made by {decision:?} at {position:?}"
            );
            return Step {
                outcome: Outcome::Unfinished(Unfinished::PitOverflow),
                ..step
            };
        }
        step
    }

    /// Plays a sowing from one of the pits of [`Game::sowable`] on the board itself, which saves copies of it. Where the
    /// turn is not simply over with it, the board stays as it was, and the answer is false.
    #[inline]
    fn sow_on(&self, position: &mut P, pit: u8) -> bool {
        let step = self.play(position, Decision::Sow(pit), &Patience::UNLIMITED, None);
        match step.outcome {
            Outcome::Position(after) if !after.is_mid_turn() => {
                *position = after;
                true
            }
            _ => false,
        }
    }

    /// Whether a position holds the seeds of the one before, those gone that a capture takes off the board.
    fn conserves(&self, before: &P, after: &P, captured: u16) -> bool {
        let gone = if self.kind() == GameKind::Nsolo {
            captured
        } else {
            0
        };
        u32::from(self.seeds(before)) == u32::from(self.seeds(after)) + u32::from(gone)
    }

    /// The result where the game is over whatever the mover could do; looked at between turns.
    fn finished(&self, position: &P) -> Option<Ending>;

    /// The result where the mover has no legal decision.
    fn stuck(&self, position: &P) -> Ending;

    /// The result of meeting the same position again, `None` where the rules let play go on.
    fn repeated(&self, position: &P) -> Option<Ending>;

    /// What becomes of never-ending moves.
    fn fate(&self) -> Fate {
        self.rules().fate()
    }

    /// South's seeds minus North's as the position stands.
    fn margin(&self, position: &P) -> i32;

    /// Seeds of both players on the board and in stores.
    fn seeds(&self, position: &P) -> u16;

    /// The position as it is compared for repetition, flags that the rules ignore left out.
    fn repetition_key(&self, position: &P) -> Setup {
        self.setup(position)
    }

    /// Nsolo: how many bonus stones or holes the mover has yet to take, `None` outside a strip.
    fn bonus(&self, _: &P) -> Option<u8> {
        None
    }

    /// Nsolo: in how many ways the strip that the mover is in the middle of can be completed; 1
    /// outside a strip.
    fn strip_count(&self, _: &P) -> u128 {
        1
    }

    /// Nsolo: whether bonuses are whole holes rather than single stones.
    fn strips_whole_holes(&self) -> bool {
        false
    }

    /// The name of the pit with the game's ring index `pit`.
    fn pit_name(&self, pit: usize) -> String {
        let columns = self.columns();
        let pit = if self.rules().is_mirrored() {
            crate::pit::mirrored(columns, pit)
        } else {
            pit
        };
        crate::pit::name(self.kind(), columns, pit)
    }

    /// The result of a never-ending move by the side to move, `None` where it is illegal.
    fn never_ending(&self, position: &P) -> Option<Ending> {
        let mover = position.side();
        match self.fate() {
            Fate::Illegal => None,
            Fate::Annul => Some(Ending {
                winner: None,
                reason: Reason::NeverEnding,
                margin: 0,
                points: 0,
            }),
            // A forfeit: the opponent is counted as owning everything.
            Fate::MoverLoses => Some(Ending {
                winner: Some(mover.other()),
                reason: Reason::NeverEnding,
                margin: -mover.sign() * i32::from(self.seeds(position)),
                points: 1,
            }),
        }
    }
}
