//! Files that are damaged, or were written by somebody else.

use crate::brute::Graph;
use crate::{claim, open};
use sow_engine::game::{Board, Game};
use sow_engine::games::{BoardVisitor, visit};
use sow_engine::side::Side;
use sow_proof::{Claim, Least, ProofError, Strategy};

struct Bytes(Claim);

impl BoardVisitor for Bytes {
    type Output = Vec<u8>;

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> Vec<u8> {
        let claim = self.0;
        let graph = Graph::new(&*game, game.position(&claim.position));
        let found = graph.strategy(claim.holder, claim.least, true);
        let strategy = Strategy::follow(&*game, &claim, &mut |position| {
            let at = graph.index[position];
            Some(graph.turns[at][found[at]?].decisions.clone())
        });
        let mut bytes = Vec::new();
        strategy
            .expect("a strategy")
            .write(&mut bytes)
            .expect("memory can be written");
        bytes
    }
}

fn small() -> Vec<u8> {
    let claim = claim(
        "owela 2x3/0x3/0x3/2,2,0 S",
        &["hus"],
        Side::North,
        Least::Win,
    );
    visit(claim.rules, 3, Bytes(claim))
}

#[test]
fn every_single_byte_matters() {
    let bytes = small();
    open(bytes.clone()).expect("a certificate");
    for at in 0..bytes.len() {
        for flip in [1, 0x20, 0x80, 0xFF] {
            let mut changed = bytes.clone();
            changed[at] ^= flip;
            assert!(open(changed).is_err(), "byte {at}");
        }
    }
}

#[test]
fn too_short_and_too_long_are_noticed() {
    let bytes = small();
    for length in 0..bytes.len() {
        assert!(open(bytes[..length].to_vec()).is_err(), "{length} bytes");
    }
    let mut longer = bytes.clone();
    longer.push(0);
    assert!(open(longer).is_err());
    for at in 0..bytes.len() {
        let mut longer = bytes.clone();
        longer.insert(at, 0);
        assert!(open(longer).is_err(), "a byte more at {at}");
    }
}

#[test]
fn other_files_are_named_as_what_they_are() {
    let bytes = small();
    let mut newer = b"sow proof 2\n".to_vec();
    newer.extend(&bytes[12..]);
    assert!(matches!(open(newer), Err(ProofError::Newer { version, .. }) if version == "2"));
    for foreign in [&b""[..], b"game: owela\n", b"\0\0\0\0", &[b'x'; 100_000]] {
        assert!(matches!(
            open(foreign.to_vec()),
            Err(ProofError::Foreign { .. })
        ));
    }
    let text = "sow proof 1\nposition: owela 2x3/0x3/0x3/2,2,0 S\nrules: hus\n";
    match open(text.as_bytes().to_vec()) {
        Err(ProofError::Header { line, what, .. }) => assert_eq!((line, &*what), (4, "has no end")),
        other => panic!("{other:?}"),
    }
}
