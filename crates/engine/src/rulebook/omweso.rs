//! The book of Omweso.

use super::Certainty::{Attested, Convention, SecondHand, Undecided};
use super::{
    Book, Example, HowRead, NotOffered, OptionEntry, Point, RulesetEntry, TRANSLATED, ValueEntry,
    Word, clause, source, value,
};
use crate::kind::GameKind;

pub(super) static BOOK: Book = Book {
    game: GameKind::Omweso,
    title: "Omweso",
    other_names: &["Mweso"],
    played_where: "Uganda, above all Buganda; close relatives are played in Rwanda and Tanzania.",
    intro: "Each player sows round his own sixteen pits. Captured seeds are not kept: they are \
        sown on, from where the capturing lap began. Four pits may be sown backwards where that \
        captures at once. The default rules join the account of Shackell, as the Ludii project \
        gives it, with Wikipedia and with the tournament points of Mancala World. No full \
        description could be read in the original.",
    rules: &[
        clause(
            1,
            "The board has four rows of eight pits. Each player owns the two rows nearest to him, \
                a back row and a front row. His pits are named b1 to b8 and f1 to f8 from his own \
                left. The 64 seeds never leave the board.",
            Attested,
            &["ludii", "wikipedia", "mcgill"],
        ),
        clause(
            2,
            "At the start each back pit holds four seeds. Players may agree on any other \
                arrangement of 32 seeds each; such a game starts from a given position.",
            Attested,
            &["wikipedia", "mcgill", "braunholtz"],
        ),
        clause(
            3,
            "In his turn a player lifts all seeds of one of his pits that holds at least two. He \
                sows them one by one round his own two rows, counter-clockwise: along the back row \
                to the right, along the front row to the left. A long sowing does not skip the pit \
                that it came from.",
            Attested,
            &["ludii", "mcgill", "wernham"],
        ),
        clause(
            4,
            "If the last seed falls into an empty pit, the turn is over.",
            Attested,
            &["ludii", "wikipedia", "mcgill"],
        ),
        clause(
            5,
            "If the last seed falls into an occupied front pit and both enemy pits of that column \
                are occupied, their contents are captured. The player's own pit keeps its seeds. \
                The captured seeds are sown on, the first of them into the pit after the one in \
                which the capturing lap began. They may capture again, and are then sown from the \
                same place. Capturing is compulsory.",
            Attested,
            &["ludii", "wikipedia", "wernham", "mcgill"],
        ),
        clause(
            6,
            "In any other occupied pit the sowing goes on: all seeds of that pit are lifted and \
                sown from there.",
            Attested,
            &["ludii", "wikipedia", "mcgill"],
        ),
        clause(
            7,
            "From the four pits at his left end (b1, b2, f1, f2) a player may sow a lap clockwise \
                if exactly that lap ends in a capture. He may do so in the first lap of a turn, \
                and again with the seeds that a clockwise lap has captured. He is never forced to: \
                the choice is open at each such lap.",
            Attested,
            &["ludii", "wikipedia", "wernham", "translated"],
        ),
        clause(
            8,
            "A relay lap that ends in one of these four pits may be sown on clockwise too, if that \
                captures at once.",
            SecondHand,
            &["wikipedia", "translated"],
        ),
        clause(
            9,
            "In his first turn a player captures nothing, and so cannot sow clockwise. Where he \
                would capture, he lifts his own pit and sows on.",
            Undecided,
            &["mcgill", "translated"],
        ),
        clause(
            10,
            "Okwesera: as long as nobody has captured in this game, a pit of exactly three seeds \
                may be played as two seeds in the next pit and one in the pit after that. The turn \
                is then over.",
            SecondHand,
            &["translated"],
        ),
        clause(
            11,
            "Emitwe-ebiri: a turn that captures in both end columns of the enemy wins, and so does \
                a turn that captures and leaves the enemy's front row empty. The win counts when \
                the sowing is over. It is worth two points.",
            Undecided,
            &["ludii", "dictionary", "translated"],
        ),
        clause(
            12,
            "Akawumbi: a turn that captures the last enemy seeds wins twelve points.",
            SecondHand,
            &["dictionary", "translated"],
        ),
        clause(
            13,
            "A player who must move and has no pit of two or more seeds loses. This plain win \
                (bulijo) is worth one point.",
            Attested,
            &["ludii", "wikipedia", "mcgill"],
        ),
        clause(
            14,
            "A move that never ends makes the game void. The program proves that a move never \
                ends; it does not guess.",
            SecondHand,
            &["wikipedia", "dictionary"],
        ),
        clause(
            15,
            "If a position occurs again with the same player to move, the game is drawn.",
            Convention,
            &[],
        ),
    ],
    rulesets: &[
        RulesetEntry {
            name: "tournament",
            meaning: "The default: the rules of Wikipedia with okwesera, and with a cleared front \
                row as a second way to win at once.",
            sources: &["wikipedia", "ludii", "dictionary", "translated"],
        },
        RulesetEntry {
            name: "wikipedia",
            meaning: "Without okwesera. Of the special wins, captures in both end columns; taking \
                every seed keeps its name and its points.",
            sources: &["wikipedia"],
        },
        RulesetEntry {
            name: "mcgill",
            meaning: "The rules of a university course, whose engine gives figures to compare \
                with: counter-clockwise only, no special wins, no captures in each player's first \
                turn.",
            sources: &["mcgill"],
        },
        RulesetEntry {
            name: "mweiso",
            meaning: "The game of Kagera in Tanzania, as far as this program offers it: two seeds \
                in every pit, only b1 and f2 may be sown clockwise, and players capture from their \
                first turns on. What the account does not speak of is as in ruleset wikipedia, but \
                that taking every seed has no name and points of its own. The start is not one to \
                play from: the opening that comes before it is left out (see what is not \
                offered), and without it seven of the 27 first turns, such as b5>, capture in both \
                end columns and win at once.",
            sources: &["mweiso"],
        },
    ],
    options: &[
        OptionEntry {
            key: "setup",
            points: &["O18"],
            question: "How are the seeds laid out at the start?",
            values: &[
                value(
                    "4outer",
                    "Four in every back pit.",
                    Attested,
                    &["wikipedia", "mcgill", "braunholtz"],
                ),
                value(
                    "2all",
                    "Two in every pit.",
                    Attested,
                    &["mweiso", "wikipedia"],
                ),
            ],
            note: "Skilled players arrange their 32 seeds as they like: the first player first, \
                then the second, then the first player moves. One account caps a pit at ten seeds; \
                another has both set up in secret. A favourite arrangement heaps many seeds in the \
                two leftmost back pits. All of these can be given as a position.",
        },
        OptionEntry {
            key: "capture",
            points: &["O2"],
            question: "What must the facing column hold to be captured?",
            values: &[
                value(
                    "both",
                    "Seeds in both pits.",
                    Attested,
                    &["ludii", "wikipedia", "mcgill"],
                ),
                value(
                    "inner-alone",
                    "Seeds in the front pit. The back pit is taken along, empty or not.",
                    Attested,
                    &["choro"],
                ),
            ],
            note: "All accounts of Omweso ask for both pits. The front pit alone suffices in the \
                related Choro of the Lango and in Hus.",
        },
        OptionEntry {
            key: "resow",
            points: &["O3"],
            question: "After which pit are captured seeds sown on?",
            values: &[
                value(
                    "lap-origin+1",
                    "The pit in which the capturing lap began; the first seed falls into the pit \
                        after it.",
                    Attested,
                    &["wikipedia", "ludii", "shackell", "wernham", "mweiso"],
                ),
                value(
                    "turn-origin+1",
                    "The pit in which the turn began.",
                    Attested,
                    &["igisoro"],
                ),
                value(
                    "landing+1",
                    "The pit in which the capturing lap ended.",
                    SecondHand,
                    &["qeeebo"],
                ),
            ],
            note: "Five accounts of Omweso and Mweiso agree, and the worked example below tells \
                the readings apart. turn-origin+1 is the rule of Igisoro in Rwanda. landing+1 is \
                the rule of Owela; for Omweso one unreliable text has it.",
        },
        OptionEntry {
            key: "reverse-pits",
            points: &["O4"],
            question: "Which pits may be sown clockwise?",
            values: &[
                value(
                    "four-left",
                    "The two leftmost pits of each row: b1, b2, f1 and f2.",
                    Attested,
                    &["ludii", "wikipedia", "wernham", "translated"],
                ),
                value(
                    "mweiso",
                    "The leftmost back pit and the second front pit: b1 and f2.",
                    Attested,
                    &["mweiso"],
                ),
                value(
                    "none",
                    "No pit: all laps are sown counter-clockwise.",
                    Attested,
                    &["mcgill"],
                ),
                ValueEntry {
                    value: "pits such as b1+f2",
                    example: "b1+b2+f3",
                    meaning: "The pits named, joined by +. For other games of the family.",
                    certainty: Convention,
                    sources: &[],
                },
            ],
            note: "That a clockwise lap must itself end in a capture is not open to choice; see \
                O5.",
        },
        OptionEntry {
            key: "resow-cw",
            points: &["O6", "O8"],
            question: "Which captured seeds may be sown clockwise, if that captures at once?",
            values: &[
                value(
                    "after-clockwise",
                    "Those that a clockwise lap has captured. Where both directions are possible \
                        the player chooses.",
                    Attested,
                    &["wikipedia", "ludii"],
                ),
                value(
                    "any",
                    "Also those that a counter-clockwise lap has captured, if they are sown on \
                        from a reversing pit.",
                    Undecided,
                    &["translated"],
                ),
                value(
                    "mweiso",
                    "Those that a clockwise lap has captured, as long as the turn has been \
                        clockwise from its first lap. Later in a turn one clockwise capture is \
                        followed by counter-clockwise sowing.",
                    Attested,
                    &["mweiso"],
                ),
            ],
            note: "Wikipedia speaks only of seeds captured in a clockwise lap. The translated text \
                allows reversing whenever the conditions are met, which can be read more widely.",
        },
        OptionEntry {
            key: "relay-reverse",
            points: &["O7"],
            question: "May a relay lap that ends in a reversing pit turn clockwise?",
            values: &[
                value(
                    "yes",
                    "Yes, if the clockwise lap captures at once.",
                    SecondHand,
                    &["wikipedia", "qeeebo", "translated"],
                ),
                value(
                    "no",
                    "No: a turn can be reversed in its first lap only, or after a clockwise \
                        capture.",
                    Convention,
                    &["ludii"],
                ),
            ],
            note: "Of Wikipedia's sentence only the beginning could be read. The account in Ludii \
                does not speak of it; Ludii's program keeps the first direction.",
        },
        OptionEntry {
            key: "first-turn-captures",
            points: &["O10"],
            question: "Do players capture in their first turns?",
            values: &[
                value("yes", "Yes, from the first turn on.", Undecided, &["ludii"]),
                value(
                    "no",
                    "No. A landing that would capture is an ordinary relay, and no lap can be \
                        reversed.",
                    Undecided,
                    &["mcgill", "translated"],
                ),
            ],
            note: "Two accounts forbid it, one of them with reference to Wikipedia. The account in \
                Ludii, and what could be read of Shackell and Braunholtz, do not mention it.",
        },
        OptionEntry {
            key: "okwesera",
            points: &["O11"],
            question: "May three seeds be played two and one before the first capture?",
            values: &[
                value(
                    "yes",
                    "Yes, from any own pit of exactly three, counter-clockwise. The turn is then \
                        over, without relay and without capture.",
                    SecondHand,
                    &["translated"],
                ),
                value("no", "No.", Attested, &["ludii", "mcgill"]),
            ],
            note: "One source only. It allows the play until the first capture of the match, which \
                must mean the single game. The direction, and that any own pit will do, are \
                assumptions. The openings of Mweiso know a relative: a pit of three is sown 2+1 \
                and a pit of four 2+1+1.",
        },
        OptionEntry {
            key: "both-end-columns",
            points: &["O12"],
            question: "Do captures in both end columns in one turn win at once?",
            values: &[
                value(
                    "yes",
                    "Yes, with two points.",
                    Attested,
                    &["ludii", "wikipedia", "dictionary", "mweiso"],
                ),
                value("no", "No.", Attested, &["mcgill"]),
            ],
            note: "The Mweiso account asks for both end pits of the front row. That is the same, \
                since a capture takes the whole column.",
        },
        OptionEntry {
            key: "four-end-pits-empty",
            points: &["O12"],
            question: "Does a capture that leaves the four enemy end pits empty win at once?",
            values: &[
                value(
                    "yes",
                    "Yes, with two points. It does not matter in which turns they were emptied.",
                    SecondHand,
                    &["braunholtz"],
                ),
                value("no", "No.", Attested, &["ludii", "wikipedia"]),
            ],
            note: "So Braunholtz 1931, as a museum note gives it: both pits at both ends empty at \
                the same time.",
        },
        OptionEntry {
            key: "front-row-cleared",
            points: &["O12"],
            question: "Does a capture that leaves the enemy's front row empty win at once?",
            values: &[
                value("yes", "Yes, with two points.", SecondHand, &["translated"]),
                value("no", "No.", Attested, &["ludii", "wikipedia"]),
            ],
            note: "",
        },
        OptionEntry {
            key: "akawumbi",
            points: &["O13"],
            question: "What is it worth to capture all enemy seeds?",
            values: &[
                value(
                    "12",
                    "Twelve points: the whole match.",
                    SecondHand,
                    &["dictionary", "translated"],
                ),
                value("6", "Six points.", SecondHand, &["dictionary"]),
                value(
                    "off",
                    "Nothing of its own: the opponent then has no move and loses.",
                    Attested,
                    &["mcgill"],
                ),
            ],
            note: "The dictionary calls it a rare case of emitwe-ebiri worth six or twelve. The \
                translated text asks that the turn finish with a capture in the last pit; the \
                program asks only that no enemy seed is left.",
        },
        OptionEntry {
            key: "akakyala",
            points: &["O14"],
            question: "Do captures in two turns before the opponent's first capture win at once?",
            values: &[
                value(
                    "yes",
                    "Yes, with two points.",
                    SecondHand,
                    &["dictionary", "translated"],
                ),
                value("no", "No.", Attested, &["ludii", "wikipedia"]),
            ],
            note: "Played by agreement. The translated text speaks of two separate captures and \
                does not say whether they must fall into separate turns. The program counts turns.",
        },
        OptionEntry {
            key: "never-ending",
            points: &["O16"],
            question: "What becomes of a move that never ends?",
            values: &[
                value(
                    "annul",
                    "The game is void. Where a value is needed it counts as a draw.",
                    SecondHand,
                    &["wikipedia", "dictionary"],
                ),
                value("illegal", "It cannot be chosen.", Convention, &[]),
                value("mover-loses", "Who plays it loses.", Convention, &[]),
            ],
            note: "Wikipedia gives a move up to three minutes to end before the game is annulled. \
                The dictionary has a word for the game that must be repeated. The course cancels a \
                move of more than 200 laps, and the third such move loses.",
        },
        OptionEntry {
            key: "lap-cap",
            points: &["O16"],
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
                    certainty: Attested,
                    sources: &["mcgill"],
                },
            ],
            note: "Of nine moves that a cap of 200 laps cut off in recorded games, eight never end \
                and one ends after 255 laps.",
        },
        OptionEntry {
            key: "at-lap-cap",
            points: &["O16"],
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
                    Convention,
                    &[],
                ),
            ],
            note: "Attested for Owela only. What the last lap would have captured or lifted stays where it lies.",
        },
        OptionEntry {
            key: "repetition-draws",
            points: &["O19"],
            question: "Is the game drawn when a position occurs again?",
            values: &[
                value("yes", "Yes, at the first recurrence.", Convention, &[]),
                value("no", "No: play goes on.", Convention, &[]),
            ],
            note: "No account mentions draws. The course alone ends a game without result, after \
                5000 rounds.",
        },
    ],
    fixed: &[
        Point {
            id: "O1",
            question: "Where must the last seed fall to capture?",
            answer: "Into an occupied pit of the front row.",
            why: "All accounts agree, Wernham's example and the related Igisoro included.",
            certainty: Attested,
            sources: &[
                "ludii",
                "wikipedia",
                "mcgill",
                "wernham",
                "igisoro",
                "translated",
            ],
        },
        Point {
            id: "O5",
            question: "Must a clockwise lap capture?",
            answer: "Yes, that lap itself, and not one that follows it.",
            why: "The accounts that explain it agree. Ludii's prose says only that the move can \
                lead to a capture, and is read in the same way.",
            certainty: Attested,
            sources: &["ludii", "wikipedia", "mweiso", "translated"],
        },
        Point {
            id: "O9",
            question: "When does the player choose the direction?",
            answer: "At the start of each lap for which both directions are allowed. A turn is a \
                pit and a list of such choices.",
            why: "It follows from the rules of reversing: each of them speaks of a single lap.",
            certainty: Convention,
            sources: &["wikipedia"],
        },
        Point {
            id: "O15",
            question: "How are games counted in a match?",
            answer: "The program names the points of each game: 1 for a plain win, 2 for the \
                special wins, 12 or 6 for akawumbi. It keeps no match score.",
            why: "By the translated text a match goes to twelve points. Nothing in a game depends \
                on it.",
            certainty: SecondHand,
            sources: &["translated"],
        },
        Point {
            id: "O17",
            question: "May a player decline a capture?",
            answer: "No.",
            why: "In Omweso a capture is automatic. In Igisoro it may be declined, and the \
                opponent has an answer to that. In the Choro of the Lango a capture in the first \
                lap must be chosen.",
            certainty: Attested,
            sources: &["ludii", "mcgill", "igisoro", "choro"],
        },
    ],
    not_offered: &[
        NotOffered {
            what: "The set openings kyeso kyansanve (17) and kyanyinya (14)",
            points: &["O18"],
            told: "The dictionary names them with these numbers.",
            because: "their layouts could not be read.",
            sources: &["dictionary"],
        },
        NotOffered {
            what: "The declined capture of Igisoro",
            points: &["O17"],
            told: "A player may pass over a capture (ndahise); the opponent may answer (ndakubye) \
                and pull the spared seeds back.",
            because: "it belongs to another game, and one description of it is not enough to fix \
                the details.",
            sources: &["igisoro"],
        },
        NotOffered {
            what: "The opening of Mweiso",
            points: &[],
            told: "Both players sow at the same time from their back rows, though not from the \
                fourth and fifth pit. Who first ends in an empty pit moves first in the main game.",
            because: "it is played at the same time by both and its result depends on speed. It \
                is what keeps the main game from being won in one turn: with two seeds in every \
                pit still in place, captures from the first turn on and a win by both end \
                columns, whoever moves first has won. Each of these three alone undoes that, and \
                so does sowing captured seeds from where the turn began; no reading of the \
                clockwise laps does. Give the position after an opening to play on from it.",
            sources: &["mweiso"],
        },
        NotOffered {
            what: "The change of pit in Mweiso",
            points: &["O6"],
            told: "After a clockwise capture the player may leave the captured seeds in the pit \
                and play from the other reversing pit, and at the end of such a chain \
                counter-clockwise from any pit.",
            because: "the one account leaves open how far it goes, and no other mentions it.",
            sources: &["mweiso"],
        },
        NotOffered {
            what: "The re-entry of Choro",
            points: &["O3"],
            told: "Captured seeds go into the own back pit behind the capturing pit and are sown \
                from there.",
            because: "it belongs to another game, of which the accounts differ.",
            sources: &["choro"],
        },
    ],
    words: &[
        Word {
            word: "okutta",
            literally: "to kill",
            meaning: "To capture.",
            certainty: Attested,
            sources: &["mancala-world"],
        },
        Word {
            word: "okutebuka",
            literally: "to go back",
            meaning: "To sow clockwise. The word was inferred from a gloss in the dictionary.",
            certainty: Undecided,
            sources: &["dictionary"],
        },
        Word {
            word: "okwesera",
            literally: "",
            meaning: "The opening play that sows three seeds two and one.",
            certainty: SecondHand,
            sources: &["translated"],
        },
        Word {
            word: "emitwe-ebiri",
            literally: "two heads",
            meaning: "Captures at both ends of the enemy's rows in one turn, which win at once.",
            certainty: Attested,
            sources: &["dictionary"],
        },
        Word {
            word: "okutema",
            literally: "to chop",
            meaning: "A double victory, worth two points.",
            certainty: Attested,
            sources: &["dictionary", "translated"],
        },
        Word {
            word: "akawumbi",
            literally: "billion",
            meaning: "The rare win that takes every enemy seed, worth six or twelve points.",
            certainty: Attested,
            sources: &["dictionary"],
        },
        Word {
            word: "akakyala",
            literally: "feminine",
            meaning: "A knock-out worth two points: two captures before the opponent's first.",
            certainty: Attested,
            sources: &["dictionary", "translated"],
        },
        Word {
            word: "bulijo",
            literally: "",
            meaning: "The plain win, worth one point.",
            certainty: SecondHand,
            sources: &["translated"],
        },
        Word {
            word: "katikkiro",
            literally: "",
            meaning: "The prime minister of Buganda, of whom the history of the game tells.",
            certainty: Attested,
            sources: &["mancala-world"],
        },
        Word {
            word: "ekyeso kyolutentezi",
            literally: "",
            meaning: "The game that must be repeated, because a move does not end. In full: ekyeso \
                kyolutentezi oba ekitayalika.",
            certainty: Attested,
            sources: &["dictionary"],
        },
        Word {
            word: "ekyobutabala",
            literally: "without counting",
            meaning: "Fast play in tournaments, with about three seconds for a move.",
            certainty: SecondHand,
            sources: &["dictionary", "translated"],
        },
        Word {
            word: "okukoneeza",
            literally: "",
            meaning: "Contested. The translated text makes it another name of okwesera; its place \
                in the dictionary suggests a condition of victory.",
            certainty: Undecided,
            sources: &["dictionary", "translated"],
        },
    ],
    words_note: "The machine translation put one word in the place of several: ekyobutabala also \
        for okwesera, for two other ways to play and for katikkiro; akakyala also for bulijo, \
        okutema and akawumbi; okukoneeza also for emitwe-ebiri. The terms here were restored from \
        the dictionary of Mancala World, whose head-words are partly lost in the copy that could \
        be read. Two of its entries remain without their words: play with counting, in which \
        players may think until the opponent demands a move, and the game in which a move cannot \
        be taken back.",
    examples: &[
        Example {
            shows: "Captured seeds are sown on from where the lap began, capture after capture.",
            rules: &[],
            position: "omweso 0x5,2,0,3/0x5,4,0,3/0x5,1,0,1/0x4,4,0x3 S",
            turn: "b5",
            after: Some("omweso 0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,1,1,1,0,2,4/0,0,0,0,0,3,3,3 N"),
            told: "Wernham's example, in his letters m. The four seeds of b5 reach f8 and capture \
                six. Sown from b5 again they reach f6 and capture six. Sown from b5 once more they \
                reach f6, which is lifted and sown on. The excerpt has no diagram: this is the \
                smallest board that agrees with it.",
        },
        Example {
            shows: "A lap sown clockwise because it captures at once.",
            rules: &[],
            position: "omweso 0,0,1,1,0x4/0,0,1,2,0x4/1,0,1,2,0x4/3,0x7 S",
            turn: "b1<",
            after: Some("omweso 0,0,0,1,0,0,0,0/0,0,0,2,0,0,0,0/2,1,2,2,0,0,0,0/0,1,1,0,0,0,0,0 N"),
            told: "The three seeds of b1 fall into f1, f2 and f3, capture two, and these can only \
                be sown counter-clockwise. Without the mark < the turn ends in b4.",
        },
        Example {
            shows: "A relay lap that ends in a reversing pit and turns.",
            rules: &[],
            position: "omweso 0x3,2,0x4/0x3,2,0x4/2,0x3,4,0x3/0x8 S",
            turn: "f5<",
            after: Some("omweso 0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,2,2,2,0,0,0,0/1,1,1,1,0,0,0,0 N"),
            told: "The four seeds of f5 end in f1, which then holds three. Sown clockwise they end \
                in f4 and capture four.",
        },
        Example {
            shows: "The smallest pattern that never ends.",
            rules: &[],
            position: "omweso 0x8/0x8/1,0,1,0,1,0,1,0/3,1,0,1,0,1,0,1 S",
            turn: "b1",
            after: None,
            told: "A three and every second pit a one: the board is the same again after 128 laps.",
        },
    ],
    sources: &[
        source(
            "wikipedia",
            "Wikipedia, article Omweso (English, Luganda, Italian). The wording on captures and \
                reverse moves was read in copies at su-app.com and wikisum.wiki, which break off \
                in the sentence on relay laps.",
            HowRead::Partly,
        ),
        source(
            "ludii",
            "Ludii Games Database, evidence for the game Mweso and its ruleset Buganda, after \
                Shackell 1934: 14-19. Ludii's game code contradicts this text and was not used.",
            HowRead::Complete,
        ),
        source(
            "shackell",
            "Shackell, articles on Mweso of 1934 and 1935. The opening was read; the sentence on \
                sowing captured seeds was read at azaniansea.com.",
            HowRead::Partly,
        ),
        source(
            "braunholtz",
            "Braunholtz, article on the game of Mweso, 1931. The opening was read; the end of the \
                game is known from a note of the Museum of Archaeology and Anthropology, Cambridge \
                (collections.maa.cam.ac.uk/photographs/312712).",
            HowRead::Partly,
        ),
        source(
            "wernham",
            "Wernham, book on Omweso, 2001. Contents lists and one worked example without its \
                diagram, in copies.",
            HowRead::SecondHand,
        ),
        source(
            "dictionary",
            "Mancala World, Omweso dictionary (mancala.wikia.com/wiki/Omweso_dictionary). Some \
                head-words are missing in the copy.",
            HowRead::Partly,
        ),
        source(
            "mancala-world",
            "Mancala World, pages Omweso (history) and Capturing (mancala.fandom.com).",
            HowRead::Partly,
        ),
        source(
            "mcgill",
            "McGill University, COMP 424, 2015: specification, engine and 384 records of a course \
                on Omweso. Its rules have no reverse moves and no special wins.",
            HowRead::Complete,
        ),
        source(
            "mweiso",
            "Ludii Games Database, evidence for Mweiso (Kagera, Tanzania), after Murray 1951: 217.",
            HowRead::Complete,
        ),
        source(
            "igisoro",
            "Wikipedia, article Igisoro (English).",
            HowRead::Complete,
        ),
        source(
            "choro",
            "Ludii, description of Choro (Lango), after Driberg; and W. Driedger, \
                driedger.ca/mankala, who tells it differently.",
            HowRead::Complete,
        ),
        source(
            "qeeebo",
            "A paraphrase of the rules at qeeebo.com, a site of questions and answers. Unreliable.",
            HowRead::Complete,
        ),
        TRANSLATED,
    ],
};
