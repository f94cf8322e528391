//! Tables against a brute-force solver that shares no code with them.

mod graph;

use graph::Graph;
use sow_endgame::{Means, Plan, Table, Value, Watch, build};
use sow_engine::game::{Board, Game};
use sow_engine::games::{BoardVisitor, visit};
use sow_engine::kind::GameKind;
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use sow_engine::side::Side;

/// One table to be compared.
struct Case {
    game: GameKind,
    columns: usize,
    seeds: usize,
    rules: &'static [&'static str],
    /// Reserved pits are part of the positions.
    reserves: bool,
}

const fn case(
    game: GameKind,
    columns: usize,
    seeds: usize,
    rules: &'static [&'static str],
) -> Case {
    Case {
        game,
        columns,
        seeds,
        rules,
        reserves: matches!(game, GameKind::BaoKingulu),
    }
}

fn rules_of(case: &Case) -> Rules {
    Rules::from_words(case.game, case.rules.iter().copied()).expect("rules")
}

/// Every way to put `seeds` seeds into `pits` pits of at most `bound`.
fn distributions(pits: usize, seeds: u8, bound: u8) -> Vec<Vec<u8>> {
    if pits == 0 {
        return if seeds == 0 {
            vec![Vec::new()]
        } else {
            Vec::new()
        };
    }
    let mut all = Vec::new();
    for first in 0..=seeds.min(bound) {
        for mut rest in distributions(pits - 1, seeds - first, bound) {
            rest.insert(0, first);
            all.push(rest);
        }
    }
    all
}

/// All set-ups of `seeds` seeds, both players to move.
fn setups(case: &Case, seeds: u8) -> Vec<Setup> {
    let pits = 2 * case.columns;
    let four_rows = case.game.has_four_rows();
    let bound = if case.game == GameKind::Anywoli {
        3
    } else {
        u8::MAX
    };
    let sets = if case.reserves { 1_u32 << pits } else { 1 };
    let mut all = Vec::new();
    for board in distributions(if four_rows { 2 * pits } else { pits }, seeds, bound) {
        for set in 0..sets {
            let reserved: Vec<bool> = (0..pits).map(|pit| set >> pit & 1 == 1).collect();
            if board
                .iter()
                .zip(&reserved)
                .any(|(&seeds, &reserved)| reserved && seeds > 0)
            {
                continue;
            }
            let mut setup = Setup::empty(case.game, case.columns);
            setup.rings[0] = board[..pits].to_vec();
            if four_rows {
                setup.rings[1] = board[pits..].to_vec();
            }
            setup.reserved = reserved;
            for side in Side::BOTH {
                for claim in [None, Some(Side::South), Some(Side::North)] {
                    // A claim is only told where the rules remember it.
                    (setup.first, setup.starter, setup.side) = (claim, claim, side);
                    all.push(setup.clone());
                }
            }
        }
    }
    all
}

/// Compares all positions of a table, and those that are reached from them.
struct Compare<'a> {
    case: &'a Case,
    table: &'a Table,
}

impl BoardVisitor for Compare<'_> {
    type Output = usize;

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> usize {
        let fewest = if self.case.game == GameKind::Nsolo {
            2
        } else {
            self.case.seeds
        };
        let mut roots: Vec<P> = Vec::new();
        for seeds in fewest..=self.case.seeds {
            let setups = setups(self.case, seeds as u8);
            roots.extend(setups.iter().map(|setup| game.position(setup)));
        }
        let graph = Graph::new(&*game, roots);
        let mut covered = 0;
        let values: Vec<Value> = if self.case.game.has_four_rows() {
            graph.outcomes()
        } else {
            graph.margins()
        };
        // Contents alone do not tell a position in the middle of a turn from one between turns.
        let between_turns = graph.positions.iter().zip(&values);
        for (position, &value) in between_turns.filter(|(position, _)| !position.is_mid_turn()) {
            let Some(found) = self
                .table
                .probe(position.side(), &position.contents())
                .expect("a sound table")
            else {
                continue;
            };
            let expected = match value {
                Value::Margin(margin) => {
                    let to_come = margin - self.table.banked(&position.contents());
                    Value::Margin(position.side().sign() as i16 * to_come)
                }
                outcome => outcome,
            };
            assert_eq!(
                found,
                expected,
                "{} {:?}",
                game.setup(position),
                self.case.rules
            );
            covered += 1;
        }
        covered
    }
}

fn compare(case: &Case) {
    let rules = rules_of(case);
    let plan = Plan {
        rules,
        columns: case.columns,
        seeds: case.seeds..=case.seeds,
    };
    // By the method made for the game, by the plain engine, and by it without keeping children.
    let mut bytes: Option<Vec<u8>> = None;
    let positions = |means: &Means| {
        let folder = tempfile::tempdir().expect("a temporary directory");
        let path = build(&plan, means, folder.path(), &Watch::default()).expect("a table");
        let found = std::fs::read(&path).expect("the table");
        let table = Table::open(&path).expect("a sound table");
        let total: u64 = table.layers().map(|(_, counts)| counts.positions).sum();
        (found, table, total)
    };
    let usual = Means {
        patient: true,
        ..Means::default()
    };
    let plain = Means {
        plain: true,
        ..usual
    };
    // With children forgotten from pass to pass, and with next to nothing in memory.
    let layers = sow_endgame::estimate(&plan).expect("a plan");
    let values: u64 = layers.iter().map(|(_, size)| size * 2).sum();
    let tight = Means {
        memory: 2 * values,
        ..plain
    };
    let plain_out_of_core = Means { memory: 1, ..plain };
    let out_of_core = Means { memory: 1, ..usual };
    for means in [plain, usual, tight, plain_out_of_core, out_of_core] {
        let (found, table, total) = positions(&means);
        if let Some(bytes) = &bytes {
            assert!(*bytes == found, "{:?}: methods differ", case.rules);
            continue;
        }
        let covered = visit(
            rules,
            case.columns,
            Compare {
                case,
                table: &table,
            },
        );
        assert!(covered as u64 >= total, "{covered} of {total} positions");
        bytes = Some(found);
    }
}

const CASES: &[Case] = &[
    case(GameKind::Nsolo, 2, 7, &[]),
    case(GameKind::Nsolo, 3, 5, &[]),
    case(
        GameKind::Nsolo,
        2,
        6,
        &["never-ending=illegal", "singleton-captures=no"],
    ),
    case(
        GameKind::Nsolo,
        2,
        6,
        &["never-ending=mover-loses", "stuck=pass"],
    ),
    case(GameKind::Nsolo, 2, 6, &["sanderson"]),
    case(GameKind::Nsolo, 2, 6, &["msuwa", "bonus=up-to-k"]),
    case(GameKind::Nsolo, 2, 6, &["bonus=up-to-k", "lap-cap=3"]),
    case(GameKind::Owela, 2, 8, &[]),
    case(GameKind::Owela, 3, 4, &["capture=inner-suffices"]),
    case(
        GameKind::Owela,
        2,
        7,
        &["direction=clockwise", "never-ending=mover-loses"],
    ),
    case(GameKind::Omweso, 2, 8, &[]),
    case(GameKind::Omweso, 3, 5, &["wikipedia"]),
    case(GameKind::Omweso, 2, 7, &["mweiso", "both-end-columns=no"]),
    case(GameKind::Anywoli, 2, 9, &[]),
    case(GameKind::Anywoli, 3, 9, &[]),
    case(GameKind::Anywoli, 3, 8, &["extra-move=none"]),
    case(GameKind::Anywoli, 2, 9, &["extra-move=optional"]),
    case(GameKind::Anywoli, 2, 8, &["wikipedia"]),
    case(
        GameKind::Anywoli,
        2,
        9,
        &["last-seeds=first-capturer", "last-seeds-tested=immediate"],
    ),
    case(GameKind::Anywoli, 2, 9, &["last-seeds=mover-takes"]),
    case(
        GameKind::Anywoli,
        2,
        8,
        &["last-seeds=owner-of-row", "direction=clockwise"],
    ),
    case(GameKind::Anywoli, 2, 9, &["last-seeds=unclaimed"]),
    case(GameKind::BaoKingulu, 2, 7, &[]),
    case(
        GameKind::BaoKingulu,
        2,
        6,
        &["reserved-seeds=bank", "penultimate=always"],
    ),
    case(GameKind::BaoKingulu, 2, 6, &["skip-origin=yes"]),
];

#[test]
fn tables_equal_brute_force_on_small_boards() {
    for case in CASES {
        let start = std::time::Instant::now();
        compare(case);
        eprintln!(
            "{} {} {} {:?}: {:?}",
            case.game,
            case.columns,
            case.seeds,
            case.rules,
            start.elapsed()
        );
    }
}
