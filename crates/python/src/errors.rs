//! Errors as exceptions of the Python package, each with its one sentence.

use pyo3::{PyErr, import_exception};
use std::fmt::Display;

import_exception!(sow.errors, CertificateError);
import_exception!(sow.errors, LimitError);
import_exception!(sow.errors, LoopsError);
import_exception!(sow.errors, MoveError);
import_exception!(sow.errors, PlayerError);
import_exception!(sow.errors, PositionError);
import_exception!(sow.errors, PuzzleError);
import_exception!(sow.errors, RecordError);
import_exception!(sow.errors, RulesError);
import_exception!(sow.errors, SearchError);
import_exception!(sow.errors, TableError);

/// Makes an exception of an error's sentence: `.map_err(raise!(MoveError))`.
macro_rules! raise {
    ($kind:ident) => {
        |error| $crate::errors::$kind::new_err($crate::errors::sentence(&error))
    };
}
pub(crate) use raise;

/// The sentence of an error.
pub(crate) fn sentence(error: &dyn Display) -> String {
    error.to_string()
}

/// An answer as JSON text.
pub(crate) fn to_json(answer: &impl serde::Serialize) -> Result<String, PyErr> {
    serde_json::to_string(answer).map_err(|error| {
        pyo3::exceptions::PyRuntimeError::new_err(format!("an answer has no JSON: {error}"))
    })
}
