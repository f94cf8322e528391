//! `sow proof info`: what a certificate claims.

use crate::cli::ProofInfoArgs;
use crate::commands::write_json;
use crate::context::{Context, Status};
use crate::report::board::board;
use crate::report::number::count;
use crate::report::prose::tell;
use anyhow::Result;
use serde::Serialize;
use sow_proof::Certificate;
use std::io::Write as _;

#[derive(Serialize)]
struct Report {
    file: String,
    claim: String,
    position: String,
    rules: String,
    holder: String,
    least: String,
    positions: u64,
    bytes: u64,
    digest: String,
}

pub(crate) fn run(context: &Context, args: &ProofInfoArgs) -> Result<Status> {
    let certificate = Certificate::open(&args.file)?;
    let claim = certificate.claim();
    let report = Report {
        file: args.file.display().to_string(),
        claim: claim.to_string(),
        position: claim.position.to_string(),
        rules: claim.rules.describe(),
        holder: claim.holder.to_string().to_lowercase(),
        least: claim.least.to_string(),
        positions: certificate.positions(),
        bytes: certificate.bytes(),
        digest: certificate.digest(),
    };
    let mut out = crate::streams::stdout();
    if context.json {
        write_json(&mut out, &report)?;
        return Ok(Status::Done);
    }
    writeln!(out, "{}\n", board(&claim.position, context.letters))?;
    tell(&mut out, &format!("{}.", report.claim))?;
    let size = format!(
        "{} with a turn, {}",
        count(report.positions, "position"),
        count(report.bytes, "byte")
    );
    writeln!(out)?;
    tell(&mut out, &format!("rules {}", report.rules))?;
    tell(&mut out, &size)?;
    tell(&mut out, &format!("SHA-256 {}", report.digest))?;
    Ok(Status::Done)
}
