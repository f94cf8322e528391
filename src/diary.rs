//! Diaries of long work: what is done, one JSON object a line, so that a run that was interrupted or
//! killed goes on where it was.

use anyhow::{Context as _, Result, bail};
use serde::Serialize;
use serde::de::DeserializeOwned;
use sow_files::Journal;
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// A diary that may lie in a file.
pub(crate) struct Diary(Option<Mutex<Lines>>);

struct Lines {
    journal: Journal,
    /// When they were last brought to the disk.
    synced: Instant,
}

/// How much work a failure of the machine may cost.
const SYNC_EVERY: Duration = Duration::from_secs(60);

#[derive(Serialize, serde::Deserialize)]
struct Heading {
    work: String,
}

impl Diary {
    /// Opens the diary of a work, in words that name all it depends on, and reads its entries from the
    /// journal and the text that this holds. Without a journal nothing is kept.
    ///
    /// A last line that a kill has cut off is dropped.
    pub(crate) fn open<T: DeserializeOwned>(
        path: Option<&Path>,
        journal: Option<(Journal, String)>,
        work: &str,
    ) -> Result<(Self, Vec<T>)> {
        let (Some(path), Some((mut journal, text))) = (path, journal) else {
            return Ok((Self(None), Vec::new()));
        };
        let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
        // What was cut off within its heading is a beginning of this one, and nothing else.
        let heading = serde_json::to_string(&Heading {
            work: work.to_owned(),
        })?;
        if whole.is_empty() && !heading.starts_with(&text) {
            bail!(
                "{} holds something else than a checkpoint; name another file",
                path.display()
            );
        }
        let mut lines = whole.lines();
        let mut entries = Vec::new();
        let is_new = match lines.next() {
            None => true,
            Some(first) => {
                let heading: Heading = serde_json::from_str(first).with_context(|| {
                    format!("{} cannot be used as a checkpoint", path.display())
                })?;
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
        journal.cut(whole.len() as u64)?;
        if is_new {
            journal.add((heading + "\n").as_bytes())?;
            journal.sync()?;
        }
        let lines = Lines {
            journal,
            synced: Instant::now(),
        };
        Ok((Self(Some(Mutex::new(lines))), entries))
    }

    /// Adds an entry.
    pub(crate) fn note(&self, entry: &impl Serialize) -> Result<()> {
        if let Some(lines) = &self.0 {
            let line = serde_json::to_string(entry)? + "\n";
            let mut lines = lines
                .lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner);
            lines.journal.add(line.as_bytes())?;
            if lines.synced.elapsed() >= SYNC_EVERY {
                lines.journal.sync()?;
                lines.synced = Instant::now();
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(path: &Path, work: &str) -> Result<(Diary, Vec<u32>)> {
        let (journal, content) = Journal::open(path)?;
        let text = String::from_utf8(content).expect("text");
        Diary::open(Some(path), Some((journal, text)), work)
    }

    #[test]
    fn a_diary_cut_off_anywhere_goes_on_and_another_work_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("diary");
        let (diary, entries) = open(&path, "work").expect("a diary");
        assert!(entries.is_empty());
        diary.note(&123).expect("written");
        diary.note(&456).expect("written");
        drop(diary);
        let whole = std::fs::read(&path).expect("a file");
        for length in 0..=whole.len() {
            std::fs::write(&path, &whole[..length]).expect("written");
            let (diary, entries) = open(&path, "work").expect("a diary");
            assert!([123, 456].starts_with(&entries), "{entries:?}");
            diary.note(&789).expect("written");
            drop(diary);
            let (_, entries) = open(&path, "work").expect("a diary");
            assert_eq!(entries.last(), Some(&789));
        }
        assert!(open(&path, "other").is_err());
    }

    #[test]
    fn what_is_no_diary_is_refused_and_stays_as_it_is() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("diary");
        for foreign in ["precious", "precious\nlines\n", "{\"work\":\"wor"] {
            std::fs::write(&path, foreign).expect("written");
            assert!(open(&path, "another work").is_err(), "{foreign}");
            assert_eq!(std::fs::read_to_string(&path).expect("a file"), foreign);
        }
    }
}
