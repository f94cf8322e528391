//! `sow match`: players against each other, every opening with both sides.

use super::{of_arena, write_json};
use crate::cli::MatchArgs;
use crate::context::{Context, Status};
use crate::files::Growing;
use crate::input;
use crate::long_work::{SaveClock, Watched, stop_flag};
use crate::players;
use crate::report::number::count;
use crate::report::standings;
use anyhow::{Result, bail};
use sow_arena::{KeptGames, MatchPlan, Seat, Test, play_match};
use std::io::Write as _;
use std::path::Path;
use std::sync::atomic::Ordering;

pub(crate) fn run(context: &Context, args: &MatchArgs) -> Result<Status> {
    let stop = stop_flag()?;
    let (rules, starts) = input::alike(context, &args.position)?;
    if args.players.len() < 2 {
        bail!("a match needs two players, such as alpha-beta:nodes=20000 greedy");
    }
    if args.sprt.is_some() && args.players.len() > 2 {
        bail!(
            "--sprt tests two players, and {} are given",
            args.players.len()
        );
    }
    let seats = players::seated(context, &args.players, rules.game())?;
    let seats: Vec<Seat> = seats
        .into_iter()
        .map(|seat| seat.within(args.move_time))
        .collect();
    let plan = MatchPlan {
        rules,
        starts: &starts,
        seats: &seats,
        games: args.games,
        random_turns: args.random_turns as usize,
        uneven: i32::try_from(args.uneven.saturating_mul(100)).ok(),
        test: args.sprt.map(|[worse, better]| Test {
            worse,
            better,
            error: args.error,
        }),
        seed: args.seed,
        longest: args.longest as usize,
    };
    let (mut file, kept) = match &args.output {
        Some(path) => open(path, args.seed)?,
        None => (None, KeptGames::default()),
    };
    if kept.count() > 0 {
        let games = count(kept.count() as u64, "game");
        context.note(&format!("going on after {games} that were played before"));
    }
    let watched = Watched::new(
        context,
        &args.position,
        "{bar:30} {human_pos} of {human_len} games, {eta} left",
    );
    let run = watched.run(args.threads, &stop);
    let played = play_match(&plan, kept, &run, &mut |record| {
        if let Some((file, clock)) = &mut file {
            file.add(&format!("{record}\n"))?;
            if clock.is_due() {
                file.sync()?;
            }
        }
        if let Some(forfeit) = standings::forfeit(record) {
            watched.suspend(|| context.note(&forfeit));
        }
        Ok(())
    });
    watched.finish();
    let found = played.map_err(of_arena)?;
    if let Some((file, _)) = &file {
        file.sync()?;
    }
    let mut out = crate::streams::stdout();
    if context.json {
        for standing in &found {
            write_json(&mut out, standing)?;
        }
    } else {
        let text = standings::text(&args.position, args.random_turns, &found);
        write!(out, "{text}")?;
    }
    Ok(if stop.load(Ordering::Relaxed) {
        Status::Stopped
    } else {
        Status::Done
    })
}

/// The file of a match, and how often it is brought to the disk.
type GamesFile = Option<(Growing, SaveClock)>;

/// Opens the file of a match to add to it.
fn open(path: &Path, seed: u64) -> Result<(GamesFile, KeptGames)> {
    let (mut file, text) = Growing::open(path)?;
    let kept = KeptGames::read(&path.display().to_string(), &text, seed)?;
    file.cut(kept.length)?;
    Ok((Some((file, SaveClock::new())), kept))
}
