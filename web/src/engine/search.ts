// Questions that take time, each in a worker that can be ended.
import { compiled, Refusal, type Place } from "./engine";
import type { Score, SideName } from "./types";
import EngineWorker from "./worker?worker&inline";

export interface Line {
  move?: string;
  score: Score;
  turns: string[];
}

export interface Analysis {
  depth: number;
  nodes: number;
  complete: boolean;
  lines: Line[];
}

export interface Solution {
  status: "exact" | "bound" | "unknown";
  outcome?: SideName | "draw" | null;
  margin?: number | null;
  distance?: number | null;
  line: string[];
  nodes: number;
  method: string;
}

export interface Verdict {
  over: boolean;
  reached?: boolean;
  asked?: boolean;
  holds?: "true" | "false" | "unknown";
  right?: string[];
  reply?: string | null;
}

export interface PuzzleEntry {
  id: string;
  game: string;
  rules: string;
  position: string;
  stipulation: string;
  solution: string[];
  unique?: boolean;
  plies?: number;
  difficulty?: number;
  source: string;
}

/** A question on its way. */
export interface Work<T> {
  answer: Promise<T>;
  stop: () => void;
}

export class Stopped extends Error {}

function work<T>(question: Record<string, unknown>, known?: (report: T) => void): Work<T> {
  const worker = new EngineWorker();
  let stop = () => {};
  const answer = new Promise<T>((resolve, reject) => {
    stop = () => {
      worker.terminate();
      reject(new Stopped("stopped"));
    };
    worker.onmessage = ({ data }: MessageEvent<{ known?: T; done?: T & { error?: string } }>) => {
      if (data.known) known?.(data.known);
      if (!data.done) return;
      worker.terminate();
      if (typeof data.done.error === "string") reject(new Refusal(data.done.error));
      else resolve(data.done);
    };
    worker.onerror = (event) => {
      worker.terminate();
      reject(new Refusal(event.message || "The search ran out of memory."));
    };
  });
  // Whoever stops a search does not wait for it.
  answer.catch(() => {});
  worker.postMessage({ module: compiled, question });
  return { answer, stop };
}

const MEMORY = 64 * 1024 * 1024;

export interface AnalyseWish {
  before: string[];
  lines: number;
  nodes: number;
  depth?: number;
}

export const analyse = (place: Place, wish: AnalyseWish, known?: (report: Analysis) => void) =>
  work<Analysis>({ ask: "analyse", ...place, ...wish, memory: MEMORY }, known);

export const solve = (place: Place, nodes: number) => work<Solution>({ ask: "solve", ...place, nodes, memory: MEMORY });

export const judge = (place: Place, stipulation: string, moves: string[], nodes = 3_000_000) =>
  work<Verdict>({ ask: "puzzle", ...place, stipulation, moves, nodes, memory: MEMORY });
