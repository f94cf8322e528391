//! What holds on any position of any game, size and rules.

mod helpers;

use helpers::Table;
use proptest::prelude::*;
use proptest::sample::Index;
use sow_engine::game::{Board, Decision, Game, Outcome};
use sow_engine::games::{self, BoardVisitor};
use sow_engine::kind::GameKind;
use sow_engine::notation::{draw, parse_drawing, parse_position};
use sow_engine::perft;
use sow_engine::pit;
use sow_engine::referee::referee;
use sow_engine::relay::{Patience, Unfinished};
use sow_engine::rules::{Fate, Rules, rulesets};
use sow_engine::setup::Setup;
use sow_engine::side::Side;
use sow_engine::turn::{Turn, TurnEnd, append_text, turns};

/// Decides almost every move, and keeps the runs of undecided ones short.
const PATIENCE: Patience = Patience {
    laps: 20_000,
    period_laps: 0,
    ..Patience::UNLIMITED
};

/// Named rules with a few options changed.
fn any_rules(game: GameKind) -> impl Strategy<Value = Rules> {
    let changes = proptest::collection::vec((any::<Index>(), any::<Index>()), 0..4);
    (any::<Index>(), changes).prop_map(move |(set, changes)| {
        let sets = rulesets(game);
        let (_, mut rules) = sets[set.index(sets.len())];
        for (key, value) in changes {
            let keys = rules.options().keys();
            let key = keys[key.index(keys.len())];
            let choices = rules.options().choices(key).expect("a known key");
            let value = choices[value.index(choices.len())];
            // `N` and the like stand for values that are not tried here.
            if rules.set(&format!("{key}={value}")).is_err() {
                assert!(value == "N" || value.contains(' '), "{key}={value}");
            }
        }
        rules
    })
}

/// A board of 2 to 12 columns with anything on it that its game knows.
fn any_setup(game: GameKind) -> impl Strategy<Value = Setup> {
    let seeds = prop_oneof![4 => 0_u8..=3, 2 => 0_u8..=7, 1 => 0_u8..=1];
    let rings = proptest::collection::vec(seeds, 48);
    let flags = proptest::collection::vec(any::<bool>(), 64);
    let side = prop_oneof![Just(Side::South), Just(Side::North)];
    let marked = proptest::option::of(prop_oneof![Just(Side::South), Just(Side::North)]);
    let stores = (0_u16..40, 0_u16..40);
    (2_usize..=12, rings, flags, side, marked, stores).prop_map(
        move |(columns, seeds, flags, side, marked, (south, north))| {
            let mut setup = Setup::empty(game, columns);
            let mut seeds = seeds.into_iter();
            for ring in &mut setup.rings {
                ring.fill_with(|| seeds.next().unwrap_or(1));
            }
            setup.side = side;
            if !game.has_four_rows() {
                setup.stores = [south, north];
            }
            match game {
                GameKind::Omweso => {
                    setup.unmoved = [flags[0] && flags[1], flags[2] && flags[3]];
                    setup.uncaptured = flags[4];
                    setup.captured_once = marked;
                }
                GameKind::Owela => setup.unmoved = [flags[0] && flags[1], flags[2] && flags[3]],
                GameKind::Nsolo => {}
                GameKind::BaoKingulu => {
                    for pit in 0..2 * columns {
                        setup.reserved[pit] = flags[2 * pit % 64] && flags[(2 * pit + 1) % 64];
                    }
                }
                GameKind::Anywoli => {
                    setup.last = marked;
                    setup.first = marked.filter(|_| flags[0]);
                    setup.starter = flags[1].then_some(Side::North);
                    setup.again = flags[2] && flags[3];
                }
            }
            setup
        },
    )
}

/// A position of any game under any rules.
fn any_table() -> impl Strategy<Value = (Rules, Setup)> {
    proptest::sample::select(GameKind::ALL.to_vec())
        .prop_flat_map(|game| (any_rules(game), any_setup(game)))
}

/// A position of a game that is not yet over.
fn sit_down((rules, setup): (Rules, Setup)) -> Table {
    let referee = referee(rules, setup.columns);
    Table { setup, referee }
}

/// Nsolo's strips multiply turns; they are left open where they are many.
fn lists_strips(setup: &Setup) -> bool {
    setup.game != GameKind::Nsolo || (setup.columns < 5 && setup.seeds_of(setup.side.other()) < 12)
}

fn all_turns(table: &Table) -> Vec<Turn<Setup>> {
    let strips = lists_strips(&table.setup);
    table.referee.turns(&table.setup, &PATIENCE, strips)
}

fn after(turn: &Turn<Setup>) -> Option<&Setup> {
    match &turn.end {
        TurnEnd::Position(after) | TurnEnd::Wins(after, _) => Some(after),
        TurnEnd::NeverEnds(_) | TurnEnd::Unfinished(_) => None,
    }
}

/// All seeds on the board and in the stores.
fn total(setup: &Setup) -> usize {
    let stored: u16 = setup.stores.iter().sum();
    setup.seeds_on_board() + usize::from(stored)
}

/// The same position seen from the other side of the board: South is North.
fn turned_round(setup: &Setup) -> Setup {
    let mut other = setup.clone();
    let swap = |side: Side| side.other();
    if setup.game.has_four_rows() {
        other.rings.reverse();
    } else {
        other.rings[0].rotate_left(setup.columns);
        other.reserved.rotate_left(setup.columns);
    }
    other.side = swap(setup.side);
    other.stores.reverse();
    other.unmoved.reverse();
    other.captured_once = setup.captured_once.map(swap);
    other.last = setup.last.map(swap);
    other.first = setup.first.map(swap);
    other
}

/// The same position in a mirror: left is right.
fn mirrored(setup: &Setup) -> Setup {
    let mut other = setup.clone();
    for (image, ring) in other.rings.iter_mut().zip(&setup.rings) {
        for place in 0..ring.len() {
            image[pit::mirrored(setup.columns, place)] = ring[place];
        }
    }
    other
}

/// A turn's text with left and right exchanged.
fn mirrored_text(text: &str, columns: usize) -> String {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric());
    let (pit, marks) = text.split_at(end.unwrap_or(text.len()));
    let row = pit.trim_end_matches(|c: char| c.is_ascii_digit());
    match pit[row.len()..].parse::<usize>() {
        Ok(number) => format!("{row}{}{marks}", columns + 1 - number),
        Err(_) => text.to_owned(),
    }
}

/// A turn's text and result, with the result's position converted.
fn summary(turn: &Turn<Setup>, convert: impl Fn(&Setup) -> Setup) -> String {
    let end = match &turn.end {
        TurnEnd::Position(after) => format!("{}", convert(after)),
        TurnEnd::Wins(after, ending) => {
            let by_mover = ending.winner.map(|winner| winner != after.side);
            format!("{} {:?} {by_mover:?}", convert(after), ending.reason)
        }
        TurnEnd::NeverEnds(proof) => format!("{proof:?}"),
        TurnEnd::Unfinished(why) => format!("{why:?}"),
    };
    format!("{} laps, {} captured: {end}", turn.laps, turn.captured)
}

/// Walks the decisions of a position by `candidates` and `play` alone.
struct Walk<'a>(&'a Setup);

impl BoardVisitor for Walk<'_> {
    type Output = (Vec<String>, Vec<String>);

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> Self::Output {
        let start = game.position(self.0);
        let mut walked = Vec::new();
        if game.finished(&start).is_none() {
            let so_far = Path::default();
            walk(&*game, &start, &start, so_far, &mut walked);
        }
        let listed = turns(&*game, &start, &PATIENCE, true)
            .iter()
            .map(|turn| match &turn.end {
                TurnEnd::Position(after) | TurnEnd::Wins(after, _) => {
                    format!("{} {} {} {after:?}", turn.text, turn.laps, turn.captured)
                }
                TurnEnd::NeverEnds(_) => format!("{} never ends", turn.text),
                TurnEnd::Unfinished(_) => format!("{} unfinished", turn.text),
            })
            .collect();
        (walked, listed)
    }
}

#[derive(Clone, Default)]
struct Path {
    text: String,
    laps: u64,
    captured: u16,
}

fn walk<P: Board>(
    game: &dyn Game<P>,
    start: &P,
    position: &P,
    path: Path,
    found: &mut Vec<String>,
) {
    let seeds = i32::from(game.seeds(position));
    let mut decisions: Vec<Decision> = Vec::new();
    game.candidates(position, &mut decisions);
    for decision in decisions {
        let mut longer = path.clone();
        append_text(game, start, decision, &mut longer.text);
        let step = game.play(position, decision, &PATIENCE, None);
        longer.laps += step.laps;
        longer.captured += step.captured;
        let (text, laps, captured) = (&longer.text, longer.laps, longer.captured);
        match step.outcome {
            Outcome::Position(after) => {
                if game.kind() != GameKind::Anywoli {
                    let gone = if game.kind() == GameKind::Nsolo {
                        i32::from(step.captured)
                    } else {
                        0
                    };
                    assert_eq!(
                        i32::from(game.seeds(&after)),
                        seeds - gone,
                        "in mid-turn too"
                    );
                }
                if after.is_mid_turn() && !(after.is_optional_move() && step.laps > 0) {
                    assert_eq!(after.side(), start.side());
                    walk(game, start, &after, longer, found);
                } else {
                    found.push(format!("{text} {laps} {captured} {after:?}"));
                }
            }
            Outcome::Wins(after, _) => found.push(format!("{text} {laps} {captured} {after:?}")),
            Outcome::NeverEnds(_) => found.push(format!("{text} never ends")),
            Outcome::Unfinished(_) => found.push(format!("{text} unfinished")),
            Outcome::Illegal(_) => {}
        }
    }
}

/// Leaves two decisions deep, every decision of the last ply played, and what perft says.
struct Leaves<'a>(&'a Setup);

impl BoardVisitor for Leaves<'_> {
    type Output = (u64, u64);

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> Self::Output {
        let position = game.position(self.0);
        (
            leaves(&*game, &position, 2),
            perft::perft(&*game, &position, 2),
        )
    }
}

fn leaves<P: Board>(game: &dyn Game<P>, position: &P, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if !position.is_mid_turn() && game.finished(position).is_some() {
        return 0;
    }
    let mut decisions = Vec::new();
    game.candidates(position, &mut decisions);
    let below = |&decision: &Decision| {
        let step = game.play(position, decision, &Patience::UNLIMITED, None);
        let is_last = u64::from(depth == 1);
        match step.outcome {
            Outcome::Illegal(_) => 0,
            Outcome::NeverEnds(_) | Outcome::Unfinished(Unfinished::Cap) => {
                is_last * u64::from(game.fate() != Fate::Illegal)
            }
            Outcome::Wins(..) | Outcome::Unfinished(_) => is_last,
            Outcome::Position(after) => {
                leaves(game, &after, depth - u32::from(!after.is_mid_decision()))
            }
        }
    };
    decisions.iter().map(below).sum()
}

/// What the quick looks at a position say of its candidates: those of [`Game::sowable`] as decisions, and whether all
/// of [`Game::over_at_once`] are.
struct Looks<'a>(&'a Setup);

impl BoardVisitor for Looks<'_> {
    type Output = ();

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) {
        let position = game.position(self.0);
        let mut decisions = Vec::new();
        game.candidates(&position, &mut decisions);
        if let Some(pits) = game.sowable(&position) {
            let sowable = (0..128).filter(|pit| pits >> pit & 1 == 1);
            let sowable: Vec<_> = sowable.map(Decision::Sow).collect();
            assert_eq!(sowable, decisions, "{:?}", game.rules());
        }
        let pits = decisions
            .iter()
            .fold(0_u128, |pits, decision| match decision {
                Decision::Sow(pit) => pits | 1 << pit,
                _ => pits,
            });
        let over = game.over_at_once(&position, pits);
        let refused = game.refused_at_once(&position, pits);
        assert_eq!((over | refused) & !pits, 0);
        for pit in (0_u8..128).filter(|pit| refused >> pit & 1 == 1) {
            let step = game.play(&position, Decision::Sow(pit), &PATIENCE, None);
            assert!(
                matches!(step.outcome, Outcome::Illegal(_)),
                "{pit} of {}",
                self.0
            );
        }
        for pit in (0_u8..128).filter(|pit| over >> pit & 1 == 1) {
            let step = game.play(&position, Decision::Sow(pit), &PATIENCE, None);
            let is_over = matches!(step.outcome, Outcome::Position(_) | Outcome::Wins(..));
            assert!(is_over && step.laps <= 1, "{pit} of {}: {step:?}", self.0);
        }
        for pit in (0_u8..128).filter(|pit| pits >> pit & 1 == 1) {
            let mut board = position;
            let is_simple = game.sow_on(&mut board, pit);
            let step = game.play(&position, Decision::Sow(pit), &Patience::UNLIMITED, None);
            match step.outcome {
                Outcome::Position(after) if !after.is_mid_turn() => {
                    assert!(is_simple && board == after);
                    assert_eq!(game.setup(&board), game.setup(&after));
                }
                _ => assert!(!is_simple && board == position),
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn perft_is_what_playing_every_decision_finds(
        (rules, setup) in any_table().prop_filter("few strips", |(_, setup)| lists_strips(setup) && setup.columns < 8)
    ) {
        let (played, counted) = games::visit(rules, setup.columns, Leaves(&setup));
        prop_assert_eq!(played, counted, "{} {}", setup, rules.describe());
    }

    #[test]
    fn quick_looks_at_a_position_agree_with_playing(
        (rules, setup) in any_table().prop_filter("short laps", |(_, setup)| setup.columns < 8)
    ) {
        games::visit(rules, setup.columns, Looks(&setup));
    }

    #[test]
    fn seeds_are_conserved(table in any_table().prop_map(sit_down)) {
        let before = total(&table.setup);
        for turn in all_turns(&table) {
            let Some(after) = after(&turn) else { continue };
            let left = total(after);
            match table.setup.game {
                GameKind::Nsolo => prop_assert_eq!(left + usize::from(turn.captured), before),
                // The last seeds of Anywoli may be nobody's.
                GameKind::Anywoli if left < before => {
                    prop_assert_eq!(after.seeds_on_board(), 0);
                    prop_assert!(before - left <= 8);
                }
                _ => prop_assert_eq!(left, before, "{} {}", table.setup, turn.text),
            }
        }
    }

    #[test]
    fn every_listed_turn_is_played_by_its_text_with_the_same_result(
        table in any_table().prop_map(sit_down)
    ) {
        if !lists_strips(&table.setup) {
            return Ok(());
        }
        let forbidden = table.referee.never_ending(&table.setup).is_none();
        for turn in all_turns(&table) {
            let played = table.referee.play(&table.setup, &turn.text, &PATIENCE);
            if forbidden && matches!(turn.end, TurnEnd::NeverEnds(_)) {
                prop_assert!(played.is_err());
            } else {
                prop_assert_eq!(played.as_ref(), Ok(&turn), "{}", table.setup);
            }
        }
    }

    #[test]
    fn no_two_turns_have_one_text(table in any_table().prop_map(sit_down)) {
        let mut texts: Vec<_> = all_turns(&table).into_iter().map(|turn| turn.text).collect();
        texts.sort();
        let all = texts.len();
        texts.dedup();
        prop_assert_eq!(texts.len(), all, "{}", table.setup);
    }

    #[test]
    fn every_text_that_is_not_listed_is_refused(table in any_table().prop_map(sit_down)) {
        if !lists_strips(&table.setup) {
            return Ok(());
        }
        let listed: Vec<_> = all_turns(&table).into_iter().map(|turn| turn.text).collect();
        let last = table.setup.columns + 1;
        let pits = (0..=last).flat_map(|number| {
            ["", "b", "f"].map(|row| format!("{row}{number}"))
        });
        for pit in pits.chain(["pass".to_owned(), "stop".to_owned()]) {
            for mark in ["", "<", "<<<<<<<<<<<<<<<<", "=", "*", ":b1", "+1"] {
                let text = format!("{pit}{mark}");
                if let Ok(turn) = table.referee.play(&table.setup, &text, &PATIENCE) {
                    // Directions left out at the end mean counter-clockwise; several sowings are
                    // several turns.
                    let first = turn.text.split('+').next().unwrap_or_default().to_owned();
                    prop_assert!(listed.contains(&first), "{} {text}", table.setup);
                    let marks_left_out = turn.text.trim_end_matches('>');
                    let same = text == turn.text || text.trim_end_matches('>') == marks_left_out;
                    prop_assert!(same || text.contains(':'), "{} {text}: {}", table.setup, turn.text);
                }
            }
        }
    }

    #[test]
    fn positions_and_drawings_are_read_back((_, setup) in any_table()) {
        let read = parse_position(&setup.to_string());
        prop_assert_eq!(read.as_ref(), Ok(&setup));
        prop_assert_eq!(parse_drawing(&draw(&setup)), Ok(setup));
    }

    #[test]
    fn positions_after_turns_are_read_back(table in any_table().prop_map(sit_down)) {
        for turn in all_turns(&table) {
            if let Some(after) = after(&turn) {
                let line = after.to_string();
                let read = parse_position(&line);
                prop_assert_eq!(read.as_ref(), Ok(after));
                let key = table.referee.repetition_key(after);
                prop_assert_eq!(&table.referee.repetition_key(&key), &key);
            }
        }
    }

    #[test]
    fn candidates_and_play_give_the_turns((rules, setup) in any_table()) {
        if lists_strips(&setup) {
            let (mut walked, mut listed) = games::visit(rules, setup.columns, Walk(&setup));
            walked.sort();
            listed.sort();
            prop_assert_eq!(walked, listed, "{} under {}", setup, rules.describe());
        }
    }

    #[test]
    fn perft_at_depth_one_counts_the_first_decisions((rules, setup) in any_table()) {
        let table = sit_down((rules, setup));
        let divided = table.referee.divide(&table.setup, 1);
        let sum: u64 = divided.iter().map(|(_, leaves)| leaves).sum();
        prop_assert_eq!(sum, table.referee.perft(&table.setup, 1));
    }

    #[test]
    fn south_and_north_play_by_the_same_rules((rules, setup) in any_table()) {
        // Without a starter named, South has begun: a rule that tells the players apart.
        if rules.options().get("last-seeds").as_deref() == Some("starter-takes-8") {
            return Ok(());
        }
        let round = sit_down((rules, turned_round(&setup)));
        let table = sit_down((rules, setup));
        let (turns, others) = (all_turns(&table), all_turns(&round));
        prop_assert_eq!(turns.len(), others.len());
        let mut others: Vec<_> = others
            .iter()
            .map(|turn| (turn.text.clone(), summary(turn, turned_round)))
            .collect();
        let mut turns: Vec<_> = turns
            .iter()
            .map(|turn| (turn.text.clone(), summary(turn, Setup::clone)))
            .collect();
        others.sort();
        turns.sort();
        prop_assert_eq!(others, turns, "{}", table.setup);
    }

    #[test]
    fn sown_clockwise_a_game_is_the_mirror_image(
        (rules, setup) in any_table().prop_filter("has a direction", |(rules, _)| {
            rules.options().get("direction").is_some()
        })
    ) {
        let (mut one, mut other) = (rules, rules);
        one.set("direction=counter-clockwise").expect("a rule");
        other.set("direction=clockwise").expect("a rule");
        let columns = setup.columns;
        let image = sit_down((other, mirrored(&setup)));
        let table = sit_down((one, setup));
        let mut turns: Vec<_> = all_turns(&table)
            .iter()
            .map(|turn| (mirrored_text(&turn.text, columns), summary(turn, mirrored)))
            .collect();
        let mut images: Vec<_> = all_turns(&image)
            .iter()
            .map(|turn| (turn.text.clone(), summary(turn, Setup::clone)))
            .collect();
        turns.sort();
        images.sort();
        prop_assert_eq!(turns, images, "{}", table.setup);
    }

    #[test]
    fn a_trace_tells_the_same_story(table in any_table().prop_map(sit_down)) {
        if !lists_strips(&table.setup) {
            return Ok(());
        }
        // The set moves of okwesera and of the Nama are no laps to watch.
        let sown = |turn: &&Turn<Setup>| !turn.text.ends_with('=');
        for turn in all_turns(&table).iter().filter(sown).take(6) {
            let traced = table.referee.trace(&table.setup, &turn.text, &PATIENCE, 100);
            let Ok((again, recorder)) = traced else { continue };
            prop_assert_eq!(&again, turn);
            prop_assert_eq!(recorder.seen, turn.laps);
            let (Some(after), true) = (after(turn), turn.laps > 0 && turn.laps <= 100) else {
                continue;
            };
            let captured: u16 = recorder.laps.iter().map(|lap| lap.captured).sum();
            // What is stripped in Nsolo, and what ends with the game in two rows, is captured by no lap.
            prop_assert!(captured <= turn.captured, "{}", turn.text);
            if matches!(table.setup.game, GameKind::Omweso | GameKind::Owela) {
                prop_assert_eq!(captured, turn.captured, "{}", turn.text);
            }
            let last = recorder.laps.last().expect("a lap");
            if table.setup.game.has_four_rows() && table.setup.game != GameKind::Nsolo {
                prop_assert_eq!(&last.rings[table.setup.side.index()], &after.rings[table.setup.side.index()]);
            }
            if table.setup.game == GameKind::BaoKingulu {
                prop_assert_eq!(&last.rings[0], &after.rings[0]);
                prop_assert_eq!(last.stores, after.stores);
            }
        }
    }
}

/// A move of Owela simulated with every state remembered: the laps and the ring, or `None` where a
/// state came back.
fn owela_by_visited_set(own: &[u8], enemy: &[u8], start: usize) -> Option<(u64, Vec<u8>, Vec<u8>)> {
    let (mut own, mut enemy) = (own.to_vec(), enemy.to_vec());
    let pits = own.len();
    let mut seen = std::collections::HashSet::new();
    let (mut at, mut hand, mut laps) = (start, own[start], 0);
    own[start] = 0;
    loop {
        if !seen.insert((own.clone(), enemy.clone(), at, hand)) {
            return None;
        }
        for _ in 0..hand {
            at = (at + 1) % pits;
            own[at] += 1;
        }
        laps += 1;
        if own[at] == 1 {
            return Some((laps, own, enemy));
        }
        let columns = pits / 2;
        hand = 0;
        if at >= columns {
            let (front, back) = pit::facing(columns, at);
            if enemy[front] > 0 && enemy[back] > 0 {
                hand = std::mem::take(&mut enemy[front]) + std::mem::take(&mut enemy[back]);
            }
        }
        if hand == 0 {
            hand = std::mem::take(&mut own[at]);
        }
    }
}

/// Every way to put `seeds` into `pits`.
fn each_ring(pits: usize, seeds: u8, visit: &mut impl FnMut(&[u8])) {
    fn fill(ring: &mut Vec<u8>, pits: usize, left: u8, visit: &mut impl FnMut(&[u8])) {
        if ring.len() + 1 == pits {
            ring.push(left);
            visit(ring);
            ring.pop();
            return;
        }
        for seeds in 0..=left {
            ring.push(seeds);
            fill(ring, pits, left - seeds, visit);
            ring.pop();
        }
    }
    fill(&mut Vec::new(), pits, seeds, visit);
}

#[test]
fn verdicts_equal_those_of_a_visited_set_on_all_small_boards() {
    let mut endless = 0;
    // North may be captured in one column, in both, or not at all.
    for (pits, most, norths) in [
        (4, 9, [vec![0; 4], vec![1, 0, 0, 2], vec![1, 1, 2, 1]]),
        (6, 7, [vec![0; 6], vec![0, 2, 0, 0, 3, 0], vec![1; 6]]),
    ] {
        for north in norths {
            for seeds in 2..=most {
                each_ring(pits, seeds, &mut |south| {
                    let table = helpers::from_rings(GameKind::Owela, "owela", south, &north);
                    for turn in table
                        .referee
                        .turns(&table.setup, &Patience::UNLIMITED, true)
                    {
                        let start = table.pit(&turn.text);
                        match (&turn.end, owela_by_visited_set(south, &north, start)) {
                            (TurnEnd::NeverEnds(_), None) => endless += 1,
                            (TurnEnd::Position(after), Some((laps, own, enemy))) => {
                                assert_eq!((turn.laps, &after.rings), (laps, &[own, enemy]));
                            }
                            (end, naive) => {
                                panic!("{} {}: {end:?}, {naive:?}", table.setup, turn.text)
                            }
                        }
                    }
                });
            }
        }
    }
    assert!(endless > 100, "{endless}");
}
