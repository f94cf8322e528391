//! The book of Owela.

use super::Certainty::{Attested, Convention, Undecided};
use super::{
    Book, Example, HowRead, NotOffered, OptionEntry, Point, RulesetEntry, TRANSLATED, ValueEntry,
    Word, clause, source, value,
};
use crate::kind::GameKind;

pub(super) static BOOK: Book = Book {
    game: GameKind::Owela,
    title: "Owela, or ǁHus",
    other_names: &["Hus", "Otjitoto", "Huts", "Lochspiel"],
    played_where: "Namibia and its neighbours, among the Nama, Damara, Herero, Ovambo, Kwangari \
        and others; a form from Benguela in Angola is described too.",
    intro: "Each player sows round his own two rows. Captured seeds are sown on from the pit that \
        captured. There are no reverse moves and no special wins. The default rules are those of \
        the English Wikipedia; other accounts differ in the set-up and in what can be captured.",
    rules: &[
        clause(
            1,
            "The board has four rows of equal length. Each player owns the two rows nearest to \
                him, a back row (b1, b2, …) and a front row (f1, f2, …), counted from his own \
                left. Eight columns are the default.",
            Attested,
            &["wikipedia", "mancala-world"],
        ),
        clause(
            2,
            "At the start each back pit and each pit of the right half of the front row holds two \
                seeds.",
            Attested,
            &["wikipedia", "mancala-world", "nama", "boardgames"],
        ),
        clause(
            3,
            "In his turn a player lifts all seeds of one of his pits that holds at least two. He \
                sows them one by one round his own two rows, counter-clockwise: along the back row \
                to the right, along the front row to the left.",
            Attested,
            &["wikipedia", "nama", "damara", "benguela"],
        ),
        clause(
            4,
            "If the last seed falls into an empty pit of either row, the turn is over.",
            Attested,
            &["wikipedia", "nama", "damara", "benguela"],
        ),
        clause(
            5,
            "If the last seed falls into an occupied front pit and both enemy pits of that column \
                are occupied, their contents are captured and sown on, the first of them into the \
                pit after the one just reached. The player's own pit keeps its seeds.",
            Attested,
            &["wikipedia", "damara", "translated"],
        ),
        clause(
            6,
            "In any other occupied pit the sowing goes on: all seeds of that pit are lifted and \
                sown from there.",
            Attested,
            &["wikipedia", "nama", "damara", "benguela"],
        ),
        clause(
            7,
            "A player who must move and has no pit of two or more seeds loses.",
            Attested,
            &["wikipedia", "damara", "benguela"],
        ),
        clause(
            8,
            "A move that never ends makes the game void. The program proves that a move never \
                ends; it does not guess.",
            Convention,
            &[],
        ),
        clause(
            9,
            "If a position occurs again with the same player to move, the game is drawn.",
            Convention,
            &[],
        ),
    ],
    rulesets: &[
        RulesetEntry {
            name: "owela",
            meaning: "The default, as in the English Wikipedia: the right half of the front row is \
                filled, and both pits of a column must be occupied to be captured.",
            sources: &["wikipedia"],
        },
        RulesetEntry {
            name: "hus",
            meaning: "The same set-up; an occupied front pit suffices for a capture.",
            sources: &["mancala-world", "nama", "boardgames"],
        },
        RulesetEntry {
            name: "half-minus-one",
            meaning: "The default rules with one pit fewer filled in each front row, so that four \
                pits in the middle stay empty. Mancala World and the German Wikipedia mean this by \
                Owela.",
            sources: &["mancala-world", "german", "benguela"],
        },
        RulesetEntry {
            name: "four",
            meaning: "The default rules with the four rightmost front pits filled on boards of \
                every size, as told of the Damara.",
            sources: &["damara"],
        },
        RulesetEntry {
            name: "mcgill",
            meaning: "The rules of a university course, whose engine gives figures to compare \
                with: an occupied front pit suffices, and each player's first turn captures \
                nothing. Its board has sixteen columns.",
            sources: &["mcgill"],
        },
    ],
    options: &[
        OptionEntry {
            key: "setup",
            points: &["W1"],
            question: "Which front pits are filled at the start?",
            values: &[
                value(
                    "half",
                    "The right half, the middle pit included where their number is odd. Each \
                        player has three seeds a column.",
                    Attested,
                    &["wikipedia", "mancala-world", "nama", "boardgames"],
                ),
                value(
                    "half-minus-one",
                    "One pit fewer. Each player has two seeds fewer.",
                    Attested,
                    &["mancala-world", "german", "benguela"],
                ),
                value(
                    "four",
                    "The four rightmost. Each player has two seeds a column and eight more.",
                    Attested,
                    &["damara", "wikipedia"],
                ),
            ],
            note: "Wikipedia says the four rightmost and shows eight columns, where half and four \
                are the same. On six columns four overlaps the enemy's seeds and allows captures \
                in the first move; the other two never do. That the middle pit of an odd row is \
                filled is a convention for half.",
        },
        OptionEntry {
            key: "capture",
            points: &["W2"],
            question: "What must the facing column hold to be captured?",
            values: &[
                value(
                    "both",
                    "Seeds in both pits.",
                    Attested,
                    &["wikipedia", "damara"],
                ),
                value(
                    "inner-suffices",
                    "Seeds in the front pit. The back pit is taken along, empty or not.",
                    Attested,
                    &["mancala-world", "boardgames", "nama", "benguela"],
                ),
            ],
            note: "Of the Nama game Ludii gives two wordings: its game file lets the front pit \
                suffice, its database asks for both.",
        },
        OptionEntry {
            key: "direction",
            points: &["W4"],
            question: "Which way are seeds sown?",
            values: &[
                value(
                    "counter-clockwise",
                    "Along the own back row from left to right.",
                    Attested,
                    &["wikipedia", "mancala-world", "nama", "damara", "benguela"],
                ),
                value(
                    "clockwise",
                    "Along the own back row from right to left. The set-up is mirrored with it.",
                    Attested,
                    &["rule-sheets"],
                ),
            ],
            note: "Rule sheets of toy makers sow clockwise from the set-up on the right, \
                unmirrored. Such a game can be played from a given position.",
        },
        OptionEntry {
            key: "first-turn-captures",
            points: &[],
            question: "Do players capture in their first turns?",
            values: &[
                value(
                    "yes",
                    "Yes, from the first turn on.",
                    Attested,
                    &["wikipedia", "mancala-world"],
                ),
                value(
                    "no",
                    "No: such a landing is an ordinary relay.",
                    Attested,
                    &["mcgill"],
                ),
            ],
            note: "No description of the game as played has such a ban.",
        },
        OptionEntry {
            key: "hus-nama-opening",
            points: &["W7"],
            question: "Do the players begin with one of the four set moves of the Nama?",
            values: &[
                value(
                    "off",
                    "No: the first move is like any other.",
                    Attested,
                    &["wikipedia", "mancala-world", "damara", "benguela"],
                ),
                value(
                    "chosen",
                    "Yes: each player chooses one of the four.",
                    Undecided,
                    &["nama"],
                ),
                value(
                    "copied",
                    "Yes: the first player chooses, and the second makes the same move.",
                    Undecided,
                    &["nama"],
                ),
            ],
            note: "Two seeds are lifted and put one each into two front pits, and the turn is \
                over; the move is written with `=`. On sixteen columns: b10 to f11 and f12; b9 to \
                f10 and f11; f9 to f10 and f11; b8 to f9 and f10. On other even boards of eight \
                columns and more the pits keep their distance from the middle. Ludii's database \
                has the opponent copy; its game file lets each player choose, and starts the \
                second move in b11. That the sowing does not go on is this program's reading.",
        },
        OptionEntry {
            key: "never-ending",
            points: &["W9"],
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
            note: "That such moves exist is known from the author of a Hus program, who gives a \
                position. What players do about them is not told.",
        },
        OptionEntry {
            key: "lap-cap",
            points: &["W9"],
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
                    example: "100",
                    meaning: "After N laps. This is a policy and proves nothing.",
                    certainty: Attested,
                    sources: &["agsteiner", "mcgill"],
                },
            ],
            note: "One Hus program stops after 100 sowings, the course engine after 200. Of nine \
                moves that the course's cap cut off, five never end and four end after 292 to 536 \
                laps.",
        },
        OptionEntry {
            key: "at-lap-cap",
            points: &["W9"],
            question: "What becomes of a move that reaches the lap cap?",
            values: &[
                value(
                    "never-ending",
                    "It counts as never-ending, whether it is or not.",
                    Attested,
                    &["mcgill"],
                ),
                value(
                    "turn-ends",
                    "The turn ends, and the board stands as the last lap has left it.",
                    Attested,
                    &["agsteiner"],
                ),
            ],
            note: "The page with the program that stops after 100 sowings says that the turn then ends and the board \
                stands. What the last lap would have captured or lifted stays where it lies.",
        },
        OptionEntry {
            key: "repetition-draws",
            points: &["W10"],
            question: "Is the game drawn when a position occurs again?",
            values: &[
                value("yes", "Yes, at the first recurrence.", Convention, &[]),
                value("no", "No: play goes on.", Convention, &[]),
            ],
            note: "The sources are silent.",
        },
        OptionEntry {
            key: "columns",
            points: &["W6"],
            question: "How many columns has the board where nothing else says so?",
            values: &[
                value(
                    "8",
                    "Eight.",
                    Attested,
                    &["wikipedia", "mancala-world", "german"],
                ),
                value("16", "Sixteen.", Attested, &["nama", "mcgill"]),
            ],
            note: "This is the size of owela:start. A start that names its columns, such as \
                owela:start:12, and a written position have their own.",
        },
    ],
    fixed: &[
        Point {
            id: "W3",
            question: "After which pit are captured seeds sown on?",
            answer: "The pit that captured; the first seed falls into the pit after it.",
            why: "All accounts agree. It is the main difference to Omweso.",
            certainty: Attested,
            sources: &[
                "wikipedia",
                "mancala-world",
                "nama",
                "damara",
                "benguela",
                "boardgames",
            ],
        },
        Point {
            id: "W5",
            question: "May a single seed be sown?",
            answer: "No: a move starts from a pit of at least two.",
            why: "All texts agree. Only Ludii's code for the Damara game allows it, against its \
                own text.",
            certainty: Attested,
            sources: &["wikipedia", "nama", "damara", "benguela"],
        },
        Point {
            id: "W6",
            question: "How many columns may the board have?",
            answer: "2 to 36, even or odd. Six to 24 is what the sources give.",
            why: "Wikipedia has 6 to 24 columns, Mancala World 8 to 16 and up to 24 in teams, the \
                German Wikipedia even numbers from 8 to 16 and up to 32 in teams. The accounts of \
                the Nama have 16 to 22, of the Damara 12 to 24, of Benguela 12 to 20 with odd \
                numbers too. Smaller boards serve research.",
            certainty: Attested,
            sources: &[
                "wikipedia",
                "mancala-world",
                "german",
                "nama",
                "damara",
                "benguela",
            ],
        },
        Point {
            id: "W8",
            question: "What happens when the last seed falls into an empty front pit?",
            answer: "The turn is over, without capture.",
            why: "One text says so of empty back pits only, which is an omission: it has no other \
                rule for the front row.",
            certainty: Attested,
            sources: &["wikipedia", "nama", "damara", "benguela"],
        },
    ],
    not_offered: &[
        NotOffered {
            what: "The opening move of the Damara",
            points: &["W7"],
            told: "Ludii's database says of the Damara too that play begins with a stylised move.",
            because: "what that move is could not be read.",
            sources: &["damara"],
        },
        NotOffered {
            what: "Play in teams",
            points: &["W6"],
            told: "On long boards several players share a side.",
            because: "it changes nothing in the rules of a move.",
            sources: &["mancala-world", "german"],
        },
    ],
    words: &[
        Word {
            word: "gomate",
            literally: "cows",
            meaning: "The seeds or stones.",
            certainty: Attested,
            sources: &["mancala-world"],
        },
        Word {
            word: "ǁhuti",
            literally: "holes",
            meaning: "The pits of the board.",
            certainty: Attested,
            sources: &["mancala-world"],
        },
        Word {
            word: "owela",
            literally: "",
            meaning: "The Oshiwambo name of the game. ǁHus is the Khoekhoe name.",
            certainty: Attested,
            sources: &["wikipedia"],
        },
    ],
    words_note: "",
    examples: &[
        Example {
            shows: "A first move from the default set-up.",
            rules: &[],
            position: "owela 2x8/2x4,0x4/0x4,2x4/2x8 S",
            turn: "b1",
            after: Some("owela 2,2,2,2,2,2,2,2/2,2,2,2,0,0,0,0/0,1,1,1,0,3,3,0/0,3,0,3,3,0,3,3 N"),
            told: "Five laps, no capture.",
        },
        Example {
            shows: "A capture sown on from the pit that captured.",
            rules: &[],
            position: "owela 0x7,2/0x7,3/0x7,1/0x6,2,0 S",
            turn: "b7",
            after: Some("owela 0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,1,1,1,1,1,2/0,0,0,0,0,0,0,1 N"),
            told: "The two seeds of b7 reach f8, which was occupied, and capture five. These are \
                sown from f7 on.",
        },
        Example {
            shows: "The published move that never ends.",
            rules: &[],
            position: "owela 0x8/0x8/0,8,0,1,0,1,0,1/2,3,4,1,2,2,1,4 S",
            turn: "b5",
            after: None,
            told: "The author of a Hus program gives the rows, not the pit. With nothing to \
                capture only b5 never ends: the board is the same again after 434 laps. The page \
                speaks of 343 sowings for a position met in testing.",
        },
    ],
    sources: &[
        source(
            "wikipedia",
            "Wikipedia, article Owela (English), and its older text ǁHus.",
            HowRead::Complete,
        ),
        source(
            "german",
            "Wikipedia, article Owela (German), in copies at de.zxc.wiki and de.wiki.li.",
            HowRead::Complete,
        ),
        source(
            "mancala-world",
            "Mancala World, pages Hus and Owela (mancala.fandom.com). Introduction and set-up; the \
                rest in copies.",
            HowRead::Partly,
        ),
        source(
            "nama",
            "Ludii, game file Hus (Nama) and its database, after Schultze 1907: 313-315. The two \
                differ; Schultze's German text stands in the database and was read only in its \
                first sentences.",
            HowRead::Partly,
        ),
        source(
            "damara",
            "Ludii, game file Hus (Damara) and its database, after Vedder 1923: 95-96, with the \
                variant of Wagner 1918: 47-51.",
            HowRead::Partly,
        ),
        source(
            "benguela",
            "Ludii, Owela (Benguela), after Silva 1995.",
            HowRead::Complete,
        ),
        source(
            "boardgames",
            "boardgamesoftheworld.com, page Hus.",
            HowRead::Complete,
        ),
        source(
            "rule-sheets",
            "Rule sheets of toy makers: Gerhards 1999 (ludorium.at) and solve-it-puzzles.com.",
            HowRead::Partly,
        ),
        source(
            "agsteiner",
            "agsteiner.neocities.org, rules of a Hus program, with a position that never ends.",
            HowRead::Partly,
        ),
        source(
            "mcgill",
            "McGill University, COMP 424: rules, engine and game records of a course on Hus.",
            HowRead::Partly,
        ),
        TRANSLATED,
    ],
};
