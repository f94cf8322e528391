//! Pages to look at: self-contained HTML with pictures in it.

const STYLE: &str = "\
body{font-family:system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#2b2118;background:#fffdf8}\
h1{font-size:1.4rem}h2{font-size:1.1rem;margin-top:2rem}\
svg{max-width:100%;height:auto}\
code{background:#f3ead9;padding:.1em .3em;border-radius:.2em;overflow-wrap:anywhere}\
.laps{display:grid;grid-template-columns:repeat(auto-fill,minmax(19rem,1fr));gap:1rem}\
figure{margin:0;border:1px solid #e4d6bd;border-radius:.5rem;padding:.6rem;background:#fff}\
figcaption{font-size:.9rem;margin-bottom:.3rem}\
table{border-collapse:collapse}td,th{padding:.15rem .8rem .15rem 0;text-align:right;font-variant-numeric:tabular-nums}\
td:first-child,th:first-child{text-align:left}\
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(26rem,1fr));gap:1rem}";

/// Text with the characters that HTML gives a meaning to written out.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// A page up to its heading.
pub(crate) fn begin(title: &str) -> String {
    let title = escape(title);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n\
         <h1>{title}</h1>\n"
    )
}
