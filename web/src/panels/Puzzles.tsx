// Problems, move by move: try, get the refutation or the next move, a hint, the solution.
import { effect, signal } from "@preact/signals";
import anywoli from "../../../data/puzzles/anywoli.toml?raw";
import baoKingulu from "../../../data/puzzles/bao-kingulu.toml?raw";
import nsolo from "../../../data/puzzles/nsolo.toml?raw";
import omweso from "../../../data/puzzles/omweso.toml?raw";
import owela from "../../../data/puzzles/owela.toml?raw";
import { ownPuzzles } from "../content";
import { engine, sentence } from "../engine/engine";
import { judge, Stopped, type PuzzleEntry, type Work, type Verdict } from "../engine/search";
import * as game from "../game";
import * as play from "../play";
import { keep, recall } from "../settings";
import { tab } from "../tabs";

const files: Record<string, string> = { omweso, owela, nsolo, "bao-kingulu": baoKingulu, anywoli };

const collection = signal("bao-kingulu");
effect(() => {
  if (ownPuzzles.value) collection.value = "own";
});
const index = signal(0);
const solvedIds = signal<string[]>(recall("solved", []));
effect(() => keep("solved", solvedIds.value));

/** The problem on the board; `null` until one is chosen. */
const current = signal<PuzzleEntry | null>(null);
const verdict = signal<Verdict | null>(null);
const judging = signal(false);
const state = signal<"open" | "wrong" | "solved">("open");
const shown = signal(false);

const read = new Map<string, PuzzleEntry[]>();
function entries(name: string): PuzzleEntry[] {
  const key = name === "own" ? "own" : name;
  let found = read.get(key);
  if (!found) {
    found = engine.puzzles(name === "own" ? (ownPuzzles.value?.text ?? "") : (files[name] ?? ""));
    found.sort((one, other) => (one.difficulty ?? 0) - (other.difficulty ?? 0));
    read.set(key, found);
  }
  return found;
}

let work: Work<Verdict> | null = null;

/** The turns played, whole ones, from the start of the problem. */
function turnsSoFar(): string[] {
  const texts: string[] = [];
  for (const node of game.line(game.current.value).slice(1)) {
    if (node.parent?.turn?.again) texts[texts.length - 1] += `+${node.move}`;
    else texts.push(node.move);
  }
  return texts;
}

async function ask(moves: string[]): Promise<Verdict | null> {
  const puzzle = current.value!;
  work?.stop();
  judging.value = true;
  const mine = judge({ position: puzzle.position, rules: puzzle.rules }, puzzle.stipulation, moves);
  work = mine;
  try {
    return await mine.answer;
  } catch (error) {
    if (!(error instanceof Stopped)) play.say(sentence(error), "wrong");
    return null;
  } finally {
    if (work === mine) judging.value = false;
  }
}

function open(puzzle: PuzzleEntry): void {
  current.value = puzzle;
  play.players.value = { south: "human", north: "human" };
  game.begin(puzzle.position, puzzle.rules);
  verdict.value = null;
  state.value = "open";
  shown.value = false;
  play.say(`${puzzle.stipulation}.`);
  void ask([]).then((answer) => {
    if (current.value === puzzle) verdict.value = answer;
  });
}

function solvedNow(): void {
  const puzzle = current.value!;
  state.value = "solved";
  if (!solvedIds.value.includes(puzzle.id)) solvedIds.value = [...solvedIds.value, puzzle.id];
  play.say("Solved.", "good");
}

const answering = signal(false);

/** The engine's part after a move of the reader's. */
async function moved(node: game.Node): Promise<void> {
  answering.value = true;
  try {
    await answer(node);
  } finally {
    answering.value = false;
  }
}

async function answer(node: game.Node): Promise<void> {
  const puzzle = current.value;
  if (tab.value !== "puzzles" || !puzzle || node.turn?.again) return;
  const moves = turnsSoFar();
  const told = await ask(moves);
  if (!told || game.current.value !== node) return;
  verdict.value = told;
  if (told.over) {
    if (told.reached) solvedNow();
    else {
      state.value = "wrong";
      play.say("That ends the game without the goal. Take it back and try again.", "wrong");
    }
    return;
  }
  if (told.asked) return;
  if (told.holds === "false") state.value = "wrong";
  const reply = told.reply;
  if (!reply) {
    // Nobody has a move any more: the game is over, and the seeds have decided.
    if (told.holds === "true") solvedNow();
    else play.say("That ends the game without the goal. Take it back and try again.", "wrong");
    return;
  }
  for (const sowing of reply.split("+")) await play.commit(sowing, true);
  if (told.holds === "false") play.say(`${reply} refutes that: it cannot be done any more. Take it back and try again.`, "wrong");
  else if (told.holds === "unknown") play.say(`${reply} is the answer; whether it can still be done was not decided.`);
  else play.say(`Right so far. The answer is ${reply}.`, "good");
  const here = game.current.value;
  const next = await ask(turnsSoFar());
  if (game.current.value !== here || !next) return;
  verdict.value = next;
  const over = next.over ? next.reached : game.ending.value && next.holds === "true";
  if (over) solvedNow();
}

play.onMoved.value = (node) => void moved(node);

function back(): void {
  // Before the reader's last move.
  const asked = current.value!.position.split(" ")[2];
  let at = game.current.value;
  do at = at.parent ?? at;
  while (at.parent && (game.sideOf(at.position) !== asked || at.turn?.again));
  game.goTo(at);
  state.value = "open";
  play.say("Taken back.");
  void ask(turnsSoFar()).then((answer) => {
    if (game.current.value === at) verdict.value = answer;
  });
}

export function Puzzles() {
  const list = entries(collection.value);
  const puzzle = current.value;
  const done = list.filter((entry) => solvedIds.value.includes(entry.id)).length;
  const right = verdict.value?.right ?? [];
  const choose = (name: string, at: number) => {
    collection.value = name;
    index.value = at;
    const entry = entries(name)[at];
    if (entry) open(entry);
  };
  const hint = () => {
    const move = right[0] ?? (game.current.value.parent ? undefined : puzzle?.solution[0]);
    if (!move) return play.say("There is no hint for this place; take a move back.");
    play.say(`Look at ${move.split(/[<>=:+]/)[0]}.`);
  };
  return (
    <>
      <div class="row">
        <label class="grow">
          Collection
          <select id="collection" value={collection.value} onChange={(event) => choose(event.currentTarget.value, 0)}>
            {ownPuzzles.value && <option value="own">{ownPuzzles.value.name}</option>}
            {engine.games().map((info) => (
              <option key={info.game} value={info.game}>
                {info.title}
              </option>
            ))}
          </select>
        </label>
        <span class="quiet centre">
          {done} of {list.length} solved
        </span>
      </div>
      <ul class="shelf" aria-label="Problems">
        {list.map((entry, at) => (
          <li key={entry.id}>
            <button
              aria-pressed={puzzle === entry}
              class={solvedIds.value.includes(entry.id) ? "done" : ""}
              aria-label={`Problem ${at + 1}, difficulty ${entry.difficulty ?? "unknown"}${solvedIds.value.includes(entry.id) ? ", solved" : ""}`}
              onClick={() => choose(collection.value, at)}
            >
              {at + 1}
              <small aria-hidden="true">{"•".repeat(entry.difficulty ?? 0)}</small>
            </button>
          </li>
        ))}
      </ul>
      {puzzle ? (
        <div class={`card ${state.value}`}>
          <h2>{puzzle.stipulation}</h2>
          <p class="quiet">
            {puzzle.id}
            {puzzle.difficulty ? `, difficulty ${puzzle.difficulty} of 5` : ""}
            {puzzle.rules ? `, rules ${puzzle.rules}` : ""}
          </p>
          <div class="row">
            <button onClick={back} disabled={!game.current.value.parent}>
              Take back
            </button>
            <button onClick={hint} disabled={state.value === "solved"}>
              Hint
            </button>
            <button onClick={() => (shown.value = !shown.value)} aria-expanded={shown.value}>
              Solution
            </button>
            {state.value === "solved" && index.value + 1 < list.length && (
              <button class="main" onClick={() => choose(collection.value, index.value + 1)}>
                Next problem
              </button>
            )}
          </div>
          {shown.value && (
            <p>
              <code>{puzzle.solution.join("  ")}</code>
            </p>
          )}
          <p class="quiet">{judging.value || answering.value ? "Judging …" : state.value === "solved" ? "Solved." : " "}</p>
          <p class="quiet">{puzzle.source}</p>
        </div>
      ) : (
        <p class="quiet">Choose a problem. The points say how hard it is.</p>
      )}
    </>
  );
}
