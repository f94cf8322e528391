// A game as a tree of moves, and the place in it that the board shows.
import { batch, computed, signal } from "@preact/signals";
import { engine, Refusal, type Place } from "./engine/engine";
import type { Ending, Position, RecordReport, Score, SideName, Turn } from "./engine/types";
import { keep, recall } from "./settings";

/** What an annotation says of a move. */
export interface Note {
  mark?: "?" | "??" | "";
  before?: Score;
  after?: Score;
  better?: string[];
  comment?: string;
}

export interface Node {
  id: number;
  parent: Node | null;
  children: Node[];
  /** One sowing; a turn with extra sowings is several nodes of one player. */
  move: string;
  turn: Turn | null;
  /** The position after it; the one before where the move never ends. */
  position: string;
  note?: Note;
}

let nextId = 1;
const node = (parent: Node | null, move: string, turn: Turn | null, position: string): Node => ({
  id: nextId++,
  parent,
  children: [],
  move,
  turn,
  position,
});

export const rules = signal("");
export const root = signal<Node>(node(null, "", null, ""));
export const current = signal<Node>(root.value);
/** Header lines of a record that was read, `game`, `rules` and `start` left out. */
export const headers = signal<[string, string][]>([]);
/** Grows whenever the tree has changed. */
export const version = signal(0);

export function line(to: Node): Node[] {
  const nodes: Node[] = [];
  for (let at: Node | null = to; at; at = at.parent) nodes.unshift(at);
  return nodes;
}

/** The position on the board with its moves. */
export const position = computed<Position>(() => {
  const at = current.value;
  const before = line(at).slice(0, -1).map((earlier) => earlier.position);
  const report = engine.position({ position: at.position, rules: rules.value }, before);
  if (at.turn?.ending && !report.ending) report.ending = at.turn.ending;
  if (report.ending) report.moves = [];
  return report;
});

export const ending = computed<Ending | undefined>(() => position.value.ending);
export const place = (): Place => ({ position: current.value.position, rules: rules.value });

/** Begins a new game at a position or the name of a start. */
export function begin(start: string, words: string): void {
  const report = engine.position({ position: start, rules: words });
  batch(() => {
    rules.value = words;
    headers.value = [];
    root.value = node(null, "", null, report.position);
    current.value = root.value;
    version.value++;
  });
}

/** Plays one sowing at the current place, or goes to it where it was played before. */
export function add(move: string): Node {
  const at = current.value;
  const turn = engine.play(place(), move);
  if (turn.undecided) {
    throw new Refusal(
      `${turn.move} is not decided after ${turn.undecided.laps.toLocaleString("en")} laps; the program sow follows it further.`,
    );
  }
  let child = at.children.find((known) => known.move === turn.move);
  if (!child) {
    child = node(at, turn.move, turn, turn.after ?? at.position);
    at.children.push(child);
    version.value++;
  }
  return child;
}

export const goTo = (to: Node) => (current.value = to);

/** The side that plays the move that led to a node. */
export function mover(of: Node): SideName {
  return of.parent && sideOf(of.parent.position) === "N" ? "north" : "south";
}

export const sideOf = (position: string) => position.split(" ")[2] ?? "S";

/** The end of the line that begins at a node and always goes to the first child. */
export function lastOf(from: Node): Node {
  let at = from;
  while (at.children[0]) at = at.children[0];
  return at;
}

/** Cuts a move and everything behind it off. */
export function remove(cut: Node): void {
  const parent = cut.parent;
  if (!parent) return;
  parent.children = parent.children.filter((child) => child !== cut);
  for (let at: Node | null = current.value; at; at = at.parent) {
    if (at === cut) {
      current.value = parent;
      break;
    }
  }
  version.value++;
}

/** Makes a variation the main line. */
export function promote(up: Node): void {
  for (let at = up; at.parent; at = at.parent) {
    const { children } = at.parent;
    children.splice(children.indexOf(at), 1);
    children.unshift(at);
  }
  version.value++;
}

/** A whole turn a text: extra sowings of one player are joined. */
function turns(nodes: Node[]): string[] {
  const texts: string[] = [];
  nodes.forEach((at, index) => {
    const before = nodes[index - 1];
    if (before?.turn?.again) texts.push(`${texts.pop()}+${at.move}`);
    else texts.push(at.move);
  });
  return texts;
}

/** The line that the board is on, to its end, as a record. */
export function record(): string {
  const nodes = line(lastOf(current.value)).slice(1);
  const last = nodes.at(-1) ?? root.value;
  const report = engine.position({ position: last.position, rules: rules.value }, [root.value, ...nodes.slice(0, -1)].map((at) => at.position));
  const result = (last.turn?.ending ?? report.ending)?.result ?? "*";
  const head: [string, string][] = [["game", report.game]];
  if (rules.value) head.push(["rules", rules.value]);
  head.push(["start", root.value.position], ...headers.value);
  return engine.write(head, turns(nodes), result);
}

/** Takes a record over; its first illegal move and what follows are left out. */
export function take(report: RecordReport): void {
  batch(() => takeNow(report));
}

function takeNow(report: RecordReport): void {
  begin(report.position, report.rules);
  headers.value = report.headers.filter(([key]) => !["game", "rules", "start"].includes(key));
  let at = root.value;
  for (const turn of report.turns) {
    current.value = at;
    for (const sowing of turn.move.split("+")) {
      at = add(sowing);
      current.value = at;
    }
  }
  current.value = root.value;
  version.value++;
}

interface Kept {
  move: string;
  note?: Note;
  children: Kept[];
}

/** Saves the tree in the browser. */
export function save(): void {
  const strip = (at: Node): Kept => ({ move: at.move, note: at.note, children: at.children.map(strip) });
  const path = line(current.value).slice(1).map((at) => at.parent!.children.indexOf(at));
  keep("game", { start: root.value.position, rules: rules.value, headers: headers.value, tree: strip(root.value), path });
}

/** Takes up the saved tree; false if there is none that can be read. */
export function restore(): boolean {
  const saved = recall<{ start: string; rules: string; headers: [string, string][]; tree: Kept; path: number[] } | null>("game", null);
  if (!saved) return false;
  const all = () => {
    begin(saved.start, saved.rules);
    headers.value = saved.headers;
    const grow = (at: Node, kept: Kept) => {
      at.note = kept.note;
      for (const child of kept.children) {
        current.value = at;
        grow(add(child.move), child);
      }
    };
    grow(root.value, saved.tree);
    current.value = saved.path.reduce((at, index) => at.children[index] ?? at, root.value);
    version.value++;
  };
  try {
    batch(all);
    return true;
  } catch {
    return false;
  }
}

/** A link to this page with the position and the way to it. */
export function link(): string {
  const nodes = line(current.value).slice(1);
  const words = new URLSearchParams({ p: root.value.position });
  if (rules.value) words.set("r", rules.value);
  if (nodes.length) words.set("m", turns(nodes).join(" "));
  return `${location.href.split("#")[0]}#${words}`;
}

/** Follows a link; false if there is nothing in it. */
export function follow(hash: string): boolean {
  const words = new URLSearchParams(hash.replace(/^#/, ""));
  const start = words.get("p");
  if (!start) return false;
  batch(() => {
    begin(start, words.get("r") ?? "");
    for (const turn of (words.get("m") ?? "").split(" ").filter(Boolean)) {
      for (const sowing of turn.split("+")) current.value = add(sowing);
    }
  });
  return true;
}
