//! The program, run by Python.

use pyo3::{Python, pyfunction};
use std::ffi::OsString;

/// Runs the program with its arguments, its name first, and gives its exit code.
#[pyfunction]
pub(crate) fn run_program(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| sow::run_program(arguments))
}
