// Analysis while one looks: best lines, exact answers told from estimates, proofs of never-ending moves.
import { batch, effect, signal } from "@preact/signals";
import { engine, sentence } from "../engine/engine";
import { analyse, solve, Stopped, type Analysis, type Line, type Solution, type Work } from "../engine/search";
import type { Proof, Score, Turn } from "../engine/types";
import * as game from "../game";
import * as play from "../play";
import { tab } from "../tabs";
import { chance, worth } from "../words";
import { Course } from "./Course";
import { MoveTree } from "./MoveTree";

const on = signal(true);
const lines = signal(3);
export const found = signal<Analysis | null>(null);
const solved = signal<Solution | null>(null);
const fault = signal("");
const visible = signal(!document.hidden);
document.addEventListener("visibilitychange", () => (visible.value = !document.hidden));

let works: Work<unknown>[] = [];
let about: game.Node | null = null;

const NODES = 200_000_000;
const SOLVE_NODES = 4_000_000;

// One analysis at a time, for what is on the board; none while nobody looks.
effect(() => {
  const at = game.current.value;
  const wanted = tab.value === "analyse" && on.value && visible.value;
  const count = lines.value;
  for (const work of works) work.stop();
  works = [];
  if (about !== at || !wanted) {
    found.value = null;
    solved.value = null;
    fault.value = "";
  }
  about = at;
  if (!wanted || game.position.value.ending) return;
  const before = game.line(at).slice(0, -1).map((node) => node.position);
  const place = game.place();
  const hear = (report: Analysis) => {
    if (about === at && report.lines.length) found.value = report;
  };
  const best = analyse(place, { before, lines: count, nodes: NODES }, hear);
  const exact = solve(place, SOLVE_NODES);
  works = [best, exact];
  const told = (error: unknown) => {
    if (!(error instanceof Stopped)) fault.value = sentence(error);
  };
  best.answer.then(hear, told);
  exact.answer.then((solution) => {
    if (about !== at) return;
    solved.value = solution;
    // Nothing more exact can be said of the winner.
    if (solution.status === "exact" && count === 1) best.stop();
  }, told);
});

/** What the position is worth, the exact value before any estimate. */
export function valueNow(): Score | null {
  const exact = solved.value;
  if (exact?.status === "exact" && exact.outcome) {
    return { proven: true, outcome: exact.outcome, margin: exact.margin ?? undefined };
  }
  return found.value?.lines[0]?.score ?? null;
}

/** The arrows of the best lines, by the first lap of each. */
export function bestArrows() {
  const report = found.value;
  if (!report || tab.value !== "analyse") return [];
  return report.lines.slice(0, 3).flatMap((line, index) => {
    const text = line.turns[0]?.split("+")[0];
    const turn = text && game.position.value.moves.find((known) => known.move === text.split(":")[0] || known.move === text);
    if (!text || !turn || !turn.pit) return [];
    try {
      const lap = engine.trace(game.place(), text, 1).laps[0];
      return lap ? [{ from: lap.from, to: lap.to, rank: index + 1 }] : [];
    } catch {
      return [];
    }
  });
}

export function Analyse() {
  const at = game.position.value;
  const report = found.value;
  const note = game.current.value.note;
  const nevers = at.moves.filter((turn) => turn.never);
  return (
    <>
      <div class="row">
        <button aria-pressed={on.value} onClick={() => (on.value = !on.value)}>
          {on.value ? "Analysis on" : "Analysis off"}
        </button>
        <label>
          <span class="unseen">Lines</span>
          <select value={lines.value} onChange={(event) => (lines.value = Number(event.currentTarget.value))}>
            {[1, 2, 3, 5].map((count) => (
              <option key={count} value={count}>
                {count} {count === 1 ? "line" : "lines"}
              </option>
            ))}
          </select>
        </label>
        <span class="quiet centre">{report ? `depth ${report.depth}, ${short(report.nodes)} positions` : ""}</span>
      </div>
      <Exact />
      <ol class="lines">
        {at.ending && <li class="quiet">The game is over. {at.ending.text}.</li>}
        {!at.ending && on.value && !report && <li class="quiet">Looking …</li>}
        {report?.lines.map((line, index) => <BestLine key={index} line={line} rank={index + 1} />)}
      </ol>
      {fault.value && <p class="said wrong">{fault.value}</p>}
      {note && (note.mark || note.comment) && (
        <div class="card">
          <h2>
            {game.current.value.move}
            <b class="mark">{note.mark}</b>
          </h2>
          {note.comment && <p>{note.comment}.</p>}
          {note.before && note.after && (
            <p class="quiet">
              Before: {worth(note.before)}. After: {worth(note.after)}.
            </p>
          )}
          {note.better && note.better.length > 0 && (
            <button class="main" onClick={() => playLine(game.current.value.parent!, note.better!)}>
              Show {note.better[0]}
            </button>
          )}
        </div>
      )}
      <Course />
      {nevers.map((turn) => (
        <NeverEnds key={turn.move} turn={turn} />
      ))}
      <MoveTree />
    </>
  );
}

function Exact() {
  const solution = solved.value;
  if (!solution || solution.status !== "exact" || !solution.outcome) return null;
  const score: Score = { proven: true, outcome: solution.outcome, margin: solution.margin ?? undefined };
  return (
    <p class="exact">
      <b>Exact:</b> {worth(score)}
      {solution.distance ? `, ${solution.distance} decisions to the end` : ""}.{" "}
      {solution.line.length > 0 && (
        <button class="link" onClick={() => playLine(game.current.value, solution.line)}>
          {solution.line.slice(0, 6).join(" ")}
          {solution.line.length > 6 ? " …" : ""}
        </button>
      )}
    </p>
  );
}

function BestLine({ line, rank }: { line: Line; rank: number }) {
  const share = Math.round(100 * chance(line.score));
  return (
    <li class={line.score.proven ? "proven" : "estimate"}>
      <button class="line" onClick={() => playLine(game.current.value, line.turns.slice(0, 1))} title="Play this move">
        <span class={`rank rank-${rank}`}>{line.turns[0] ?? "?"}</span>
        <span class="worth">
          {line.score.proven ? <b>proven: {worth(line.score)}</b> : <i>{worth(line.score)}</i>}
        </span>
        <span class="unseen"> South {share} percent. Then </span>
        <span class="rest">{line.turns.slice(1, 9).join(" ")}</span>
      </button>
    </li>
  );
}

/** Plays a line from a place in the tree, without showing the sowing, and goes to its first move. */
function playLine(from: game.Node, turns: string[]): void {
  try {
    batch(() => {
      game.goTo(from);
      let first: game.Node | null = null;
      for (const turn of turns) {
        for (const sowing of turn.split("+")) {
          const node = game.add(sowing);
          first ??= node;
          game.goTo(node);
        }
      }
      if (first) game.goTo(first);
    });
  } catch (error) {
    play.say(sentence(error), "wrong");
  }
}

const short = (count: number) => (count < 10_000 ? String(count) : count < 10_000_000 ? `${Math.round(count / 1000)} k` : `${Math.round(count / 1_000_000)} M`);

/** A move that never ends, with the ring that closes. */
function NeverEnds({ turn }: { turn: Turn }) {
  let proof: Proof;
  try {
    proof = engine.never(game.place(), turn.move);
  } catch (error) {
    return <p class="quiet">{sentence(error)}</p>;
  }
  const never = proof.turn.never!;
  const pits = proof.pits.length;
  const place = (at: number): [number, number] => {
    const angle = (2 * Math.PI * at) / pits - Math.PI / 2;
    return [100 + 84 * Math.cos(angle), 100 + 84 * Math.sin(angle)];
  };
  const path = [proof.begins, ...proof.landings].map((at) => place(at).map((part) => part.toFixed(1)).join(" "));
  const opacity = Math.max(0.06, Math.min(0.9, 12 / Math.sqrt(path.length) / 3));
  const why =
    never.proof === "residues"
      ? "no two residues of its seeds are neighbours, and no lap can change that"
      : "the same board comes back with the same seeds in hand";
  return (
    <figure class="card never">
      <figcaption>
        <b>{turn.move} never ends:</b> {why}
        {never.period ? `, every ${never.period.toLocaleString("en")} laps` : ""}
        {never.after_laps ? ` (from lap ${never.after_laps} on)` : ""}.{turn.legal === false ? " These rules do not allow it." : ""}
      </figcaption>
      <svg viewBox="0 0 200 200" role="img" aria-label={`The laps of one period drawn between the pits of the ring${proof.closes ? ", closed" : ""}`}>
        {proof.landings.length > 0 && <path d={`M${path.join("L")}${proof.closes ? "Z" : ""}`} class="laps" style={{ opacity }} />}
        {proof.pits.map((key, at) => {
          const [x, y] = place(at);
          return (
            <g key={key}>
              <circle cx={x} cy={y} r="9" class={at === proof.begins ? "first" : ""} />
              <text x={x} y={y + 3}>{key.slice(2)}</text>
            </g>
          );
        })}
      </svg>
    </figure>
  );
}

/** How the game stands, as a bar between the players. */
export function ChanceBar() {
  const score = valueNow();
  const share = score ? chance(score) : 0.5;
  const words = score ? `${score.proven ? "proven: " : "estimate: "}${worth(score)}` : "not judged yet";
  return (
    <div class={`chance${score?.proven ? " proven" : ""}`} role="img" aria-label={`South's chance ${Math.round(100 * share)} percent, ${words}`}>
      <div>
        <div style={{ inlineSize: `${100 * share}%` }} />
      </div>
      <span>{words}</span>
    </div>
  );
}
