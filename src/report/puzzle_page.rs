//! The page of solved problems: boards to look at, solutions to unfold.

use super::page::{begin, escape};
use super::picture;
use crate::commands::puzzle::{end_mark, key_moments};
use sow_engine::setup::Setup;
use sow_puzzle::{Tree, Truth};
use std::fmt::Write as _;

/// Turns of a solution that are shown unfolded.
const UNFOLDED: usize = 3;

/// A problem with its answer.
pub(crate) struct Solved {
    /// The problem's name.
    pub(crate) name: String,
    /// What is asked.
    pub(crate) stipulation: String,
    /// The rules.
    pub(crate) rules: String,
    /// The position.
    pub(crate) position: Setup,
    /// Whether it can be done.
    pub(crate) truth: Truth,
    /// How.
    pub(crate) tree: Option<Tree>,
}

/// One page of all problems.
pub(crate) fn page(solved: &[Solved]) -> String {
    let mut page = begin(match solved {
        [one] => &one.name,
        _ => "Problems",
    });
    for problem in solved {
        let _ = write!(
            page,
            "<h2>{}: {}</h2>\n<p><code>{}</code>, rules <code>{}</code></p>\n{}\n",
            escape(&problem.name),
            escape(&problem.stipulation),
            escape(&problem.position.to_string()),
            escape(&problem.rules),
            picture::board(&problem.position),
        );
        match (problem.truth, &problem.tree) {
            (Truth::No, _) => page += "<p>This cannot be done.</p>\n",
            (Truth::Open, _) => page += "<p>Unknown: the limits were reached.</p>\n",
            (Truth::Yes, None) => page += "<p>It can be done.</p>\n",
            (Truth::Yes, Some(tree)) => {
                page += "<details><summary>Solution</summary>\n";
                list(&mut page, tree, 0);
                page += "<div class=\"laps\">\n";
                for (words, setup) in key_moments(tree) {
                    let _ = writeln!(
                        page,
                        "<figure><figcaption>{}</figcaption>\n{}</figure>",
                        escape(&words),
                        picture::board(setup)
                    );
                }
                page += "</div>\n</details>\n";
            }
        }
    }
    page += "</body>\n</html>\n";
    page
}

/// The turns below a tree as a list that unfolds.
fn list(page: &mut String, tree: &Tree, depth: usize) {
    if tree.children().is_empty() {
        return;
    }
    *page += "<ul>\n";
    for child in tree.children() {
        let text = format!("{} {}", child.mover.letter(), child.turn);
        let text = escape(&text) + end_mark(&child.below);
        if child.children().is_empty() {
            let _ = writeln!(page, "<li>{text}</li>");
        } else {
            let open = if depth < UNFOLDED { " open" } else { "" };
            let _ = write!(page, "<li><details{open}><summary>{text}</summary>");
            list(page, child, depth + 1);
            *page += "</details></li>\n";
        }
    }
    *page += "</ul>\n";
}
