//! The book of Bao Kingulu.

use super::Certainty::{Attested, Convention, SecondHand, Undecided};
use super::{
    Book, Example, HowRead, NotOffered, OptionEntry, Point, RulesetEntry, TRANSLATED, ValueEntry,
    Word, clause, source, value,
};
use crate::kind::GameKind;

pub(super) static BOOK: Book = Book {
    game: GameKind::BaoKingulu,
    title: "Bao Kingulu",
    other_names: &[],
    played_where: "Tanzania, where Klamroth described it in 1911.",
    intro: "Both players sow round one board of two rows. A seed that ends in an empty hole at \
        home captures what lies opposite. A seed that makes four in an enemy hole reserves that \
        hole for good. All that is known comes from one page of Mancala World, which retells \
        Klamroth 1911. There is no second description, and no published game to test the rules on. \
        Where the page is silent the program had to choose.",
    rules: &[
        clause(
            1,
            "The board has two rows of six holes, numbered 1 to 6 from each player's left. Each \
                hole holds four seeds at the start. Captured seeds leave the board.",
            SecondHand,
            &["mancala-world", "translated"],
        ),
        clause(
            2,
            "In his turn a player lifts all seeds of a hole of his row that is not reserved; one \
                seed is enough. He sows them counter-clockwise, along his row to the right and \
                then along the enemy's row.",
            SecondHand,
            &["mancala-world", "translated"],
        ),
        clause(
            3,
            "If the last seed falls into an occupied hole, all seeds of that hole are lifted and \
                sown on. Rules 4, 6 and 7 are exceptions.",
            SecondHand,
            &["mancala-world", "translated"],
        ),
        clause(
            4,
            "A move is illegal if its first lap ends in an occupied hole of the player's own row. \
                A hole of his row that the opponent has reserved does not count.",
            SecondHand,
            &["mancala-world", "translated"],
        ),
        clause(
            5,
            "If the last seed falls into an empty hole, the move is over. If that hole is in the \
                player's own row and the hole opposite holds seeds, he captures these and the \
                capturing seed. From a reserved hole nothing is captured.",
            SecondHand,
            &["mancala-world", "translated"],
        ),
        clause(
            6,
            "Kuweka mtoto: if the last seed of a lap makes four in an enemy hole, that hole is \
                reserved for the player for good, and the move is over. The last seed but one of \
                that lap is moved into the hole too, so that it holds five. It is not moved if the \
                lap had one seed only, or if it fell into a hole that the opponent has reserved.",
            SecondHand,
            &["mancala-world", "translated"],
        ),
        clause(
            7,
            "Seeds that fall into a reserved hole belong to the player who reserved it. The hole \
                is never lifted. A lap that ends there ends the move.",
            Undecided,
            &["mancala-world", "translated"],
        ),
        clause(
            8,
            "The game ends when the player to move has no legal move. Each player counts his \
                captured seeds, the seeds of his row that are not reserved, and the seeds of the \
                holes that he has reserved. The higher count wins; equal counts are a draw.",
            SecondHand,
            &["mancala-world", "translated"],
        ),
        clause(
            9,
            "A move that never ends cannot be chosen. The program proves that a move never ends; \
                it does not guess.",
            Convention,
            &[],
        ),
        clause(
            10,
            "If a position occurs again with the same player to move, the game ends. Captured \
                seeds and reserved holes are counted, and nobody gets the rest.",
            Convention,
            &[],
        ),
    ],
    rulesets: &[RulesetEntry {
        name: "klamroth",
        meaning: "The only ruleset: Klamroth 1911 as Mancala World gives it, with the readings \
            named below.",
        sources: &["klamroth", "mancala-world"],
    }],
    options: &[
        OptionEntry {
            key: "reserved-seeds",
            points: &["K2"],
            question: "What happens to seeds that fall into a reserved hole?",
            values: &[
                value(
                    "in-hole",
                    "They stay in the hole and count for its owner at the end.",
                    Undecided,
                    &["mancala-world"],
                ),
                value(
                    "bank",
                    "They go to the owner's store at once; the founding seeds stay.",
                    Undecided,
                    &["translated"],
                ),
            ],
            note: "Mancala World calls such seeds captured by the owner; the translated text has \
                them recorded at once. With end-in-reserved=stop the score is the same either way.",
        },
        OptionEntry {
            key: "end-in-reserved",
            points: &["K3"],
            question: "What happens when a lap ends in a reserved hole?",
            values: &[
                value(
                    "stop",
                    "The move ends.",
                    Undecided,
                    &["mancala-world", "relatives"],
                ),
                value(
                    "relay",
                    "The hole is lifted and sown on, like any occupied hole. With \
                        reserved-seeds=bank the move ends nevertheless, since the seed is gone.",
                    Undecided,
                    &["mancala-world"],
                ),
            ],
            note: "The page does not say. That a move may end its first lap in such a hole is \
                clear from the exception in rule 4, and seeds that are captured cannot be sown on. \
                Two related games stop there. Read literally, an occupied hole means another lap.",
        },
        OptionEntry {
            key: "sow-from-reserved",
            points: &["K4"],
            question: "May the owner sow from a hole that he has reserved?",
            values: &[
                value("yes", "Yes.", Convention, &[]),
                value("no", "No.", Convention, &["relatives"]),
            ],
            note: "The page is silent. The related games forbid it.",
        },
        OptionEntry {
            key: "penultimate",
            points: &["K7"],
            question: "Does the last seed but one join a newly reserved hole also from a reserved \
                one?",
            values: &[
                value(
                    "not-from-enemy",
                    "Unless the opponent has reserved that hole: the seed is then already \
                        captured.",
                    Convention,
                    &[],
                ),
                value(
                    "always",
                    "Yes, from any hole.",
                    SecondHand,
                    &["mancala-world"],
                ),
                value(
                    "never-from-reserved",
                    "No, from no reserved hole.",
                    Convention,
                    &[],
                ),
            ],
            note: "The page makes no exception, which taken literally means always. It comes up \
                often: 498 times in 4000 random games.",
        },
        OptionEntry {
            key: "skip-origin",
            points: &["K12"],
            question: "Does a sowing of a whole round or more skip the hole that it came from?",
            values: &[
                value("yes", "Yes.", Convention, &[]),
                value("no", "No.", Convention, &[]),
            ],
            note: "The page is silent.",
        },
        OptionEntry {
            key: "never-ending",
            points: &["K11"],
            question: "What becomes of a move that never ends?",
            values: &[
                value(
                    "annul",
                    "The game is void. Where a value is needed it counts as a draw.",
                    Convention,
                    &[],
                ),
                value("illegal", "It cannot be chosen.", Convention, &["donkers"]),
                value("mover-loses", "Who plays it loses.", Convention, &[]),
            ],
            note: "The page is silent, and such moves exist. In the Bao of Zanzibar they are \
                illegal.",
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
        OptionEntry {
            key: "repetition",
            points: &["K14"],
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
            note: "The page is silent.",
        },
    ],
    fixed: &[
        Point {
            id: "K1",
            question: "Which first laps are forbidden?",
            answer: "Those that end in an own hole that was occupied before the last seed fell, \
                unless the opponent has reserved it. An enemy hole of three is no obstacle.",
            why: "Both texts speak of the player's own row only, and except a hole captured by his \
                opponent.",
            certainty: SecondHand,
            sources: &["mancala-world", "translated"],
        },
        Point {
            id: "K5",
            question: "Can seeds be captured from a reserved hole?",
            answer: "No. If the hole opposite is reserved nothing is captured, and the capturing \
                seed stays.",
            why: "The page is silent. The seeds of a reserved hole are captured already.",
            certainty: Convention,
            sources: &[],
        },
        Point {
            id: "K6",
            question: "Can a reserved hole be the empty hole that captures?",
            answer: "No.",
            why: "A reserved hole is never empty, unless its owner may sow from it; and then a lap \
                that ends there ends the move.",
            certainty: Convention,
            sources: &[],
        },
        Point {
            id: "K8",
            question: "What is a capture by a singleton, in which no second seed is moved?",
            answer: "One by a lap of one seed. Only a first lap can have one seed.",
            why: "Mancala World speaks of a singleton, the translated text of a move made from a \
                singleton. Both come to the same. A related game forbids the reservation \
                altogether in that case.",
            certainty: SecondHand,
            sources: &["mancala-world", "translated", "relatives"],
        },
        Point {
            id: "K9",
            question: "Can a hole that is reserved already be reserved again?",
            answer: "No.",
            why: "A reserved hole is not sown on, so four cannot be made in it anew.",
            certainty: Convention,
            sources: &[],
        },
        Point {
            id: "K10",
            question: "Is the last seed but one that of the move or that of the lap?",
            answer: "They are the same: the seed that fell before the last one.",
            why: "A move ends with its last lap.",
            certainty: SecondHand,
            sources: &["mancala-world"],
        },
        Point {
            id: "K13",
            question: "Does the game end when only the player to move has no move?",
            answer: "Yes. The seeds left in a row count for the owner of that row.",
            why: "The page ends the game if a player has no move left. That is looked at when his \
                turn comes.",
            certainty: SecondHand,
            sources: &["mancala-world"],
        },
    ],
    not_offered: &[NotOffered {
        what: "Reservation forbidden to singletons",
        points: &["K8"],
        told: "In a related game of two rows of seven, a lap of one seed cannot make a child at \
            all.",
        because: "it is a rule of another game, and the text on Bao Kingulu says otherwise.",
        sources: &["relatives"],
    }],
    words: &[Word {
        word: "kuweka mtoto",
        literally: "to put a child",
        meaning: "To make four in an enemy hole and so reserve it.",
        certainty: Attested,
        sources: &["mancala-world"],
    }],
    words_note: "",
    examples: &[
        Example {
            shows: "A first move that captures. Holes 1 and 2 are illegal at the start.",
            rules: &[],
            position: "bao-kingulu 4x6/4x6 S",
            turn: "3",
            after: Some("bao-kingulu 1,0,6,6,0,1/6,6,2,7,0,6 N 7-0"),
            told: "Five laps. The last seed falls into the player's own hole 5, which was empty, \
                and captures the six seeds opposite and itself.",
        },
        Example {
            shows: "A hole reserved, with the last seed but one.",
            rules: &[],
            position: "bao-kingulu 2,0,0,0,3,1/0,0,0,0,0,2 S",
            turn: "6",
            after: Some("bao-kingulu 2,0,0,0,5*,1/0,0,0,0,0,0 N 0-0"),
            told: "The second seed makes four. The first, which fell into the hole before, joins \
                them.",
        },
        Example {
            shows: "A hole reserved by a single seed.",
            rules: &[],
            position: "bao-kingulu 2,0,0,0,0,3/0,0,0,0,0,1 S",
            turn: "6",
            after: Some("bao-kingulu 2,0,0,0,0,4*/0,0,0,0,0,0 N 0-0"),
            told: "The lap has one seed, so the hole holds four.",
        },
        Example {
            shows: "A move that never ends, played under a rule that lets it be chosen.",
            rules: &["never-ending=annul"],
            position: "bao-kingulu 2,14,2,3,4,0/0,2,1,0,2,1 N",
            turn: "6",
            after: None,
            told: "Nothing is reserved and nothing is captured; the board is the same again after \
                986 laps.",
        },
    ],
    sources: &[
        source(
            "klamroth",
            "M. Klamroth, 1911. Not seen; all that is known of it is what Mancala World retells.",
            HowRead::SecondHand,
        ),
        source(
            "mancala-world",
            "Mancala World, page Bao Kingulu (mancala.fandom.com/wiki/Bao_Kingulu).",
            HowRead::Complete,
        ),
        source(
            "relatives",
            "Two related games: Bao on two rows of seven, after Russ, in StoneShark/MancalaGames \
                (Bao.txt); and Layli Goobalay, Mancala World.",
            HowRead::Complete,
        ),
        source(
            "donkers",
            "Donkers, on the rules of the Bao of Zanzibar.",
            HowRead::SecondHand,
        ),
        TRANSLATED,
    ],
};
