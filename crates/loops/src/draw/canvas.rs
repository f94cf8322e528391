//! A growing SVG document.

use std::fmt::{Arguments, Write};

/// Where a text stands relative to its point.
#[derive(Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// The document without its head.
#[derive(Default)]
pub(super) struct Canvas {
    body: String,
}

impl Canvas {
    /// Adds an element as it is.
    pub(super) fn raw(&mut self, element: Arguments<'_>) {
        let _ = writeln!(self.body, "{element}");
    }

    pub(super) fn rect(&mut self, x: f64, y: f64, width: f64, height: f64, style: &str) {
        self.raw(format_args!(
            r#"<rect x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}" {style}/>"#
        ));
    }

    pub(super) fn line(&mut self, from: (f64, f64), to: (f64, f64), style: &str) {
        let ((x1, y1), (x2, y2)) = (from, to);
        self.raw(format_args!(
            r#"<line x1="{x1:.1}" y1="{y1:.1}" x2="{x2:.1}" y2="{y2:.1}" {style}/>"#
        ));
    }

    pub(super) fn circle(&mut self, (x, y): (f64, f64), radius: f64, style: &str) {
        self.raw(format_args!(
            r#"<circle cx="{x:.1}" cy="{y:.1}" r="{radius:.1}" {style}/>"#
        ));
    }

    /// A text of `size` pixels whose baseline passes through `y`.
    pub(super) fn text(
        &mut self,
        (x, y): (f64, f64),
        size: f64,
        anchor: Anchor,
        fill: &str,
        text: &str,
    ) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let text = escape(text);
        self.raw(format_args!(
            r#"<text x="{x:.1}" y="{y:.1}" font-size="{size:.1}" text-anchor="{anchor}" fill="{fill}">{text}</text>"#
        ));
    }

    /// The whole document on white paper.
    pub(super) fn finish(self, width: f64, height: f64, title: &str, description: &str) -> String {
        format!(
            concat!(
                r#"<svg xmlns="http://www.w3.org/2000/svg" width="{w:.0}" height="{h:.0}" "#,
                r#"viewBox="0 0 {w:.0} {h:.0}" role="img" "#,
                r#"font-family="'Helvetica Neue', Helvetica, Arial, 'DejaVu Sans', sans-serif">"#,
                "\n<title>{title}</title>\n<desc>{desc}</desc>\n",
                r##"<rect width="{w:.0}" height="{h:.0}" fill="#ffffff"/>"##,
                "\n{body}</svg>\n"
            ),
            w = width,
            h = height,
            title = escape(title),
            desc = escape(description),
            body = self.body,
        )
    }
}

/// A text as the content of an element.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
