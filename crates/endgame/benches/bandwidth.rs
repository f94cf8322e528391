//! What the machine's memory gives: the yardstick for the speed of building tables.
//!
//! All cores at once read a gibibyte each in order, write it in order, and add to two-byte numbers at random
//! places of it, one place after another being known beforehand so that accesses may overlap.

use std::hint::black_box;
use std::time::Instant;

/// Bytes that each core works on: far more than any cache.
const BYTES: usize = 1 << 30;

/// Accesses at random places by each core.
const ACCESSES: usize = 1 << 25;

fn main() {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut memory: Vec<Vec<u16>> = (0..cores)
        .map(|core| vec![core as u16 + 1; BYTES / 2])
        .collect();
    println!("| access, {cores} cores together | a second |");
    println!("| --- | ---: |");
    let gigabytes = (cores * BYTES) as f64 / 1e9;
    let read = seconds(&mut memory, |words| {
        let sum = words.iter().fold(0_u16, |sum, &word| sum ^ word);
        black_box(sum);
    });
    println!("| read in order | {:.1} GB |", gigabytes / read);
    let written = seconds(&mut memory, |words| words.fill(black_box(7)));
    println!("| written in order | {:.1} GB |", gigabytes / written);
    let random = seconds(&mut memory, |words| {
        let mut state = 1_u64;
        for _ in 0..ACCESSES {
            state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
            let place = (state >> 33) as usize % words.len();
            words[place] = words[place].wrapping_add(1);
        }
    });
    let millions = (cores * ACCESSES) as f64 / 1e6;
    println!(
        "| changed at random places | {:.0} million |",
        millions / random
    );
}

/// Seconds until every core has done its part.
fn seconds(memory: &mut [Vec<u16>], work: impl Fn(&mut Vec<u16>) + Sync) -> f64 {
    let begun = Instant::now();
    std::thread::scope(|scope| {
        for part in memory {
            scope.spawn(|| work(part));
        }
    });
    begun.elapsed().as_secs_f64()
}
