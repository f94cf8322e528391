//! Diaries of long work: what is done, one JSON object a line, so that a run that was interrupted or
//! killed goes on where it was.

use anyhow::{Context as _, Result, bail};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;

/// A diary that may lie in a file.
pub(crate) struct Diary(Option<Mutex<File>>);

#[derive(Serialize, serde::Deserialize)]
struct Heading {
    work: String,
}

impl Diary {
    /// Opens the diary of a work, in words that name all it depends on, and reads its entries. Without a
    /// path nothing is kept.
    ///
    /// A last line that a kill has cut off is dropped.
    pub(crate) fn open<T: DeserializeOwned>(
        path: Option<&Path>,
        work: &str,
    ) -> Result<(Self, Vec<T>)> {
        let Some(path) = path else {
            return Ok((Self(None), Vec::new()));
        };
        let unreadable = || format!("{} cannot be used as a checkpoint", path.display());
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error).with_context(unreadable),
        };
        let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
        let mut lines = whole.lines();
        let mut entries = Vec::new();
        let is_new = match lines.next() {
            None => true,
            Some(first) => {
                let heading: Heading = serde_json::from_str(first).with_context(unreadable)?;
                if heading.work != work {
                    bail!(
                        "{} belongs to other work ({}); this is {work}",
                        path.display(),
                        heading.work
                    );
                }
                for (index, line) in lines.enumerate() {
                    let entry = serde_json::from_str(line)
                        .with_context(|| format!("{}, line {}", path.display(), index + 2))?;
                    entries.push(entry);
                }
                false
            }
        };
        let file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            .with_context(unreadable)?;
        file.set_len(whole.len() as u64).with_context(unreadable)?;
        let diary = Self(Some(Mutex::new(file)));
        if is_new {
            let heading = Heading {
                work: work.to_owned(),
            };
            diary.note(&heading)?;
        }
        Ok((diary, entries))
    }

    /// Adds an entry.
    pub(crate) fn note(&self, entry: &impl Serialize) -> Result<()> {
        if let Some(file) = &self.0 {
            let line = serde_json::to_string(entry)? + "\n";
            let mut file = file
                .lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner);
            file.write_all(line.as_bytes())
                .context("the checkpoint cannot be written")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diary_cut_off_anywhere_goes_on_and_another_work_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("diary");
        let (diary, entries) = Diary::open::<u32>(Some(&path), "work").expect("a diary");
        assert!(entries.is_empty());
        diary.note(&123).expect("written");
        diary.note(&456).expect("written");
        let whole = std::fs::read(&path).expect("a file");
        for length in 0..=whole.len() {
            std::fs::write(&path, &whole[..length]).expect("written");
            let (diary, entries) = Diary::open::<u32>(Some(&path), "work").expect("a diary");
            assert!([123, 456].starts_with(&entries), "{entries:?}");
            diary.note(&789).expect("written");
            let (_, entries) = Diary::open::<u32>(Some(&path), "work").expect("a diary");
            assert_eq!(entries.last(), Some(&789));
        }
        assert!(Diary::open::<u32>(Some(&path), "other").is_err());
    }
}
