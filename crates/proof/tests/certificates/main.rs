//! Certificates of small boards against brute force, and what becomes of those that are changed.

mod brute;
mod changed;
mod small_boards;
mod solved;

use sow_engine::notation::parse_position;
use sow_engine::rules::Rules;
use sow_engine::side::Side;
use sow_proof::{Certificate, Claim, Least, Means, ProofError, Verdict, check};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64};

fn claim(position: &str, words: &[&str], holder: Side, least: Least) -> Claim {
    let position = parse_position(position).expect("a position");
    Claim {
        rules: Rules::from_words(position.game, words.iter().copied()).expect("rules"),
        position,
        holder,
        least,
    }
}

fn open(bytes: Vec<u8>) -> Result<Certificate, ProofError> {
    Certificate::from_bytes(Path::new("test.sowproof"), bytes)
}

fn verdict(certificate: &Certificate, memory: usize) -> Result<Verdict, ProofError> {
    let means = Means {
        memory,
        looked_at: &AtomicU64::new(0),
        stop: &AtomicBool::new(false),
    };
    check(certificate, means)
}
