//! An arithmetic coder of binary decisions whose probabilities are learnt on the way, and numbers made of them.
//!
//! It is the coder of Matt Mahoney's *lpaq* (2007): an interval of 32 bits that loses its leading byte as soon as both
//! ends share it. `docs/proof-format.md` has it step by step.

/// How probable a one is, as far as is known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chance {
    /// In 1/65536, never 0.
    one: u16,
    /// How often it was asked, up to a limit.
    asked: u8,
}

/// By which power of two a chance moves towards what it has met, the n-th time.
const RATES: [u8; 12] = [1, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 6];

impl Chance {
    const EVEN: Self = Self {
        one: 1 << 15,
        asked: 0,
    };

    fn learn(&mut self, bit: bool) {
        let rate = RATES[usize::from(self.asked)];
        self.asked = (self.asked + 1).min(RATES.len() as u8 - 1);
        if bit {
            self.one += (u16::MAX - self.one) >> rate;
        } else {
            self.one -= self.one >> rate;
        }
    }
}

/// The most bits after the first that a number has, if one is added to it.
const LONGEST: usize = 17;

/// Lengths whose bits are learnt.
const LEARNT: usize = 5;

/// What is known of one kind of number.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    lengths: [Chance; LONGEST],
    /// For length `n` a tree of bits: the place of the bits met so far, led by a one, from `2^n` on.
    bits: [Chance; 2 << LEARNT],
}

impl Model {
    /// Knows nothing yet.
    pub(crate) const NEW: Self = Self {
        lengths: [Chance::EVEN; LONGEST],
        bits: [Chance::EVEN; 2 << LEARNT],
    };
}

/// The bytes are at an end before the numbers are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Exhausted;

/// Either writes decisions or reads them, so that both directions are one piece of code.
pub(crate) trait Coder {
    /// Writes `bit` and returns it, or reads a bit whatever `bit` is.
    fn bit(&mut self, one: u16, bit: bool) -> Result<bool, Exhausted>;

    /// The same with a chance that learns.
    fn chance(&mut self, chance: &mut Chance, bit: bool) -> Result<bool, Exhausted> {
        let bit = self.bit(chance.one, bit)?;
        chance.learn(bit);
        Ok(bit)
    }

    /// Writes or reads a number below 2^17 - 1: the length of the number and one, then its bits.
    fn number(&mut self, model: &mut Model, number: u32) -> Result<u32, Exhausted> {
        let wanted = number + 1;
        let wanted_length = wanted.ilog2() as usize;
        let mut length = 0;
        while length + 1 < LONGEST
            && self.chance(&mut model.lengths[length], length < wanted_length)?
        {
            length += 1;
        }
        let mut found = 1;
        for place in (0..length).rev() {
            let bit = wanted >> place & 1 == 1;
            let bit = if length <= LEARNT {
                self.chance(&mut model.bits[(1 << length) + found], bit)?
            } else {
                self.bit(Chance::EVEN.one, bit)?
            };
            found = 2 * found + usize::from(bit);
        }
        Ok(found as u32 - 1)
    }
}

/// Both ends of the interval, inclusive.
#[derive(Debug)]
struct Interval {
    low: u32,
    high: u32,
}

impl Interval {
    const WHOLE: Self = Self {
        low: 0,
        high: u32::MAX,
    };

    /// The last number of the part that stands for a one.
    fn split(&self, one: u16) -> u32 {
        self.low + ((u64::from(self.high - self.low) * u64::from(one)) >> 16) as u32
    }

    fn take(&mut self, split: u32, bit: bool) {
        if bit {
            self.high = split;
        } else {
            self.low = split + 1;
        }
    }

    /// The leading byte, once it is settled.
    fn shift(&mut self) -> Option<u8> {
        if (self.low ^ self.high) >> 24 != 0 {
            return None;
        }
        let byte = (self.high >> 24) as u8;
        self.low <<= 8;
        self.high = self.high << 8 | 0xFF;
        Some(byte)
    }
}

/// Writes.
#[derive(Debug)]
pub(crate) struct Encoder {
    interval: Interval,
    bytes: Vec<u8>,
}

impl Encoder {
    pub(crate) fn new() -> Self {
        Self {
            interval: Interval::WHOLE,
            bytes: Vec::new(),
        }
    }

    pub(crate) fn finish(mut self) -> Vec<u8> {
        self.bytes.extend(self.interval.low.to_be_bytes());
        self.bytes
    }
}

impl Coder for Encoder {
    fn bit(&mut self, one: u16, bit: bool) -> Result<bool, Exhausted> {
        let split = self.interval.split(one);
        self.interval.take(split, bit);
        while let Some(byte) = self.interval.shift() {
            self.bytes.push(byte);
        }
        Ok(bit)
    }
}

/// Reads.
#[derive(Debug)]
pub(crate) struct Decoder<'bytes> {
    interval: Interval,
    /// The four bytes that lie in the interval.
    at: u32,
    rest: &'bytes [u8],
}

impl<'bytes> Decoder<'bytes> {
    pub(crate) fn new(bytes: &'bytes [u8]) -> Result<Self, Exhausted> {
        let (first, rest) = bytes.split_first_chunk().ok_or(Exhausted)?;
        Ok(Self {
            interval: Interval::WHOLE,
            at: u32::from_be_bytes(*first),
            rest,
        })
    }

    /// Whether exactly what was written has been read.
    pub(crate) fn is_at_the_end(&self) -> bool {
        self.rest.is_empty() && self.at == self.interval.low
    }
}

impl Coder for Decoder<'_> {
    fn bit(&mut self, one: u16, _: bool) -> Result<bool, Exhausted> {
        let split = self.interval.split(one);
        let bit = self.at <= split;
        self.interval.take(split, bit);
        while self.interval.shift().is_some() {
            let (&next, rest) = self.rest.split_first().ok_or(Exhausted)?;
            self.at = self.at << 8 | u32::from(next);
            self.rest = rest;
        }
        Ok(bit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn write(numbers: &[(usize, u32)]) -> Vec<u8> {
        let mut models = vec![Model::NEW; 3];
        let mut encoder = Encoder::new();
        for &(model, number) in numbers {
            encoder
                .number(&mut models[model], number)
                .expect("writing needs no bytes");
        }
        encoder.finish()
    }

    fn read(bytes: &[u8], models_of: &[(usize, u32)]) -> Option<Vec<u32>> {
        let mut models = vec![Model::NEW; 3];
        let mut decoder = Decoder::new(bytes).ok()?;
        let numbers: Result<Vec<_>, _> = models_of
            .iter()
            .map(|&(model, _)| decoder.number(&mut models[model], 0))
            .collect();
        numbers.ok().filter(|_| decoder.is_at_the_end())
    }

    proptest! {
        #[test]
        fn numbers_are_read_as_they_were_written(
            numbers in prop::collection::vec((0_usize..3, prop_oneof![0_u32..4, 0_u32..131_071]), 0..300)
        ) {
            let bytes = write(&numbers);
            let read = read(&bytes, &numbers);
            prop_assert_eq!(read, Some(numbers.iter().map(|&(_, number)| number).collect()));
        }

        #[test]
        fn any_bytes_can_be_read_and_fewer_or_more_are_noticed(
            numbers in prop::collection::vec((0_usize..3, 0_u32..50), 0..100),
            garbage in prop::collection::vec(any::<u8>(), 0..200),
        ) {
            read(&garbage, &numbers);
            let mut bytes = write(&numbers);
            bytes.push(0);
            prop_assert_eq!(read(&bytes, &numbers), None);
            bytes.truncate(bytes.len() - 2);
            prop_assert_eq!(read(&bytes, &numbers), None);
        }
    }

    #[test]
    fn what_is_always_the_same_costs_next_to_nothing() {
        let same = vec![(0, 7); 100_000];
        assert!(write(&same).len() < 150, "{}", write(&same).len());
    }
}
