//! Exhaustive counts as CSV: `census PITS FIRST LAST`.

use std::sync::atomic::AtomicBool;

use sow_loops::census::{Census, csv};

fn main() {
    let numbers: Vec<u32> = std::env::args()
        .skip(1)
        .filter_map(|text| text.parse().ok())
        .collect();
    let [pits, first, last] = numbers[..] else {
        println!("usage: census PITS FIRST_SEEDS LAST_SEEDS");
        return;
    };
    println!("{}", csv::header());
    for seeds in first..=last {
        let started = std::time::Instant::now();
        let mut census = Census::new(pits as usize, seeds).expect("a ring that can be counted");
        while !census.advance(64, &AtomicBool::new(false)) {}
        println!("{}", csv::line(&census).expect("finished"));
        eprintln!("{pits} pits, {seeds} seeds: {:?}", started.elapsed());
    }
}
