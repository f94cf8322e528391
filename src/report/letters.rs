//! Moves spelled with the published Omweso letters.

use sow_engine::notation::MoveText;
use sow_engine::pit;
use sow_engine::setup::Setup;

/// A move's text with letters for its pits, where `wanted` and where the board has them.
pub(crate) fn spell(wanted: bool, setup: &Setup, text: &str) -> String {
    if !wanted || setup.columns != 8 || !setup.game.has_four_rows() {
        return text.to_owned();
    }
    let Ok(mut parsed) = MoveText::parse(text) else {
        return text.to_owned();
    };
    let letter = |name: &str| {
        let pit = pit::parse(setup.game, setup.columns, setup.side, name);
        pit.map_or_else(|| name.to_owned(), |pit| pit::letter(pit).to_string())
    };
    for sowing in &mut parsed.0 {
        sowing.pit = letter(&sowing.pit);
        for (pit, _) in &mut sowing.strips {
            *pit = letter(pit);
        }
    }
    parsed.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sow_engine::notation::parse_position;

    #[test]
    fn letters_can_be_read_back() {
        let setup = parse_position("omweso 4x8/0x8/0x8/4x8 S").expect("a position");
        assert_eq!(spell(true, &setup, "f6<>"), "f<>");
        assert_eq!(spell(true, &setup, "b3="), "k=");
        assert_eq!(spell(false, &setup, "b3="), "b3=");
        let small = parse_position("omweso 4x6/0x6/0x6/4x6 S").expect("a position");
        assert_eq!(spell(true, &small, "b3="), "b3=");
    }
}
