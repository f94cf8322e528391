// The rules of a game told on the board, from the texts of `sow rules`.
import { signal } from "@preact/signals";
import { engine } from "../engine/engine";
import * as game from "../game";
import * as play from "../play";

const step = signal(0);

export function Learn() {
  const book = engine.rules(game.position.value.game, "");
  const steps = [
    ...book.rules.map((rule) => ({ title: `Rule ${rule.number}`, text: rule.text, note: rule.certainty, example: null as null | (typeof book.examples)[number] })),
    ...book.examples.map((example) => ({ title: example.shows, text: example.told, note: "", example })),
  ];
  const at = Math.min(step.value, steps.length - 1);
  const shown = steps[at]!;
  const show = (example: (typeof book.examples)[number], run: boolean) => {
    game.begin(example.position, example.rules.join(" "));
    if (run) void play.commit(example.turn, true);
    else play.say(`${example.turn} is to be played.`);
  };
  return (
    <div class="learn">
      <label>
        Game
        <select
          value={book.game}
          onChange={(event) => {
            step.value = 0;
            game.begin(`${event.currentTarget.value}:start`, "");
          }}
        >
          {engine.games().map((info) => (
            <option key={info.game} value={info.game}>
              {info.title}
            </option>
          ))}
        </select>
      </label>
      <p class="quiet">
        {book.played_where} {book.intro}
      </p>
      <div class="card">
        <h2>{shown.title}</h2>
        <p>{shown.text}</p>
        {shown.note && shown.note !== "attested" && <p class="quiet">How sure: {shown.note}.</p>}
        {shown.example && (
          <div class="row">
            <button class="main" onClick={() => show(shown.example!, true)}>
              Show it
            </button>
            <button onClick={() => show(shown.example!, false)}>Try it</button>
          </div>
        )}
      </div>
      <div class="row">
        <button disabled={at === 0} onClick={() => (step.value = at - 1)}>
          Back
        </button>
        <span class="grow centre">
          {at + 1} of {steps.length}
        </span>
        <button class="main" disabled={at === steps.length - 1} onClick={() => (step.value = at + 1)}>
          Next
        </button>
      </div>
      <details>
        <summary>Words of the players</summary>
        <dl>
          {book.words.map((word) => (
            <div key={word.word}>
              <dt>{word.word}</dt>
              <dd>
                {word.literally && `“${word.literally}”: `}
                {word.meaning}
              </dd>
            </div>
          ))}
        </dl>
      </details>
      <details>
        <summary>Sources</summary>
        <ul>
          {book.sources.map((source) => (
            <li key={source.id}>
              {source.citation} ({source.how_read})
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}
