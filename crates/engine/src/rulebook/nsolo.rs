//! The book of Nsolo.

use super::Certainty::{Attested, Convention, SecondHand, Undecided};
use super::{
    Book, Example, HowRead, NotOffered, OptionEntry, Point, RulesetEntry, TRANSLATED, ValueEntry,
    clause, source, value,
};
use crate::kind::GameKind;

pub(super) static BOOK: Book = Book {
    game: GameKind::Nsolo,
    title: "Nsolo",
    other_names: &["Chisolo", "Nchombwa"],
    played_where: "Zambia and Malawi.",
    intro: "A sowing that ends in an empty front pit captures from the enemy front pit that faces \
        it, and the captor takes further stones of his choice. Captured stones leave the board. \
        Two families of rules are on record: single stones as a bonus (Ndola 1975, the default) \
        and whole holes (Sanderson 1913). The default is known only from a translated description; \
        Sanderson's page was read in full.",
    rules: &[
        clause(
            1,
            "The board has four rows of equal length. Each player owns the two rows nearest to \
                him, a back row (b1, b2, …) and a front row (f1, f2, …), counted from his own \
                left. Eight columns are the default.",
            Attested,
            &["translated", "sanderson"],
        ),
        clause(
            2,
            "At the start every pit holds two stones, except the rightmost front pit of each \
                player, which is empty.",
            Attested,
            &["translated", "sanderson"],
        ),
        clause(
            3,
            "In his turn a player lifts all stones of one of his pits that holds at least two. He \
                sows them one by one round his own two rows, counter-clockwise: along the back row \
                to the right, along the front row to the left.",
            Attested,
            &["translated", "sanderson"],
        ),
        clause(
            4,
            "If the last stone falls into an occupied pit, that pit is lifted and sown on. If it \
                falls into an empty pit, the sowing is over.",
            Attested,
            &["translated", "sanderson"],
        ),
        clause(
            5,
            "A player without a pit of two or more may move a single stone to the next pit, if \
                that pit is empty.",
            Attested,
            &["translated", "sanderson"],
        ),
        clause(
            6,
            "If the sowing ended in an empty front pit and the facing enemy front pit holds \
                stones, these are captured. The captor also takes as many single stones again, \
                from wherever he likes on the enemy's side. Where fewer are left he takes all of \
                them.",
            SecondHand,
            &["translated"],
        ),
        clause(
            7,
            "Captured stones leave the board. A capture ends the turn.",
            Attested,
            &["translated", "sanderson"],
        ),
        clause(
            8,
            "Who takes the opponent's last stones wins.",
            Attested,
            &["translated", "sanderson"],
        ),
        clause(
            9,
            "A player who has stones and no move loses.",
            Convention,
            &[],
        ),
        clause(
            10,
            "If a position occurs again with the same player to move, the game is drawn.",
            SecondHand,
            &["translated"],
        ),
        clause(
            11,
            "A move that never ends makes the game a draw. The program proves that a move never \
                ends; it does not guess.",
            Convention,
            &[],
        ),
    ],
    rulesets: &[
        RulesetEntry {
            name: "ndola",
            meaning: "The default, as described from Ndola (Zambia) in 1975: the front pit, and as \
                many single stones from anywhere.",
            sources: &["translated"],
        },
        RulesetEntry {
            name: "sanderson",
            meaning: "Nsolo of the Angoni as Sanderson describes it: both pits of the column and \
                one other whole hole. Without a player's permission to take less, the other hole \
                is always taken; see bonus.",
            sources: &["sanderson"],
        },
        RulesetEntry {
            name: "msuwa",
            meaning: "Sanderson's Msuwa: both pits of the column and two other whole holes, and \
                one stone in the second front pit from the right at the start.",
            sources: &["msuwa"],
        },
    ],
    options: &[
        OptionEntry {
            key: "setup",
            points: &[],
            question: "How are the stones laid out at the start?",
            values: &[
                value(
                    "two",
                    "Two in every pit but the rightmost front pit.",
                    Attested,
                    &["translated", "sanderson"],
                ),
                value(
                    "msuwa",
                    "The same with one stone in the front pit beside it.",
                    Attested,
                    &["msuwa"],
                ),
            ],
            note: "The totals given by the sources fit: 76 stones on ten columns, 92 on twelve, \
                156 on twenty, 284 on 36.",
        },
        OptionEntry {
            key: "capture",
            points: &["N1"],
            question: "What does a capture take?",
            values: &[
                value(
                    "ndola",
                    "The front pit, and as many single stones from anywhere.",
                    SecondHand,
                    &["translated", "mancala-world"],
                ),
                value(
                    "sanderson",
                    "Both pits of the column, and one other whole hole. The other hole is taken \
                        also where the back pit was empty.",
                    Attested,
                    &["sanderson"],
                ),
                value(
                    "msuwa",
                    "Both pits of the column, and two other whole holes.",
                    Attested,
                    &["msuwa"],
                ),
            ],
            note: "Mancala World's page on captures knows both families: as many stones again in \
                some games, one to three other holes in others. Ludii grants the other holes only \
                where both pits of the column were taken. For Nsolo that misreads Sanderson.",
        },
        OptionEntry {
            key: "bonus",
            points: &["N4"],
            question: "Must the whole bonus be taken?",
            values: &[
                value("exact", "Yes, as far as there are stones.", Convention, &[]),
                value(
                    "up-to-k",
                    "No: the captor takes as much of it as he likes.",
                    Undecided,
                    &["translated", "sanderson"],
                ),
            ],
            note: "The translated text says that the captor is entitled to the bonus, Sanderson \
                that he can take it. Both wordings permit to take less, and neither says so.",
        },
        OptionEntry {
            key: "singleton-captures",
            points: &["N6"],
            question: "Can moving a single stone capture?",
            values: &[
                value(
                    "yes",
                    "Yes: it is a sowing like any other.",
                    Convention,
                    &[],
                ),
                value("no", "No.", Convention, &[]),
            ],
            note: "The sources are silent. Ludii's code for Nsolo does not capture here.",
        },
        OptionEntry {
            key: "stuck",
            points: &["N9"],
            question: "What happens to a player who has stones but no move?",
            values: &[
                value("loses", "He loses.", Convention, &[]),
                value("pass", "He passes.", Convention, &[]),
            ],
            note: "It takes one stone in every single pit, which hardly comes up in play.",
        },
        OptionEntry {
            key: "never-ending",
            points: &["N10"],
            question: "What becomes of a move that never ends?",
            values: &[
                value("annul", "The game is a draw.", Convention, &[]),
                value("illegal", "It cannot be chosen.", Convention, &[]),
                value("mover-loses", "Who plays it loses.", Convention, &[]),
            ],
            note: "A draw is in the spirit of the rule on repeated positions. No first move on 8 \
                to 36 columns is never-ending.",
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
            key: "repetition-draws",
            points: &["N10"],
            question: "Is the game drawn when a position occurs again?",
            values: &[
                value(
                    "yes",
                    "Yes, at the first recurrence with the same player to move.",
                    SecondHand,
                    &["translated"],
                ),
                value("no", "No: play goes on.", Convention, &[]),
            ],
            note: "The text says that the exact position must repeat, not how often.",
        },
    ],
    fixed: &[
        Point {
            id: "N2",
            question: "Is the bonus made of whole holes or of single stones?",
            answer: "In ruleset ndola of single stones, spread over the pits as the captor likes; \
                in sanderson and msuwa of whole holes.",
            why: "The translated text says an equal number of enemy stones from any point. That is \
                a number of stones, so holes need not be emptied.",
            certainty: SecondHand,
            sources: &["translated", "sanderson"],
        },
        Point {
            id: "N3",
            question: "What if fewer stones are left than the bonus asks for?",
            answer: "All of them are taken, and the game is won.",
            why: "The sources are silent. No other answer suggests itself.",
            certainty: Convention,
            sources: &[],
        },
        Point {
            id: "N5",
            question: "In the default rules, is the back pit of the column captured with the front \
                pit?",
            answer: "No. Its stones may be taken as bonus.",
            why: "The translated text names the front pit only.",
            certainty: SecondHand,
            sources: &["translated"],
        },
        Point {
            id: "N7",
            question: "What if the facing front pit is empty and the back pit behind it is not?",
            answer: "Nothing is captured.",
            why: "Sanderson: nothing is taken unless a hole of the front row is attacked first. \
                The translated text agrees.",
            certainty: Attested,
            sources: &["sanderson", "translated"],
        },
        Point {
            id: "N8",
            question: "Does a sowing that ends in an occupied pit capture?",
            answer: "No: it is sown on.",
            why: "All texts agree. Ludii's code for Nsolo does the opposite, against its own text, \
                and was not used.",
            certainty: Attested,
            sources: &["sanderson", "ludii", "translated"],
        },
        Point {
            id: "N11",
            question: "How many columns may the board have?",
            answer: "2 to 36. The sources give 8 to 36.",
            why: "The translated text has 8 to 36 columns, Sanderson even numbers from 10 to 20. \
                Smaller boards serve research.",
            certainty: SecondHand,
            sources: &["translated", "sanderson"],
        },
        Point {
            id: "N12",
            question: "Which way are stones sown?",
            answer: "Counter-clockwise.",
            why: "Sanderson: right to left in the front row, left to right in the back row.",
            certainty: Attested,
            sources: &["sanderson"],
        },
        Point {
            id: "N13",
            question: "Is the turn over after a capture?",
            answer: "Yes.",
            why: "Sanderson: a move ends on taking, or on an empty hole that is not opposed.",
            certainty: Attested,
            sources: &["sanderson"],
        },
    ],
    not_offered: &[NotOffered {
        what: "Chisolo of the Ila",
        points: &[],
        told: "A game of the same name with three stones in the back pits and a graded front row. \
            Games of 20 and 116 moves were recorded by Smith and Dale.",
        because: "it is another game, and its rules were read only in part.",
        sources: &["mancala-world"],
    }],
    words: &[],
    words_note: "",
    examples: &[
        Example {
            shows: "The shortest capture from the start.",
            rules: &[],
            position: "nsolo 2x8/0,2x7/2x7,0/2x8 S",
            turn: "b7:b3x2",
            after: Some("nsolo 2,2,2,2,2,0,2,2/0,2,2,2,2,2,2,0/2,2,2,2,2,2,2,1/2,2,2,2,2,2,0,3 N"),
            told: "The two stones of b7 end in f8, which was empty. The two stones of the facing \
                pit are captured, and two more of the captor's choice: here both from the pit that \
                its owner calls b3.",
        },
        Example {
            shows: "The same move by Sanderson's rules.",
            rules: &["capture=sanderson"],
            position: "nsolo 2x8/0,2x7/2x7,0/2x8 S",
            turn: "b7:b3",
            after: Some("nsolo 2,2,2,2,2,0,2,0/0,2,2,2,2,2,2,0/2,2,2,2,2,2,2,1/2,2,2,2,2,2,0,3 N"),
            told: "Both pits of the column and one other hole are emptied.",
        },
    ],
    sources: &[
        source(
            "sanderson",
            "M. G. Sanderson, Native games of Central Africa, Journal of the Royal Anthropological \
                Institute 43 (1913) 726-736, section on Nchombwa or Nsolo, at \
                healthy.uwaterloo.ca/museum.",
            HowRead::Complete,
        ),
        source(
            "msuwa",
            "Ludii Games Database and game file Msuwa, after Sanderson 1913: 735.",
            HowRead::Complete,
        ),
        source(
            "ludii",
            "Ludii Games Database and game file Nsolo, after Sanderson 1913. Its code contradicts \
                its text.",
            HowRead::Complete,
        ),
        source(
            "mancala-world",
            "Mancala World, pages Capturing and Chisolo I (mancala.fandom.com). No page on Nsolo \
                could be read.",
            HowRead::Partly,
        ),
        TRANSLATED,
    ],
};
