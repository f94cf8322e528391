#![no_main]

#[path = "../src/checkpoints.rs"]
#[allow(dead_code, reason = "each target has a body of its own")]
mod checkpoints;

libfuzzer_sys::fuzz_target!(|data: &[u8]| checkpoints::resume_census(data));
