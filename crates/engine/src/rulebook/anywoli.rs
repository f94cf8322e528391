//! The book of Anywoli.

use super::Certainty::{Attested, Convention, SecondHand, Undecided};
use super::{
    Book, Example, HowRead, NotOffered, OptionEntry, Point, RulesetEntry, TRANSLATED, ValueEntry,
    clause, source, value,
};
use crate::kind::GameKind;

pub(super) static BOOK: Book = Book {
    game: GameKind::Anywoli,
    title: "Anywoli",
    other_names: &[],
    played_where: "Among the Anuak of Ethiopia and South Sudan.",
    intro: "Both players sow round one board of two rows. Groups of four go to the owner of the \
        row while seeds are being sown, and to the player whose last seed completes them. The \
        default rules are those of Mancala World's current page, which goes back to Pankhurst \
        1971. Wikipedia tells two points differently.",
    rules: &[
        clause(
            1,
            "The board has two rows of twelve holes, numbered 1 to 12 from each player's left, and \
                a store for each player. Each hole holds four seeds at the start.",
            Attested,
            &["mancala-world", "wikipedia"],
        ),
        clause(
            2,
            "In his turn a player lifts all seeds of a hole of his row and sows them one by one \
                counter-clockwise: along his own row to the right and then along the enemy's row. \
                Stores are passed over.",
            Attested,
            &["mancala-world", "wikipedia"],
        ),
        clause(
            3,
            "If the last seed falls into an occupied hole of either row and does not make four, \
                that hole is lifted and sown on. In an empty hole it ends the sowing.",
            Attested,
            &["mancala-world", "wikipedia"],
        ),
        clause(
            4,
            "When a seed that is not the last of its lap makes four in a hole, these four go at \
                once to the owner of that row. The sowing goes on. Holes that hold four from the \
                start are left alone.",
            Attested,
            &["mancala-world", "wikipedia"],
        ),
        clause(
            5,
            "When the last seed of a lap makes four in a hole of either row, the player takes \
                them. The sowing is over and he must sow again, as often as this happens. If his \
                row is empty the turn passes.",
            Undecided,
            &["mancala-world", "translated"],
        ),
        clause(
            6,
            "A player whose row is empty passes. Nobody else may pass.",
            Attested,
            &["mancala-world", "translated"],
        ),
        clause(
            7,
            "When the sowing is over and four seeds or fewer are left, they go to the player who \
                took the last group. The game ends when the board is empty. More seeds win; 48 \
                each are a draw.",
            Undecided,
            &["mancala-world", "translated"],
        ),
        clause(
            8,
            "A move that never ends cannot be chosen. The program proves that a move never ends; \
                it does not guess.",
            Convention,
            &[],
        ),
        clause(
            9,
            "If a position occurs again with the same player to move, the game ends. The stores \
                are counted, and nobody gets the seeds on the board.",
            Convention,
            &[],
        ),
    ],
    rulesets: &[
        RulesetEntry {
            name: "mancala-world",
            meaning: "The default: the current page of Mancala World. A capture with the last seed \
                earns another move, and the last four seeds go with the group before them.",
            sources: &["mancala-world", "translated"],
        },
        RulesetEntry {
            name: "wikipedia",
            meaning: "A capture with the last seed ends the turn, and the player who began the \
                game takes the last eight seeds.",
            sources: &["wikipedia"],
        },
    ],
    options: &[
        OptionEntry {
            key: "direction",
            points: &["A1"],
            question: "Which way are seeds sown?",
            values: &[
                value(
                    "counter-clockwise",
                    "Along the own row from left to right.",
                    Attested,
                    &["mancala-world", "mancala-world-old", "wikipedia"],
                ),
                value(
                    "clockwise",
                    "Along the own row from right to left.",
                    SecondHand,
                    &["translated"],
                ),
            ],
            note: "Clockwise stands in the translated text only, and is a slip of the translation.",
        },
        OptionEntry {
            key: "extra-move",
            points: &["A2"],
            question: "Does a capture with the last seed earn another move?",
            values: &[
                value(
                    "compulsory",
                    "Yes, and it must be made if it can.",
                    Undecided,
                    &["mancala-world", "translated"],
                ),
                value(
                    "optional",
                    "Yes, and it may be declined.",
                    Undecided,
                    &["mancala-world"],
                ),
                value(
                    "none",
                    "No: the capture ends the turn.",
                    Attested,
                    &["wikipedia"],
                ),
            ],
            note: "Mancala World permits another move; an older version of the page does not \
                mention it. Permitted can be read as may or as must.",
        },
        OptionEntry {
            key: "last-seeds",
            points: &["A5"],
            question: "Who gets the last seeds?",
            values: &[
                value(
                    "last-capturer",
                    "The player who took the group before them. Tested at four seeds.",
                    SecondHand,
                    &["mancala-world-old", "translated"],
                ),
                value(
                    "first-last-seed-capturer",
                    "The player who first captured with a last seed in this game.",
                    Undecided,
                    &["translated"],
                ),
                value(
                    "first-capturer",
                    "The player who first captured in this game.",
                    Undecided,
                    &["translated"],
                ),
                value(
                    "starter-takes-8",
                    "The player who began the game, as soon as eight are left.",
                    Attested,
                    &["wikipedia"],
                ),
                value(
                    "mover-takes",
                    "The player to move, when four or fewer are left.",
                    Convention,
                    &["stoneshark"],
                ),
                value("unclaimed", "Nobody.", Convention, &[]),
                value(
                    "owner-of-row",
                    "Each player gets those of his row.",
                    Convention,
                    &[],
                ),
            ],
            note: "Pankhurst tells of a lottery; that passage could not be read. Two conventions \
                come from related games: the last capturer, and the first to make a certain \
                capture, whose wording in the translated text can mean the first capture with a \
                last seed or the first capture of all. Mancala World holds Wikipedia's rule, which \
                Pankhurst reports for a game of the Nuer, to be an error and unfair.",
        },
        OptionEntry {
            key: "last-seeds-tested",
            points: &["A6"],
            question: "When is it looked whether only the last seeds remain?",
            values: &[
                value("end-of-move", "When the sowing is over.", Convention, &[]),
                value(
                    "immediate",
                    "After every group taken, seeds in hand included.",
                    Convention,
                    &[],
                ),
            ],
            note: "Not said anywhere, and it matters: see the example in which eight seeds are \
                left.",
        },
        OptionEntry {
            key: "repetition",
            points: &["A8"],
            question: "What becomes of the seeds in play when a position occurs again?",
            values: &[
                value("unclaimed", "Nobody gets them.", Convention, &[]),
                value(
                    "row-owner",
                    "Each player gets those of his own row.",
                    Convention,
                    &[],
                ),
            ],
            note: "The sources are silent. Games can go round for ever: random ones have passed \
                4600 moves.",
        },
        OptionEntry {
            key: "never-ending",
            points: &["A9"],
            question: "What becomes of a move that never ends?",
            values: &[
                value(
                    "annul",
                    "The game is void. Where a value is needed it counts as a draw.",
                    Convention,
                    &[],
                ),
                value("illegal", "It cannot be chosen.", Convention, &[]),
                value("mover-loses", "Who plays it loses.", Convention, &[]),
            ],
            note: "None came up in two million random moves on the full board, the longest of \
                which had 30 laps. They do exist: on two rows of six, 373 were found in positions \
                that play can reach.",
        },
        OptionEntry {
            key: "lap-cap",
            points: &[],
            question: "After how many laps is a move given up?",
            values: &[
                value(
                    "off",
                    "Never: each move is followed until it ends or is proved never-ending.",
                    Convention,
                    &[],
                ),
                ValueEntry {
                    value: "N",
                    example: "200",
                    meaning: "After N laps. This is a policy and proves nothing.",
                    certainty: Convention,
                    sources: &[],
                },
            ],
            note: "",
        },
        OptionEntry {
            key: "at-lap-cap",
            points: &[],
            question: "What becomes of a move that reaches the lap cap?",
            values: &[
                value(
                    "never-ending",
                    "It counts as never-ending, whether it is or not.",
                    Convention,
                    &[],
                ),
                value(
                    "turn-ends",
                    "The turn ends, and the board stands as the last lap has left it.",
                    Convention,
                    &[],
                ),
            ],
            note: "Attested for Owela only. What the last lap would have captured or lifted stays where it lies.",
        },
    ],
    fixed: &[
        Point {
            id: "A3",
            question: "Who gets a group of four that is completed in mid-lap?",
            answer: "The owner of the hole's row, at once, whoever sows.",
            why: "All sources agree.",
            certainty: Attested,
            sources: &["mancala-world", "wikipedia", "stoneshark"],
        },
        Point {
            id: "A4",
            question: "What if a later seed of the same move falls into a hole that was emptied \
                so?",
            answer: "It counts from zero again.",
            why: "The group is removed at once.",
            certainty: Attested,
            sources: &["mancala-world", "stoneshark"],
        },
        Point {
            id: "A7",
            question: "May a player pass?",
            answer: "Only with an empty row; then he must.",
            why: "So the current page and the translated text. The older page and Wikipedia are \
                silent.",
            certainty: Attested,
            sources: &["mancala-world", "translated"],
        },
        Point {
            id: "A10",
            question: "Does the game stop when a player has more than half of the seeds?",
            answer: "No, it is played out.",
            why: "One program stops there, to save time. No description does.",
            certainty: Convention,
            sources: &[],
        },
    ],
    not_offered: &[
        NotOffered {
            what: "The lottery for the last seeds",
            points: &["A5"],
            told: "Pankhurst describes a lottery for the last four seeds.",
            because: "how it is drawn could not be read, and a game decided by lot cannot be \
                analysed.",
            sources: &["mancala-world"],
        },
        NotOffered {
            what: "The Anuak problem",
            points: &[],
            told: "Pankhurst (Ethiopia Observer 14 (3), 1971, p. 203) gives a difficult problem: \
                South to move and win.",
            because: "neither the position nor the solution could be found. No position is shown \
                under that name.",
            sources: &["translated"],
        },
    ],
    words: &[],
    words_note: "",
    examples: &[
        Example {
            shows: "A first move. All twelve take five laps, capture nothing and end in an empty \
                hole.",
            rules: &[],
            position: "anywoli 4x12/4x12 S",
            turn: "1",
            after: Some("anywoli 5,5,5,5,0,5,5,5,5,0,5,5/1,5,5,5,0,5,5,5,5,0,5,5 N 0-0"),
            told: "Four seeds reach hole 5, the five there hole 10, and so on round the board.",
        },
        Example {
            shows: "A group taken on the way and one with the last seed.",
            rules: &[],
            position: "anywoli 0x12/0x4,2,3,3,0x5 S",
            turn: "5",
            after: Some("anywoli 0,0,0,0,0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0,0,0,0,0 S 8-0 last:S"),
            told: "The first seed makes four in hole 6, the second in hole 7. Both groups are \
                South's, and he sows again if he can; here his row is empty.",
        },
        Example {
            shows: "Eight seeds left, looked at when the sowing is over.",
            rules: &[],
            position: "anywoli 2,0x11/3,3,0x10 N 44-44",
            turn: "12",
            after: Some("anywoli 0,0,0,0,0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0,0,0,0,0 N 48-48 last:N"),
            told: "North's first seed makes four for South, his last seed four for himself.",
        },
        Example {
            shows: "The same, looked at at once.",
            rules: &["last-seeds-tested=immediate"],
            position: "anywoli 2,0x11/3,3,0x10 N 44-44",
            turn: "12",
            after: Some("anywoli 0,0,0,0,0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0,0,0,0,0 S 52-44 last:S"),
            told: "When South has his four, four are left, the seed in hand included. They go to \
                South, who took the group before them.",
        },
    ],
    sources: &[
        source(
            "mancala-world",
            "Mancala World, page Anywoli (mancala.fandom.com/wiki/Anywoli), after Pankhurst 1971. \
                The rules are complete; the end of the page, with the lottery, is cut in the copy \
                that could be read. Its page Yit Nuri on the last eight seeds.",
            HowRead::Partly,
        ),
        source(
            "mancala-world-old",
            "Mancala World, an older version of the page Anywoli (oldid 8988).",
            HowRead::Partly,
        ),
        source(
            "wikipedia",
            "Wikipedia, article Anywoli (English, Italian, German).",
            HowRead::Complete,
        ),
        source(
            "stoneshark",
            "StoneShark/MancalaGames, game file Anywoli.txt. Its moves agree with this program's \
                in 300 random games.",
            HowRead::Complete,
        ),
        TRANSLATED,
    ],
};
