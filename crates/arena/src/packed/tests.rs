//! What is packed is unpacked to the same records, and nothing else is.

use super::*;
use sow_engine::notation::parse_records;

const TEXT: &str = "game: nsolo\nrules: ndola\nstart: nsolo:start\nsouth: random\nnumber: 3\nf6:f1x2,b3 b1 f8:f36x12 0-1\n
game: nsolo\nrules: ndola\nstart: nsolo:start\nsouth: random\nnumber: 4\nb2 b1< f6<>< b3= *\n
game: bao-kingulu\nevent: Größe # 1\n5* 12 12* 1/2\n
game: anywoli\nnumber: 07\n5+9+2 pass 1+stop 7 annulled\n
game: owela\nnumber: 9\ntermination: time\nB3 a b99 nonsense\n
game: owela\n1-0\n
";

fn packed(text: &str) -> Vec<u8> {
    let mut packer = Packer::new();
    for record in parse_records(text).expect("records") {
        packer.add(&record).expect("a record that can be packed");
    }
    let mut bytes = HEAD.to_vec();
    bytes.extend(packer.finish());
    bytes
}

fn texts(text: &str) -> Vec<String> {
    let records = parse_records(text).expect("records");
    records.iter().map(ToString::to_string).collect()
}

#[test]
fn records_come_back_as_they_were_written() {
    let bytes = packed(TEXT);
    let text = unpack(&bytes).expect("packed records");
    assert_eq!(texts(&text), texts(TEXT));
    let written: String = parse_records(TEXT)
        .expect("records")
        .iter()
        .map(|record| format!("{record}\n"))
        .collect();
    assert_eq!(text, written);
    assert_eq!(packed(&text), bytes);
}

#[test]
fn lines_are_broken_as_those_of_records() {
    let moves: Vec<String> = (0..500)
        .map(|place| format!("f{}", place % 36 + 1))
        .collect();
    let text = format!("game: owela\n{} 1-0\n\n", moves.join(" "));
    let written = format!("{}\n", parse_records(&text).expect("a record")[0]);
    let bytes = packed(&text);
    assert_eq!(unpack(&bytes).expect("packed"), written);
    assert!(bytes.len() < 560, "{}", bytes.len());
}

#[test]
fn every_changed_byte_and_every_shorter_file_is_noticed() {
    let bytes = packed(TEXT);
    for place in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[place] ^= 1 << (place % 8);
        let error = unpack(&changed).expect_err("damage");
        assert!(!error.to_string().is_empty());
        let shorter = unpack(&bytes[..place]);
        // A file without a block is one without games.
        assert_eq!(shorter.is_ok(), place == HEAD.len(), "{place}");
    }
}

/// A block whose checksum fits whatever it holds.
fn block(payload: &[u8]) -> Vec<u8> {
    let mut bytes = HEAD.to_vec();
    bytes.extend((payload.len() as u32).to_le_bytes());
    bytes.extend(crc32fast::hash(payload).to_le_bytes());
    bytes.extend(payload);
    bytes
}

#[test]
fn forged_blocks_are_refused_or_are_records_that_can_be_packed_again() {
    let whole = packed(TEXT);
    let payload = &whole[HEAD.len() + 8..];
    let mut accepted = 0;
    for place in 0..payload.len() {
        for value in [0, 1, 35, 107, 108, 127, 128, 133, 134, 136, 137, 254, 255] {
            let mut forged = payload.to_vec();
            forged[place] = value;
            if let Ok(text) = unpack(&block(&forged)) {
                accepted += 1;
                for record in parse_records(&text).into_iter().flatten() {
                    // What is longer than lines are is told, never cut.
                    let _ = Packer::new().add(&record);
                }
            }
        }
        assert!(unpack(&block(&payload[..place])).is_err(), "{place}");
    }
    assert!(accepted > 100, "{accepted}");
    for (payload, why) in [
        (&[][..], "ends too soon"),
        (&[0, 1], "no game"),
        (&[1, 0], "no game"),
        (&[255, 255, 255, 255, 15, 1, 0], "too short"),
        (
            &[255, 255, 255, 255, 255, 255, 255, 255, 255, 255],
            "too large",
        ),
        (&[1, 1, 0, 1, 0, 0, 0], "no headers"),
        (&[1, 1, 0, 0, 0, 9, 0], "no such result"),
        (&[1, 1, 0, 0, 0, 0, 200, 1], "too short for its moves"),
        (&[1, 1, 0, 0, 0, 0, 1, 108], "no such pit"),
        (&[1, 1, 0, 0, 0, 0, 0, 7], "follows its games"),
        (&[1, 1, 1, b'x', 0, 0, 0, 0], "no header"),
        (&[1, 1, 0, 0, 0, 0, 1, 255, 1, b' '], "no move"),
    ] {
        let error = unpack(&block(payload)).expect_err(why).to_string();
        assert!(error.contains(why), "{error}: {why}");
    }
    let mut later = whole.clone();
    later[8] = 2;
    assert_eq!(unpack(&later), Err(PackedError::Version(2)));
    assert_eq!(unpack(b"game: owela\n"), Err(PackedError::Foreign));
}

#[test]
fn what_cannot_be_packed_is_told_and_adds_nothing() {
    let mut packer = Packer::new();
    let text = format!("event: {}\nb1 *", "x".repeat(20_000));
    let record = &parse_records(&text).expect("a record")[0];
    assert_eq!(packer.add(record), Err(PackError::Heading(20_008)));
    let two_lines = Record {
        headers: vec![("south".to_owned(), "Okot\nb3 0-1".to_owned())],
        ..Record::default()
    };
    assert_eq!(
        packer.add(&two_lines),
        Err(PackError::Header("south".to_owned()))
    );
    assert_eq!(packer.count(), 0);
    assert!(packer.finish().is_empty());
}

#[test]
fn blocks_forged_in_many_places_are_refused_or_read_to_their_end() {
    let whole = packed(TEXT);
    let payload = &whole[HEAD.len() + 8..];
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = || {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        random as usize
    };
    for _ in 0..20_000 {
        let mut forged = payload.to_vec();
        for _ in 0..1 + next() % 6 {
            let place = next() % forged.len();
            match next() % 3 {
                0 => forged[place] = next() as u8,
                1 => drop(forged.drain(place..)),
                _ => forged.insert(place, next() as u8),
            }
            if forged.is_empty() {
                forged.push(1);
            }
        }
        if let Ok(text) = unpack(&block(&forged)) {
            assert!(text.ends_with("\n\n"));
        }
    }
}
