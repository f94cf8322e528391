//! Set-ups of Omweso against each other.

use super::{ended, seats, series};
use crate::checkpoint::CheckpointFile;
use crate::cli::OpeningsArgs;
use crate::commands::{of_arena, write_json};
use crate::context::{Context, Status};
use crate::input::{Question, read_text};
use crate::long_work::{Watched, stop_flag};
use crate::report::{setup_proofs, setups};
use crate::rows::Rows;
use anyhow::{Result, anyhow, bail};
use sow_arena::{
    Arrangement, SetupProofsPlan, SetupsError, SetupsPlan, SetupsTask, measure_setups, parse_setup,
    prove_setups,
};
use sow_engine::kind::GameKind;
use sow_engine::setup::Setup;
use sow_search::Endgames;
use std::io::Write as _;
use std::path::Path;

/// Nodes for a pair of set-ups, unless told: what most pairs take.
const NODES_OF_A_PAIR: u64 = 5_000_000;

pub(super) fn run(
    context: &Context,
    args: &OpeningsArgs,
    question: &Question,
    endgames: Option<&dyn Endgames>,
) -> Result<Status> {
    let usual = &question.setup;
    if usual.game != GameKind::Omweso {
        return Err(SetupsError::Game(usual.game).into());
    }
    if args.from.is_some() {
        bail!("--setups takes the size of the board from --columns; give positions with --setup");
    }
    let asked = &args.setups;
    let given = asked.given.iter().map(|text| parse_setup(text, usual));
    let given = given.collect::<Result<Vec<_>, _>>()?;
    let against = match &asked.against {
        Some(path) => read_setups(path, usual)?,
        None => Vec::new(),
    };
    if asked.prove {
        return prove(context, args, question, [&given, &against], endgames);
    }
    let [south, north] = seats(context, args, usual.game)?;
    let stop = stop_flag()?;
    let plan = SetupsPlan {
        rules: question.rules,
        usual,
        given: &given,
        against: &against,
        task: match (asked.search, asked.answer) {
            (Some(generations), _) => SetupsTask::Search(generations),
            (None, Some(generations)) => SetupsTask::Answer(generations),
            (None, None) => SetupsTask::Play,
        },
        tries: asked.tries,
        cap: asked.cap,
        points: asked.points,
        games: args.games,
        seats: [&south, &north],
        series: series(args),
        proof: args.proof.unwrap_or(0),
    };
    let mut rows = Rows::open_if(context, args.csv.as_deref(), setups::COLUMNS)?;
    let file = CheckpointFile::open_if(args.checkpoint.as_deref())?;
    let checkpoint = file.as_ref().map(CheckpointFile::checkpoint);
    let watched = Watched::new(
        context,
        &question.board(),
        "{spinner} {human_pos} rounds of duels, {elapsed}",
    );
    let run = watched.run(args.threads, &stop);
    let found = measure_setups(&plan, endgames, checkpoint, &run);
    watched.finish();
    let found = found.map_err(of_arena)?;
    let mut out = Rows::other_output(rows.as_ref());
    if let Some(rows) = &mut rows {
        let form = serde_json::to_value(&found)?;
        for row in form["setups"].as_array().into_iter().flatten() {
            rows.add_object(row)?;
        }
    }
    Rows::finish(rows)?;
    if context.json {
        write_json(&mut out, &found)?;
    } else {
        write!(out, "{}", setups::text(&found))?;
    }
    Ok(ended(context, args, found.complete))
}

/// Who wins, by proof.
fn prove(
    context: &Context,
    args: &OpeningsArgs,
    question: &Question,
    [given, against]: [&[Arrangement]; 2],
    endgames: Option<&dyn Endgames>,
) -> Result<Status> {
    let stop = stop_flag()?;
    let asked = &args.setups;
    let plan = SetupProofsPlan {
        rules: question.rules,
        usual: &question.setup,
        given,
        against,
        drawn: asked.drawn,
        cap: asked.cap,
        seed: args.seed,
        nodes: args.proof.unwrap_or(NODES_OF_A_PAIR),
        memory: usize::try_from(asked.memory).unwrap_or(usize::MAX),
    };
    let mut rows = Rows::open_if(context, args.csv.as_deref(), setup_proofs::COLUMNS)?;
    let file = CheckpointFile::open_if(args.checkpoint.as_deref())?;
    let checkpoint = file.as_ref().map(CheckpointFile::checkpoint);
    let watched = Watched::new(
        context,
        &question.board(),
        "{wide_bar} {human_pos} of {human_len} pairs, {elapsed} gone, {eta} left",
    );
    let run = watched.run(args.threads, &stop);
    let found = prove_setups(&plan, endgames, checkpoint, &run);
    watched.finish();
    let found = found.map_err(of_arena)?;
    let mut out = Rows::other_output(rows.as_ref());
    if let Some(rows) = &mut rows {
        for pair in &found.pairs {
            rows.add_object(pair)?;
        }
    }
    Rows::finish(rows)?;
    if context.json {
        write_json(&mut out, &found)?;
    } else {
        write!(out, "{}", setup_proofs::text(&found))?;
    }
    Ok(ended(context, args, found.complete))
}

/// The set-ups of a file, one a line.
fn read_setups(path: &Path, usual: &Setup) -> Result<Vec<Vec<u8>>> {
    let path = path.display().to_string();
    let text = read_text(&path)?;
    let mut setups = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let text = line.split('#').next().unwrap_or_default().trim();
        if !text.is_empty() {
            let setup = parse_setup(text, usual)
                .map_err(|error| anyhow!("{path}, line {}: {error}", index + 1))?;
            setups.push(setup);
        }
    }
    Ok(setups)
}
