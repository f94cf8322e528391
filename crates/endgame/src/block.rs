//! The bytes of a block: the values of some positions, compressed.

use crate::directory::LayerRecord;
use crate::format::number;
use crate::value::{NEAR, Scale};

/// The level of compression: higher ones gain little here.
const LEVEL: u8 = 6;

/// A block is never longer than this many times what it holds, and so many bytes.
const STRETCH: (u64, u64) = (2, 1024);

/// The most bytes that a block of `count` values can take, whatever they are.
pub(crate) const fn most_packed(scale: Scale, distance_width: u8, count: u64) -> u64 {
    let plain = match scale {
        Scale::Margin => count,
        Scale::Outcome => count.div_ceil(4) + count * distance_width as u64,
    };
    STRETCH.0 * plain + STRETCH.1
}

/// Compresses the values of a block.
pub(crate) fn pack(scale: Scale, distance_width: u8, values: &[i16]) -> Vec<u8> {
    let compress = |plane: &[u8]| miniz_oxide::deflate::compress_to_vec(plane, LEVEL);
    if scale == Scale::Margin {
        let margins: Vec<u8> = values.iter().map(|&margin| margin as u8).collect();
        return compress(&margins);
    }
    let mut outcomes = vec![0_u8; values.len().div_ceil(4)];
    let mut distances = Vec::with_capacity(values.len() * usize::from(distance_width));
    // A draw has no distance: whatever compresses best stands there.
    let mut distance = 0_u16;
    for (at, &held) in values.iter().enumerate() {
        let code = match held {
            0 => 0,
            1.. => 1,
            _ => 2,
        };
        outcomes[at / 4] |= code << (2 * (at % 4));
        if held != 0 {
            distance = (NEAR - held.abs()) as u16;
        }
        distances.extend_from_slice(&distance.to_le_bytes()[..usize::from(distance_width)]);
    }
    let outcomes = compress(&outcomes);
    let mut bytes = (outcomes.len() as u32).to_le_bytes().to_vec();
    bytes.extend_from_slice(&outcomes);
    bytes.extend_from_slice(&compress(&distances));
    bytes
}

/// The `count` values of a block, `None` if the bytes do not hold as many, or one that the layer cannot have.
pub(crate) fn unpack(
    scale: Scale,
    record: &LayerRecord,
    bytes: &[u8],
    count: usize,
) -> Option<Vec<i16>> {
    let plain = |bytes: &[u8], length: usize| {
        miniz_oxide::inflate::decompress_to_vec_with_limit(bytes, length)
            .ok()
            .filter(|plane| plane.len() == length)
    };
    let most = record.statistics.extreme;
    if scale == Scale::Margin {
        let least = -i16::from(record.layer.first);
        let margins = plain(bytes, count)?.into_iter();
        return margins
            .map(|byte| i16::from(byte as i8))
            .map(|margin| (least <= margin && margin <= most as i16).then_some(margin))
            .collect();
    }
    let (length, rest) = bytes.split_first_chunk::<4>()?;
    let (outcomes, distances) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    let outcomes = plain(outcomes, count.div_ceil(4))?;
    let width = usize::from(record.distance_width);
    let distances = plain(distances, count * width)?;
    (0..count)
        .map(|at| {
            let distance = number(&distances[at * width..(at + 1) * width]) as u16;
            match outcomes[at / 4] >> (2 * (at % 4)) & 3 {
                0 => Some(0),
                1 if distance <= most => Some(NEAR - distance as i16),
                2 if distance < NEAR as u16 => Some(distance as i16 - NEAR),
                _ => None,
            }
        })
        .collect()
}
