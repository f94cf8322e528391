//! `sow tables build`: endgame tables, layer upon layer.

use crate::cli::TablesBuildArgs;
use crate::commands::write_json;
use crate::context::{Context, Status};
use crate::input::board_name;
use crate::long_work::{on_threads, progress, stop_flag};
use crate::memory::usual_memory;
use crate::report::number::{count, work};
use crate::report::prose::tell;
use anyhow::{Context as _, Result, bail};
use serde::Serialize;
use sow_endgame::{BuildError, Means, Plan, Table, Watch, build, memory};
use sow_engine::kind::GameKind;
use sow_engine::rules::Rules;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The tables that come with the program: game, columns, fewest and most seeds. All by the default rules.
const SHIPPED: &[(GameKind, usize, usize, usize)] = &[
    (GameKind::Nsolo, 8, 2, 6),
    (GameKind::Nsolo, 4, 2, 8),
    (GameKind::Anywoli, 12, 5, 8),
    (GameKind::Anywoli, 6, 5, 14),
    (GameKind::BaoKingulu, 6, 0, 5),
    (GameKind::Owela, 2, 1, 16),
    (GameKind::Owela, 3, 1, 9),
    (GameKind::Omweso, 2, 1, 16),
    (GameKind::Omweso, 3, 1, 9),
];

/// How often the bar is drawn.
const TICK: Duration = Duration::from_millis(100);

#[derive(Serialize)]
struct Report {
    table: String,
    game: &'static str,
    rules: String,
    columns: usize,
    layers: usize,
    positions: u64,
    bytes: u64,
    seconds: f64,
}

pub(crate) fn run(context: &Context, args: &TablesBuildArgs) -> Result<Status> {
    let stop = stop_flag()?;
    let plans = if args.shipped {
        shipped(context)?
    } else {
        vec![plan(context, args)?]
    };
    std::fs::create_dir_all(&args.output)
        .with_context(|| format!("{} cannot be made", args.output.display()))?;
    let means = Means {
        memory: args.memory.unwrap_or_else(usual_memory),
        save_every: args.save_every,
        ..Means::default()
    };
    // What cannot be built is refused before anything is.
    for plan in &plans {
        let needed = memory(plan, means.plain)?;
        if (needed.least..needed.ample).contains(&means.memory) {
            context.note(&format!(
                "with --memory {}MiB this is built several times faster",
                needed.ample.div_ceil(1 << 20)
            ));
        }
    }
    for plan in &plans {
        let begun = Instant::now();
        match build_one(context, args, plan, &means, &stop) {
            Ok(path) => report(context, plan, &path, begun.elapsed())?,
            Err(error) => match error.downcast_ref::<BuildError>() {
                Some(BuildError::Stopped) => {
                    context.note("interrupted; the same command goes on from what is saved");
                    return Ok(Status::Stopped);
                }
                _ => return Err(error),
            },
        }
    }
    Ok(Status::Done)
}

fn shipped(context: &Context) -> Result<Vec<Plan>> {
    if context.has_rules() {
        bail!("the tables that come with the program are built by the default rules");
    }
    Ok(SHIPPED
        .iter()
        .map(|&(game, columns, fewest, most)| Plan {
            rules: Rules::default_for(game),
            columns,
            seeds: fewest..=most,
        })
        .collect())
}

fn plan(context: &Context, args: &TablesBuildArgs) -> Result<Plan> {
    let name = args.game.as_deref().unwrap_or_default();
    let rules = context.asked.game(name)?;
    let game = rules.game();
    let columns = args.columns.unwrap_or_else(|| rules.default_columns());
    if !game.columns().contains(&columns) {
        bail!(
            "boards have {} to {} columns, not {columns}",
            game.columns().start(),
            game.columns().end()
        );
    }
    let Some(seeds) = &args.seeds else {
        bail!("the seeds of the table are missing");
    };
    Ok(Plan {
        rules,
        columns,
        seeds: *seeds.start() as usize..=*seeds.end() as usize,
    })
}

/// Builds one table while a bar shows how far it is.
fn build_one(
    context: &Context,
    args: &TablesBuildArgs,
    plan: &Plan,
    means: &Means,
    stop: &Arc<AtomicBool>,
) -> Result<PathBuf> {
    let watch = Watch::default();
    let bar = progress(
        context,
        &board_name(plan.rules.game(), plan.columns),
        1,
        "{msg} {wide_bar} {percent} %, {elapsed} gone",
    );
    let finished = AtomicBool::new(false);
    let built = std::thread::scope(|scope| {
        scope.spawn(|| {
            while !finished.load(Ordering::Relaxed) {
                if stop.load(Ordering::Relaxed) {
                    watch.stop.store(true, Ordering::Relaxed);
                }
                bar.set_message(stage(&watch));
                bar.set_length(watch.positions.load(Ordering::Relaxed).max(1));
                bar.set_position(watch.positions_done.load(Ordering::Relaxed));
                std::thread::sleep(TICK);
            }
        });
        let built = on_threads(args.threads, || build(plan, means, &args.output, &watch));
        finished.store(true, Ordering::Relaxed);
        built
    });
    bar.finish_and_clear();
    Ok(built??)
}

/// What a build is doing.
fn stage(watch: &Watch) -> String {
    let done = watch.layers_done.load(Ordering::Relaxed);
    match watch.layers.load(Ordering::Relaxed) {
        0 => "layers are laid out".to_owned(),
        layers if done >= layers => format!("{} are written", count(layers as u64, "layer")),
        layers => format!(
            "layer {} of {}, pass {}",
            done + 1,
            layers,
            watch.pass.load(Ordering::Relaxed)
        ),
    }
}

fn report(context: &Context, plan: &Plan, path: &std::path::Path, time: Duration) -> Result<()> {
    let table = Table::open(path)?;
    let mut out = crate::streams::stdout();
    let positions = table.layers().map(|(_, counts)| counts.positions).sum();
    if context.json {
        let report = Report {
            table: path.display().to_string(),
            game: plan.rules.game().name(),
            rules: plan.rules.describe(),
            columns: plan.columns,
            layers: table.layers().count(),
            positions,
            bytes: table.bytes(),
            seconds: time.as_secs_f64(),
        };
        return write_json(&mut out, &report);
    }
    let text = format!(
        "{}: {}, {}; {}",
        path.display(),
        count(table.layers().count() as u64, "layer"),
        count(table.bytes(), "byte"),
        work(positions, "position", time)
    );
    tell(&mut out, &text)?;
    Ok(())
}
