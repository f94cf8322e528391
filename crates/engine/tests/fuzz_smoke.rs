//! The bodies of the fuzz targets on random bytes, with the stable compiler.

#[allow(
    unreachable_pub,
    missing_docs,
    clippy::missing_panics_doc,
    reason = "the file is a crate of its own in the fuzz workspace"
)]
#[path = "../../../fuzz/src/lib.rs"]
mod bodies;

/// A plain generator: the same bytes on every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn bytes(&mut self, most: usize) -> Vec<u8> {
        let length = self.next() as usize % most;
        (0..length).map(|_| self.next() as u8).collect()
    }

    fn pick<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.next() as usize % words.len()]
    }

    /// Words of the notation in any order: nearer to a text than random bytes.
    fn words(&mut self, words: &[&str], most: usize) -> Vec<u8> {
        let count = self.next() as usize % most;
        let text: String = (0..count).map(|_| self.pick(words)).collect();
        text.into_bytes()
    }

    /// A valid text with a few bytes changed, left out or doubled.
    fn spoilt(&mut self, text: &str) -> Vec<u8> {
        let mut bytes = text.as_bytes().to_vec();
        for _ in 0..self.next() % 4 {
            if bytes.is_empty() {
                break;
            }
            let at = self.next() as usize % bytes.len();
            match self.next() % 3 {
                0 => bytes[at] = self.next() as u8 & 0x7f,
                1 => drop(bytes.remove(at)),
                _ => bytes.insert(at, bytes[at]),
            }
        }
        bytes
    }
}

/// Calls a body on random bytes, on words put together at random, and on spoilt texts.
fn run(seed: u64, rounds: u32, words: &[&str], texts: &[&str], body: fn(&[u8])) {
    let mut random = Random(seed);
    for _ in 0..rounds {
        body(&random.bytes(60));
        body(&random.words(words, 12));
        let text = random.pick(texts);
        body(&random.spoilt(text));
    }
}

#[test]
fn positions() {
    let words = [
        "owela",
        "omweso",
        "nsolo",
        "bao-kingulu",
        "anywoli",
        " ",
        " ",
        "2x8",
        "0x2",
        "3",
        "5*",
        "/",
        "/",
        ",",
        "S",
        "N",
        "7-0",
        "unmoved:SN",
        "uncaptured",
        "last:S",
        "again",
        "255",
        "x",
    ];
    let texts = [
        "omweso 4x8/0x8/0x8/4x8 S unmoved:SN uncaptured",
        "owela 2x4/2x2,0x2/0x2,2x2/2x4 N",
        "nsolo 2,2/0,2/2,0/2,2 S",
        "bao-kingulu 0,5*,3/4*,1,2 N 7-12",
        "anywoli 4,4/4,4 S 4-8 last:N",
    ];
    run(1, 10_000, &words, &texts, bodies::parse_position);
}

#[test]
fn drawings() {
    let words = [
        "game: ", "side: ", "state: ", "owela", "anywoli", "S", "N", "\n", "\n", " ", "1", "4 4",
        "#", "7-0", "last:S", ":",
    ];
    let texts = [
        "game: owela\nside: S\n0 1 2\n3 4 5\n0 0 0\n10 0 1\n",
        "game: bao-kingulu\nside: N\nstate: 7-12\n0 15*\n4* 1\n",
        "game: omweso\nside: N\nstate: unmoved:SN\n4 4\n0 0\n0 0\n4 4",
    ];
    run(2, 10_000, &words, &texts, bodies::parse_drawing);
}

#[test]
fn records() {
    let words = [
        "game: owela",
        "event:",
        " ",
        "\n",
        "\n",
        "\n\n",
        "b1",
        "f6:f1x2,b3",
        "5+9+2",
        "pass",
        "# ",
        "1-0",
        "*",
        "annulled",
        "key: value # no comment",
        ":",
    ];
    let texts = [
        "game: nsolo\nstart: nsolo:start\n\nf6:f1x2 b3 # a comment\n1-0\n",
        "game: owela\nb1 b2 f3 0-1\n\n\ngame: owela\nb1 *",
    ];
    run(3, 10_000, &words, &texts, bodies::parse_record);
}

#[test]
fn moves() {
    let words = [
        "b", "f", "1", "2", "7", "12", "<", ">", "=", ":", ",", "x", "+", "*", "pass", "stop", "h",
    ];
    let texts = [
        "b1<>",
        "b3=",
        "f6:f1x2,b3",
        "b7:b1,b2",
        "5+9+2",
        "pass",
        "5*",
        "6",
        "f5",
        "b7:b4,f7",
    ];
    run(4, 10_000, &words, &texts, bodies::parse_move);
}

#[test]
fn legal_moves() {
    let mut random = Random(5);
    for _ in 0..20_000 {
        let bytes = random.bytes(90);
        bodies::legal_moves_agree(&bytes);
    }
}
