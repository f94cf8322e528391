//! The rules as implemented, in words: every rule, every option and every contested point of each
//! game, with its sources and with how sure it is. Plain data; `sow rules GAME` prints it.

mod anywoli;
mod bao_kingulu;
mod nsolo;
mod omweso;
mod owela;

use crate::kind::GameKind;

/// How sure a point of the rules is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Certainty {
    /// A description of the game says so, and that description was read.
    Attested,
    /// Known only through an excerpt, a retelling or a translation of the description.
    SecondHand,
    /// The descriptions are silent; this program had to choose, or others chose before it.
    Convention,
    /// The descriptions contradict each other, or can be read in more than one way.
    Undecided,
}

impl Certainty {
    /// All degrees, the surest first.
    pub const ALL: [Self; 4] = [
        Self::Attested,
        Self::SecondHand,
        Self::Convention,
        Self::Undecided,
    ];

    /// The name in one word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Attested => "attested",
            Self::SecondHand => "second-hand",
            Self::Convention => "convention",
            Self::Undecided => "undecided",
        }
    }

    /// What the name stands for, in one sentence.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Attested => "A description of the game says so, and that description was read.",
            Self::SecondHand => {
                "Known only through an excerpt, a retelling or a translation of a description."
            }
            Self::Convention => "The descriptions are silent, and a choice had to be made.",
            Self::Undecided => {
                "The descriptions contradict each other, or can be read in more than one way."
            }
        }
    }
}

/// How much of a source could be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HowRead {
    /// All that it says about the rules.
    Complete,
    /// Only parts of it.
    Partly,
    /// Not itself, but what others quote or retell of it.
    SecondHand,
}

impl HowRead {
    /// The name in a word or two.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Complete => "read completely",
            Self::Partly => "read in part",
            Self::SecondHand => "known second-hand",
        }
    }
}

/// All that is told about one game.
#[derive(Clone, Copy, Debug)]
pub struct Book {
    /// The game.
    pub game: GameKind,
    /// Its name as a heading.
    pub title: &'static str,
    /// Other names and spellings.
    pub other_names: &'static [&'static str],
    /// Where it is or was played, and by whom.
    pub played_where: &'static str,
    /// What kind of game it is and what its rules rest on.
    pub intro: &'static str,
    /// The default rules, in the order in which they are needed.
    pub rules: &'static [Clause],
    /// The named sets of rules, the default first.
    pub rulesets: &'static [RulesetEntry],
    /// The options, in the order of the keys.
    pub options: &'static [OptionEntry],
    /// Contested points on which the program offers no choice.
    pub fixed: &'static [Point],
    /// What the sources mention and the program does not offer.
    pub not_offered: &'static [NotOffered],
    /// Words of the players.
    pub words: &'static [Word],
    /// What must be known about these words as a whole; may be empty.
    pub words_note: &'static str,
    /// Turns played out.
    pub examples: &'static [Example],
    /// The sources that are cited.
    pub sources: &'static [Source],
}

/// One rule of the default ruleset.
#[derive(Clone, Copy, Debug)]
pub struct Clause {
    /// Its number, from 1.
    pub number: u8,
    /// The rule.
    pub text: &'static str,
    /// How sure it is.
    pub certainty: Certainty,
    /// Ids of the sources that give it.
    pub sources: &'static [&'static str],
}

/// A ruleset.
#[derive(Clone, Copy, Debug)]
pub struct RulesetEntry {
    /// Its name, as in `--rules NAME`.
    pub name: &'static str,
    /// What it stands for.
    pub meaning: &'static str,
    /// Ids of the sources that it follows.
    pub sources: &'static [&'static str],
}

/// An option: a contested point that the player of the program decides.
#[derive(Clone, Copy, Debug)]
pub struct OptionEntry {
    /// Its key, as in `--rule KEY=VALUE`.
    pub key: &'static str,
    /// Ids of the contested points that it decides, such as `O3`; may be empty.
    pub points: &'static [&'static str],
    /// What it asks.
    pub question: &'static str,
    /// The answers.
    pub values: &'static [ValueEntry],
    /// What else must be known; may be empty.
    pub note: &'static str,
}

/// One value of an option.
#[derive(Clone, Copy, Debug)]
pub struct ValueEntry {
    /// The value, or a pattern such as `N`, as [`crate::rules::Options::choices`] lists it.
    pub value: &'static str,
    /// A value that can be set: the same, or an example of the pattern.
    pub example: &'static str,
    /// What it means.
    pub meaning: &'static str,
    /// How sure it is that the game is or was played so.
    pub certainty: Certainty,
    /// Ids of the sources that give it; empty where no source does.
    pub sources: &'static [&'static str],
}

/// A contested point on which the program offers no choice.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    /// Its id, such as `O1`.
    pub id: &'static str,
    /// What it asks.
    pub question: &'static str,
    /// How the program plays.
    pub answer: &'static str,
    /// What the sources say, and why there is no option.
    pub why: &'static str,
    /// How sure the answer is.
    pub certainty: Certainty,
    /// Ids of the sources that give it; empty where no source does.
    pub sources: &'static [&'static str],
}

/// Something that the sources mention and the program does not offer.
#[derive(Clone, Copy, Debug)]
pub struct NotOffered {
    /// What it is.
    pub what: &'static str,
    /// Ids of the contested points that it belongs to; may be empty.
    pub points: &'static [&'static str],
    /// What the sources say of it.
    pub told: &'static str,
    /// Why it is not offered; reads on after "not offered, because".
    pub because: &'static str,
    /// Ids of the sources that mention it.
    pub sources: &'static [&'static str],
}

/// A word of the players.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    /// The word.
    pub word: &'static str,
    /// What it says literally; empty where that is not known.
    pub literally: &'static str,
    /// What it stands for in the game.
    pub meaning: &'static str,
    /// How sure it is that this is the word for it.
    pub certainty: Certainty,
    /// Ids of the sources that give it.
    pub sources: &'static [&'static str],
}

/// A turn played out. The tests play it.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// What it shows.
    pub shows: &'static str,
    /// Options that differ from the default ruleset, written `KEY=VALUE`.
    pub rules: &'static [&'static str],
    /// The position before.
    pub position: &'static str,
    /// The turn.
    pub turn: &'static str,
    /// The position after, `None` where the turn never ends.
    pub after: Option<&'static str>,
    /// What happens on the way, and where the example comes from.
    pub told: &'static str,
}

/// A source.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// The id by which the other entries cite it.
    pub id: &'static str,
    /// What it is and where it is.
    pub citation: &'static str,
    /// How much of it was read.
    pub how_read: HowRead,
}

/// The book of a game.
pub fn book(game: GameKind) -> &'static Book {
    match game {
        GameKind::Omweso => &omweso::BOOK,
        GameKind::Owela => &owela::BOOK,
        GameKind::Nsolo => &nsolo::BOOK,
        GameKind::BaoKingulu => &bao_kingulu::BOOK,
        GameKind::Anywoli => &anywoli::BOOK,
    }
}

impl Book {
    /// The entry of an option.
    pub fn option(&self, key: &str) -> Option<&'static OptionEntry> {
        self.options.iter().find(|option| option.key == key)
    }

    /// The source of an id.
    pub fn source(&self, id: &str) -> Option<&'static Source> {
        self.sources.iter().find(|source| source.id == id)
    }

    /// The entry of a ruleset.
    pub fn ruleset(&self, name: &str) -> Option<&'static RulesetEntry> {
        self.rulesets.iter().find(|ruleset| ruleset.name == name)
    }
}

/// A rule of the default ruleset.
const fn clause(
    number: u8,
    text: &'static str,
    certainty: Certainty,
    sources: &'static [&'static str],
) -> Clause {
    Clause {
        number,
        text,
        certainty,
        sources,
    }
}

/// A value of an option that is written as it stands.
const fn value(
    value: &'static str,
    meaning: &'static str,
    certainty: Certainty,
    sources: &'static [&'static str],
) -> ValueEntry {
    ValueEntry {
        value,
        example: value,
        meaning,
        certainty,
        sources,
    }
}

/// A source.
const fn source(id: &'static str, citation: &'static str, how_read: HowRead) -> Source {
    Source {
        id,
        citation,
        how_read,
    }
}

/// The texts from which this project started; cited by every game.
const TRANSLATED: Source = source(
    "translated",
    "Short descriptions of the five games in a machine translation from Armenian, the texts from \
        which this project started. They follow Mancala World where both could be compared. Some \
        terms were garbled in translation.",
    HowRead::SecondHand,
);

#[cfg(test)]
mod tests;
