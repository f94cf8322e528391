// Who plays, the moves as a tree, texts in and out.
import { useState } from "preact/hooks";
import { shelf, takeRecord } from "../content";
import { engine, sentence } from "../engine/engine";
import * as game from "../game";
import * as play from "../play";
import { tab } from "../tabs";
import { MoveTree } from "./MoveTree";
import { Players } from "./Players";

export function GamePanel() {
  return (
    <>
      <NewGame />
      <Players />
      {shelf.value.length > 1 && <Shelf />}
      <MoveTree />
      <Texts />
    </>
  );
}

const games = () => engine.games();

function NewGame() {
  const at = game.position.value;
  return (
    <div class="row">
      <label class="grow">
        Game
        <select
          value={at.game}
          onChange={(event) => {
            game.begin(`${event.currentTarget.value}:start`, "");
            play.say("");
          }}
        >
          {games().map((info) => (
            <option key={info.game} value={info.game}>
              {info.title}
            </option>
          ))}
        </select>
      </label>
      <button
        class="main"
        onClick={() => {
          game.begin(game.root.value.position, game.rules.value);
          play.say("A new game.");
        }}
      >
        New game
      </button>
      <button onClick={() => (tab.value = "set-up")}>Size, rules …</button>
    </div>
  );
}

function Shelf() {
  return (
    <label>
      Record
      <select onChange={(event) => takeRecord(shelf.value[Number(event.currentTarget.value)]!)}>
        {shelf.value.map((record, index) => (
          <option key={index} value={index}>
            {index + 1}. {record.position.split(" ")[0]}, {record.turns.length} moves {record.result ?? ""}
          </option>
        ))}
      </select>
    </label>
  );
}

function Texts() {
  const [text, setText] = useState("");
  const copy = async (words: string, what: string) => {
    try {
      await navigator.clipboard.writeText(words);
      play.say(`${what} copied.`);
    } catch {
      setText(words);
      play.say(`${what} stands in the field below.`);
    }
  };
  const take = () => {
    try {
      const read = engine.read(text, game.rules.value);
      if (read.position) {
        const same = game.position.value.game === read.game;
        game.begin(read.position, read.rules ?? (same ? game.rules.value : ""));
      } else if (read.records?.length) {
        shelf.value = read.records;
        takeRecord(read.records[0]!);
      }
      if (!read.records?.[0]?.stopped) play.say("Taken over.", "good");
    } catch (error) {
      play.say(sentence(error), "wrong");
    }
  };
  return (
    <details class="texts">
      <summary>Text and link</summary>
      <div class="row">
        <button onClick={() => void copy(game.current.value.position, "The position")}>Copy position</button>
        <button onClick={() => void copy(game.record(), "The record")}>Copy record</button>
        <button onClick={() => void copy(game.link(), "The link")}>Copy link</button>
      </div>
      <label>
        A position, a drawing or a record
        <textarea rows={5} spellcheck={false} value={text} onInput={(event) => setText(event.currentTarget.value)} placeholder={"owela:start\n\ngame: bao-kingulu\n3 4 5"} />
      </label>
      <button class="main" disabled={!text.trim()} onClick={take}>
        Take over
      </button>
    </details>
  );
}
