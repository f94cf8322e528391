//! Pages to look at: self-contained HTML with pictures in it.

/// The dress of the board in a page: the same colours, light and dark.
const STYLE: &str = "\
:root{color-scheme:light;--page:#fbf6ec;--card:#fffdf8;--ink:#2b2118;--soft:#6b5843;--line:#e2d3b8;\
--south:#1d5c7a;--north:#a3412a;--drawn:#b58a4e;--void:#8d8374;--bar:#9c6a36}\
@media(prefers-color-scheme:dark){:root{color-scheme:dark;--page:#171310;--card:#221c17;--ink:#f0e6d8;--soft:#b9a88f;--line:#40352a;\
--south:#7cc4e6;--north:#f0987f;--drawn:#d9b27c;--void:#8d8374;--bar:#c98f52}}\
*{box-sizing:border-box}\
body{font:16px/1.5 system-ui,sans-serif;max-width:82rem;margin:0 auto;padding:1rem;color:var(--ink);background:var(--page)}\
h1{font-size:1.4rem}h2{font-size:1.1rem;margin-top:2rem}\
svg{display:block;width:100%;height:auto}svg text{fill:var(--ink)}svg .soft{fill:var(--soft)}\
svg .grid{stroke:var(--line)}svg .axis{stroke:var(--soft)}svg .bar{fill:var(--bar)}\
.south{fill:var(--south);background:var(--south)}.north{fill:var(--north);background:var(--north)}\
.drawn{fill:var(--drawn);background:var(--drawn)}.annulled{fill:var(--void);background:var(--void)}\
.open{fill:var(--line);background:var(--line)}\
code{background:var(--line);padding:.1em .3em;border-radius:.2em;overflow-wrap:anywhere}\
.two{display:grid;gap:1rem 2rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,24rem),1fr));align-items:start}\
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,24rem),1fr));gap:1rem}\
.charts svg,.card{background:var(--card);border:1px solid var(--line);border-radius:.7rem;padding:.5rem}\
.key{display:flex;flex-wrap:wrap;gap:.2rem 1rem;list-style:none;padding:0;margin:.5rem 0}\
.key i{display:inline-block;width:.8em;height:.8em;border-radius:.2em;margin-inline-end:.4em}\
.scroll{overflow-x:auto}\
table{border-collapse:collapse}td,th{padding:.15rem .8rem .15rem 0;text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}\
svg.parts{height:2.2rem;border-radius:.5rem}\
td:first-child,th:first-child{text-align:left;white-space:normal}\
@media(max-width:30rem){table{font-size:.85rem}td,th{padding-right:.5rem}}";

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
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n\
         <h1>{title}</h1>\n"
    )
}
