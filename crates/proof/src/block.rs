//! A block of a certificate: positions in rising order with their turns and ranks, compressed by themselves.

use crate::claim::Claim;
use crate::coder::{Coder, Decoder, Encoder, Exhausted, Model};
use crate::packing::Packing;
use sow_engine::game::Decision;
use sow_engine::pit;

/// The most positions of a block.
pub(crate) const MOST_POSITIONS: usize = 1 << 15;

/// The most decisions of a turn.
pub(crate) const MOST_DECISIONS: usize = 1 << 10;

/// The largest rank.
pub(crate) const MOST_RANK: u32 = 100_000;

/// Classes of the pit before, by which the numbers of a pit are told apart.
const CLASSES: usize = 3;

/// What a certificate says of one position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The position, see [`Packing`].
    pub(crate) numbers: Vec<u16>,
    /// The decisions of the turn that is stated.
    pub(crate) turn: Vec<Decision>,
    /// Falls along every line.
    pub(crate) rank: u32,
}

/// What is learnt while a block is written or read.
struct Models {
    same: Vec<Model>,
    risen: Vec<Model>,
    fresh: Vec<[Model; CLASSES]>,
    rank: [Model; 18],
    decisions: [Model; 2],
    kinds: [Model; 2],
    pits: [Model; 2],
    strips: Model,
}

impl Models {
    fn new(numbers: usize) -> Self {
        Self {
            same: vec![Model::NEW; numbers],
            risen: vec![Model::NEW; numbers],
            fresh: vec![[Model::NEW; CLASSES]; numbers],
            rank: [Model::NEW; 18],
            decisions: [Model::NEW; 2],
            kinds: [Model::NEW; 2],
            pits: [Model::NEW; 2],
            strips: Model::NEW,
        }
    }
}

/// The pits of decisions as set-ups have them; its own inverse.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PitNames {
    columns: usize,
    mirrored: bool,
}

impl PitNames {
    pub(crate) fn of(claim: &Claim) -> Self {
        Self {
            columns: claim.position.columns,
            mirrored: claim.rules.is_mirrored(),
        }
    }

    fn outside(self, pit: u8) -> u8 {
        if self.mirrored {
            pit::mirrored(self.columns, usize::from(pit)) as u8
        } else {
            pit
        }
    }
}

/// Writes a block.
pub(crate) fn write(packing: &Packing, pits: PitNames, entries: &[Entry]) -> Vec<u8> {
    let mut encoder = Encoder::new();
    let mut models = Models::new(packing.numbers());
    let mut before = None;
    let mut rank = 0;
    for entry in entries {
        let mut entry = entry.clone();
        code(
            &mut encoder,
            &mut models,
            packing,
            pits,
            before.as_deref(),
            rank,
            &mut entry,
        )
        .expect("writing needs no bytes");
        rank = entry.rank;
        before = Some(entry.numbers);
    }
    encoder.finish()
}

/// Reads the `count` entries of a block and hands them over one by one. False if the bytes are not those of such a
/// block.
pub(crate) fn read(
    bytes: &[u8],
    count: usize,
    packing: &Packing,
    pits: PitNames,
    mut take: impl FnMut(&Entry) -> bool,
) -> bool {
    let Ok(mut decoder) = Decoder::new(bytes) else {
        return false;
    };
    let mut models = Models::new(packing.numbers());
    let mut before: Option<Vec<u16>> = None;
    let mut rank = 0;
    let mut entry = Entry::default();
    for _ in 0..count {
        entry.numbers.clear();
        entry.numbers.resize(packing.numbers(), 0);
        entry.turn.clear();
        entry.turn.push(Decision::Pass);
        let read = code(
            &mut decoder,
            &mut models,
            packing,
            pits,
            before.as_deref(),
            rank,
            &mut entry,
        );
        if read.is_err() || entry.rank > MOST_RANK || !take(&entry) {
            return false;
        }
        rank = entry.rank;
        before.get_or_insert_default().clone_from(&entry.numbers);
    }
    decoder.is_at_the_end()
}

/// Writes an entry, or reads it into `entry`.
fn code(
    coder: &mut impl Coder,
    models: &mut Models,
    packing: &Packing,
    pits: PitNames,
    before: Option<&[u16]>,
    rank: u32,
    entry: &mut Entry,
) -> Result<(), Exhausted> {
    position(coder, models, packing, before, &mut entry.numbers)?;
    let length = (rank + 1).ilog2() as usize;
    entry.rank = coder.number(&mut models.rank[length], entry.rank)?;
    let count = coder.number(&mut models.decisions[0], entry.turn.len() as u32 - 1)? as usize + 1;
    if count > MOST_DECISIONS {
        return Err(Exhausted);
    }
    entry.turn.resize(count, Decision::Pass);
    for (place, slot) in entry.turn.iter_mut().enumerate() {
        *slot = decision(coder, models, pits, place.min(1), *slot)?;
    }
    Ok(())
}

/// The numbers of a position: whether each is the one before as long as all were, then how much it is larger, then
/// the rest. What follows from the number of seeds is left out.
fn position(
    coder: &mut impl Coder,
    models: &mut Models,
    packing: &Packing,
    before: Option<&[u16]>,
    numbers: &mut [u16],
) -> Result<(), Exhausted> {
    let first_pit = packing.numbers_before_pits();
    let mut same = before;
    let mut left = 0_u32;
    for i in 0..numbers.len() {
        let known = if i < first_pit {
            None
        } else if left == 0 {
            Some(0)
        } else if i + 1 == numbers.len() {
            Some(left)
        } else {
            None
        };
        let class = if i > first_pit {
            usize::from(numbers[i - 1]).min(CLASSES - 1)
        } else {
            0
        };
        let number = u32::from(numbers[i]);
        let number = match (known, same) {
            (Some(known), _) => known,
            (None, Some(before)) => {
                let old = u32::from(before[i]);
                let risen = coder.number(&mut models.same[i], u32::from(number != old))?;
                if risen == 0 {
                    old
                } else {
                    same = None;
                    old + 1 + coder.number(&mut models.risen[i], number.saturating_sub(old + 1))?
                }
            }
            (None, None) => coder.number(&mut models.fresh[i][class], number)?,
        };
        numbers[i] = u16::try_from(number).map_err(|_| Exhausted)?;
        if i + 1 == first_pit {
            left = number;
        } else if i >= first_pit {
            left = left.checked_sub(number).ok_or(Exhausted)?;
        }
    }
    // The same position twice.
    if same.is_some() {
        return Err(Exhausted);
    }
    Ok(())
}

fn decision(
    coder: &mut impl Coder,
    models: &mut Models,
    pits: PitNames,
    place: usize,
    decision: Decision,
) -> Result<Decision, Exhausted> {
    let (kind, pit, seeds) = match decision {
        Decision::Sow(pit) => (0, pit, 0),
        Decision::CounterClockwise => (1, 0, 0),
        Decision::Clockwise => (2, 0, 0),
        Decision::Okwesera(pit) => (3, pit, 0),
        Decision::Opening(pit) => (4, pit, 0),
        Decision::Strip { pit, seeds } => (5, pit, seeds),
        Decision::Pass => (6, 0, 0),
        Decision::Stop => (7, 0, 0),
    };
    let kind = coder.number(&mut models.kinds[place], kind)?;
    let mut pit = || -> Result<u8, Exhausted> {
        let pit = coder.number(&mut models.pits[place], u32::from(pits.outside(pit)))?;
        if pit as usize >= 2 * pits.columns {
            return Err(Exhausted);
        }
        Ok(pits.outside(pit as u8))
    };
    Ok(match kind {
        0 => Decision::Sow(pit()?),
        1 => Decision::CounterClockwise,
        2 => Decision::Clockwise,
        3 => Decision::Okwesera(pit()?),
        4 => Decision::Opening(pit()?),
        5 => {
            let pit = pit()?;
            let seeds = coder.number(&mut models.strips, u32::from(seeds))?;
            Decision::Strip {
                pit,
                seeds: u8::try_from(seeds).map_err(|_| Exhausted)?,
            }
        }
        6 => Decision::Pass,
        7 => Decision::Stop,
        _ => return Err(Exhausted),
    })
}
