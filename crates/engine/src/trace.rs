//! Watching a move lap by lap.

/// How a lap ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LapEnd {
    /// The last pit was lifted and sown on.
    Relay,
    /// Seeds were captured and sown on from after `from`.
    Capture {
        /// The pit after which the captured seeds are sown.
        from: usize,
        /// The captured seeds.
        hand: usize,
    },
    /// The player has to choose how the sowing goes on.
    Choice,
    /// The sowing stopped.
    Stop,
}

/// One lap, with the board right after it and after what it captured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LapRecord {
    /// The ring index of the pit after which sowing began.
    pub from: usize,
    /// The seeds sown.
    pub hand: usize,
    /// The ring index of the last seed's pit.
    pub landing: usize,
    /// Whether the lap was sown clockwise.
    pub clockwise: bool,
    /// Seeds captured by this lap.
    pub captured: u16,
    /// The rings after the lap, see [`crate::setup::Setup::rings`].
    pub rings: [Vec<u8>; 2],
    /// The stores after the lap.
    pub stores: [u16; 2],
    /// What followed.
    pub end: LapEnd,
}

/// Somebody who wants to see the laps of a move.
pub trait Observer {
    /// Sees one lap.
    fn lap(&mut self, record: LapRecord);
}

/// The same observer for a part of the work.
pub(crate) fn lend<'part>(
    observer: &'part mut Option<&mut dyn Observer>,
) -> Option<&'part mut dyn Observer> {
    match observer {
        Some(observer) => Some(&mut **observer),
        None => None,
    }
}

/// Keeps the records of a move, up to a number of laps.
#[derive(Clone, Debug)]
pub struct Recorder {
    /// The laps seen, in order.
    pub laps: Vec<LapRecord>,
    /// The most laps to keep; later ones are counted only.
    pub most: usize,
    /// All laps seen.
    pub seen: u64,
}

impl Recorder {
    /// Keeps the first `most` laps.
    pub fn new(most: usize) -> Self {
        Self {
            laps: Vec::new(),
            most,
            seen: 0,
        }
    }
}

impl Observer for Recorder {
    fn lap(&mut self, record: LapRecord) {
        self.seen += 1;
        if self.laps.len() < self.most {
            self.laps.push(record);
        }
    }
}
