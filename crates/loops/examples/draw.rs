//! Draws a move: `draw LAPS PIT SEEDS…` writes SVG to standard output, text to standard error.

use sow_loops::draw::MovePicture;
use sow_loops::start::Start;

fn main() {
    let numbers: Vec<u32> = std::env::args()
        .skip(1)
        .filter_map(|text| text.parse().ok())
        .collect();
    let [most, pit, ring @ ..] = &numbers[..] else {
        println!("usage: draw LAPS PIT SEEDS…");
        return;
    };
    let start = Start::new(ring, *pit as usize).expect("a start");
    let picture = MovePicture::of_relay(&start, 100_000);
    eprintln!("{}", picture.text(120, *most as usize));
    println!("{}", picture.svg(*most as usize));
}
