//! Throws seeds onto a ring, the same ones for the same seed and number: `cargo run -p sow-random --example throw_seeds -- 7 3`.

use sow_random::Stream;

fn main() -> Result<(), std::num::ParseIntError> {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse());
    let seed = numbers.next().transpose()?.unwrap_or(1);
    let task = numbers.next().transpose()?.unwrap_or(0);
    let mut stream = Stream::new(seed, task);
    let mut ring = [0_u8; 16];
    for _ in 0..32 {
        ring[stream.index(16)] += 1;
    }
    println!("{ring:?}");
    Ok(())
}
