// Any position by hand; game, size, rules and every contested point.
import { useEffect, useState } from "preact/hooks";
import { engine, sentence } from "../engine/engine";
import type { RuleBook } from "../engine/types";
import * as game from "../game";
import * as play from "../play";

export function SetUp() {
  const at = game.position.value;
  const [words, setWords] = useState(game.rules.value);
  const [columns, setColumns] = useState(at.columns);
  useEffect(() => {
    setWords(game.rules.value);
    setColumns(at.columns);
  }, [at.game, game.root.value]);
  const info = engine.games().find((info) => info.game === at.game)!;
  const book = engine.rules(at.game, words);
  const start = (size: number, rules: string) => {
    try {
      game.begin(`${at.game}:start:${size}`, rules);
      play.say("");
    } catch (error) {
      play.say(sentence(error), "wrong");
    }
  };
  return (
    <div class="set-up">
      <div class="row">
        <label class="grow">
          Game
          <select value={at.game} onChange={(event) => game.begin(`${event.currentTarget.value}:start`, "")}>
            {engine.games().map((info) => (
              <option key={info.game} value={info.game}>
                {info.title}
              </option>
            ))}
          </select>
        </label>
        <label>
          Columns
          <input
            type="number"
            min={info.least_columns}
            max={info.most_columns}
            value={columns}
            onChange={(event) => {
              const size = Number(event.currentTarget.value);
              setColumns(size);
              start(size, words);
            }}
          />
        </label>
      </div>
      <Hand />
      <RuleChoice
        book={book}
        words={words}
        change={(rules) => {
          setWords(rules);
          start(columns, rules);
        }}
      />
    </div>
  );
}

/** The board by hand: pits, stores, side to move. */
function Hand() {
  const at = game.position.value;
  const [open, setOpen] = useState(false);
  const place = (change: (setup: Setup) => void) => {
    const setup: Setup = {
      game: at.game,
      rows: at.rows.map((row) => row.pits.map((pit) => pit.seeds)),
      reserved: at.rows.map((row) => row.pits.map((pit) => pit.reserved ?? false)),
      side: at.side,
      stores: at.stores ?? [0, 0],
      flags: at.flags,
    };
    change(setup);
    try {
      game.begin(engine.place(setup), game.rules.value);
      play.say("");
    } catch (error) {
      play.say(sentence(error), "wrong");
    }
  };
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Set up by hand</summary>
      <div class="hand-box">
        <table class="hand-table">
          <tbody>
            {at.rows.map((row, r) => (
              <tr key={r}>
                {row.pits.map((pit, c) => (
                  <td key={pit.key}>
                    <input
                      type="number"
                      min="0"
                      max="255"
                      aria-label={`${row.owner} ${pit.name}`}
                      value={pit.seeds}
                      onChange={(event) => {
                        const seeds = Number(event.currentTarget.value);
                        place((setup) => (setup.rows[r]![c] = seeds));
                      }}
                    />
                    {at.game === "bao-kingulu" && (
                      <input
                        type="checkbox"
                        aria-label={`${row.owner} ${pit.name} reserved`}
                        checked={pit.reserved ?? false}
                        onChange={(event) => {
                          const reserved = event.currentTarget.checked;
                          place((setup) => (setup.reserved[r]![c] = reserved));
                        }}
                      />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div class="row">
        <label>
          To move
          <select value={at.side} onChange={(event) => place((setup) => (setup.side = event.currentTarget.value))}>
            <option value="south">South</option>
            <option value="north">North</option>
          </select>
        </label>
        {at.stores?.map((store, index) => (
          <label key={index}>
            {index ? "North's store" : "South's store"}
            <input type="number" min="0" max="9999" value={store} onChange={(event) => place((setup) => (setup.stores[index as 0 | 1] = Number(event.currentTarget.value)))} />
          </label>
        ))}
        <button onClick={() => place((setup) => (setup.rows = setup.rows.map((row) => row.map(() => 0))))}>Empty</button>
      </div>
      {at.concerns.map((concern) => (
        <p class="quiet" key={concern}>
          Note: {concern}.
        </p>
      ))}
    </details>
  );
}

interface Setup {
  game: string;
  rows: number[][];
  reserved: boolean[][];
  side: string;
  stores: [number, number];
  flags: string[];
}

function RuleChoice({ book, words, change }: { book: RuleBook; words: string; change: (words: string) => void }) {
  const base = words.split(" ").find((word) => word && !word.includes("=")) ?? book.rulesets[0]!.name;
  const set = (key: string, value: string) => {
    const others = words.split(" ").filter((word) => word && !word.startsWith(`${key}=`));
    change([...others, `${key}=${value}`].join(" "));
  };
  return (
    <>
      <label>
        Rules
        <select value={base} onChange={(event) => change(event.currentTarget.value)}>
          {book.rulesets.map((entry) => (
            <option key={entry.name} value={entry.name}>
              {entry.name}
            </option>
          ))}
        </select>
      </label>
      <p class="quiet">{book.rulesets.find((entry) => entry.name === base)?.meaning}</p>
      <p class="quiet">
        In force: <code>{book.ruleset}</code>
      </p>
      <details>
        <summary>Contested points ({book.options.length})</summary>
        {book.options.map((option) => {
        const listed = option.values.some((value) => value.value === option.value);
        return (
          <fieldset key={option.key}>
            <legend>{option.question}</legend>
            {option.values.map((value) => {
              const chosen = value.value === option.value || (!listed && value.value !== value.example);
              return (
                <label class="option" key={value.value}>
                  <input type="radio" name={option.key} checked={chosen} onChange={() => set(option.key, value.example)} />
                  <span>
                    <code>{chosen ? option.value : value.value}</code> {value.meaning} <small>{value.certainty}</small>
                  </span>
                </label>
              );
            })}
            {option.note && <p class="quiet">{option.note}</p>}
          </fieldset>
        );
        })}
      </details>
    </>
  );
}
