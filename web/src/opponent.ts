// The engine as a player, and the seconds of the blitz.
import { effect, signal } from "@preact/signals";
import { busy, choice, commit, locked, players, say, sideName } from "./play";
import { engine, Refusal } from "./engine/engine";
import { analyse, Stopped, type Analysis, type Work } from "./engine/search";
import type { SideName } from "./engine/types";
import * as game from "./game";
import { tab } from "./tabs";

/** Strength in plain steps: how far it looks, how long it thinks at most, how often it just plays anything. */
export const levels = [
  { name: "Beginner", depth: 1, nodes: 400, time: 400, careless: 0.35 },
  { name: "Learner", depth: 2, nodes: 4_000, time: 800, careless: 0.1 },
  { name: "Player", depth: 4, nodes: 60_000, time: 1500, careless: 0 },
  { name: "Master", depth: 200, nodes: 2_000_000, time: 3000, careless: 0 },
] as const;

export const level = signal(1);
/** Seconds for a move of the reader's; 0 for any time. */
export const blitz = signal(0);
/** Seconds that are left for this move, where they count. */
export const left = signal<number | null>(null);
export const thinking = signal(false);

let running: Work<Analysis> | null = null;

function stop(): void {
  running?.stop();
  running = null;
  thinking.value = false;
}

/** Chooses a move for the player to move. */
async function think(): Promise<string | null> {
  const here = game.current.value;
  const strength = levels[level.value] ?? levels[1];
  const moves = game.position.value.moves.filter((turn) => turn.legal !== false && !turn.never && !turn.undecided);
  if (!moves.length) return game.position.value.moves.find((turn) => turn.legal !== false)?.move ?? null;
  if (Math.random() < strength.careless) return complete(moves[Math.floor(Math.random() * moves.length)]!.move);
  let best: string | undefined;
  const before = game.line(here).slice(0, -1).map((node) => node.position);
  const hear = (report: Analysis) => (best = report.lines[0]?.turns[0] ?? best);
  const work = analyse(game.place(), { before, lines: 1, nodes: strength.nodes, depth: strength.depth }, hear);
  running = work;
  const timer = setTimeout(work.stop, strength.time);
  try {
    hear(await work.answer);
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  } finally {
    clearTimeout(timer);
  }
  // The search tells whole turns; the page plays sowing by sowing.
  const first = best?.split("+")[0];
  return first ? complete(first) : complete(moves[0]!.move);
}

/** A move whose bonus stones may be left open, with the first that can be named. */
function complete(move: string): string {
  const turn = game.position.value.moves.find((turn) => turn.move === move.split(":")[0]);
  if (move.includes(":") || !turn?.bonus || !turn.after) return move;
  const after = engine.position({ position: turn.after, rules: game.rules.value });
  const parts: string[] = [];
  let due = turn.bonus;
  for (const row of after.rows) {
    if (row.owner === game.position.value.side) continue;
    for (const pit of row.pits) {
      const count = Math.min(due, pit.seeds);
      if (count > 0) parts.push(`${pit.name}x${count}`);
      due -= Math.max(count, 0);
    }
  }
  return parts.length ? `${move}:${parts.join(",")}` : move;
}

async function reply(): Promise<void> {
  const here = game.current.value;
  thinking.value = true;
  try {
    const move = await think();
    running = null;
    if (game.current.value !== here || !move) return;
    thinking.value = false;
    await commit(move);
  } catch (error) {
    if (!(error instanceof Stopped)) say(error instanceof Refusal ? error.message : String(error), "wrong");
  } finally {
    thinking.value = false;
  }
}

const isEngine = (side: SideName) => tab.value === "game" && players.value[side] === "engine";

// The engine moves where it is its turn at the end of a line, not where the reader looks back.
let lastSeen: game.Node | null = null;
function watch(): void {
  const at = game.current.value;
  const { side, ending } = game.position.value;
  const turn = isEngine(side) && !ending && at.children.length === 0;
  locked.value = turn ? `The engine is to move for ${sideName(side)}.` : "";
  if (!turn) {
    if (lastSeen !== at) stop();
    lastSeen = null;
    return;
  }
  if (lastSeen === at) return;
  lastSeen = at;
  stop();
  setTimeout(() => {
    if (game.current.value === at) void reply();
  }, 120);
}

// The clock of the blitz runs for the reader's moves against the engine.
let clock: ReturnType<typeof setInterval> | undefined;
function count(): void {
  clearInterval(clock);
  left.value = null;
  const { side, ending } = game.position.value;
  const against = isEngine("south") || isEngine("north");
  if (!blitz.value || !against || ending || isEngine(side) || busy.value || choice.value) return;
  const at = game.current.value;
  if (!at.parent && !at.children.length) return;
  if (at.children.length) return;
  let rest = blitz.value;
  left.value = rest;
  clock = setInterval(() => {
    rest--;
    left.value = rest;
    if (rest > 0) return;
    clearInterval(clock);
    if (game.current.value === at) say(`The time of ${sideName(side)} is over: by the rules of the blitz the move is lost.`, "wrong");
  }, 1000);
}

/** Begins to watch the game, once there is one. */
export function start(): void {
  effect(watch);
  effect(count);
}
