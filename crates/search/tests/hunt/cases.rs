//! Boards and rules at random: tiny ones and those at the rim of what a pit can hold.

use sow_engine::kind::GameKind;
use sow_engine::rules::{Rules, rulesets};
use sow_engine::setup::Setup;
use sow_engine::side::Side;
use sow_search::{Limits, Objective};

/// A plain generator: the same cases on every run.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 16
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    pub(crate) fn chance(&mut self, in_a_hundred: usize) -> bool {
        self.below(100) < in_a_hundred
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

/// One question.
#[derive(Debug)]
pub(crate) struct Case {
    pub(crate) rules: Rules,
    pub(crate) setup: Setup,
    pub(crate) objective: Objective,
    pub(crate) nodes: u64,
    pub(crate) memory: usize,
    pub(crate) threads: usize,
}

impl Case {
    pub(crate) fn new(random: &mut Random) -> Self {
        let game = random.pick(&GameKind::ALL);
        let rules = rules(game, random);
        let setup = if random.chance(15) {
            at_the_rim(game, random)
        } else {
            tiny(game, random)
        };
        Self {
            rules,
            setup,
            objective: random.pick(&[
                Objective::Outcome,
                Objective::Margin,
                Objective::Points,
                Objective::Distance,
            ]),
            nodes: random.pick(&[1, 30, 300, 3_000, 30_000, 30_000, 30_000]),
            memory: random.pick(&[0, 2_000, 60_000, 1 << 20, 1 << 20]),
            threads: if random.chance(8) {
                2 + random.below(2)
            } else {
                1
            },
        }
    }

    pub(crate) fn limits(&self) -> Limits<'static> {
        Limits {
            nodes: self.nodes,
            memory: self.memory,
            threads: self.threads,
            ..Limits::default()
        }
    }

    /// As the command line would have it.
    pub(crate) fn words(&self) -> String {
        format!(
            "'{}' {} {:?} --nodes {} --memory {} --threads {}",
            self.setup,
            self.rules.describe(),
            self.objective,
            self.nodes,
            self.memory,
            self.threads
        )
    }
}

/// A ruleset with any of its options changed.
fn rules(game: GameKind, random: &mut Random) -> Rules {
    let (_, mut rules) = random.pick(rulesets(game));
    let changed = random.pick(&[0, 10, 30, 60]);
    for key in rules.options().keys() {
        if random.chance(changed) {
            let choices = rules.options().choices(key).expect("a known key");
            let choice = random.pick(choices);
            let value = match choice {
                "N" => (1 + random.below(12)).to_string(),
                pattern if pattern.contains(' ') => "b1+f2+b2".to_owned(),
                plain => plain.to_owned(),
            };
            rules.set(&format!("{key}={value}")).expect("a rule");
        }
    }
    rules
}

fn tiny(game: GameKind, random: &mut Random) -> Setup {
    let columns = random.pick(if game.has_four_rows() {
        &[2, 2, 2, 3]
    } else {
        &[2, 2, 3, 4]
    });
    let mut setup = Setup::empty(game, columns);
    let most = if game.has_four_rows() { 11 } else { 15 };
    for _ in 0..2 + random.below(most) {
        let ring = if game.has_four_rows() {
            random.below(2)
        } else {
            0
        };
        let pit = random.below(2 * columns);
        setup.rings[ring][pit] += 1;
    }
    let stores = random.pick(&[1, 3, 30]);
    flags(&mut setup, stores, random);
    setup
}

fn at_the_rim(game: GameKind, random: &mut Random) -> Setup {
    let columns = random.pick(&[2, 2, 2, 3]);
    let mut setup = Setup::empty(game, columns);
    for seeds in setup.rings.iter_mut().flatten() {
        *seeds = match random.below(9) {
            0..=3 => 0,
            4 | 5 => random.below(4) as u8,
            6 => 255 - random.below(4) as u8,
            _ => random.below(256) as u8,
        };
    }
    let stores = random.pick(&[1, 200, 10_000]);
    flags(&mut setup, stores, random);
    setup
}

fn flags(setup: &mut Setup, stores: usize, random: &mut Random) {
    let side = |random: &mut Random| random.pick(&[Side::South, Side::North]);
    setup.side = side(random);
    match setup.game {
        GameKind::Omweso => {
            setup.unmoved = [random.chance(15), random.chance(15)];
            setup.uncaptured = random.chance(50);
            setup.captured_once = random.chance(25).then(|| side(random));
        }
        GameKind::Owela => setup.unmoved = [random.chance(15), random.chance(15)],
        GameKind::Nsolo => {}
        GameKind::BaoKingulu => {
            for pit in 0..2 * setup.columns {
                setup.reserved[pit] = random.chance(12);
            }
        }
        GameKind::Anywoli => {
            setup.last = random.chance(50).then(|| side(random));
            setup.first = random.chance(50).then(|| side(random));
            setup.starter = random.chance(20).then_some(Side::North);
            setup.again = random.chance(10);
        }
    }
    if !setup.game.has_four_rows() {
        setup.stores = [random.below(stores) as u16, random.below(stores) as u16];
    }
}
