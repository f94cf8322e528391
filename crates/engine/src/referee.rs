//! The games without their types: for code that meets any of them, such as the command line.

use crate::game::{Board, Ending, Game};
use crate::games::{self, BoardVisitor};
use crate::kind::GameKind;
use crate::notation::{PositionError, parse_position, without_comment};
use crate::perft;
use crate::relay::Patience;
use crate::rules::Rules;
use crate::setup::Setup;
use crate::trace::Recorder;
use crate::turn::{self, PlayError, Turn};
use crate::turn_ends;

/// One game on one board size under one set of rules, in terms of set-ups and texts.
pub trait Referee: Send + Sync {
    /// The rules in force.
    fn rules(&self) -> Rules;

    /// Every turn of the player to move. With `strips` false, Nsolo's bonus stones are left open.
    fn turns(&self, setup: &Setup, patience: &Patience, strips: bool) -> Vec<Turn<Setup>>;

    /// How many turns [`Referee::turns`] would list with every strip; strips can be far too many.
    fn count_turns(&self, setup: &Setup, patience: &Patience) -> u128;

    /// Plays one turn whose decisions `choose` makes, see [`turn::choose_turn`].
    fn choose_turn(
        &self,
        setup: &Setup,
        patience: &Patience,
        choose: &mut dyn FnMut(usize) -> usize,
    ) -> Option<Turn<Setup>>;

    /// Plays the turn that a text names.
    ///
    /// # Errors
    /// A [`PlayError`] with one sentence on what is wrong.
    fn play(
        &self,
        setup: &Setup,
        text: &str,
        patience: &Patience,
    ) -> Result<Turn<Setup>, PlayError>;

    /// Plays a turn and keeps its first `most` laps.
    ///
    /// # Errors
    /// As [`Referee::play`].
    fn trace(
        &self,
        setup: &Setup,
        text: &str,
        patience: &Patience,
        most: usize,
    ) -> Result<(Turn<Setup>, Recorder), PlayError>;

    /// The number of leaves `depth` decisions below as long as `watch` says so, see [`crate::perft`].
    fn perft_while(&self, setup: &Setup, depth: u32, watch: &mut perft::Watch<'_>) -> Option<u64>;

    /// The leaves below each first decision as long as `watch` says so, and whether these are all.
    fn divide_while(
        &self,
        setup: &Setup,
        depth: u32,
        watch: &mut perft::Watch<'_>,
    ) -> (Vec<(String, u64)>, bool);

    /// The number of leaves `depth` decisions below, see [`crate::perft`].
    fn perft(&self, setup: &Setup, depth: u32) -> u64;

    /// The leaves below each first decision.
    fn divide(&self, setup: &Setup, depth: u32) -> Vec<(String, u64)>;

    /// The result if the game is over: settled, or without a legal move for the player to move.
    fn ending(&self, setup: &Setup) -> Option<Ending>;

    /// The result of meeting the position again, if the rules give one.
    fn repeated(&self, setup: &Setup) -> Option<Ending>;

    /// The result of a never-ending move by the player to move, `None` where it is illegal.
    fn never_ending(&self, setup: &Setup) -> Option<Ending>;

    /// The position as the rules see it: flags of no effect left out. Equal keys, same position.
    fn repetition_key(&self, setup: &Setup) -> Setup;
}

/// The referee of the rules on a board of `columns` columns.
///
/// # Panics
/// If `columns` is outside [`GameKind::columns`].
pub fn referee(rules: Rules, columns: usize) -> Box<dyn Referee> {
    struct Make;
    impl BoardVisitor for Make {
        type Output = Box<dyn Referee>;
        fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> Self::Output {
            Box::new(Any(game))
        }
    }
    games::visit(rules, columns, Make)
}

/// Laps of a short move.
const SHORT: u64 = 1 << 12;

struct Any<P>(Box<dyn Game<P>>);

impl<P: Board> Any<P> {
    /// A position after a turn as a set-up. Where a strip was left open, the turn counts as over.
    fn after(&self, position: &P, mover: &Setup) -> Setup {
        let mut setup = self.0.setup(position);
        if self.0.bonus(position).is_some() {
            setup.side = mover.side.other();
        }
        setup
    }
}

impl<P: Board> Referee for Any<P> {
    fn rules(&self) -> Rules {
        self.0.rules()
    }

    fn turns(&self, setup: &Setup, patience: &Patience, strips: bool) -> Vec<Turn<Setup>> {
        turn::turns(&*self.0, &self.0.position(setup), patience, strips)
            .into_iter()
            .map(|turn| turn.map(|position| self.after(&position, setup)))
            .collect()
    }

    fn count_turns(&self, setup: &Setup, patience: &Patience) -> u128 {
        turn::count_turns(&*self.0, &self.0.position(setup), patience)
    }

    fn choose_turn(
        &self,
        setup: &Setup,
        patience: &Patience,
        choose: &mut dyn FnMut(usize) -> usize,
    ) -> Option<Turn<Setup>> {
        let turn = turn::choose_turn(&*self.0, &self.0.position(setup), patience, choose)?;
        Some(turn.map(|position| self.after(&position, setup)))
    }

    fn play(
        &self,
        setup: &Setup,
        text: &str,
        patience: &Patience,
    ) -> Result<Turn<Setup>, PlayError> {
        let turn = turn::play_text(&*self.0, &self.0.position(setup), text, patience, None)?;
        Ok(turn.map(|position| self.after(&position, setup)))
    }

    fn trace(
        &self,
        setup: &Setup,
        text: &str,
        patience: &Patience,
        most: usize,
    ) -> Result<(Turn<Setup>, Recorder), PlayError> {
        let mut recorder = Recorder::new(most);
        let turn = turn::play_text(
            &*self.0,
            &self.0.position(setup),
            text,
            patience,
            Some(&mut recorder),
        )?;
        Ok((turn.map(|position| self.after(&position, setup)), recorder))
    }

    fn perft_while(&self, setup: &Setup, depth: u32, watch: &mut perft::Watch<'_>) -> Option<u64> {
        perft::perft_while(&*self.0, &self.0.position(setup), depth, watch)
    }

    fn divide_while(
        &self,
        setup: &Setup,
        depth: u32,
        watch: &mut perft::Watch<'_>,
    ) -> (Vec<(String, u64)>, bool) {
        let mut parts = Vec::new();
        let position = self.0.position(setup);
        let complete =
            perft::divide_while(&*self.0, &position, depth, watch, &mut |text, leaves| {
                parts.push((text, leaves));
            });
        (parts, complete)
    }

    fn perft(&self, setup: &Setup, depth: u32) -> u64 {
        perft::perft(&*self.0, &self.0.position(setup), depth)
    }

    fn divide(&self, setup: &Setup, depth: u32) -> Vec<(String, u64)> {
        perft::divide(&*self.0, &self.0.position(setup), depth)
    }

    fn ending(&self, setup: &Setup) -> Option<Ending> {
        let position = self.0.position(setup);
        if let Some(ending) = self.0.finished(&position) {
            return Some(ending);
        }
        // Most players have a short move, beside which a long one need not be followed.
        let within =
            |patience| turn_ends::can_move(&*self.0, &position, &mut Vec::new(), &patience);
        let short = Patience {
            laps: SHORT,
            ..Patience::UNLIMITED
        };
        let can_move = within(short).or_else(|| within(Patience::UNLIMITED));
        (can_move == Some(false)).then(|| self.0.stuck(&position))
    }

    fn repeated(&self, setup: &Setup) -> Option<Ending> {
        self.0.repeated(&self.0.position(setup))
    }

    fn never_ending(&self, setup: &Setup) -> Option<Ending> {
        self.0.never_ending(&self.0.position(setup))
    }

    fn repetition_key(&self, setup: &Setup) -> Setup {
        self.0.repetition_key(&self.0.position(setup))
    }
}

/// The start of a game named `GAME`, `GAME:start` or `GAME:start:COLUMNS` with the rules under which it begins,
/// `None` if the text is no such name. The name may stand for a ruleset too, see [`GameKind::with_ruleset`]:
/// `rules_of` gives the rules of the game, on top of that ruleset if there is one.
///
/// # Errors
/// A [`PositionError`] for an unknown game or a number of columns out of range.
pub fn named_start<E: From<PositionError>>(
    text: &str,
    rules_of: impl FnOnce(GameKind, Option<&'static str>) -> Result<Rules, E>,
) -> Option<Result<(Rules, Setup), E>> {
    let text = without_comment(text);
    let mut parts = text.splitn(3, ':').map(str::trim);
    let name = parts.next()?;
    let (start, digits) = (parts.next(), parts.next());
    let known = GameKind::with_ruleset(name);
    match start {
        None if known.is_some() => {}
        Some(word) if word.eq_ignore_ascii_case("start") => {}
        _ => return None,
    }
    let start = || {
        let (game, ruleset) = known.ok_or_else(|| PositionError::UnknownGame(name.to_owned()))?;
        let columns = match digits {
            None => None,
            Some(digits) => match digits.parse::<usize>() {
                Ok(columns) if game.columns().contains(&columns) => Some(columns),
                _ => return Err(PositionError::StartColumns(digits.to_owned(), game).into()),
            },
        };
        let rules = rules_of(game, ruleset)?;
        let columns = columns.unwrap_or_else(|| rules.default_columns());
        Ok((rules, rules.start(columns)))
    };
    Some(start())
}

/// Reads a position line or the name of a start, with its rules as [`named_start`] has them.
///
/// # Errors
/// A [`PositionError`], or whatever `rules_of` returns.
pub fn read_position<E: From<PositionError>>(
    text: &str,
    rules_of: impl Fn(GameKind, Option<&'static str>) -> Result<Rules, E>,
) -> Result<(Rules, Setup), E> {
    let text = without_comment(text);
    let name = text.split_whitespace().next().unwrap_or_default();
    match GameKind::with_ruleset(name) {
        // `hus ROWS SIDE`
        Some((game, Some(ruleset))) if name.len() < text.len() => {
            let line = format!("{game}{}", &text[name.len()..]);
            let setup = parse_position(&line)?;
            Ok((rules_of(game, Some(ruleset))?, setup))
        }
        _ => named_start(text, &rules_of).unwrap_or_else(|| {
            let setup = parse_position(text)?;
            Ok((rules_of(setup.game, None)?, setup))
        }),
    }
}

/// What is unusual about a set-up under its rules: seed totals that no game from the start can
/// have, flags without effect. One sentence each; an empty list for an ordinary position.
pub fn concerns(rules: &Rules, setup: &Setup) -> Vec<String> {
    let mut concerns = Vec::new();
    let start = rules.start(setup.columns);
    let (has, begins) = (setup.seeds_on_board(), start.seeds_on_board());
    let stored: usize = setup.stores.iter().map(|&seeds| usize::from(seeds)).sum();
    let game = setup.game;
    match game {
        GameKind::Nsolo => {
            if has > begins {
                concerns.push(format!(
                    "there are {has} stones, and {game} on {} columns begins with {begins}",
                    setup.columns
                ));
            }
        }
        GameKind::Omweso | GameKind::Owela => {
            if has != begins {
                concerns.push(format!(
                    "there are {has} seeds, and {game} on {} columns is played with {begins}",
                    setup.columns
                ));
            }
        }
        GameKind::BaoKingulu | GameKind::Anywoli => {
            if has + stored != begins {
                concerns.push(format!(
                    "there are {has} seeds on the board and {stored} in the stores, {} in all, and {game} on {} columns is played with {begins}",
                    has + stored,
                    setup.columns
                ));
            }
        }
    }
    if game == GameKind::Omweso && setup.unmoved == [true; 2] && has == begins {
        for side in crate::side::Side::BOTH {
            let seeds = setup.seeds_of(side);
            if seeds != begins / 2 {
                concerns.push(format!(
                    "{side} begins with {seeds} seeds, and each player sets up {}",
                    begins / 2
                ));
            }
        }
    }
    let seen = referee(*rules, setup.columns).repetition_key(setup);
    let ignored = [
        ("unmoved", setup.unmoved != seen.unmoved),
        ("uncaptured", setup.uncaptured != seen.uncaptured),
        ("captured-once", setup.captured_once != seen.captured_once),
        ("last", setup.last != seen.last),
        ("first", setup.first != seen.first),
        (
            "starter",
            setup
                .starter
                .is_some_and(|side| side != crate::side::Side::South)
                && setup.starter != seen.starter,
        ),
        ("again", setup.again != seen.again),
    ];
    for (flag, _) in ignored.iter().filter(|(_, ignored)| *ignored) {
        concerns.push(format!("the flag `{flag}` has no effect under these rules"));
    }
    concerns
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<(String, String), String> {
        let rules_of = |game, ruleset: Option<&str>| {
            let rules = ruleset.map_or_else(
                || Ok(Rules::default_for(game)),
                |name| Rules::named(game, name),
            );
            rules.map_err(|_| PositionError::Empty)
        };
        let (rules, setup) = read_position(text, rules_of).map_err(|error| error.to_string())?;
        Ok((rules.describe(), setup.to_string()))
    }

    #[test]
    fn a_start_is_named_in_many_ways() {
        for game in GameKind::ALL {
            let start = read(&format!("{game}:start")).expect("a start");
            let upper = game.name().to_uppercase();
            for text in [
                game.name().to_owned(),
                upper.clone(),
                format!("{upper}:Start"),
                format!("\u{feff} {game}:start # where it begins"),
            ] {
                assert_eq!(read(&text), Ok(start.clone()), "{text}");
            }
            let small = read(&format!("{game}:start:3"));
            assert_eq!(read(&format!("{upper}:START:3")), small);
        }
        assert_eq!(read("bao"), read("bao-kingulu:start"));
        let (rules, setup) = read("Hus").expect("a start");
        assert_eq!(rules, "hus");
        assert_eq!(read("hus:start"), read("hus"));
        let line = setup.replace("owela", "hus");
        assert_eq!(read(&line), Ok((rules, setup)));
    }

    #[test]
    fn what_names_no_start_says_why() {
        for (text, part) in [
            ("owla:start", "did you mean owela?"),
            ("owela:start:1", "from 2 to 36"),
            ("owela:start:x", "from 2 to 36"),
            ("owela:strat", "owela:strat"),
            ("owla", "did you mean owela?"),
        ] {
            let message = read(text).expect_err(text);
            assert!(message.contains(part), "{text}: {message}");
        }
    }
}
