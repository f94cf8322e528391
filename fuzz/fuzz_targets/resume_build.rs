#![no_main]

#[path = "../src/tables.rs"]
#[allow(dead_code, reason = "each target has a body of its own")]
mod tables;

libfuzzer_sys::fuzz_target!(|data: &[u8]| tables::resume_build(data));
