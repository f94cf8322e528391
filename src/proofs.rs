//! Certificates that a search asks, and a player who plays by one.

use anyhow::{Context as _, Result, bail};
use sow_engine::game::Contents;
use sow_engine::rules::Rules;
use sow_engine::side::Side;
use sow_proof::{Certificate, EXTENSION, Least, Strategy};
use sow_search::EndgameValue;
use std::path::{Path, PathBuf};

/// Certificates with their names.
#[derive(Debug, Default)]
pub(crate) struct Proofs(Vec<(String, Strategy)>);

impl Proofs {
    /// Reads a certificate or all of a folder; none where nothing is named.
    pub(crate) fn open(named: Option<&Path>) -> Result<Self> {
        let Some(named) = named else {
            return Ok(Self::default());
        };
        let mut proofs = Vec::new();
        for path in paths(named)? {
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            proofs.push((name.into_owned(), read(&path)?));
        }
        Ok(Self(proofs))
    }

    /// Those about one board under the same rules, if they say who wins.
    pub(crate) fn of(&self, rules: Rules, columns: usize) -> Vec<(&str, &Strategy)> {
        let fits = |strategy: &Strategy| {
            let claim = strategy.claim();
            claim.rules == rules && claim.position.columns == columns && is_win(claim.least)
        };
        let all = self.0.iter().filter(|(_, strategy)| fits(strategy));
        all.map(|(name, strategy)| (name.as_str(), strategy))
            .collect()
    }
}

/// Reads what a certificate states.
pub(crate) fn read(path: &Path) -> Result<Strategy> {
    Ok(Strategy::read(&Certificate::open(path)?)?)
}

/// What certificates that say who wins say of a position between turns.
pub(crate) fn value(
    proofs: &[(&str, &Strategy)],
    side: Side,
    contents: &Contents<'_>,
) -> Option<EndgameValue> {
    let (_, strategy) = proofs
        .iter()
        .find(|(_, strategy)| strategy.covers(side, contents))?;
    Some(EndgameValue {
        winner: Some(strategy.claim().holder),
        margin: None,
        points: None,
        distance: None,
    })
}

const fn is_win(least: Least) -> bool {
    match least {
        Least::Win | Least::WinBy(_) => true,
        Least::Points(points) => points > 0,
        Least::Draw | Least::Margin(_) | Least::LossBy(_) => false,
    }
}

fn paths(named: &Path) -> Result<Vec<PathBuf>> {
    if !named.is_dir() {
        return Ok(vec![named.to_owned()]);
    }
    let mut paths = Vec::new();
    let entries =
        std::fs::read_dir(named).with_context(|| format!("{} cannot be read", named.display()))?;
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_some_and(|known| known == EXTENSION) {
            paths.push(path);
        }
    }
    if paths.is_empty() {
        bail!("{} holds no certificates (*.{EXTENSION})", named.display());
    }
    paths.sort();
    Ok(paths)
}
