//! Whether a certificate proves what it claims: `cargo run -p sow-proof --example check_a_certificate -- FILE`.

use sow_proof::{Certificate, Means, Verdict, check};
use std::sync::atomic::{AtomicBool, AtomicU64};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let usual = "data/proofs/owela-4x7-owela.sowproof";
    let path = std::env::args().nth(1).unwrap_or(usual.to_owned());
    let certificate = Certificate::open(path.as_ref())?;
    println!("{}", certificate.claim());
    let means = Means {
        memory: 256 << 20,
        looked_at: &AtomicU64::new(0),
        stop: &AtomicBool::new(false),
    };
    match check(&certificate, means)? {
        Verdict::Holds => println!("holds: {} positions", certificate.positions()),
        Verdict::Fails(fault) => println!("does not hold: {fault}"),
        Verdict::Stopped => println!("was stopped"),
    }
    Ok(())
}
