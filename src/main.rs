//! The program `sow`; all of it is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(sow::run_program(std::env::args_os()))
}
