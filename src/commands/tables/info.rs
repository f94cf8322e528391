//! `sow tables info`: what tables hold, layer by layer.

use crate::cli::TablesInfoArgs;
use crate::commands::write_json;
use crate::context::{Context, Status};
use crate::report::number::{count, grouped};
use crate::report::prose::{paragraph, tell};
use crate::report::table::Table as Columns;
use crate::rows::Rows;
use anyhow::Result;
use serde::Serialize;
use sow_endgame::{Layer, Scale, Statistics, Table};
use std::io::Write;

#[derive(Serialize)]
struct Report {
    table: String,
    game: &'static str,
    rules: String,
    columns: usize,
    bytes: u64,
    layers: Vec<LayerReport>,
}

#[derive(Serialize)]
struct LayerReport {
    layer: String,
    positions: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    zugzwangs: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    longest_win: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    largest_margin: Option<u16>,
    position: Option<String>,
    bytes: u64,
}

/// A layer in a table of the layers of many tables.
#[derive(Serialize)]
struct Row<'a> {
    table: &'a str,
    game: &'a str,
    rules: &'a str,
    columns: usize,
    #[serde(flatten)]
    layer: &'a LayerReport,
}

/// The columns of such a table; `bytes` are those of the layer.
const COLUMNS: [&str; 14] = [
    "table",
    "game",
    "rules",
    "columns",
    "layer",
    "positions",
    "wins",
    "draws",
    "losses",
    "zugzwangs",
    "longest_win",
    "largest_margin",
    "position",
    "bytes",
];

pub(crate) fn run(context: &Context, args: &TablesInfoArgs) -> Result<Status> {
    let mut rows = Rows::open_if(context, args.csv.as_deref(), COLUMNS)?;
    let mut out = Rows::other_output(rows.as_ref());
    for (index, table) in crate::tables::at(args.path.as_deref())?.iter().enumerate() {
        let layers: Vec<LayerReport> = table
            .layers()
            .map(|(layer, statistics)| layer_report(table, layer, statistics))
            .collect();
        let report = Report {
            table: table.path().display().to_string(),
            game: table.rules().game().name(),
            rules: table.rules().describe(),
            columns: table.columns(),
            bytes: table.bytes(),
            layers,
        };
        if let Some(rows) = &mut rows {
            for layer in &report.layers {
                rows.add_object(&Row {
                    table: &report.table,
                    game: report.game,
                    rules: &report.rules,
                    columns: report.columns,
                    layer,
                })?;
            }
        }
        if context.json {
            write_json(&mut out, &report)?;
        } else {
            if index > 0 {
                writeln!(out)?;
            }
            print(&mut out, &report)?;
        }
    }
    Rows::finish(rows)?;
    Ok(Status::Done)
}

fn layer_report(table: &Table, layer: Layer, statistics: Statistics) -> LayerReport {
    let outcomes = Scale::of(table.rules().game()) == Scale::Outcome;
    let won = statistics.extreme > 0;
    LayerReport {
        layer: layer.to_string(),
        positions: statistics.positions,
        wins: statistics.wins,
        draws: statistics.draws,
        losses: statistics.losses,
        zugzwangs: statistics.zugzwangs,
        longest_win: (outcomes && won).then_some(statistics.extreme),
        largest_margin: (!outcomes).then_some(statistics.extreme),
        position: won.then(|| table.setup(layer, statistics.extreme_index).to_string()),
        bytes: table.layer_bytes(layer),
    }
}

fn print(out: &mut impl Write, report: &Report) -> Result<()> {
    let what = format!(
        "{}, {} columns, rules {}, {}",
        report.game,
        report.columns,
        report.rules,
        count(report.bytes, "byte")
    );
    tell(out, &report.table)?;
    writeln!(out, "{}", paragraph(&what))?;
    let mut columns = Columns::new(&[
        ">layer",
        ">positions",
        ">won",
        ">drawn",
        ">lost",
        ">zugzwang",
        ">longest win",
        ">largest margin",
        ">bytes a position",
        "_example",
    ]);
    for layer in &report.layers {
        let number = |value: Option<u16>| value.map(|value| value.to_string()).unwrap_or_default();
        columns.row([
            layer.layer.clone(),
            grouped(layer.positions),
            grouped(layer.wins),
            grouped(layer.draws),
            grouped(layer.losses),
            grouped(layer.zugzwangs),
            number(layer.longest_win),
            number(layer.largest_margin),
            format!("{:.3}", layer.bytes as f64 / layer.positions.max(1) as f64),
            layer.position.clone().unwrap_or_default(),
        ]);
    }
    write!(out, "{columns}")?;
    Ok(())
}
