// The engine in this thread: rules, moves, traces. Answers come at once.
import packed from "virtual:engine";
import { answer, initSync } from "../../build/engine.js";
import type { PuzzleEntry } from "./search";
import type { Fork, GameInfo, Position, Proof, ReadReport, RuleBook, Trace, Turn } from "./types";

/** The compiled module, for workers to take over. */
export let compiled: WebAssembly.Module;

export async function load(): Promise<void> {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  compiled = await WebAssembly.compile(await new Response(plain).arrayBuffer());
  initSync({ module: compiled });
}

/** What the engine says of a question that cannot be answered. */
export class Refusal extends Error {}

function ask<T>(question: Record<string, unknown>): T {
  const reply = JSON.parse(answer(JSON.stringify(question)));
  if (typeof reply.error === "string") throw new Refusal(reply.error);
  return reply as T;
}

export interface Place {
  position: string;
  rules: string;
}

export const engine = {
  games: () => ask<{ games: GameInfo[] }>({ ask: "games" }).games,
  rules: (game: string, rules: string) => ask<RuleBook>({ ask: "rules", game, rules }),
  position: (place: Place, before: string[] = []) => ask<Position>({ ask: "position", ...place, before }),
  play: (place: Place, move: string) => ask<Turn>({ ask: "play", ...place, move }),
  trace: (place: Place, move: string, most = 2000) => ask<Trace>({ ask: "trace", ...place, move, most }),
  fork: (place: Place, move: string) => ask<Fork>({ ask: "fork", ...place, move }),
  why: (place: Place, pit: string) => ask<{ why: string | null }>({ ask: "why", ...place, pit }).why,
  never: (place: Place, move: string) => ask<Proof>({ ask: "never", ...place, move }),
  read: (text: string, rules = "") => ask<ReadReport>({ ask: "read", text, rules }),
  puzzles: (text: string) => ask<{ puzzles: PuzzleEntry[] }>({ ask: "puzzles", text }).puzzles,
  place: (setup: unknown) => ask<{ position: string }>({ ask: "place", setup }).position,
  write: (headers: [string, string][], moves: string[], result: string) =>
    ask<{ text: string }>({ ask: "write", headers, moves, result }).text,
};

/** The sentence of an error, for the reader. */
export function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
