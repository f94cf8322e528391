//! A census as rows of a table, for comma-separated values and plots.

use super::{Census, CensusRow, Example, LAP_CAPS};

/// The names of the columns of [`cells()`].
///
/// The first eight are those of a [`super::CensusRow`]; then come the fields of
/// [`super::Coverage`], the ending starts beyond each lap cap, and one ring for each record, played
/// from its first pit.
pub fn columns() -> Vec<String> {
    let first = "pits,seeds,starts,never,cycles,min_period,max_period,longest_ending,\
                 certified,certified_cycles,longest_certified,longest_missed";
    let caps = LAP_CAPS.map(|cap| format!("ending_beyond_{cap}"));
    let rings = ["longest_ending_ring", "min_period_ring", "max_period_ring"];
    let first = first.split(',').map(str::to_owned);
    first.chain(caps).chain(rings.map(str::to_owned)).collect()
}

/// A finished census with its counts as one row. Periods that do not exist are empty.
pub fn cells(census: &Census, row: &CensusRow) -> Vec<String> {
    let coverage = census.coverage();
    let number = |value: Option<u64>| value.map_or_else(String::new, |value| value.to_string());
    let mut fields = vec![row.pits.to_string(), row.seeds.to_string()];
    fields.extend([row.starts, row.never, row.cycles].map(|count| count.to_string()));
    fields.extend([row.min_period, row.max_period].map(number));
    fields.push(row.longest_ending.to_string());
    fields.extend([coverage.certified, coverage.certified_cycles].map(|count| count.to_string()));
    fields.extend(
        [coverage.longest_certified, coverage.longest_missed].map(|x| number((x > 0).then_some(x))),
    );
    fields.extend(census.ending_beyond_caps().map(|count| count.to_string()));
    fields.extend(
        [
            census.longest_ending(),
            census.shortest_never(),
            census.longest_never(),
        ]
        .map(ring),
    );
    fields
}

fn ring(example: Option<&Example>) -> String {
    let pits = example.map_or(&[][..], |example| &example.ring);
    let words: Vec<String> = pits.iter().map(u8::to_string).collect();
    words.join(" ")
}
