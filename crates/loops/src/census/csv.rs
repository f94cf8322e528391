//! A census as comma-separated values, for tables and plots.

use std::fmt::Write;

use super::{Census, CensusRow, Example, LAP_CAPS};

/// The names of the columns of [`line()`], without an end of line.
///
/// The first eight are those of a [`super::CensusRow`]; then come the fields of
/// [`super::Coverage`], the ending starts beyond each lap cap, and one ring for each record, played
/// from its first pit.
pub fn header() -> String {
    let mut header = String::from(
        "pits,seeds,starts,never,cycles,min_period,max_period,longest_ending,\
         certified,certified_cycles,longest_certified,longest_missed",
    );
    for cap in LAP_CAPS {
        let _ = write!(header, ",ending_beyond_{cap}");
    }
    header + ",longest_ending_ring,min_period_ring,max_period_ring"
}

/// A finished census with its counts as one line, without an end of line. Periods that do not exist are empty.
pub fn line(census: &Census, row: &CensusRow) -> String {
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
    fields.join(",")
}

fn ring(example: Option<&Example>) -> String {
    let pits = example.map_or(&[][..], |example| &example.ring);
    let words: Vec<String> = pits.iter().map(u8::to_string).collect();
    words.join(" ")
}
