// What the page opens with: what the program has put into it, a link, or the game that was left.
import { signal } from "@preact/signals";
import { engine, sentence } from "./engine/engine";
import type { RecordReport, Score } from "./engine/types";
import * as game from "./game";
import { openFilm, say } from "./play";
import { tab } from "./tabs";

/** What an annotation says of one turn. */
export interface TurnNote {
  mark: "" | "?" | "??";
  before?: Score;
  after?: Score;
  better?: string[];
  comment?: string;
}

export interface Content {
  position?: { position: string; rules: string };
  /** Records as text, and a note for each turn where they are annotated. */
  records?: { text: string; notes?: TurnNote[] }[];
  /** A move to be looked at lap by lap. */
  trace?: { position: string; rules: string; move: string };
  /** A puzzle file. */
  puzzles?: { name: string; text: string };
}

export type Annotated = RecordReport & { notes?: TurnNote[] };

/** Records that can be chosen from. */
export const shelf = signal<Annotated[]>([]);
export const ownPuzzles = signal<Content["puzzles"]>(undefined);

export function takeRecord(record: Annotated): void {
  game.take(record);
  let at = game.root.value;
  for (const note of record.notes ?? []) {
    // The note of a turn stands at its last sowing.
    do at = at.children[0] ?? at;
    while (at.turn?.again && at.children[0]);
    at.note = note;
  }
  game.version.value++;
  if (record.stopped) say(record.stopped, "wrong");
}

function fromProgram(): boolean {
  const text = document.getElementById("sow-content")?.textContent;
  if (!text) return false;
  const content = JSON.parse(text) as Content;
  if (content.position) game.begin(content.position.position, content.position.rules);
  if (content.trace) {
    game.begin(content.trace.position, content.trace.rules);
    game.goTo(game.add(content.trace.move));
    openFilm();
    tab.value = "game";
  }
  if (content.records?.length) {
    shelf.value = content.records.flatMap(({ text, notes }) => (engine.read(text).records ?? []).map((record) => ({ ...record, notes })));
    if (shelf.value[0]) takeRecord(shelf.value[0]);
    if (shelf.value.some((record) => record.notes)) tab.value = "analyse";
  }
  if (content.puzzles) {
    ownPuzzles.value = content.puzzles;
    game.begin("omweso:start", "");
    tab.value = "puzzles";
  }
  return true;
}

export function open(): void {
  try {
    if (fromProgram()) return;
    if (game.follow(location.hash)) return;
  } catch (error) {
    say(sentence(error), "wrong");
  }
  if (!game.restore()) game.begin("omweso:start", "");
}
