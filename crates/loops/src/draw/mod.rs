//! Pictures: boards, a move in space (pits across) and time (laps down), and a census as a plot.
//!
//! A picture knows nothing of rules. It is made from a neutral list of laps, so that moves with
//! captures and clockwise laps can be drawn as well as the pure relays of this crate
//! ([`MovePicture::of_relay`]).

mod board;
mod canvas;
mod colour;
mod elide;
mod plot;
mod svg;
mod text;

use crate::start::{MOST_PITS, Start};
use crate::walk::Walk;

pub use board::{board_svg, board_svg_with_letters};
pub use plot::census_svg;

/// One lap of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LapPicture {
    /// The pit after which (in the direction of sowing) the first seed falls.
    pub from: usize,
    /// Seeds sown.
    pub hand: u32,
    /// The pit of the last seed.
    pub landing: usize,
    /// Whether the lap runs towards lower pits.
    pub clockwise: bool,
    /// Seeds captured by this lap; 0 for none.
    pub captured: u32,
    /// Pits that the lap has emptied for the store, with the seeds taken from each: groups of four in
    /// mid-lap, seeds that fell into a reserved pit. Empty where captures come from another ring.
    pub taken: Vec<(usize, u32)>,
    /// The ring after the lap, before anything else is lifted.
    pub ring_after: Vec<u8>,
}

/// How a drawn move comes to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// It ends with the last lap of the list.
    Ends,
    /// It never ends: the same comes back every so many laps. If the list has as many, its last lap
    /// leads to a state that has been there before.
    Returns {
        /// Laps.
        period: u64,
    },
    /// It never ends, by the residue certificate; the period is not known.
    Certified,
    /// It goes on, but the list does not.
    GoesOn,
}

/// A move to be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovePicture {
    /// A title; may be empty.
    pub title: String,
    /// The name of every pit, or nothing to number them from 0.
    pub names: Vec<String>,
    /// The ring before the move, `1..=72` pits.
    pub ring: Vec<u8>,
    /// The laps.
    pub laps: Vec<LapPicture>,
    /// How the move comes to its end.
    pub finish: Finish,
}

impl MovePicture {
    /// The pure relay `start` through its first laps, at most `limit` of them: until it ends, or is
    /// back at its start.
    ///
    /// # Panics
    /// If a pit holds more than 255 seeds.
    pub fn of_relay(start: &Start, limit: usize) -> Self {
        let bytes = |ring: &[u32]| -> Vec<u8> {
            let byte = |&seeds: &u32| u8::try_from(seeds).expect("pits of at most 255 seeds");
            ring.iter().map(byte).collect()
        };
        let ring = bytes(start.ring());
        let mut walk = Walk::<MOST_PITS>::new(start.ring(), start.pit());
        let mut laps = Vec::new();
        let mut finish = Finish::GoesOn;
        while laps.len() < limit && finish == Finish::GoesOn {
            let (from, hand) = (walk.at(), walk.hand());
            walk.lap(hand);
            laps.push(LapPicture {
                from,
                hand,
                landing: walk.at(),
                clockwise: false,
                captured: 0,
                taken: Vec::new(),
                ring_after: bytes(&walk.ring()),
            });
            if walk.hand() == 1 {
                finish = Finish::Ends;
            } else if walk.at() == start.pit() && walk.ring() == start.ring() {
                finish = Finish::Returns {
                    period: laps.len() as u64,
                };
            }
        }
        if finish == Finish::GoesOn && start.residues().never_stop() {
            finish = Finish::Certified;
        }
        Self {
            title: String::new(),
            names: Vec::new(),
            ring,
            laps,
            finish,
        }
    }

    /// The picture as a complete SVG document. Of a move with more than `most` laps the middle is
    /// left out, visibly.
    pub fn svg(&self, most: usize) -> String {
        svg::draw(self, most.max(2))
    }

    /// The picture as lines of plain text for a terminal of `columns` columns. Of a move with more
    /// than `most` laps the middle is left out, visibly.
    ///
    /// The pit that was lifted is marked `'`, the pit of the last seed is put in brackets, braces
    /// if there was a capture.
    pub fn text(&self, columns: usize, most: usize) -> String {
        text::draw(self, columns, most.max(2))
    }

    /// What the marks of [`MovePicture::text`] mean, a line a mark.
    pub fn legend(&self) -> String {
        text::legend(self)
    }

    fn pits(&self) -> usize {
        self.ring.len()
    }

    /// Whether the last seed of a lap has captured, rather than one on the way.
    fn captures_at_landing(lap: &LapPicture) -> bool {
        let here = lap.taken.iter().any(|&(pit, _)| pit == lap.landing);
        here || (lap.captured > 0 && lap.taken.is_empty())
    }

    /// How many laps had been played when the state stood on the ring to which the last lap returns.
    fn returns_to(&self) -> Option<usize> {
        let Finish::Returns { period } = self.finish else {
            return None;
        };
        self.laps.len().checked_sub(usize::try_from(period).ok()?)
    }

    fn name(&self, pit: usize) -> String {
        let name = self.names.get(pit).cloned();
        name.unwrap_or_else(|| pit.to_string())
    }

    /// What is said about the whole move.
    fn summary(&self) -> String {
        let count = self.laps.len() as u64;
        let seeds: u32 = self.ring.iter().map(|&seeds| u32::from(seeds)).sum();
        let captured: u32 = self.laps.iter().map(|lap| lap.captured).sum();
        let finish = match self.finish {
            Finish::Ends => format!("ends after {}", laps(count)),
            Finish::Returns { period } => match self.returns_to() {
                Some(0) => format!("never ends: back at its start after {}", laps(period)),
                _ => format!("never ends: the same again every {}", laps(period)),
            },
            Finish::Certified => "never ends, by its residues".to_owned(),
            Finish::GoesOn => format!("goes on after {}", laps(count)),
        };
        let captures = match captured {
            0 => String::new(),
            seeds => format!(" · captures {seeds}"),
        };
        format!("{} pits · {seeds} seeds · {finish}{captures}", self.pits())
    }
}

/// A number of laps in words: `1 lap`, `12,345 laps`.
fn laps(count: u64) -> String {
    let plural = if count == 1 { "lap" } else { "laps" };
    format!("{} {plural}", grouped(count))
}

/// A number with its digits in groups of three.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests;
