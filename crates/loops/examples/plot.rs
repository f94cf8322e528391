//! Plots the census of a ring: `plot PITS FIRST LAST` writes SVG to standard output.

use std::sync::atomic::AtomicBool;

use sow_loops::census::Census;
use sow_loops::draw::census_svg;

fn main() {
    let numbers: Vec<u32> = std::env::args()
        .skip(1)
        .filter_map(|text| text.parse().ok())
        .collect();
    let [pits, first, last] = numbers[..] else {
        println!("usage: plot PITS FIRST_SEEDS LAST_SEEDS");
        return;
    };
    let rows: Vec<_> = (first..=last)
        .map(|seeds| {
            let mut census = Census::new(pits as usize, seeds).expect("a ring that can be counted");
            while !census.advance(64, &AtomicBool::new(false)) {}
            census.row().expect("finished")
        })
        .collect();
    print!("{}", census_svg(&rows));
}
