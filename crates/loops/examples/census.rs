//! The counts of one ring: `census PITS SEEDS`, with what the certificate catches.

use std::sync::atomic::AtomicBool;

use sow_loops::census::Census;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let pits = arguments.next().and_then(|text| text.parse().ok());
    let seeds = arguments.next().and_then(|text| text.parse().ok());
    let (Some(pits), Some(seeds)) = (pits, seeds) else {
        println!("usage: census PITS SEEDS");
        return;
    };
    let started = std::time::Instant::now();
    let mut census = Census::new(pits, seeds).expect("a ring that can be counted");
    while !census.advance(64, &AtomicBool::new(false)) {}
    println!("{:#?}", census.row().expect("finished"));
    println!("{:#?}", census.coverage());
    println!("longest ending {:?}", census.longest_ending());
    println!("shortest never {:?}", census.shortest_never());
    println!("longest never {:?}", census.longest_never());
    println!("ending beyond caps {:?}", census.ending_beyond_caps());
    println!("{:?}", started.elapsed());
}
