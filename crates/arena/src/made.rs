//! Decisions made in a game, and their texts as a record has them, without a text for each.

use sow_engine::game::{Board, Decision, Game};
use sow_engine::notation::Outcome;
use sow_engine::side::Side;

/// A decision that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Made {
    /// The decision.
    pub decision: Decision,
    /// What it goes on with.
    pub joins: Joins,
}

/// What a decision goes on with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Joins {
    /// The game: a turn begins.
    Game,
    /// The turn: a further sowing of the same player begins.
    Turn,
    /// The sowing, in which the player had a choice.
    Sowing,
}

/// Columns of a line of moves.
const LINE: usize = 80;

/// The most bytes of the text of one decision, such as `,f36x255`.
const LONGEST: usize = 8;

/// Writes the moves of games as records have them: the texts of [`sow_engine::scribe::Scribe`] in the lines of
/// [`sow_engine::notation::Record`].
pub(crate) struct MovesWriter {
    /// The name of each pit, with a star behind it and its length: as South and North begin a sowing there.
    names: [Vec<Name>; 2],
}

/// A short text.
#[derive(Clone, Copy)]
struct Name {
    bytes: [u8; 8],
    length: u8,
}

impl MovesWriter {
    pub(crate) fn new<P: Board>(game: &dyn Game<P>) -> Self {
        let columns = game.columns();
        let names = Side::BOTH.map(|side| {
            let name = |pit: usize| {
                let mut text = game.pit_name(pit);
                let own_row = (pit < columns) == (side == Side::South);
                if !game.kind().has_four_rows() && !own_row {
                    text.push('*');
                }
                let mut bytes = [0; 8];
                bytes[..text.len()].copy_from_slice(text.as_bytes());
                Name {
                    bytes,
                    length: text.len() as u8,
                }
            };
            (0..2 * columns).map(name).collect()
        });
        Self { names }
    }

    /// Adds the moves of a game in which `first` began, and its result.
    pub(crate) fn write(&self, first: Side, made: &[Made], result: Outcome, text: &mut Vec<u8>) {
        let begun = text.len();
        text.resize(begun + (LONGEST + 1) * (made.len() + 2), 0);
        let mut lines = Lines {
            text,
            at: begun,
            word: begun,
            line: begun,
        };
        let mut side = first;
        let mut strips = false;
        for (place, made) in made.iter().enumerate() {
            match made.joins {
                Joins::Game => {
                    if place > 0 {
                        side = side.other();
                    }
                    lines.end_word();
                    strips = false;
                }
                Joins::Turn => {
                    lines.add(b"+");
                    strips = false;
                }
                Joins::Sowing => {}
            }
            match made.decision {
                Decision::Sow(pit) => lines.name(&self.names[side.index()][usize::from(pit)]),
                Decision::Okwesera(pit) | Decision::Opening(pit) => {
                    lines.name(&self.names[side.index()][usize::from(pit)]);
                    lines.add(b"=");
                }
                Decision::CounterClockwise => lines.add(b">"),
                Decision::Clockwise => lines.add(b"<"),
                Decision::Strip { pit, seeds } => {
                    lines.add(if strips { b"," } else { b":" });
                    strips = true;
                    lines.name(&self.names[side.index()][usize::from(pit)]);
                    if seeds > 1 {
                        lines.add(b"x");
                        lines.number(seeds);
                    }
                }
                Decision::Pass => lines.add(b"pass"),
                Decision::Stop => {
                    if made.joins != Joins::Sowing {
                        lines.add(b"stop");
                    }
                }
            }
        }
        lines.end_word();
        lines.add(result.token().as_bytes());
        lines.end_word();
        let end = lines.at;
        text.truncate(end);
        text.push(b'\n');
    }
}

/// Words in lines.
struct Lines<'a> {
    text: &'a mut Vec<u8>,
    /// Where the next byte goes.
    at: usize,
    /// Where the word begins, the space before it included.
    word: usize,
    /// Where the line begins.
    line: usize,
}

impl Lines<'_> {
    #[inline(always)]
    fn add(&mut self, bytes: &[u8]) {
        self.begin_word();
        self.text[self.at..self.at + bytes.len()].copy_from_slice(bytes);
        self.at += bytes.len();
    }

    #[inline(always)]
    fn name(&mut self, name: &Name) {
        self.begin_word();
        self.text[self.at..self.at + 8].copy_from_slice(&name.bytes);
        self.at += usize::from(name.length);
    }

    #[inline(always)]
    fn begin_word(&mut self) {
        if self.at == self.word && self.word > self.line {
            self.text[self.at] = b' ';
            self.at += 1;
        }
    }

    fn number(&mut self, number: u8) {
        let digits = [number / 100, number / 10 % 10, number % 10].map(|digit| b'0' + digit);
        let skipped = usize::from(number < 100) + usize::from(number < 10);
        self.add(&digits[skipped..]);
    }

    /// Ends a word, which goes into a new line if this one has become too long.
    #[inline(always)]
    fn end_word(&mut self) {
        if self.word > self.line && self.at > self.line + LINE {
            self.text[self.word] = b'\n';
            self.line = self.word + 1;
        }
        self.word = self.at;
    }
}
