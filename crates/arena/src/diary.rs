//! Diaries of long work: what is done, one JSON object a line, so that a run that was interrupted or
//! killed goes on where it was. Where they lie is for the caller to say.

use crate::error::Fault;
use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

/// What keeps a diary, a file as a rule.
pub trait Keep: Sync {
    /// Takes away what follows the first `length` bytes of what was there.
    ///
    /// # Errors
    /// Whatever keeps it from that.
    fn cut(&self, length: u64) -> Result<(), Fault>;

    /// Adds a line, the whole of it or nothing. Called from several threads.
    ///
    /// # Errors
    /// Whatever keeps it from that.
    fn add(&self, line: &str) -> Result<(), Fault>;
}

/// A diary before it is read.
#[derive(Clone, Copy)]
pub struct Checkpoint<'a> {
    /// What errors call it.
    pub name: &'a str,
    /// What it holds; nothing if it is new.
    pub text: &'a str,
    /// What keeps it.
    pub keep: &'a dyn Keep,
}

impl std::fmt::Debug for Checkpoint<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Checkpoint").field(&self.name).finish()
    }
}

/// Why a diary cannot be gone on with.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DiaryError {
    /// It is none.
    #[error("{name} holds something else than a checkpoint; name another file")]
    Foreign {
        /// What it is called.
        name: String,
    },
    /// Its first line is not that of a diary.
    #[error("{name} cannot be used as a checkpoint: {why}")]
    Heading {
        /// What it is called.
        name: String,
        /// What is wrong with the line.
        why: String,
    },
    /// It is the diary of another work.
    #[error("{name} belongs to other work ({other}); this is {work}")]
    OtherWork {
        /// What it is called.
        name: String,
        /// The work that it is of.
        other: String,
        /// The work that is asked for.
        work: String,
    },
    /// A line is damaged.
    #[error("{name}, line {line}: {why}")]
    Line {
        /// What it is called.
        name: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
    /// It cannot be written.
    #[error(transparent)]
    Kept(Fault),
}

/// The diary of a work, or none.
pub(crate) struct Diary<'a>(Option<&'a dyn Keep>);

#[derive(Serialize, serde::Deserialize)]
struct Heading {
    work: String,
}

impl<'a> Diary<'a> {
    /// Reads the diary of a work, in words that name all it depends on. Without a checkpoint nothing is kept.
    ///
    /// A last line that a kill has cut off is dropped.
    pub(crate) fn open<T: DeserializeOwned>(
        checkpoint: Option<Checkpoint<'a>>,
        work: &str,
    ) -> Result<(Self, Vec<T>), DiaryError> {
        let Some(Checkpoint { name, text, keep }) = checkpoint else {
            return Ok((Self(None), Vec::new()));
        };
        let entries = read(name, text, work)?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        keep.cut(whole as u64).map_err(DiaryError::Kept)?;
        let diary = Self(Some(keep));
        if whole == 0 {
            diary.note(&heading(work))?;
        }
        let entries = entries.into_iter().enumerate().map(|(index, line)| {
            serde_json::from_str(line).map_err(|error| DiaryError::Line {
                name: name.to_owned(),
                line: index + 2,
                why: error.to_string(),
            })
        });
        Ok((diary, entries.collect::<Result<_, _>>()?))
    }

    /// Adds an entry.
    pub(crate) fn note(&self, entry: &impl Serialize) -> Result<(), DiaryError> {
        match self.0 {
            Some(keep) => keep.add(&line(entry)).map_err(DiaryError::Kept),
            None => Ok(()),
        }
    }
}

fn heading(work: &str) -> Heading {
    Heading {
        work: work.to_owned(),
    }
}

/// A line of a diary.
fn line(entry: &impl Serialize) -> String {
    // Nothing that is noted has a form that JSON has not.
    serde_json::to_string(entry).unwrap_or_default() + "\n"
}

/// The whole lines behind the heading.
fn read<'a>(name: &str, text: &'a str, work: &str) -> Result<Vec<&'a str>, DiaryError> {
    let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
    // What was cut off within its heading is a beginning of this one, and nothing else.
    if whole.is_empty() && !line(&heading(work)).starts_with(text) {
        return Err(DiaryError::Foreign {
            name: name.to_owned(),
        });
    }
    let mut lines = whole.lines();
    if let Some(first) = lines.next() {
        let found: Heading = serde_json::from_str(first).map_err(|error| DiaryError::Heading {
            name: name.to_owned(),
            why: error.to_string(),
        })?;
        if found.work != work {
            return Err(DiaryError::OtherWork {
                name: name.to_owned(),
                other: found.work,
                work: work.to_owned(),
            });
        }
    }
    Ok(lines.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    /// A diary in memory.
    struct Memory(Mutex<String>);

    impl Memory {
        fn new(text: &str) -> Self {
            Self(Mutex::new(text.to_owned()))
        }

        fn text(&self) -> String {
            self.0.lock().expect("a text").clone()
        }

        fn with<T>(
            &self,
            work: &str,
            then: impl FnOnce(&Diary<'_>, Vec<u32>) -> T,
        ) -> Result<T, DiaryError> {
            let text = self.text();
            let checkpoint = Checkpoint {
                name: "diary",
                text: &text,
                keep: self,
            };
            let (diary, entries) = Diary::open(Some(checkpoint), work)?;
            Ok(then(&diary, entries))
        }
    }

    impl Keep for Memory {
        fn cut(&self, length: u64) -> Result<(), Fault> {
            self.0.lock().expect("a text").truncate(length as usize);
            Ok(())
        }

        fn add(&self, line: &str) -> Result<(), Fault> {
            self.0.lock().expect("a text").push_str(line);
            Ok(())
        }
    }

    #[test]
    fn a_diary_cut_off_anywhere_goes_on_and_another_work_is_refused() {
        let memory = Memory::new("");
        memory
            .with("work", |diary, entries| {
                assert!(entries.is_empty());
                diary.note(&123).expect("written");
                diary.note(&456).expect("written");
            })
            .expect("a diary");
        let whole = memory.text();
        for length in 0..=whole.len() {
            let memory = Memory::new(&whole[..length]);
            memory
                .with("work", |diary, entries| {
                    assert!([123, 456].starts_with(&entries), "{entries:?}");
                    diary.note(&789).expect("written");
                })
                .expect("a diary");
            let last = memory.with("work", |_, entries| entries.last().copied());
            assert_eq!(last.expect("a diary"), Some(789));
        }
        assert!(memory.with("other", |_, _| ()).is_err());
    }

    #[test]
    fn what_is_no_diary_is_refused_and_stays_as_it_is() {
        for foreign in ["precious", "precious\nlines\n", "{\"work\":\"wor"] {
            let memory = Memory::new(foreign);
            assert!(memory.with("another work", |_, _| ()).is_err(), "{foreign}");
            assert_eq!(memory.text(), foreign);
        }
    }
}
