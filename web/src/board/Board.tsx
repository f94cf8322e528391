// The board as the project's pictures draw it, with pits to touch.
import { useRef } from "preact/hooks";
import type { Position, Row } from "../engine/types";
import type { Frame } from "./animate";

const STEP = 64;
const RADIUS = 27;
const SEED = 4.6;
const BORDER = 12;
const GAP = 14;
/** More seeds than this are told by the number alone. */
const MOST_SEEDS = 24;

export interface Arrow {
  from: string;
  to: string;
  rank: number;
  label?: string;
}

export interface Target {
  /** The pit that is touched to choose it. */
  pit: string;
  /** What stands on it. */
  sign: string;
  label: string;
}

export interface BoardProps {
  position: Position;
  frame?: Frame | null;
  names: boolean;
  /** Pits that can be played, by key. */
  playable?: Set<string>;
  /** Pits of the last move: where it began and where it ended. */
  from?: string;
  to?: string;
  /** Pits that lost seeds to the last move. */
  robbed?: Set<string>;
  /** Pits that ask for a choice. */
  targets?: Target[];
  /** What is taken from pits so far, by key. */
  taken?: Map<string, number>;
  selected?: string;
  arrows?: Arrow[];
  label: string;
  onPit?: (key: string) => void;
  onKey?: (key: string, event: KeyboardEvent) => void;
}

/** Where the seeds of a pit lie: a sunflower, which fills a disc evenly for any number. */
function places(seeds: number): [number, number][] {
  return Array.from({ length: Math.min(seeds, MOST_SEEDS) }, (_, seed) => {
    const distance = seeds === 1 ? 0 : 5 + 3.1 * Math.sqrt(seed);
    const angle = seed * 2.399963229728653;
    return [distance * Math.cos(angle), distance * Math.sin(angle)];
  });
}

export function geometry(rows: Row[], columns: number) {
  const half = rows.length / 2;
  const width = 2 * BORDER + STEP * (columns - 1) + 2 * RADIUS + 8;
  const height = 2 * BORDER + STEP * (rows.length - 1) + 2 * RADIUS + GAP + 8;
  const x = (column: number) => BORDER + 4 + RADIUS + STEP * column;
  const y = (row: number) => BORDER + 4 + RADIUS + STEP * row + (row >= half ? GAP : 0);
  return { width, height, x, y, middle: y(half) - STEP / 2 - GAP / 2 };
}

const seedWord = (count: number) => `${count} ${count === 1 ? "seed" : "seeds"}`;

export function Board(props: BoardProps) {
  const { position, frame, names } = props;
  const { rows, columns } = position;
  const shape = geometry(rows, columns);
  const group = useRef<SVGSVGElement>(null);
  const focus = useRef<string>("");
  const all = rows.flatMap((row) => row.pits.map((pit) => pit.key));
  if (!all.includes(focus.current)) {
    focus.current = rows.at(-1)!.pits[0]!.key;
  }
  const centre = new Map<string, [number, number]>();
  rows.forEach((row, r) => row.pits.forEach((pit, c) => centre.set(pit.key, [shape.x(c), shape.y(r)])));
  const targets = new Map((props.targets ?? []).map((target) => [target.pit, target]));

  const move = (event: KeyboardEvent, r: number, c: number) => {
    const steps: Record<string, [number, number]> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const step = steps[event.key];
    const key = rows[r]!.pits[c]!.key;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      props.onPit?.(key);
    } else if (step) {
      event.preventDefault();
      event.stopPropagation();
      const next = rows[(r + step[0] + rows.length) % rows.length]!.pits[(c + step[1] + columns) % columns]!;
      focus.current = next.key;
      group.current?.querySelector<SVGGElement>(`[data-pit="${next.key}"]`)?.focus();
    } else {
      props.onKey?.(key, event);
    }
  };

  return (
    <div class="board-frame" style={{ "--columns": columns }}>
      <svg
        ref={group}
        class={`board${names ? " with-names" : ""}`}
        viewBox={`0 0 ${shape.width} ${shape.height}`}
        role="group"
        aria-label={props.label}
        style={{ minWidth: `${columns * 26}px`, maxWidth: `${columns * 112 + 60}px`, aspectRatio: `${shape.width} / ${shape.height}` }}
      >
        <defs>
          <linearGradient id="wood" x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" class="wood-light" />
            <stop offset="1" class="wood-dark" />
          </linearGradient>
          <radialGradient id="hollow" cx=".5" cy=".62" r=".62">
            <stop offset="0" class="pit-light" />
            <stop offset=".75" class="pit-middle" />
            <stop offset="1" class="pit-dark" />
          </radialGradient>
          <radialGradient id="bean" cx=".35" cy=".3" r=".9">
            <stop offset="0" class="seed-light" />
            <stop offset="1" class="seed-dark" />
          </radialGradient>
          <marker id="head" viewBox="0 0 10 10" refX="6" refY="5" markerWidth="3.4" markerHeight="3.4" orient="auto-start-reverse">
            <path d="M0 0L10 5L0 10z" class="arrow-head" />
          </marker>
        </defs>
        <rect class="wood" x="1.5" y="1.5" width={shape.width - 3} height={shape.height - 3} rx="18" fill="url(#wood)" />
        <line class="centre" x1="3" x2={shape.width - 3} y1={shape.middle} y2={shape.middle} />
        {rows.map((row, r) =>
          row.pits.map((pit, c) => {
            const x = shape.x(c);
            const y = shape.y(r);
            const seeds = frame ? (frame.rings[pit.ring]![pit.at] ?? 0) : pit.seeds;
            const taken = props.taken?.get(pit.key) ?? 0;
            const target = targets.get(pit.key);
            const can = props.playable?.has(pit.key) ?? false;
            const classes = ["pit"];
            if (pit.reserved) classes.push("reserved");
            if (can) classes.push("can");
            if (props.selected === pit.key) classes.push("selected");
            if (props.from === pit.key) classes.push("from");
            if (props.to === pit.key) classes.push("to");
            if (props.robbed?.has(pit.key)) classes.push("robbed");
            if (target) classes.push("target");
            const owner = row.owner === "south" ? "South" : "North";
            const words = [`${owner} ${pit.name}`, seedWord(seeds - taken)];
            if (pit.reserved) words.push("reserved");
            if (taken) words.push(`${taken} taken`);
            if (target) words.push(target.label);
            else if (can) words.push("can be played");
            return (
              <g
                key={pit.key}
                class={classes.join(" ")}
                data-pit={pit.key}
                data-seeds={seeds - taken}
                role="button"
                aria-label={words.join(", ")}
                tabIndex={focus.current === pit.key ? 0 : -1}
                onClick={() => {
                  focus.current = pit.key;
                  props.onPit?.(pit.key);
                }}
                onFocus={() => (focus.current = pit.key)}
                onKeyDown={(event) => move(event, r, c)}
              >
                <rect class="touch" x={x - STEP / 2} y={y - STEP / 2} width={STEP} height={STEP} />
                <circle class="hollow" cx={x} cy={y} r={RADIUS} fill="url(#hollow)" />
                {places(seeds - taken).map(([dx, dy], seed) => (
                  <circle key={seed} class="seed" cx={x + dx} cy={y + dy - 3} r={SEED} fill="url(#bean)" />
                ))}
                {seeds - taken > 0 && (
                  <text class="count" x={x} y={y + RADIUS - 3}>
                    {seeds - taken}
                  </text>
                )}
                {names && (
                  <text class="name" x={x - RADIUS + 3} y={y - RADIUS + 6}>
                    {pit.name}
                  </text>
                )}
                <circle class="ring" cx={x} cy={y} r={RADIUS + 2} />
                {taken > 0 && (
                  <g class="badge">
                    <rect x={x + 4} y={y - 32} width="28" height="20" rx="10" />
                    <text x={x + 18} y={y - 17}>{`−${taken}`}</text>
                  </g>
                )}
                {target && (
                  <g class="sign">
                    <circle cx={x} cy={y} r="19" />
                    <text x={x} y={y + 8}>{target.sign}</text>
                  </g>
                )}
              </g>
            );
          }),
        )}
        {(props.arrows ?? []).map((arrow) => {
          const start = centre.get(arrow.from);
          const end = centre.get(arrow.to);
          if (!start || !end) return null;
          return <path key={`${arrow.from}${arrow.to}${arrow.rank}`} class={`arrow rank-${arrow.rank}`} d={bow(start, end)} marker-end="url(#head)" aria-hidden="true" />;
        })}
        {frame?.hand && <Hand rows={rows} hand={frame.hand} shape={shape} />}
      </svg>
    </div>
  );
}

/** A bow from one pit to another, which stops short of the middle of the pit. */
function bow([x1, y1]: [number, number], [x2, y2]: [number, number]): string {
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length < 1) return `M${x1 - 8} ${y1 - 16}a16 16 0 1 1 16 0`;
  const bend = Math.min(0.22 * length, 40);
  const [mx, my] = [(x1 + x2) / 2 + (bend * (y2 - y1)) / length, (y1 + y2) / 2 - (bend * (x2 - x1)) / length];
  const back = 10 / Math.hypot(x2 - mx, y2 - my);
  return `M${x1} ${y1}Q${mx} ${my} ${x2 - (x2 - mx) * back} ${y2 - (y2 - my) * back}`;
}

function Hand({ rows, hand, shape }: { rows: Row[]; hand: NonNullable<Frame["hand"]>; shape: ReturnType<typeof geometry> }) {
  for (const [r, row] of rows.entries()) {
    for (const [c, pit] of row.pits.entries()) {
      if (pit.ring !== hand.ring || pit.at !== hand.at) continue;
      return (
        <g class="hand" style={{ transform: `translate(${shape.x(c)}px, ${shape.y(r)}px)` }} aria-hidden="true">
          <circle class="halo" r={RADIUS + 3} />
          {hand.seeds > 0 && (
            <>
              <circle class="fist" cx="16" cy="-18" r="14" />
              <text x="16" y="-12.5">{hand.seeds}</text>
            </>
          )}
        </g>
      );
    }
  }
  return null;
}
