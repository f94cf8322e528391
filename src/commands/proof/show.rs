//! `sow proof show`: the turn that is stated at a position.

use crate::cli::ProofShowArgs;
use crate::commands::write_json;
use crate::context::{Context, Status};
use crate::report::board::board;
use crate::report::letters::spell;
use crate::report::prose::tell;
use anyhow::{Result, bail};
use serde::Serialize;
use sow_engine::position::Unfit;
use sow_engine::referee::read_position;
use sow_engine::rules::Rules;
use sow_proof::{Certificate, Strategy};
use std::io::Write as _;

#[derive(Serialize)]
struct Report {
    position: String,
    #[serde(rename = "move")]
    turn: Option<String>,
    rank: Option<u32>,
    claim: String,
}

pub(crate) fn run(context: &Context, args: &ProofShowArgs) -> Result<Status> {
    let certificate = Certificate::open(&args.file)?;
    let claim = certificate.claim();
    let setup = match &args.position {
        None => claim.position.clone(),
        Some(text) => {
            let rules_of = |game| {
                if game == claim.rules.game() {
                    claim.rules
                } else {
                    Rules::default_for(game)
                }
            };
            let (_, setup) = read_position::<Unfit>(text, |game, _| Ok(rules_of(game)))?;
            setup
        }
    };
    let (game, columns) = (claim.position.game, claim.position.columns);
    if (setup.game, setup.columns) != (game, columns) {
        bail!(
            "{} is about {game} on {columns} columns, and this position is one of {} on {}",
            args.file.display(),
            setup.game,
            setup.columns
        );
    }
    let strategy = Strategy::read(&certificate)?;
    let stated = strategy.stated(&setup)?;
    let status = if stated.is_some() {
        Status::Done
    } else {
        Status::No
    };
    let mut out = crate::streams::stdout();
    if context.json {
        let (turn, rank) = stated.unzip();
        let report = Report {
            position: setup.to_string(),
            turn,
            rank,
            claim: claim.to_string(),
        };
        write_json(&mut out, &report)?;
        return Ok(status);
    }
    writeln!(out, "{}\n", board(&setup, context.letters))?;
    match stated {
        Some((turn, rank)) => {
            let turn = spell(context.letters, &setup, &turn);
            tell(
                &mut out,
                &format!("{} plays {turn} (rank {rank}).", claim.holder),
            )?;
        }
        None if setup.side != claim.holder => tell(
            &mut out,
            &format!(
                "The certificate states {}'s turns, and here {} is to move.",
                claim.holder, setup.side
            ),
        )?,
        None => tell(
            &mut out,
            "No turn is stated here: the game is over, or no line of the certificate comes here.",
        )?,
    }
    tell(&mut out, &format!("{claim}."))?;
    Ok(status)
}
