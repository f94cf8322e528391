// The board with its players, what is said about it, and the way through the game.
import { useMemo } from "preact/hooks";
import { engine } from "../engine/engine";
import type { Position, SideName } from "../engine/types";
import * as game from "../game";
import * as play from "../play";
import { bestArrows, ChanceBar } from "../panels/Analyse";
import { names, speed, type Speed } from "../settings";
import { tab } from "../tabs";
import { film, frame } from "./animate";
import { Board, type Target } from "./Board";

export function BoardArea() {
  const shown = boardPosition();
  return (
    <section class="board-area" aria-label="Board">
      <PlayerBar side="north" position={shown} />
      <TheBoard position={shown} />
      <PlayerBar side="south" position={shown} />
      {tab.value === "analyse" && <ChanceBar />}
      <Said />
      {play.choice.value ? <Choices /> : film.value ? <Film /> : <Steps />}
    </section>
  );
}

/** The position whose board is drawn: during a strip, the one after the sowing. */
function boardPosition(): Position {
  const choice = play.choice.value;
  return choice?.kind === "strip" ? choice.position : game.position.value;
}

function TheBoard({ position }: { position: Position }) {
  const at = game.current.value;
  const choice = play.choice.value;
  const marks = useMemo(() => lastMarks(at), [at]);
  const targets: Target[] | undefined = choice?.kind === "direction" ? choice.options.map(({ pit, sign, label }) => ({ pit, sign, label })) : undefined;
  const playable = new Set(choice || play.locked.value ? [] : position.moves.filter((turn) => turn.legal !== false).flatMap((turn) => (turn.pit ? [turn.pit] : [])));
  if (choice?.kind === "strip") {
    for (const row of position.rows) if (row.owner !== game.position.value.side) for (const pit of row.pits) if (pit.seeds) playable.add(pit.key);
  }
  const mover = play.sideName(position.side);
  const label = `${position.game} board, ${position.ending ? "game over" : `${mover} to move`}. Arrow keys go from pit to pit, Enter plays.`;
  return (
    <Board
      position={position}
      frame={frame.value}
      names={names.value}
      playable={playable}
      from={choice ? undefined : marks.from}
      to={choice ? undefined : marks.to}
      robbed={choice ? undefined : marks.robbed}
      targets={targets}
      taken={choice?.kind === "strip" ? choice.taken : undefined}
      selected={choice?.kind === "direction" ? choice.pit : undefined}
      arrows={choice || frame.value ? undefined : bestArrows()}
      label={label}
      onPit={play.touch}
      onKey={(_, event) => {
        if (event.key === "Escape") play.cancel();
      }}
    />
  );
}

/** Where the last move began and ended, and which enemy pits it emptied or thinned. */
function lastMarks(at: game.Node): { from?: string; to?: string; robbed: Set<string> } {
  const robbed = new Set<string>();
  if (!at.parent || !at.turn || at.turn.never) return { from: at.turn?.pit, robbed };
  const place = { position: at.parent.position, rules: game.rules.value };
  const trace = engine.trace(place, at.turn.move);
  const last = trace.laps_left_out ? undefined : trace.laps.at(-1)?.to;
  if (at.turn.captured) {
    const before = engine.position(place);
    const after = engine.position({ position: at.position, rules: game.rules.value });
    before.rows.forEach((row, r) =>
      row.pits.forEach((pit, c) => {
        if (row.owner !== before.side && after.rows[r]!.pits[c]!.seeds < pit.seeds) robbed.add(pit.key);
      }),
    );
  }
  return { from: at.turn.pit, to: last, robbed };
}

function PlayerBar({ side, position }: { side: SideName; position: Position }) {
  const index = side === "south" ? 0 : 1;
  const current = frame.value;
  const store = current && position.stores ? current.stores[index] : position.stores?.[index];
  const turn = position.side === side && !position.ending;
  const won = position.ending?.winner === side;
  const four = position.rows.length === 4;
  const seeds =
    current && four
      ? current.rings[index].reduce((sum, count) => sum + count, 0)
      : position.seeds[index];
  return (
    <div class={`player${turn ? " turn" : ""}${won ? " won" : ""}`}>
      <span class="who">
        <span class="dot" aria-hidden="true" />
        {play.sideName(side)}
        {play.players.value[side] === "engine" && <small> · engine</small>}
      </span>
      <span class="state">{won ? "wins" : turn ? "to move" : ""}</span>
      <span class="sum">
        {seeds} {seeds === 1 ? "seed" : "seeds"}
        {store !== undefined && (
          <>
            {" · "}
            <b>store {store}</b>
          </>
        )}
      </span>
    </div>
  );
}

function Said() {
  const { text, tone } = play.message.value;
  const over = game.ending.value;
  const words = text || (over ? `${over.text}.` : "");
  return (
    <p class={`said ${tone}`} role="status" aria-live="polite">
      {words || " "}
    </p>
  );
}

function Choices() {
  const choice = play.choice.value!;
  if (choice.kind === "direction") {
    return (
      <div class="steps" role="group" aria-label="Choice">
        {choice.options.map((option) => (
          <button key={option.mark} class="main" onClick={() => void play.choose(option.mark)}>
            <span aria-hidden="true">{option.sign}</span> {option.label}
          </button>
        ))}
        <button onClick={play.cancel}>Take back</button>
      </div>
    );
  }
  return (
    <div class="steps" role="group" aria-label="Bonus">
      <button class="main" onClick={() => void play.takeBonus()}>
        Take these
      </button>
      <button onClick={play.cancel}>Take back</button>
    </div>
  );
}

/** A sign on a button. */
function Sign({ path }: { path: string }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

function Steps() {
  const at = game.current.value;
  const moves = game.position.value.moves;
  const special = moves.filter((turn) => !turn.pit);
  return (
    <div class="steps" role="group" aria-label="Moves of the game">
      <button aria-label="To the start" disabled={!at.parent} onClick={() => game.goTo(game.root.value)}>
        <Sign path="M3 2v12M13 2L5 8l8 6z" />
      </button>
      <button aria-label="Take back" disabled={!at.parent} onClick={() => game.goTo(at.parent!)}>
        <Sign path="M12 2L4 8l8 6z" />
      </button>
      <button aria-label="Next move" disabled={!at.children.length} onClick={() => game.goTo(at.children[0]!)}>
        <Sign path="M4 2l8 6-8 6z" />
      </button>
      <button aria-label="To the end" disabled={!at.children.length} onClick={() => game.goTo(game.lastOf(at))}>
        <Sign path="M13 2v12M3 2l8 6-8 6z" />
      </button>
      {special.map((turn) => (
        <button key={turn.move} class="main" onClick={() => void play.commit(turn.move)}>
          {turn.move === "pass" ? "Pass" : "Stop here"}
        </button>
      ))}
      <span class="gap" />
      <button disabled={!at.turn || !at.turn.laps || Boolean(at.turn.never)} onClick={play.openFilm} title="Look at the last move lap by lap">
        Laps
      </button>
      <label class="speed">
        <span class="unseen">Speed of sowing</span>
        <select value={speed.value} onChange={(event) => (speed.value = event.currentTarget.value as Speed)}>
          <option value="slow">slow</option>
          <option value="normal">normal</option>
          <option value="fast">fast</option>
          <option value="off">at once</option>
        </select>
      </label>
      <button aria-pressed={names.value} onClick={() => (names.value = !names.value)}>
        Names
      </button>
    </div>
  );
}

function Film() {
  const show = film.value!;
  const lap = frame.value?.lap ?? show.laps.length;
  const record = show.laps[lap - 1];
  const ends = { relay: "lifted and sown on", capture: "captures, sown on", choice: "a choice", stop: "the sowing stops" };
  return (
    <div class="film" role="group" aria-label="Lap by lap">
      <div class="steps">
        <button aria-label="Lap back" disabled={lap === 0} onClick={() => play.showLap(lap - 1)}>
          <Sign path="M12 2L4 8l8 6z" />
        </button>
        <input
          type="range"
          aria-label="Lap"
          min="0"
          max={show.laps.length}
          value={lap}
          onInput={(event) => play.showLap(Number(event.currentTarget.value))}
        />
        <button aria-label="Lap on" disabled={lap === show.laps.length} onClick={() => play.showLap(lap + 1)}>
          <Sign path="M4 2l8 6-8 6z" />
        </button>
        <button onClick={() => { play.closeFilm(); void play.replay(); }}>Play</button>
        <button onClick={play.closeFilm}>Done</button>
      </div>
      <p>
        {record
          ? `Lap ${lap} of ${show.laps.length}: ${record.seeds} ${record.clockwise ? "clockwise " : ""}from ${record.from.slice(2)} to ${record.to.slice(2)}; ${record.captured ? `${record.captured} captured, ` : ""}${ends[record.end]}.`
          : "Before the first lap."}
      </p>
    </div>
  );
}
