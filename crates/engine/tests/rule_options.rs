//! Every value of every rule option, each shown by a small board on which it matters.
//!
//! `all_options_and_values_have_an_example` sees to it that a new option or value comes with one.

mod helpers;

use helpers::{rules, table};
use sow_engine::game::Ending;
use sow_engine::kind::GameKind;
use sow_engine::relay::Patience;
use sow_engine::rules::rulesets;
use sow_engine::setup::Setup;
use sow_engine::turn::{Turn, TurnEnd};
use std::collections::{BTreeMap, BTreeSet};

/// What is looked at.
enum Question {
    /// The texts of all turns.
    Moves,
    /// What a turn leads to.
    Play(&'static str),
    /// The starting position on this many columns.
    Start(usize),
    /// The columns of a start whose name has none.
    Columns,
    /// The result of meeting the position again.
    Repeated,
    /// What becomes of this never-ending move.
    NeverEnding(&'static str),
}
use Question::{Columns, Moves, NeverEnding, Play, Repeated, Start};

/// A board on which the values of an option differ. `under` is in force besides.
struct Example {
    key: &'static str,
    under: &'static str,
    board: &'static str,
    question: Question,
    answers: &'static [(&'static str, &'static str)],
}

const OMWESO: &[Example] = &[
    Example {
        key: "setup",
        under: "",
        board: "",
        question: Start(3),
        answers: &[
            ("4outer", "4,4,4/0,0,0/0,0,0/4,4,4 S unmoved:SN uncaptured"),
            ("2all", "2,2,2/2,2,2/2,2,2/2,2,2 S unmoved:SN uncaptured"),
        ],
    },
    // b2 ends in f3, which faces a full front pit before an empty back pit.
    Example {
        key: "capture",
        under: "wikipedia",
        board: "omweso 2,0,0/2,0,3/0,0,1/0,2,0 S",
        question: Play("b2"),
        answers: &[
            ("both", "2,0,0/2,0,3/1,1,0/0,0,1 N, 2 laps, 0 captured"),
            (
                "inner-alone",
                "2,0,0/2,0,0/0,1,3/0,0,2 N, 2 laps, 3 captured",
            ),
        ],
    },
    // b2 relays at b4; the lap from b4 captures three at f3. Sown from b4, from b2, or from f3.
    Example {
        key: "resow",
        under: "wikipedia",
        board: "omweso 0,0,2,0/2,0,1,0/0,0,1,0/0,2,0,1 S",
        question: Play("b2"),
        answers: &[
            (
                "lap-origin+1",
                "0,0,0,0/2,0,0,0/0,1,3,2/0,0,1,0 N, 3 laps, 3 captured",
            ),
            (
                "turn-origin+1",
                "0,0,0,0/2,0,0,0/0,1,3,0/0,0,2,1 N, 4 laps, 3 captured",
            ),
            (
                "landing+1",
                "0,0,0,0/2,0,0,0/1,1,2,1/1,0,1,0 N, 3 laps, 3 captured",
            ),
        ],
    },
    // From b1, b2, f1 and f2 a clockwise lap would end in f3 or f4 and capture.
    Example {
        key: "reverse-pits",
        under: "wikipedia relay-reverse=no resow-cw=mweiso",
        board: "omweso 1,0,1,1/1,0,1,1/2,2,1,1/3,4,0,0 S",
        question: Moves,
        answers: &[
            ("four-left", "b1> b1< b2> b2<> b2<< f2> f2< f1> f1<"),
            ("mweiso", "b1> b1< b2 f2> f2< f1"),
            ("none", "b1 b2 f2 f1"),
            ("b2+f1", "b1 b2> b2<> b2<< f2 f1> f1<"),
        ],
    },
    // b2 captures counter-clockwise, sown from a left pit: only `any` lets those seeds turn back.
    Example {
        key: "resow-cw",
        under: "wikipedia",
        board: "omweso 3,3/1,3/0,1/0,5 S",
        question: Moves,
        answers: &[
            ("after-clockwise", "b2"),
            ("any", "b2> b2<"),
            ("mweiso", "b2"),
        ],
    },
    // f1 turns back at its second lap only: what it captures then goes on forwards in `mweiso`.
    Example {
        key: "resow-cw",
        under: "wikipedia",
        board: "omweso 2,1/1,1/2,1/0,5 S",
        question: Moves,
        answers: &[
            ("after-clockwise", "b2 f1> f1<> f1<<"),
            ("any", "b2> b2< f1>> f1>< f1<> f1<<"),
            ("mweiso", "b2 f1> f1<"),
        ],
    },
    Example {
        key: "relay-reverse",
        under: "wikipedia",
        board: "omweso 1,0/3,0/0,3/0,1 S",
        question: Moves,
        answers: &[("yes", "f2> f2<"), ("no", "f2")],
    },
    Example {
        key: "first-turn-captures",
        under: "wikipedia",
        board: "omweso 1,0/1,1/0,5/0,0 S unmoved:S",
        question: Play("f2"),
        answers: &[
            ("no", "1,0/1,1/1,2/2,0 N, 3 laps, 0 captured"),
            ("yes", "0,0/0,1/4,0/1,2 N, 4 laps, 2 captured"),
        ],
    },
    Example {
        key: "okwesera",
        under: "",
        board: "omweso 0,1/0,0/0,0/0,3 S uncaptured",
        question: Moves,
        answers: &[("yes", "b2 b2="), ("no", "b2")],
    },
    Example {
        key: "both-end-columns",
        under: "",
        board: "omweso 1,0,2/1,2,2/4,1,5/0,1,0 S",
        question: Play("f1"),
        answers: &[
            (
                "yes",
                "0,0,0/0,2,0/5,3,4/1,3,1 N, 8 laps, 6 captured, two-heads wins 2",
            ),
            ("no", "0,0,0/0,2,0/5,3,4/1,3,1 N, 8 laps, 6 captured"),
        ],
    },
    Example {
        key: "four-end-pits-empty",
        under: "",
        board: "omweso 4,0,0/2,3,0/1,0,0/0,1,3 S",
        question: Play("b3"),
        answers: &[
            ("no", "0,0,0/0,3,0/3,2,2/1,2,1 N, 2 laps, 6 captured"),
            (
                "yes",
                "0,0,0/0,3,0/3,2,2/1,2,1 N, 2 laps, 6 captured, four-end-pits wins 2",
            ),
        ],
    },
    Example {
        key: "front-row-cleared",
        under: "",
        board: "omweso 1,3,2/2,0,0/1,0,2/0,0,0 S",
        question: Play("f3"),
        answers: &[
            (
                "yes",
                "0,3,2/0,0,0/3,2,0/1,0,0 N, 2 laps, 3 captured, front-row wins 2",
            ),
            ("no", "0,3,2/0,0,0/3,2,0/1,0,0 N, 2 laps, 3 captured"),
        ],
    },
    Example {
        key: "akawumbi",
        under: "front-row-cleared=no",
        board: "omweso 0,1/0,2/3,1/0,1 S",
        question: Play("f1"),
        answers: &[
            (
                "12",
                "0,0/0,0/2,1/4,1 N, 4 laps, 3 captured, akawumbi wins 12",
            ),
            (
                "6",
                "0,0/0,0/2,1/4,1 N, 4 laps, 3 captured, akawumbi wins 6",
            ),
            ("off", "0,0/0,0/2,1/4,1 N, 4 laps, 3 captured"),
        ],
    },
    Example {
        key: "akakyala",
        under: "wikipedia",
        board: "omweso 1,0,0/2,0,3/0,0,1/0,2,0 S captured-once:S",
        question: Play("b2"),
        answers: &[
            ("no", "1,0,0/2,0,3/1,1,0/0,0,1 N, 2 laps, 0 captured"),
            // Nothing is captured here: the memory stays.
            (
                "yes",
                "1,0,0/2,0,3/1,1,0/0,0,1 N captured-once:S, 2 laps, 0 captured",
            ),
        ],
    },
    Example {
        key: "akakyala",
        under: "wikipedia",
        board: "omweso 1,0,1/2,0,3/0,0,1/0,2,0 S captured-once:S",
        question: Play("b2"),
        answers: &[
            ("no", "1,0,0/2,0,0/1,1,3/0,0,2 N, 2 laps, 4 captured"),
            (
                "yes",
                "1,0,0/2,0,0/1,1,3/0,0,2 N, 2 laps, 4 captured, akakyala wins 2",
            ),
        ],
    },
    Example {
        key: "never-ending",
        under: "mcgill",
        board: "omweso 0,0/1,0/1,0/3,1 S",
        question: NeverEnding("b1"),
        answers: &[
            ("annul", "annulled"),
            ("illegal", "refused"),
            ("mover-loses", "North wins by 6"),
        ],
    },
    Example {
        key: "lap-cap",
        under: "mcgill",
        board: "omweso 0,0,1/0,0,0/0,0,1/2,0,1 S",
        question: Play("b1"),
        answers: &[
            ("off", "0,0,1/0,0,0/0,1,2/0,1,0 N, 2 laps, 0 captured"),
            ("2", "0,0,1/0,0,0/0,1,2/0,1,0 N, 2 laps, 0 captured"),
            ("1", "capped after 1 laps"),
        ],
    },
    Example {
        key: "at-lap-cap",
        under: "mcgill lap-cap=1",
        board: "omweso 0,0,1/0,0,0/0,0,1/2,0,1 S",
        question: Play("b1"),
        answers: &[
            ("never-ending", "capped after 1 laps"),
            ("turn-ends", "0,0,1/0,0,0/0,0,1/0,1,2 N, 1 laps, 0 captured"),
        ],
    },
    // The only lap ends before a full column, which is not captured any more.
    Example {
        key: "at-lap-cap",
        under: "wikipedia lap-cap=1",
        board: "omweso 2,0,2/2,0,3/1,0,1/0,2,0 S",
        question: Play("b2"),
        answers: &[
            ("never-ending", "capped after 1 laps"),
            ("turn-ends", "2,0,2/2,0,3/1,0,2/0,0,1 N, 1 laps, 0 captured"),
        ],
    },
    Example {
        key: "repetition-draws",
        under: "",
        board: "omweso 1,0/2,0/0,3/0,1 S",
        question: Repeated,
        answers: &[("yes", "a draw"), ("no", "play goes on")],
    },
];

const OWELA: &[Example] = &[
    Example {
        key: "setup",
        under: "",
        board: "",
        question: Start(8),
        answers: &[
            (
                "half",
                "2,2,2,2,2,2,2,2/2,2,2,2,0,0,0,0/0,0,0,0,2,2,2,2/2,2,2,2,2,2,2,2 S",
            ),
            (
                "half-minus-one",
                "2,2,2,2,2,2,2,2/2,2,2,0,0,0,0,0/0,0,0,0,0,2,2,2/2,2,2,2,2,2,2,2 S",
            ),
        ],
    },
    Example {
        key: "setup",
        under: "",
        board: "",
        question: Start(10),
        answers: &[
            (
                "half",
                "2,2,2,2,2,2,2,2,2,2/2,2,2,2,2,0,0,0,0,0/0,0,0,0,0,2,2,2,2,2/2,2,2,2,2,2,2,2,2,2 S",
            ),
            (
                "four",
                "2,2,2,2,2,2,2,2,2,2/2,2,2,2,0,0,0,0,0,0/0,0,0,0,0,0,2,2,2,2/2,2,2,2,2,2,2,2,2,2 S",
            ),
        ],
    },
    Example {
        key: "setup",
        under: "",
        board: "",
        question: Start(6),
        answers: &[
            (
                "half-minus-one",
                "2,2,2,2,2,2/2,2,0,0,0,0/0,0,0,0,2,2/2,2,2,2,2,2 S",
            ),
            ("four", "2,2,2,2,2,2/2,2,2,2,0,0/0,0,2,2,2,2/2,2,2,2,2,2 S"),
        ],
    },
    Example {
        key: "capture",
        under: "",
        board: "owela 0,0/0,1/0,1/2,0 S",
        question: Play("b1"),
        answers: &[
            ("both", "0,0/0,1/1,0/1,1 N, 2 laps, 0 captured"),
            ("inner-suffices", "0,0/0,0/1,2/0,1 N, 2 laps, 1 captured"),
        ],
    },
    Example {
        key: "direction",
        under: "",
        board: "owela 1,0/0,0/2,0/0,0 S",
        question: Play("f1"),
        answers: &[
            ("counter-clockwise", "1,0/0,0/0,0/1,1 N, 1 laps, 0 captured"),
            ("clockwise", "1,0/0,0/0,1/0,1 N, 1 laps, 0 captured"),
        ],
    },
    Example {
        key: "first-turn-captures",
        under: "",
        board: "owela 2,1/1,1/0,1/2,1 S unmoved:S",
        question: Play("b1"),
        answers: &[
            ("yes", "2,0/1,0/1,2/1,2 N, 2 laps, 2 captured"),
            ("no", "2,1/1,1/1,0/1,2 N, 2 laps, 0 captured"),
        ],
    },
    // North has begun with b5=; copied, South must do the same.
    Example {
        key: "hus-nama-opening",
        under: "",
        board: "owela 2,2,2,0,2,2,2,2/2,3,3,2,0,0,0,0/0,0,0,0,2,2,2,2/2,2,2,2,2,2,2,2 S unmoved:S",
        question: Moves,
        answers: &[
            ("off", "b1 b2 b3 b4 b5 b6 b7 b8 f8 f7 f6 f5"),
            ("chosen", "b4= b5= b6= f5="),
            ("copied", "b5="),
        ],
    },
    Example {
        key: "never-ending",
        under: "",
        board: "owela 0,0/1,0/1,0/3,1 S",
        question: NeverEnding("b1"),
        answers: &[
            ("annul", "annulled"),
            ("illegal", "refused"),
            ("mover-loses", "North wins by 6"),
        ],
    },
    Example {
        key: "lap-cap",
        under: "",
        board: "owela 0,0,1/0,0,0/0,0,1/2,0,1 S",
        question: Play("b1"),
        answers: &[
            ("off", "0,0,1/0,0,0/0,1,2/0,1,0 N, 2 laps, 0 captured"),
            ("1", "capped after 1 laps"),
        ],
    },
    Example {
        key: "at-lap-cap",
        under: "lap-cap=1",
        board: "owela 0,0,1/0,0,0/0,0,1/2,0,1 S",
        question: Play("b1"),
        answers: &[
            ("never-ending", "capped after 1 laps"),
            ("turn-ends", "0,0,1/0,0,0/0,0,1/0,1,2 N, 1 laps, 0 captured"),
        ],
    },
    Example {
        key: "repetition-draws",
        under: "",
        board: "owela 1,0/2,0/0,3/0,1 S",
        question: Repeated,
        answers: &[("yes", "a draw"), ("no", "play goes on")],
    },
    Example {
        key: "columns",
        under: "",
        board: "",
        question: Columns,
        answers: &[("8", "8"), ("16", "16")],
    },
];

const NSOLO: &[Example] = &[
    Example {
        key: "setup",
        under: "",
        board: "",
        question: Start(3),
        answers: &[
            ("two", "2,2,2/0,2,2/2,2,0/2,2,2 S"),
            ("msuwa", "2,2,2/0,1,2/2,1,0/2,2,2 S"),
        ],
    },
    // A single stone takes the two of f2; then two stones, one hole, or two holes.
    Example {
        key: "capture",
        under: "",
        board: "nsolo 0,1/2,2/0,1/0,0 S",
        question: Moves,
        answers: &[
            ("ndola", "f2:b1,f1 f2:f1x2"),
            ("sanderson", "f2:b1 f2:f1x2"),
            ("msuwa", "f2:b1,f1x2"),
        ],
    },
    Example {
        key: "capture",
        under: "",
        board: "nsolo 4,1/2,2/0,1/0,0 S",
        question: Play("f2:f1x2"),
        answers: &[
            ("ndola", "4,1/0,0/1,0/0,0 N, 1 laps, 4 captured"),
            ("sanderson", "0,1/0,0/1,0/0,0 N, 1 laps, 8 captured"),
        ],
    },
    Example {
        key: "bonus",
        under: "",
        board: "nsolo 0,0/1,1/0,1/0,0 S",
        question: Moves,
        answers: &[("exact", "f2:f1"), ("up-to-k", "f2:f1 f2")],
    },
    Example {
        key: "singleton-captures",
        under: "",
        board: "nsolo 0,0/0,1/0,0/0,1 S",
        question: Play("b2"),
        answers: &[
            ("yes", "0,0/0,0/0,1/0,0 N, 1 laps, 1 captured"),
            ("no", "0,0/0,1/0,1/0,0 N, 1 laps, 0 captured"),
        ],
    },
    Example {
        key: "stuck",
        under: "",
        board: "nsolo 0,0/0,1/1,1/1,1 S",
        question: Moves,
        answers: &[("loses", ""), ("pass", "pass")],
    },
    Example {
        key: "never-ending",
        under: "",
        board: "nsolo 0,1/0,0/1,0/3,1 S",
        question: NeverEnding("b1"),
        answers: &[
            ("annul", "annulled"),
            ("illegal", "refused"),
            ("mover-loses", "North wins by 6"),
        ],
    },
    Example {
        key: "lap-cap",
        under: "",
        board: "nsolo 0,0,1/0,0,0/0,0,1/2,0,1 S",
        question: Play("b1"),
        answers: &[
            ("off", "0,0,1/0,0,0/0,1,2/0,1,0 N, 2 laps, 0 captured"),
            ("1", "capped after 1 laps"),
        ],
    },
    Example {
        key: "at-lap-cap",
        under: "lap-cap=1",
        board: "nsolo 0,0,1/0,0,0/0,0,1/2,0,1 S",
        question: Play("b1"),
        answers: &[
            ("never-ending", "capped after 1 laps"),
            ("turn-ends", "0,0,1/0,0,0/0,0,1/0,1,2 N, 1 laps, 0 captured"),
        ],
    },
    Example {
        key: "repetition-draws",
        under: "",
        board: "nsolo 1,0/2,0/0,3/0,1 S",
        question: Repeated,
        answers: &[("yes", "a draw"), ("no", "play goes on")],
    },
];

const BAO_KINGULU: &[Example] = &[
    Example {
        key: "reserved-seeds",
        under: "",
        board: "bao-kingulu 0,4*/0,1 S",
        question: Play("2"),
        answers: &[
            ("in-hole", "0,5*/0,0 N 0-0, 1 laps, 0 captured"),
            ("bank", "0,4*/0,0 N 1-0, 1 laps, 0 captured"),
        ],
    },
    // Relayed, the five go round; the last but one lap ends in the hole itself, the last in hole 1.
    Example {
        key: "end-in-reserved",
        under: "",
        board: "bao-kingulu 0,4*/0,1 S",
        question: Play("2"),
        answers: &[
            ("stop", "0,5*/0,0 N 0-0, 1 laps, 0 captured"),
            ("relay", "1,2*/2,0 N 0-0, 4 laps, 0 captured"),
        ],
    },
    Example {
        key: "sow-from-reserved",
        under: "",
        board: "bao-kingulu 1,4*/0,1 S",
        question: Moves,
        answers: &[("no", "2"), ("yes", "2 1*")],
    },
    // The last-but-one seed lies in a hole that North has reserved …
    Example {
        key: "penultimate",
        under: "",
        board: "bao-kingulu 0,3/2,5* S",
        question: Play("1"),
        answers: &[
            ("not-from-enemy", "0,4*/0,6* N 0-0, 1 laps, 0 captured"),
            ("always", "0,5*/0,5* N 0-0, 1 laps, 0 captured"),
        ],
    },
    // … and in one that South, the mover, has reserved.
    Example {
        key: "penultimate",
        under: "",
        board: "bao-kingulu 3,4*/0,2 S",
        question: Play("2"),
        answers: &[
            ("not-from-enemy", "5*,4*/0,0 N 0-0, 1 laps, 0 captured"),
            ("never-from-reserved", "4*,5*/0,0 N 0-0, 1 laps, 0 captured"),
        ],
    },
    Example {
        key: "penultimate",
        under: "",
        board: "bao-kingulu 0,3/2,5* S",
        question: Play("1"),
        answers: &[
            ("never-from-reserved", "0,4*/0,6* N 0-0, 1 laps, 0 captured"),
            ("always", "0,5*/0,5* N 0-0, 1 laps, 0 captured"),
        ],
    },
    // Four seeds on four holes: the last falls into the hole that they came from, or on the first.
    Example {
        key: "skip-origin",
        under: "",
        board: "bao-kingulu 0,0/4,0 S",
        question: Moves,
        answers: &[("no", "1"), ("yes", "")],
    },
    Example {
        key: "never-ending",
        under: "",
        board: "bao-kingulu 2,14,2,3,4,0/0,2,1,0,2,1 N",
        question: NeverEnding("6"),
        answers: &[
            ("illegal", "refused"),
            ("annul", "annulled"),
            ("mover-loses", "South wins by 31"),
        ],
    },
    Example {
        key: "lap-cap",
        under: "never-ending=annul",
        board: "bao-kingulu 4,4,4,4,4,4/4,4,4,4,4,4 S",
        question: Play("5"),
        answers: &[
            ("off", "6,6,6,1,6,1/0,1,6,6,2,7 N 0-0, 5 laps, 0 captured"),
            ("4", "capped after 4 laps"),
        ],
    },
    Example {
        key: "at-lap-cap",
        under: "never-ending=annul lap-cap=4",
        board: "bao-kingulu 4,4,4,4,4,4/4,4,4,4,4,4 S",
        question: Play("5"),
        answers: &[
            ("never-ending", "capped after 4 laps"),
            (
                "turn-ends",
                "6,6,6,1,6,0/6,0,5,5,1,6 N 0-0, 4 laps, 0 captured",
            ),
        ],
    },
    // In play: South 2, North 3. South has reserved five in North's row.
    Example {
        key: "repetition",
        under: "",
        board: "bao-kingulu 3,5*/2,0 S 10-8",
        question: Repeated,
        answers: &[
            ("unclaimed", "South wins by 7"),
            ("row-owner", "South wins by 6"),
        ],
    },
];

const ANYWOLI: &[Example] = &[
    Example {
        key: "direction",
        under: "",
        board: "anywoli 0,5/1,0 S",
        question: Play("1"),
        answers: &[
            ("counter-clockwise", "0,5/0,1 N 0-0, 1 laps, 0 captured"),
            ("clockwise", "1,5/0,0 N 0-0, 1 laps, 0 captured"),
        ],
    },
    Example {
        key: "extra-move",
        under: "",
        board: "anywoli 9,0,3/0,5,1 S",
        question: Play("3"),
        answers: &[
            (
                "compulsory",
                "9,0,0/0,5,0 S 4-0 last:S, 1 laps, 4 captured, again",
            ),
            (
                "optional",
                "9,0,0/0,5,0 S 4-0 last:S again, 1 laps, 4 captured, again",
            ),
            ("none", "9,0,0/0,5,0 N 4-0 last:S, 1 laps, 4 captured"),
        ],
    },
    // Hole 2: four for North on the way, then two seeds are left, one in each row.
    Example {
        key: "last-seeds",
        under: "",
        board: "anywoli 3,0/0,3 S 4-4 last:S",
        question: Play("2"),
        answers: &[
            ("last-capturer", "0,0/0,0 N 4-10 last:N, 1 laps, 6 captured"),
            (
                "first-last-seed-capturer",
                "0,1/1,0 N 4-8, 1 laps, 4 captured",
            ),
            (
                "first-capturer",
                "0,0/0,0 N 4-10 first:N, 1 laps, 6 captured",
            ),
            ("starter-takes-8", "0,0/0,0 N 6-8, 1 laps, 6 captured"),
            ("mover-takes", "0,0/0,0 N 4-10, 1 laps, 6 captured"),
            ("unclaimed", "0,0/0,0 N 4-8, 1 laps, 4 captured"),
            ("owner-of-row", "0,0/0,0 N 5-9, 1 laps, 6 captured"),
        ],
    },
    // The same where South has been the first to capture, in either sense.
    Example {
        key: "last-seeds",
        under: "",
        board: "anywoli 3,0/0,3 S 4-4 first:S",
        question: Play("2"),
        answers: &[
            ("last-capturer", "0,0/0,0 N 4-10 last:N, 1 laps, 6 captured"),
            (
                "first-capturer",
                "0,0/0,0 N 6-8 first:S, 1 laps, 6 captured",
            ),
            (
                "first-last-seed-capturer",
                "0,0/0,0 N 6-8 first:S, 1 laps, 6 captured",
            ),
            ("mover-takes", "0,0/0,0 N 4-10, 1 laps, 6 captured"),
        ],
    },
    // Eight left are the starter's; other conventions wait for four.
    Example {
        key: "last-seeds",
        under: "",
        board: "anywoli 3,1/1,3 S 4-4 starter:N last:S",
        question: Play("1"),
        answers: &[
            (
                "starter-takes-8",
                "0,0/0,0 S 8-8 starter:N, 1 laps, 8 captured, again",
            ),
            (
                "last-capturer",
                "0,0/0,0 S 12-4 last:S, 1 laps, 8 captured, again",
            ),
        ],
    },
    // Four for North, then the last seed ends on an occupied hole and would relay.
    Example {
        key: "last-seeds-tested",
        under: "",
        board: "anywoli 1,3/0,2 S 4-4",
        question: Play("2"),
        answers: &[
            ("end-of-move", "0,0/0,0 N 4-10 last:N, 2 laps, 6 captured"),
            ("immediate", "0,0/0,0 N 4-10 last:N, 1 laps, 6 captured"),
        ],
    },
    Example {
        key: "repetition",
        under: "",
        board: "anywoli 1,0,2/2,3,1 S 20-10",
        question: Repeated,
        answers: &[
            ("unclaimed", "South wins by 10"),
            ("row-owner", "South wins by 13"),
        ],
    },
    Example {
        key: "never-ending",
        under: "",
        board: "anywoli 2,0/1,2 S",
        question: NeverEnding("2"),
        answers: &[
            ("illegal", "refused"),
            ("annul", "annulled"),
            ("mover-loses", "North wins by 5"),
        ],
    },
    Example {
        key: "lap-cap",
        under: "never-ending=annul",
        board: "anywoli 4,4,4,4,4,4,4,4,4,4,4,4/4,4,4,4,4,4,4,4,4,4,4,4 S",
        question: Play("1"),
        answers: &[
            (
                "off",
                "5,5,5,5,0,5,5,5,5,0,5,5/1,5,5,5,0,5,5,5,5,0,5,5 N 0-0, 5 laps, 0 captured",
            ),
            ("4", "capped after 4 laps"),
        ],
    },
    Example {
        key: "at-lap-cap",
        under: "never-ending=annul lap-cap=4",
        board: "anywoli 4,4,4,4,4,4,4,4,4,4,4,4/4,4,4,4,4,4,4,4,4,4,4,4 S",
        question: Play("1"),
        answers: &[
            ("never-ending", "capped after 4 laps"),
            (
                "turn-ends",
                "4,4,4,4,5,5,5,5,5,0,5,5/0,5,5,5,0,5,5,5,5,0,5,5 N 0-0, 4 laps, 0 captured",
            ),
        ],
    },
];

fn examples(game: GameKind) -> &'static [Example] {
    match game {
        GameKind::Omweso => OMWESO,
        GameKind::Owela => OWELA,
        GameKind::Nsolo => NSOLO,
        GameKind::BaoKingulu => BAO_KINGULU,
        GameKind::Anywoli => ANYWOLI,
    }
}

/// A position without the name of its game.
fn short(setup: &Setup) -> String {
    let line = setup.to_string();
    line.split_once(' ').expect("a game and rows").1.to_owned()
}

fn turn_in_words(turn: &Turn<Setup>) -> String {
    let (after, ending) = match &turn.end {
        TurnEnd::Position(after) => (after, None),
        TurnEnd::Wins(after, ending) => (after, Some(ending)),
        TurnEnd::NeverEnds(_) => return "never ends".to_owned(),
        TurnEnd::Unfinished(_) => return format!("capped after {} laps", turn.laps),
    };
    let mut text = format!(
        "{}, {} laps, {} captured",
        short(after),
        turn.laps,
        turn.captured
    );
    if let Some(ending) = ending {
        text += &format!(", {} wins {}", ending.reason.name(), ending.points);
    }
    if turn.again {
        text += ", again";
    }
    text
}

fn ending_in_words(ending: &Ending) -> String {
    match ending.winner {
        Some(winner) => format!("{winner} wins by {}", ending.margin.abs()),
        None => "a draw".to_owned(),
    }
}

/// The answer to an example's question under one value of its option.
fn answer(game: GameKind, example: &Example, value: &str) -> String {
    let settings = format!("{} {}={value}", example.under, example.key);
    match example.question {
        Start(columns) => return short(&rules(game, &settings).start(columns)),
        Columns => return rules(game, &settings).default_columns().to_string(),
        _ => {}
    }
    let table = table(&settings, example.board);
    match example.question {
        Moves => table.moves().join(" "),
        Play(text) => turn_in_words(&table.turn(text)),
        Start(_) | Columns => unreachable!("answered above"),
        Repeated => table
            .referee
            .repeated(&table.setup)
            .map_or_else(|| "play goes on".to_owned(), |end| ending_in_words(&end)),
        NeverEnding(text) => {
            let turns = table.turns();
            let listed = turns.iter().find(|turn| turn.text == text);
            assert!(listed.is_some_and(helpers::never_ends), "{turns:?}");
            let played = table.referee.play(&table.setup, text, &Patience::UNLIMITED);
            match table.referee.never_ending(&table.setup) {
                None => {
                    assert!(
                        played
                            .expect_err("refused")
                            .to_string()
                            .contains("never ends")
                    );
                    "refused".to_owned()
                }
                Some(ending) if ending.winner.is_none() => "annulled".to_owned(),
                Some(ending) => ending_in_words(&ending),
            }
        }
    }
}

#[test]
fn every_example_has_the_answers_that_its_values_stand_for() {
    let mut wrong = Vec::new();
    for game in GameKind::ALL {
        for example in examples(game) {
            for (value, expected) in example.answers {
                let found = answer(game, example, value);
                if found != *expected {
                    let key = example.key;
                    wrong.push(format!(
                        "{game} {key}={value} on {}\n  found    {found}\n  expected {expected}",
                        example.board
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The choices of an option; patterns (`N`, `pits such as b1+f2`) stand for any further value.
fn is_pattern(choice: &str) -> bool {
    choice == "N" || choice.contains(' ')
}

#[test]
fn all_options_and_values_have_an_example() {
    for game in GameKind::ALL {
        let all = rules(game, "");
        let mut shown: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for example in examples(game) {
            let values = example.answers.iter().map(|(value, _)| *value);
            shown.entry(example.key).or_default().extend(values);
        }
        for key in all.options().keys() {
            let choices = all.options().choices(key).expect("a known key");
            let values = shown.remove(key).unwrap_or_default();
            for choice in choices.iter().filter(|choice| !is_pattern(choice)) {
                assert!(
                    values.contains(choice),
                    "{game} {key}={choice} has no example"
                );
            }
            if choices.iter().any(|choice| is_pattern(choice)) {
                let other = values.iter().any(|value| !choices.contains(value));
                assert!(other, "{game} {key} has no example of a value of its own");
            }
        }
        assert!(shown.is_empty(), "{game} knows no {:?}", shown.keys());
    }
}

#[test]
fn any_two_values_differ_in_some_example() {
    for game in GameKind::ALL {
        let all = rules(game, "");
        for key in all.options().keys() {
            let mine: Vec<_> = examples(game)
                .iter()
                .filter(|example| example.key == *key)
                .collect();
            let choices = all.options().choices(key).expect("a known key");
            for (index, one) in choices.iter().enumerate() {
                for other in &choices[..index] {
                    if is_pattern(one) || is_pattern(other) {
                        continue;
                    }
                    let of = |example: &Example, wanted: &str| {
                        let mut answers = example.answers.iter();
                        answers
                            .find(|(value, _)| *value == wanted)
                            .map(|found| found.1)
                    };
                    let differ = mine.iter().any(|example| {
                        matches!((of(example, one), of(example, other)), (Some(a), Some(b)) if a != b)
                    });
                    assert!(differ, "{game} {key}: {one} and {other} look the same");
                }
            }
        }
    }
}

#[test]
fn every_value_is_read_back_as_it_is_written() {
    for game in GameKind::ALL {
        for example in examples(game) {
            for (value, _) in example.answers {
                let rules = rules(game, &format!("{}={value}", example.key));
                assert_eq!(rules.options().get(example.key).as_deref(), Some(*value));
            }
        }
    }
}

#[test]
fn a_ruleset_keeps_its_board_whatever_rules_are_added() {
    for game in GameKind::ALL {
        for &(name, base) in rulesets(game) {
            for example in examples(game).iter().filter(|one| one.key != "columns") {
                for (value, _) in example.answers {
                    let rules = rules(game, &format!("{name} {}={value}", example.key));
                    assert_eq!(
                        rules.default_columns(),
                        base.default_columns(),
                        "{game} {name} {}={value}",
                        example.key
                    );
                    let words = rules.describe();
                    let again = helpers::rules(game, &words);
                    assert_eq!(again, rules, "{game} {words}");
                }
            }
        }
    }
}
