//! Writes standard input to a file, whole or not at all, as no `>` of a shell does:
//! `make-results | cargo run -p sow-files --example write_whole_or_not -- results`.

use std::io;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("name a file")?;
    // What is there stays until everything has been read.
    sow_files::replace(path.as_ref(), |out| {
        io::copy(&mut io::stdin(), out)?;
        Ok(())
    })?;
    Ok(())
}
