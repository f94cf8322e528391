// What happens when a pit is touched: a move, a choice that the move meets, or why it cannot be played.
import { effect, signal } from "@preact/signals";
import { afterLaps, film, frame, frameOf, run, skip, type Frame } from "./board/animate";
import { engine, sentence } from "./engine/engine";
import type { Lap, Position, SideName, Turn } from "./engine/types";
import * as game from "./game";
import { speed } from "./settings";

/** What is said to everybody, aloud to those who listen. */
export const message = signal<{ text: string; tone: "" | "wrong" | "good" }>({ text: "", tone: "" });
export const say = (text: string, tone: "" | "wrong" | "good" = ""): void => {
  message.value = { text, tone };
};

export interface DirectionChoice {
  kind: "direction";
  /** The move up to here. */
  text: string;
  pit: string;
  options: { mark: string; pit: string; sign: string; label: string }[];
}

export interface StripChoice {
  kind: "strip";
  text: string;
  bonus: number;
  taken: Map<string, number>;
  /** The position after the sowing, the bonus still on the board. */
  position: Position;
}

export type Choice = DirectionChoice | StripChoice;

export const choice = signal<Choice | null>(null);
/** A move is being shown. */
export const busy = signal(false);

export type Player = "human" | "engine";
export const players = signal<Record<SideName, Player>>({ south: "human", north: "human" });
/** Why pits cannot be touched now; empty if they can. */
export const locked = signal("");

/** Called after a move was made by touch; the puzzle's and the engine's turn to react. */
export const onMoved = signal<((node: game.Node) => void) | null>(null);

/** The ring of pits in sowing order, from any position. */
function ringOf(position: Position, ring: number): string[] {
  const keys: string[] = [];
  for (const row of position.rows) for (const pit of row.pits) if (pit.ring === ring) keys[pit.at] = pit.key;
  return keys;
}

const nameOf = (key: string) => key.split(":")[1] ?? key;
export const sideName = (side: SideName) => (side === "south" ? "South" : "North");

/** Makes of a touched pit whatever it can mean now. */
export function touch(key: string): void {
  if (busy.value) {
    skip();
    return;
  }
  const waiting = choice.value;
  if (waiting?.kind === "direction") {
    const option = waiting.options.find((option) => option.pit === key);
    if (option) return void choose(option.mark);
    choice.value = null;
    frame.value = null;
    if (key === waiting.pit) return say("Taken back.");
  } else if (waiting?.kind === "strip") {
    return strip(waiting, key);
  }
  const at = game.position.value;
  if (at.ending) return say(`The game is over. ${at.ending.text}.`, "wrong");
  if (locked.value) return say(locked.value, "wrong");
  const turns = at.moves.filter((turn) => turn.pit === key && turn.legal !== false);
  if (turns.length === 0) {
    const never = at.moves.find((turn) => turn.pit === key);
    if (never?.never) return say(`${nameOf(key)} never ends, and these rules forbid such moves.`, "wrong");
    return say(engine.why(game.place(), key) ?? "That pit cannot be played.", "wrong");
  }
  // The text without its marks: a pit's name, with a star where it lies in the other row.
  const text = turns[0]!.move.split(/[<>=:]/)[0]!;
  void advance(text, "", key);
}

/** Goes on with a move until it meets a choice, or plays it. */
async function advance(pit: string, marks: string, key: string): Promise<void> {
  const turns = game.position.value.moves.filter((turn) => turn.pit === key && turn.legal !== false && (turn.marks ?? "").startsWith(marks));
  const next = new Set(turns.map((turn) => (turn.marks ?? "")[marks.length] ?? ""));
  if (next.size === 1) {
    const only = [...next][0]!;
    if (only !== "") return advance(pit, marks + only, key);
    return finish(turns[0]!);
  }
  await ask(pit, marks, key, next);
}

/** Shows a move up to a choice and asks on the pits. */
async function ask(pit: string, marks: string, key: string, next: Set<string>): Promise<void> {
  const at = game.position.value;
  const place = game.place();
  const text = pit + marks;
  const options: DirectionChoice["options"] = [];
  let here = key;
  let shown: Frame | null = null;
  if (next.has("<") && next.has(">")) {
    const fork = engine.fork(place, text);
    here = fork.at;
    const keys = ringOf(at, fork.ring);
    const index = keys.indexOf(here);
    const step = (by: number) => keys[(index + by + keys.length) % keys.length]!;
    options.push({ mark: ">", pit: step(1), sign: "↺", label: `counter-clockwise, ${nameOf(step(1))} first` });
    options.push({ mark: "<", pit: step(-1), sign: "↻", label: `clockwise, ${nameOf(step(-1))} first` });
    const show = { start: frameOf(at), ring: fork.ring, laps: fork.laps };
    if (marks && fork.laps.length) await play(show);
    shown = { ...afterLaps(show, fork.laps.length), hand: { ring: fork.ring, at: index, seeds: fork.hand } };
  } else {
    options.push({ mark: "", pit: key, sign: "1·1", label: "one seed a pit" });
  }
  if (next.has("=")) {
    const keys = ringOf(at, at.rows.flatMap((row) => row.pits).find((pit) => pit.key === key)!.ring);
    const two = keys[(keys.indexOf(key) + 2) % keys.length]!;
    const owela = at.game === "owela";
    options.push({ mark: "=", pit: options.some((option) => option.pit === two) ? key : two, sign: owela ? "2" : "2·1", label: owela ? "the set opening" : "two seeds and one (okwesera)" });
  }
  frame.value = shown;
  choice.value = { kind: "direction", text, pit: here, options };
  say(`From ${nameOf(here)}: choose ${options.map((option) => option.label).join(" or ")}.`);
}

/** Takes one of the directions that are offered. */
export async function choose(mark: string): Promise<void> {
  const waiting = choice.value;
  if (waiting?.kind !== "direction") return;
  choice.value = null;
  frame.value = null;
  const pit = waiting.text.split(/[<>=:]/)[0]!;
  const marks = waiting.text.slice(pit.length);
  const turn = game.position.value.moves.find((turn) => turn.move.split(/[<>=:]/)[0] === pit);
  // No mark ends the marks: the plain way where another one is offered.
  if (mark === "") {
    const plain = game.position.value.moves.find((turn) => turn.move.split(":")[0] === pit + marks);
    if (plain) await finish(plain);
    return;
  }
  if (turn?.pit) await advance(pit, marks + mark, turn.pit);
}

/** Plays a turn whose directions are chosen, after its bonus stones are. */
async function finish(turn: Turn): Promise<void> {
  if (turn.bonus) {
    const position = engine.position({ position: turn.after!, rules: game.rules.value });
    const has = position.rows.some((row) => row.owner !== game.position.value.side && row.pits.some((pit) => pit.seeds > 0));
    if (has) {
      await showTurn(turn.move, turn);
      choice.value = { kind: "strip", text: turn.move, bonus: turn.bonus, taken: new Map(), position };
      frame.value = frameOf(position);
      const owner = game.position.value.side === "south" ? "North" : "South";
      return say(`${turn.move} captures: take ${turn.bonus} of ${owner}'s ${wholeHoles() ? "holes" : "stones"}.`);
    }
  }
  await commit(turn.move);
}

/** Whether Nsolo's bonus is whole holes rather than single stones. */
const wholeHoles = () => {
  const book = engine.rules(game.position.value.game, game.rules.value);
  return book.options.some((option) => option.key === "capture" && option.value !== "ndola");
};

function strip(waiting: StripChoice, key: string): void {
  const row = waiting.position.rows.find((row) => row.pits.some((pit) => pit.key === key))!;
  const pit = row.pits.find((pit) => pit.key === key)!;
  if (row.owner === game.position.value.side) return say("The bonus is taken from the opponent's pits.", "wrong");
  const taken = new Map(waiting.taken);
  const whole = wholeHoles();
  const before = taken.get(key) ?? 0;
  const total = whole ? taken.size : [...taken.values()].reduce((sum, count) => sum + count, 0);
  if (whole) {
    if (before) taken.delete(key);
    else if (pit.seeds > 0 && total < waiting.bonus) taken.set(key, pit.seeds);
    else return say(pit.seeds ? "That is the whole bonus." : "That pit is empty.", "wrong");
  } else if (before < pit.seeds && total < waiting.bonus) taken.set(key, before + 1);
  else if (before > 0) taken.delete(key);
  else return say(pit.seeds ? "That is the whole bonus." : "That pit is empty.", "wrong");
  choice.value = { ...waiting, taken };
  const now = whole ? taken.size : [...taken.values()].reduce((sum, count) => sum + count, 0);
  const left = waiting.position.rows.filter((other) => other.owner === row.owner).flatMap((other) => other.pits);
  const most = Math.min(waiting.bonus, whole ? left.filter((pit) => pit.seeds).length : left.reduce((sum, pit) => sum + pit.seeds, 0));
  say(`${now} of ${most} taken.`);
  if (now === most) void takeBonus();
}

/** Plays the move with the bonus taken so far. */
export async function takeBonus(): Promise<void> {
  const waiting = choice.value;
  if (waiting?.kind !== "strip") return;
  const whole = wholeHoles();
  const parts = [...waiting.taken].map(([key, count]) => nameOf(key) + (whole || count === 1 ? "" : `x${count}`));
  const text = parts.length ? `${waiting.text}:${parts.join(",")}` : waiting.text;
  try {
    const node = game.add(text);
    cancel();
    game.goTo(node);
    told(node);
  } catch (error) {
    say(sentence(error), "wrong");
  }
}

/** Lets go of a choice that was begun. */
export function cancel(): void {
  choice.value = null;
  skip();
}

/** Plays a move by its text, as if it had been touched. */
export async function commit(text: string, quiet = false): Promise<game.Node | null> {
  let node: game.Node;
  try {
    node = game.add(text);
  } catch (error) {
    say(sentence(error), "wrong");
    return null;
  }
  choice.value = null;
  const from = game.current.value;
  await showTurn(text, node.turn!);
  if (game.current.value !== from) return null;
  frame.value = null;
  game.goTo(node);
  told(node, quiet);
  return node;
}

function told(node: game.Node, quiet = false): void {
  const turn = node.turn!;
  const who = sideName(game.mover(node));
  const parts = [`${who} plays ${turn.move}`];
  if (turn.never) parts.push("the sowing never ends");
  else if (turn.laps) parts.push(`${turn.laps} ${turn.laps === 1 ? "lap" : "laps"}`);
  if (turn.captured) parts.push(`${turn.captured} captured`);
  if (turn.again) parts.push("and sows once more");
  const over = game.ending.value;
  say(`${parts.join(", ")}.${over ? ` ${over.text}.` : ""}`);
  if (!quiet) onMoved.value?.(node);
}

async function showTurn(text: string, turn: Turn): Promise<void> {
  if (turn.never || speed.value === "off") return;
  const at = game.position.value;
  const plain = text.split(":")[0]!;
  let trace: { ring: number; laps: Lap[] };
  try {
    trace = engine.trace(game.place(), text);
  } catch {
    // A sowing whose bonus is not named yet is shown by what it would be with any.
    try {
      trace = engine.trace(game.place(), anyBonus(plain, turn));
    } catch {
      return;
    }
  }
  await play({ start: frameOf(at), ring: trace.ring, laps: trace.laps });
}

/** The move with the first bonus stones that can be named. */
function anyBonus(text: string, turn: Turn): string {
  const after = engine.position({ position: turn.after!, rules: game.rules.value });
  let left = turn.bonus ?? 0;
  const parts: string[] = [];
  for (const row of after.rows) {
    if (row.owner === game.position.value.side) continue;
    for (const pit of row.pits) {
      if (left <= 0 || !pit.seeds) continue;
      if (wholeHoles()) {
        parts.push(pit.name);
        left--;
      } else {
        const count = Math.min(left, pit.seeds);
        parts.push(`${pit.name}x${count}`);
        left -= count;
      }
    }
  }
  return parts.length ? `${text}:${parts.join(",")}` : text;
}

async function play(show: { start: Frame; ring: number; laps: Lap[] }): Promise<boolean> {
  busy.value = true;
  try {
    return await run(show);
  } finally {
    busy.value = false;
  }
}

/** Shows the move that led to the current position once more. */
export async function replay(): Promise<void> {
  const node = game.current.value;
  if (!node.parent || !node.turn) return;
  const place = { position: node.parent.position, rules: game.rules.value };
  const trace = engine.trace(place, node.turn.move);
  const start = frameOf(engine.position(place));
  await play({ start, ring: trace.ring, laps: trace.laps });
  if (game.current.value === node) frame.value = null;
}

/** Opens the move that led to the current position lap by lap. */
export function openFilm(): void {
  const node = game.current.value;
  if (!node.parent || !node.turn) return;
  const place = { position: node.parent.position, rules: game.rules.value };
  const trace = engine.trace(place, node.turn.move, 5000);
  film.value = { start: frameOf(engine.position(place)), ring: trace.ring, laps: trace.laps };
  showLap(trace.laps.length);
}

export function showLap(lap: number): void {
  const show = film.value;
  if (!show) return;
  const last = show.laps[lap - 1];
  frame.value = { ...afterLaps(show, lap), hand: last ? { ring: show.ring, at: last.to_at, seeds: 0 } : undefined };
}

export function closeFilm(): void {
  film.value = null;
  frame.value = null;
}

// Wherever the board goes, what was being shown and chosen is over.
let shownAt = game.current.value;
effect(() => {
  const now = game.current.value;
  if (now === shownAt) return;
  shownAt = now;
  choice.value = null;
  film.value = null;
  skip();
});
