// A move shown lap by lap: what lies on the board while it is sown.
import { signal } from "@preact/signals";
import type { Lap, Position } from "../engine/types";
import { reducedMotion, speed } from "../settings";

/** The board as it lies at one moment. */
export interface Frame {
  rings: [number[], number[]];
  stores: [number, number];
  /** Where the hand is, by ring and index, and what it holds. */
  hand?: { ring: number; at: number; seeds: number };
  /** Laps sown so far, and of how many. */
  lap: number;
  laps: number;
}

/** What the board shows instead of the current position, while a move is shown. */
export const frame = signal<Frame | null>(null);

/** A move that is looked at lap by lap. */
export interface Film {
  start: Frame;
  ring: number;
  laps: Lap[];
}

export const film = signal<Film | null>(null);

export function frameOf(position: Position): Frame {
  const rings: [number[], number[]] = [[], []];
  for (const row of position.rows) for (const pit of row.pits) rings[pit.ring]![pit.at] = pit.seeds;
  return { rings, stores: position.stores ?? [0, 0], lap: 0, laps: 0 };
}

/** The board after some laps. */
export function afterLaps(of: Film, laps: number): Frame {
  const last = of.laps[laps - 1];
  if (!last) return { ...of.start, lap: 0, laps: of.laps.length };
  return { rings: last.rings, stores: last.stores, lap: laps, laps: of.laps.length };
}

let running = 0;

/** Ends what is being shown. */
export function skip(): void {
  running++;
  frame.value = null;
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

const seedTime = { step: 90, slow: 240, normal: 95, fast: 32, off: 0 };

/** Laps that are shown seed by seed before the rest is passed over. */
const MOST_LAPS = 120;

/**
 * Shows a film from its start to its end; resolves to whether it was shown to the end. The last board stays until
 * the caller lets go of it.
 */
export async function run(show: Film): Promise<boolean> {
  const mine = ++running;
  const still = () => mine === running;
  const base = seedTime[speed.value];
  if (base === 0 || reducedMotion() || document.hidden) return true;
  let board = afterLaps(show, 0);
  const size = show.start.rings[show.ring]!.length;
  for (const [index, lap] of show.laps.slice(0, MOST_LAPS).entries()) {
    const ms = Math.max(base / (1 + index * index * 0.02), 4);
    const rings = board.rings.map((ring) => [...ring]) as [number[], number[]];
    const ring = rings[show.ring]!;
    // Captured seeds have left their pits already; any other hand is lifted from the pit itself.
    const before = show.laps[index - 1];
    const captured = before?.end === "capture" || (before?.end === "choice" && before.captured > 0);
    if (!captured) ring[lap.from_at] = Math.max(0, ring[lap.from_at]! - lap.seeds);
    let at = lap.from_at;
    const state = (seeds: number): Frame => ({
      rings: rings.map((copy) => [...copy]) as [number[], number[]],
      stores: board.stores,
      hand: { ring: show.ring, at, seeds },
      lap: index,
      laps: show.laps.length,
    });
    frame.value = state(lap.seeds);
    await pause(ms * 2);
    const stride = Math.ceil(lap.seeds / 60);
    for (let sown = 1; sown <= lap.seeds; sown++) {
      if (!still()) return false;
      at = (at + (lap.clockwise ? size - 1 : 1)) % size;
      ring[at]! += 1;
      if (sown % stride && sown < lap.seeds) continue;
      frame.value = state(lap.seeds - sown);
      await pause(ms);
    }
    if (!still()) return false;
    board = { rings: lap.rings, stores: lap.stores, lap: index + 1, laps: show.laps.length };
    frame.value = { ...board, hand: { ring: show.ring, at: lap.to_at, seeds: 0 } };
    await pause(lap.captured > 0 ? ms * 4 : ms);
    if (!still()) return false;
  }
  return true;
}
