//! How much memory there is to be had, so that more is refused in a sentence instead of by the system's killer.

use sow_arena::parse_size;
use std::fs;
use std::path::Path;

/// Reads a size of memory that the program is going to use.
pub(crate) fn parse_memory(text: &str) -> Result<u64, String> {
    let bytes = parse_size(text).map_err(|error| error.to_string())?;
    match available() {
        Some(free) if free < bytes => Err(format!(
            "there are {} of memory to be had; ask for less",
            shown(free)
        )),
        _ => Ok(bytes),
    }
}

/// So many bytes, or three quarters of what is to be had if that is less.
fn at_most(bytes: u64) -> u64 {
    available().map_or(bytes, |free| bytes.min(free / 4 * 3))
}

/// Bytes that can be had now, as far as the system tells: free memory, what the group of the process may still
/// use, what its limits leave (`ulimit -v`).
fn available() -> Option<u64> {
    [free(), left_to_group(), left_by_limits()]
        .into_iter()
        .flatten()
        .min()
}

fn read(path: impl AsRef<Path>) -> String {
    fs::read_to_string(path).unwrap_or_default()
}

/// A number of kibibytes after a key, in bytes.
fn kibibytes(text: &str, key: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(key))?;
    let number: u64 = line.split_whitespace().next()?.parse().ok()?;
    number.checked_mul(1024)
}

fn free() -> Option<u64> {
    let text = read("/proc/meminfo");
    let swap = kibibytes(&text, "SwapFree:").unwrap_or(0);
    Some(kibibytes(&text, "MemAvailable:")? + swap)
}

/// What the control groups of the process, one within the other, still allow.
fn left_to_group() -> Option<u64> {
    let groups = read("/proc/self/cgroup");
    let own = groups.lines().find_map(|line| line.strip_prefix("0::/"))?;
    let root = Path::new("/sys/fs/cgroup");
    let own = root.join(own);
    own.ancestors()
        .take_while(|group| group.starts_with(root))
        .filter_map(|group| {
            let most: u64 = read(group.join("memory.max")).trim().parse().ok()?;
            let used: u64 = read(group.join("memory.current")).trim().parse().ok()?;
            // What is kept of files is given up when it is needed.
            let statistics = read(group.join("memory.stat"));
            let files = statistics
                .lines()
                .find_map(|line| line.strip_prefix("inactive_file "))
                .and_then(|number| number.trim().parse().ok())
                .unwrap_or(0);
            Some(most.saturating_sub(used.saturating_sub(files)))
        })
        .min()
}

fn left_by_limits() -> Option<u64> {
    let (limits, status) = (read("/proc/self/limits"), read("/proc/self/status"));
    let left = |limit: &str, used: &str| {
        let line = limits.lines().find_map(|line| line.strip_prefix(limit))?;
        let most: u64 = line.split_whitespace().next()?.parse().ok()?;
        Some(most.saturating_sub(kibibytes(&status, used)?))
    };
    [
        left("Max address space", "VmSize:"),
        left("Max data size", "VmData:"),
    ]
    .into_iter()
    .flatten()
    .min()
}

/// A number of bytes in words.
fn shown(bytes: u64) -> String {
    let mebibytes = bytes >> 20;
    if mebibytes >= 10 << 10 {
        format!("{} GiB", mebibytes >> 10)
    } else {
        format!("{mebibytes} MiB")
    }
}

/// What endgame tables take unless told.
pub(crate) fn usual_memory() -> u64 {
    at_most(8 << 30)
}
