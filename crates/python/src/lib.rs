//! The Python package's extension module: the doors of the libraries, and the program.
//!
//! What the package's Python code asks is answered in plain values, or in JSON where a library has a form of its answers:
//! classes, their words and their types are Python's. Whatever may take long is done on a thread of its own while the
//! interpreter is free ([`work`]).

mod certificate;
mod errors;
mod games;
mod loops;
mod position;
mod program;
mod puzzles;
mod rules;
mod search;
mod tables;
mod turn;
mod work;

/// The extension module `sow._sow`.
#[pyo3::pymodule]
mod _sow {
    #[pymodule_export]
    use crate::certificate::Certificate;
    #[pymodule_export]
    use crate::games::{read_records, replay, selfplay, statistics};
    #[pymodule_export]
    use crate::loops::{census, census_svg, check_ring};
    #[pymodule_export]
    use crate::position::Position;
    #[pymodule_export]
    use crate::program::run_program;
    #[pymodule_export]
    use crate::puzzles::{check_puzzle, read_puzzles, shipped_puzzles, solve_puzzle};
    #[pymodule_export]
    use crate::rules::{games, rules, seconds, size};
    #[pymodule_export]
    use crate::tables::Tables;

    use pyo3::types::{PyModule, PyModuleMethods};

    /// The version of the package is that of the extension module.
    #[pymodule_init]
    fn init(module: &pyo3::Bound<'_, PyModule>) -> pyo3::PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
