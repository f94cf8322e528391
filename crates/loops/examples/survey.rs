//! Samples of large rings: `survey PITS FIRST LAST STEP THOUSANDS` as CSV.

use std::sync::atomic::AtomicBool;

use sow_loops::census::LAP_CAPS;
use sow_loops::find::Uniform;
use sow_loops::survey::Survey;

fn main() {
    let numbers: Vec<u32> = std::env::args()
        .skip(1)
        .filter_map(|text| text.parse().ok())
        .collect();
    let [pits, first, last, step, thousands] = numbers[..] else {
        println!("usage: survey PITS FIRST_SEEDS LAST_SEEDS STEP THOUSANDS_OF_RINGS");
        return;
    };
    let caps = LAP_CAPS.map(|cap| format!("ending_beyond_{cap}")).join(",");
    println!("pits,seeds,starts,never,certified,undecided,longest_missed,longest_ending,{caps}");
    for seeds in (first..=last).step_by(step as usize) {
        let source = Uniform::new(pits as usize, seeds..=seeds, None).expect("a source");
        let survey = Survey {
            source: &source,
            seed: 1,
            limit: 100_000_000,
        };
        let found = survey.run(0..1000 * u64::from(thousands), &AtomicBool::new(false));
        let beyond = found.ending_beyond.map(|count| count.to_string()).join(",");
        println!(
            "{pits},{seeds},{},{},{},{},{},{},{beyond}",
            found.starts,
            found.never,
            found.certified,
            found.undecided,
            found.longest_missed,
            found.longest_ending
        );
    }
}
