// The engine as the page has it, held against what the program's reference says of thousands of moves.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { answer, initSync } from "../build/engine.js";

initSync({ module: readFileSync(new URL("../build/engine_bg.wasm", import.meta.url)) });

for (const file of ["turns", "positions", "rulesets"]) {
  test(`the moves of data/games/${file}.jsonl are those of the reference`, () => {
    const lines = readFileSync(new URL(`../../data/games/${file}.jsonl`, import.meta.url), "utf8").trim().split("\n");
    let compared = 0;
    for (const line of lines) {
      const { position, rules, turns } = JSON.parse(line);
      const told = JSON.parse(answer(JSON.stringify({ ask: "position", position, rules: rules ?? "" })));
      assert.equal(told.error, undefined, line);
      const known = new Map(told.moves.map((turn) => [turn.move, turn]));
      if (told.ending) continue;
      for (const turn of turns) {
        if (!turn.after) continue;
        // Bonus stones are left open in the list.
        const named = turn.move.includes(":");
        const mine = named ? JSON.parse(answer(JSON.stringify({ ask: "play", position, rules: rules ?? "", move: turn.move }))) : known.get(turn.move);
        assert.ok(mine, `${position} (${rules}): ${turn.move} is missing`);
        assert.deepEqual([mine.laps, mine.captured, mine.after], [turn.laps, turn.captured, turn.after], `${position} (${rules}): ${turn.move}`);
        compared++;
      }
    }
    assert.ok(compared > 2000, `${compared} moves`);
  });
}
