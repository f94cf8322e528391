//! `sow-bind MODULE FOLDER`: writes the JavaScript side of a WebAssembly module, as `wasm-bindgen` does, with
//! nothing in it that would fetch the module: the page brings it along.

#![forbid(unsafe_code)]

use anyhow::{Context as _, Result};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let module = arguments.next().context("sow-bind MODULE FOLDER")?;
    let folder = arguments.next().context("sow-bind MODULE FOLDER")?;
    Bindgen::new()
        .input_path(module)
        .out_name("engine")
        .web(true)?
        .omit_default_module_path(true)
        .typescript(true)
        .generate(folder)
}
