//! One turn under the default rules of its game, sown seed by seed and remembering every state:
//! nothing of the engine's sowing is used.

use sow_engine::kind::GameKind;
use sow_engine::setup::Setup;
use sow_engine::side::Side;
use std::collections::HashSet;

/// How a turn ended.
#[derive(Debug)]
pub enum End {
    /// With this position.
    After(Setup),
    /// A state came back.
    Never,
    /// It was given up.
    Long,
}

/// Laps after which a turn is given up.
const MOST_LAPS: u64 = 2_000;

/// Every state that a turn has met.
#[derive(Default)]
struct Met {
    states: HashSet<(Vec<u8>, Vec<u8>, usize, usize)>,
    laps: u64,
}

impl Met {
    /// Whether the turn goes on from here, or how it ended.
    fn meet(&mut self, one: &[u8], other: &[u8], pit: usize, hand: usize) -> Option<End> {
        if self.laps >= MOST_LAPS {
            return Some(End::Long);
        }
        let state = (one.to_vec(), other.to_vec(), pit, hand);
        (!self.states.insert(state)).then_some(End::Never)
    }
}

/// Drops seeds one by one; returns the pit of the last.
fn sow(ring: &mut [u8], mut pit: usize, hand: usize, clockwise: bool) -> usize {
    for _ in 0..hand {
        pit = match (clockwise, pit) {
            (true, 0) => ring.len() - 1,
            (true, _) => pit - 1,
            (false, _) => (pit + 1) % ring.len(),
        };
        ring[pit] += 1;
    }
    pit
}

/// Lifts a pit.
fn lift(ring: &mut [u8], pit: usize) -> usize {
    usize::from(std::mem::take(&mut ring[pit]))
}

/// Plays the first pit of a turn's text with the choices that follow; bonus stones are left out.
/// Returns the end, the laps and the seeds captured.
///
/// # Panics
/// If the text is no turn of the position.
pub fn replay(setup: &Setup, text: &str) -> (End, u64, u16) {
    let head = text.split(':').next().unwrap_or_default();
    let name = head.trim_end_matches(['<', '>', '=']);
    let marks = &head[name.len()..];
    if name == "pass" {
        let mut after = setup.clone();
        after.side = setup.side.other();
        return (End::After(after), 0, 0);
    }
    let number = name.trim_start_matches(['b', 'f']).parse::<usize>();
    let number = number.expect("a pit's number");
    let columns = setup.columns;
    let pit = match (name.as_bytes()[0], setup.side) {
        (b'b', _) => number - 1,
        (b'f', _) => 2 * columns - number,
        (_, Side::South) => number - 1,
        (_, Side::North) => columns + number - 1,
    };
    match setup.game {
        GameKind::Omweso => omweso(setup, pit, marks),
        GameKind::Owela => owela(setup, pit),
        GameKind::Nsolo => nsolo(setup, pit, text),
        GameKind::BaoKingulu => bao_kingulu(setup, pit),
        GameKind::Anywoli => anywoli(setup, pit),
    }
}

/// The mover's ring, the enemy's ring.
fn rings(setup: &Setup) -> (Vec<u8>, Vec<u8>) {
    let (me, foe) = (setup.side.index(), setup.side.other().index());
    (setup.rings[me].clone(), setup.rings[foe].clone())
}

fn put_back(setup: &Setup, own: Vec<u8>, enemy: Vec<u8>) -> Setup {
    let mut after = setup.clone();
    after.rings[setup.side.index()] = own;
    after.rings[setup.side.other().index()] = enemy;
    after.side = setup.side.other();
    after
}

/// The enemy's front and back pit facing a front pit: the column counted from the other end.
fn facing(columns: usize, pit: usize) -> (usize, usize) {
    let from_my_left = 2 * columns - pit;
    let from_his_left = columns + 1 - from_my_left;
    (2 * columns - from_his_left, from_his_left - 1)
}

fn omweso(setup: &Setup, start: usize, marks: &str) -> (End, u64, u16) {
    let columns = setup.columns;
    let (mut own, mut enemy) = rings(setup);
    let capturing = !setup.unmoved[setup.side.index()];
    let full = |enemy: &[u8], pit: usize| {
        pit >= columns && {
            let (front, back) = facing(columns, pit);
            enemy[front] > 0 && enemy[back] > 0
        }
    };
    let left = [0, 1, 2 * columns - 1, 2 * columns - 2];
    let finish = |own: Vec<u8>, enemy: Vec<u8>, captured: u16| {
        let mut after = put_back(setup, own, enemy);
        after.unmoved[setup.side.index()] = false;
        after.uncaptured &= captured == 0;
        after.captured_once = None;
        End::After(after)
    };
    if marks == "=" {
        own[start] = 0;
        own[(start + 1) % (2 * columns)] += 2;
        own[(start + 2) % (2 * columns)] += 1;
        return (finish(own, enemy, 0), 1, 0);
    }
    let mut marks = marks.chars();
    let (mut pit, mut hand, mut captured) = (start, lift(&mut own, start), 0);
    let (mut met, mut may_turn) = (Met::default(), true);
    loop {
        let mut clockwise = false;
        if may_turn && capturing && left.contains(&pit) {
            let mut tried = own.clone();
            let end = sow(&mut tried, pit, hand, true);
            if tried[end] > 1 && full(&enemy, end) {
                match marks.next() {
                    Some(mark) => clockwise = mark == '<',
                    // The text of a turn that never ends stops at a choice that it has met before.
                    None => return (End::Never, met.laps, captured),
                }
            }
        }
        if !clockwise && let Some(end) = met.meet(&own, &enemy, pit, hand) {
            return (end, met.laps, captured);
        }
        let end = sow(&mut own, pit, hand, clockwise);
        met.laps += 1;
        if own[end] == 1 {
            return (finish(own, enemy, captured), met.laps, captured);
        }
        if capturing && full(&enemy, end) {
            let (front, back) = facing(columns, end);
            hand = lift(&mut enemy, front) + lift(&mut enemy, back);
            captured += hand as u16;
            may_turn = clockwise;
        } else {
            (hand, pit, may_turn) = (lift(&mut own, end), end, true);
        }
    }
}

fn owela(setup: &Setup, start: usize) -> (End, u64, u16) {
    let (mut own, mut enemy) = rings(setup);
    let (mut pit, mut hand, mut captured) = (start, lift(&mut own, start), 0);
    let mut met = Met::default();
    loop {
        if let Some(end) = met.meet(&own, &enemy, pit, hand) {
            return (end, met.laps, captured);
        }
        pit = sow(&mut own, pit, hand, false);
        met.laps += 1;
        if own[pit] == 1 {
            let mut after = put_back(setup, own, enemy);
            after.unmoved = [false; 2];
            return (End::After(after), met.laps, captured);
        }
        hand = 0;
        if pit >= setup.columns {
            let (front, back) = facing(setup.columns, pit);
            if enemy[front] > 0 && enemy[back] > 0 {
                hand = lift(&mut enemy, front) + lift(&mut enemy, back);
                captured += hand as u16;
            }
        }
        if hand == 0 {
            hand = lift(&mut own, pit);
        }
    }
}

/// With the bonus stones that the text names.
fn nsolo(setup: &Setup, start: usize, text: &str) -> (End, u64, u16) {
    let columns = setup.columns;
    let (mut own, mut enemy) = rings(setup);
    let (mut pit, mut hand) = (start, lift(&mut own, start));
    let mut met = Met::default();
    loop {
        if let Some(end) = met.meet(&own, &enemy, pit, hand) {
            return (end, met.laps, 0);
        }
        pit = sow(&mut own, pit, hand, false);
        met.laps += 1;
        if own[pit] == 1 {
            break;
        }
        hand = lift(&mut own, pit);
    }
    let mut captured = 0;
    if pit >= columns {
        captured = lift(&mut enemy, facing(columns, pit).0) as u16;
    }
    let due = usize::from(captured).min(enemy.iter().map(|&stones| usize::from(stones)).sum());
    let mut named = 0;
    for strip in text
        .split(':')
        .nth(1)
        .into_iter()
        .flat_map(|all| all.split(','))
    {
        let (name, count) = strip.split_once('x').unwrap_or((strip, "1"));
        let number: usize = name[1..].parse().expect("a pit's number");
        let from = if name.starts_with('b') {
            number - 1
        } else {
            2 * columns - number
        };
        let count: u8 = count.parse().expect("a number of stones");
        enemy[from] = enemy[from].checked_sub(count).expect("stones to take");
        named += usize::from(count);
    }
    assert_eq!(named, due, "{setup} {text}: the bonus");
    let after = put_back(setup, own, enemy);
    (End::After(after), met.laps, captured + named as u16)
}

fn bao_kingulu(setup: &Setup, start: usize) -> (End, u64, u16) {
    let (columns, mover) = (setup.columns, setup.side);
    let row = |pit: usize| {
        if pit < columns {
            Side::South
        } else {
            Side::North
        }
    };
    let mut after = setup.clone();
    after.side = mover.other();
    let mut board = setup.rings[0].clone();
    let (mut pit, mut hand, mut captured) = (start, lift(&mut board, start), 0);
    let mut met = Met::default();
    loop {
        if let Some(end) = met.meet(&board, &[], pit, hand) {
            return (end, met.laps, captured);
        }
        pit = sow(&mut board, pit, hand, false);
        met.laps += 1;
        if after.reserved[pit] {
            break;
        }
        if board[pit] == 1 {
            let opposite = 2 * columns - 1 - pit;
            if row(pit) == mover && board[opposite] > 0 && !after.reserved[opposite] {
                captured = (lift(&mut board, opposite) + lift(&mut board, pit)) as u16;
                after.stores[mover.index()] += captured;
            }
            break;
        }
        assert!(
            met.laps > 1 || row(pit) != mover,
            "{setup}: the first lap from {start} ends at home"
        );
        if row(pit) != mover && board[pit] == 4 {
            after.reserved[pit] = true;
            let before = (pit + 2 * columns - 1) % (2 * columns);
            let enemys = after.reserved[before] && row(before) == mover;
            if hand > 1 && !enemys {
                board[before] -= 1;
                board[pit] += 1;
            }
            break;
        }
        hand = lift(&mut board, pit);
    }
    after.rings[0] = board;
    (End::After(after), met.laps, captured)
}

fn anywoli(setup: &Setup, start: usize) -> (End, u64, u16) {
    let (columns, mover) = (setup.columns, setup.side);
    let mut after = setup.clone();
    (after.first, after.starter, after.again) = (None, None, false);
    let mut board = setup.rings[0].clone();
    let (mut pit, mut hand, mut captured) = (start, lift(&mut board, start), 0);
    let (mut met, mut again) = (Met::default(), false);
    let mut take = |after: &mut Setup, taker: Side, seeds: usize| {
        after.stores[taker.index()] += seeds as u16;
        after.last = Some(taker);
        captured += seeds as u16;
    };
    loop {
        if let Some(end) = met.meet(&board, &[], pit, hand) {
            return (end, met.laps, captured);
        }
        met.laps += 1;
        while hand > 0 {
            pit = sow(&mut board, pit, 1, false);
            hand -= 1;
            if hand > 0 && board[pit] == 4 {
                let owner = if pit < columns {
                    Side::South
                } else {
                    Side::North
                };
                take(&mut after, owner, lift(&mut board, pit));
            }
        }
        if board[pit] == 4 {
            take(&mut after, mover, lift(&mut board, pit));
            again = true;
        }
        if again || board[pit] == 1 {
            break;
        }
        hand = lift(&mut board, pit);
    }
    let left: usize = board.iter().map(|&seeds| usize::from(seeds)).sum();
    if let (1..=4, Some(last)) = (left, after.last) {
        take(&mut after, last, left);
        board.fill(0);
    }
    after.side = if again { mover } else { mover.other() };
    after.rings[0] = board;
    (End::After(after), met.laps, captured)
}
