//! Whether a certificate holds: by the rules alone, on all threads, in several rounds if memory is short.

use crate::block::{self, Entry, PitNames};
use crate::format::{Certificate, Place, ProofError};
use crate::index::Index;
use crate::packing::Packing;
use crate::walk::{Fault, Walker};
use rayon::prelude::*;
use sow_engine::game::{Board, Decision, Game};
use sow_engine::games::{self, BoardVisitor};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Positions that one thread looks at in one go.
const CHUNK: usize = 256;

/// The means of a check.
#[derive(Clone, Copy, Debug)]
pub struct Means<'a> {
    /// Bytes that the positions may take at once; with fewer than all need, there are more rounds.
    pub memory: usize,
    /// Positions looked at so far, counted again in each round.
    pub looked_at: &'a AtomicU64,
    /// Set by the caller to stop.
    pub stop: &'a AtomicBool,
}

/// What a check has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The claim is proven.
    Holds,
    /// It is not, at least not by this certificate.
    Fails(Fault),
    /// The check was stopped.
    Stopped,
}

/// Checks a certificate on the threads of the rayon pool that it is called in.
///
/// # Errors
/// A [`ProofError`] where bytes that were as they were written stand for no positions.
pub fn check(certificate: &Certificate, means: Means<'_>) -> Result<Verdict, ProofError> {
    struct Check<'a>(&'a Certificate, Means<'a>);
    impl BoardVisitor for Check<'_> {
        type Output = Result<Verdict, ProofError>;
        fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> Self::Output {
            Checker::new(self.0, self.1, &*game).run()
        }
    }
    let claim = certificate.claim();
    games::visit(
        claim.rules,
        claim.position.columns,
        Check(certificate, means),
    )
}

/// How a round ends before its end.
enum Halt {
    Fault(Fault),
    Error(ProofError),
    Stopped,
}

/// The positions that one round looks up, and which of them lines have come to.
struct Round<'b> {
    index: Index,
    ranks: Vec<u32>,
    reached: Vec<AtomicU64>,
    /// The first key of the next round.
    end: Option<&'b [u64]>,
}

struct Checker<'a, P> {
    certificate: &'a Certificate,
    means: Means<'a>,
    game: &'a dyn Game<P>,
    root: P,
    packing: Packing,
    pits: PitNames,
}

impl<'a, P: Board> Checker<'a, P> {
    fn new(certificate: &'a Certificate, means: Means<'a>, game: &'a dyn Game<P>) -> Self {
        let claim = certificate.claim();
        let root = game.position(&claim.position);
        Self {
            certificate,
            means,
            game,
            root,
            packing: Packing::new(claim),
            pits: PitNames::of(claim),
        }
    }

    fn run(&self) -> Result<Verdict, ProofError> {
        let blocks = &self.certificate.blocks;
        let firsts = match self.first_keys() {
            Ok(firsts) => firsts,
            Err(halt) => return halt.verdict(),
        };
        let each = Index::bytes_each(self.packing.words);
        let most = (self.means.memory / each).max(1);
        let mut from = 0;
        loop {
            let mut to = from;
            let mut positions = 0;
            while let Some(place) = blocks.get(to)
                && (to == from || positions + place.positions <= most)
            {
                positions += place.positions;
                to += 1;
            }
            let end = firsts.get(to).map(Vec::as_slice);
            let begin = (from > 0).then(|| firsts[from].as_slice());
            if let Err(halt) = self.round(&blocks[from..to], begin, end) {
                return halt.verdict();
            }
            from = to;
            if from == blocks.len() {
                return Ok(Verdict::Holds);
            }
        }
    }

    /// The first key of each block; that keys rise from block to block is looked at.
    fn first_keys(&self) -> Result<Vec<Vec<u64>>, Halt> {
        let ends: Result<Vec<_>, Halt> = self
            .certificate
            .blocks
            .par_iter()
            .map(|place| {
                let (keys, _) = self.keys(place)?;
                let words = self.packing.words;
                Ok((keys[..words].to_vec(), keys[keys.len() - words..].to_vec()))
            })
            .collect();
        let ends = ends?;
        for (i, pair) in ends.windows(2).enumerate() {
            if pair[0].1 >= pair[1].0 {
                let place = &self.certificate.blocks[i + 1];
                let what = "its positions do not rise from block to block";
                return Err(Halt::Error(self.certificate.damaged(place, what)));
            }
        }
        Ok(ends.into_iter().map(|(first, _)| first).collect())
    }

    /// Reads a block and hands its positions over.
    fn read(&self, place: &Place, mut take: impl FnMut(P, &Entry) -> bool) -> Result<(), Halt> {
        if self.means.stop.load(Ordering::Relaxed) {
            return Err(Halt::Stopped);
        }
        let bytes = self.certificate.block(place).map_err(Halt::Error)?;
        let whole = block::read(&bytes, place.positions, &self.packing, self.pits, |entry| {
            let position = self.packing.position(self.game, &self.root, &entry.numbers);
            position.is_some_and(|position| take(position, entry))
        });
        if whole {
            return Ok(());
        }
        Err(Halt::Error(self.certificate.no_positions(place)))
    }

    fn keys(&self, place: &Place) -> Result<(Vec<u64>, Vec<u32>), Halt> {
        let mut keys = Vec::with_capacity(place.positions * self.packing.words);
        let mut ranks = Vec::with_capacity(place.positions);
        let (mut key, mut numbers) = (Vec::new(), Vec::new());
        self.read(place, |position, entry| {
            // A flag that these rules do not know is lost in a position.
            let same = self.packing.key(&position, &mut key);
            self.packing.numbers_of(&key, &mut numbers);
            keys.extend(&key);
            ranks.push(entry.rank);
            same && numbers == entry.numbers
        })?;
        Ok((keys, ranks))
    }

    /// Looks all that lines come to up among the positions of some blocks.
    fn round(
        &self,
        held: &[Place],
        begin: Option<&[u64]>,
        end: Option<&[u64]>,
    ) -> Result<(), Halt> {
        let parts: Result<Vec<_>, Halt> = held.par_iter().map(|place| self.keys(place)).collect();
        let (mut keys, mut ranks) = (Vec::new(), Vec::new());
        for (more_keys, more_ranks) in parts? {
            keys.extend(more_keys);
            ranks.extend(more_ranks);
        }
        let round = Round {
            index: Index::of(self.packing.words, keys),
            reached: (0..ranks.len().div_ceil(64))
                .map(|_| AtomicU64::new(0))
                .collect(),
            ranks,
            end,
        };
        let holds = |key: &[u64]| {
            begin.is_none_or(|begin| key >= begin) && round.end.is_none_or(|end| key < end)
        };
        let mut walker = Walker::new(self.game, self.certificate.claim());
        self.look_at(&mut walker, &round, &holds, None)?;
        self.certificate.blocks.par_iter().try_for_each(|place| {
            let mut entries = Vec::with_capacity(place.positions);
            self.read(place, |position, entry| {
                entries.push((position, entry.turn.clone(), entry.rank));
                true
            })?;
            entries.par_chunks(CHUNK).try_for_each(|chunk| {
                if self.means.stop.load(Ordering::Relaxed) {
                    return Err(Halt::Stopped);
                }
                let mut walker = Walker::new(self.game, self.certificate.claim());
                for (position, turn, rank) in chunk {
                    let stated = Some((position, turn.as_slice(), *rank));
                    self.look_at(&mut walker, &round, &holds, stated)?;
                }
                let done = chunk.len() as u64;
                self.means.looked_at.fetch_add(done, Ordering::Relaxed);
                Ok(())
            })
        })?;
        self.all_are_reached(&round)
    }

    /// Follows what is stated at a position, or looks at the root.
    fn look_at(
        &self,
        walker: &mut Walker<'_, P>,
        round: &Round<'_>,
        holds: &impl Fn(&[u64]) -> bool,
        stated: Option<(&P, &[Decision], u32)>,
    ) -> Result<(), Halt> {
        let mut key = Vec::new();
        let mut missing = Vec::new();
        let falls = stated.is_some_and(|(position, ..)| walker.falls_at(position));
        let fault = |position: &P, what: String| Fault {
            position: self.game.setup(position).to_string(),
            what,
        };
        let mut meet = |after: &P| {
            let known = self.packing.key(after, &mut key);
            if known && !holds(&key) {
                return Ok(());
            }
            let Some(place) = round.index.find(&key).filter(|_| known) else {
                missing.push(*after);
                return Ok(());
            };
            round.reached[place / 64].fetch_or(1 << (place % 64), Ordering::Relaxed);
            let next = round.ranks[place];
            match stated {
                Some((position, _, rank)) if next > rank || falls && next == rank => {
                    let after = self.game.setup(after);
                    let what = format!(
                        "its rank {rank} does not fall to that of {after}, which is {next}"
                    );
                    Err(fault(position, what))
                }
                _ => Ok(()),
            }
        };
        match stated {
            Some((position, turn, _)) => walker.follow(position, turn, &mut meet),
            None => walker.arrive(&self.root, &mut meet),
        }
        .map_err(Halt::Fault)?;
        for after in missing {
            if !walker.is_good_end(&after) {
                let what = "no turn is stated here, and a line comes here".to_owned();
                return Err(Halt::Fault(fault(&after, what)));
            }
        }
        Ok(())
    }

    fn all_are_reached(&self, round: &Round<'_>) -> Result<(), Halt> {
        for place in 0..round.index.len() {
            if round.reached[place / 64].load(Ordering::Relaxed) >> (place % 64) & 1 == 1 {
                continue;
            }
            let mut numbers = Vec::new();
            self.packing
                .numbers_of(round.index.key(place), &mut numbers);
            let position = self.packing.position(self.game, &self.root, &numbers);
            return Err(Halt::Fault(Fault {
                position: position
                    .map(|position| self.game.setup(&position).to_string())
                    .unwrap_or_default(),
                what: "a turn is stated here, and no line comes here".to_owned(),
            }));
        }
        Ok(())
    }
}

impl Halt {
    fn verdict(self) -> Result<Verdict, ProofError> {
        match self {
            Self::Fault(fault) => Ok(Verdict::Fails(fault)),
            Self::Error(error) => Err(error),
            Self::Stopped => Ok(Verdict::Stopped),
        }
    }
}
