// Who plays whom, and how strong the engine is.
import * as game from "../game";
import { blitz, left, level, levels, thinking } from "../opponent";
import { players, say } from "../play";

const options = [
  ["friend", "Two people, or yourself"],
  ["south", "You South, engine North"],
  ["north", "Engine South, you North"],
  ["engines", "Engine against engine"],
] as const;

export function Players() {
  const { south, north } = players.value;
  const now = south === "engine" ? (north === "engine" ? "engines" : "north") : north === "engine" ? "south" : "friend";
  const set = (value: string) => {
    players.value = {
      south: value === "north" || value === "engines" ? "engine" : "human",
      north: value === "south" || value === "engines" ? "engine" : "human",
    };
  };
  const engines = now !== "friend";
  return (
    <>
      <div class="row">
        <label class="grow">
          Players
          <select id="players" value={now} onChange={(event) => set(event.currentTarget.value)}>
            {options.map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
        </label>
        {engines && (
          <label>
            Strength
            <select id="level" value={level.value} onChange={(event) => (level.value = Number(event.currentTarget.value))}>
              {levels.map((entry, index) => (
                <option key={entry.name} value={index}>
                  {entry.name}
                </option>
              ))}
            </select>
          </label>
        )}
        {engines && (
          <label>
            Time
            <select value={blitz.value} onChange={(event) => (blitz.value = Number(event.currentTarget.value))}>
              <option value={0}>any</option>
              <option value={3}>3 s blitz</option>
              <option value={10}>10 s</option>
            </select>
          </label>
        )}
      </div>
      {engines && (
        <div class="row">
          <span class="quiet grow">{thinking.value ? "The engine thinks …" : left.value !== null ? `${left.value} s left` : " "}</span>
          <button
            disabled={!game.current.value.parent}
            onClick={() => {
              // Back to the reader's own last decision.
              let at = game.current.value;
              do at = at.parent ?? at;
              while (at.parent && players.value[game.sideOf(at.position) === "N" ? "north" : "south"] === "engine");
              if (at.children.length) game.remove(at.children[0]!);
              game.goTo(at);
              say("Taken back.");
            }}
          >
            Take back
          </button>
        </div>
      )}
    </>
  );
}
