//! Text wrapped to a width.

/// The width of printed text: comfortable to read on any terminal.
pub(crate) const WIDTH: usize = 96;

/// Wraps `text` to [`WIDTH`], the first line behind `first` and the others indented by as much as
/// `first` is wide. Ends with a newline.
pub(crate) fn wrap(first: &str, text: &str) -> String {
    let indent = anstream::adapter::strip_str(first)
        .to_string()
        .chars()
        .count();
    let mut lines = vec![first.to_owned()];
    let mut width = indent;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        let fresh = width == indent;
        if !fresh && width + 1 + length > WIDTH {
            lines.push(" ".repeat(indent));
            width = indent;
        }
        let line = lines.last_mut().expect("one line at least");
        if width > indent {
            line.push(' ');
            width += 1;
        }
        line.push_str(word);
        width += length;
    }
    lines.join("\n").trim_end().to_owned() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_text_is_wrapped_behind_its_first_line() {
        let text = wrap("1. ", &"word ".repeat(40));
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH));
        assert!(
            text.starts_with("1. word")
                && text
                    .lines()
                    .nth(1)
                    .is_some_and(|line| line.starts_with("   word"))
        );
        assert_eq!(text.split_whitespace().count(), 41);
        assert_eq!(wrap("a ", ""), "a\n");
    }
}
