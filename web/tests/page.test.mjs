// The page as a reader uses it, in a real browser.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { executable, open } from "./browser.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const skip = executable ? false : "no chromium on this machine";

let browser;
before(async () => {
  if (executable) browser = await open();
});
after(() => browser?.close());

/** A page whose sowing is not shown, and the check that nothing went wrong in it. */
async function fresh(options = {}, hash = "") {
  const { page, context, faults } = await browser.page({ viewport: { width: 1280, height: 800 }, ...options }, hash);
  await page.selectOption(".speed select", "off");
  return {
    page,
    done: async () => {
      assert.deepEqual(faults, []);
      await context.close();
    },
  };
}

const status = (page) => page.textContent("[role=status]");
const link = (position, words = "") => `#p=${encodeURIComponent(position)}${words}`;

/** Clicks whatever can be clicked until the game is over; `turns` at most. */
async function playOn(page, turns) {
  for (let played = 0; played < turns; played++) {
    if ((await page.$$(".player.won")).length || /game is over|Drawn|Annulled|wins/.test(await status(page))) return "over";
    // A choice is asked on the pits; the way of the first that is offered will do.
    const target = await page.$(".pit.target");
    if (target) {
      await target.click();
      continue;
    }
    const special = await page.$('.steps button.main:has-text("Pass"), .steps button.main:has-text("Stop here"), .steps button.main:has-text("Take these")');
    const pits = await page.$$(".pit.can");
    if (special && !pits.length) await special.click();
    else if (pits.length) await pits[played % pits.length].click();
    else await page.waitForTimeout(50);
  }
  return "open";
}

for (const [game, start] of [
  ["omweso", "omweso:start:4"],
  ["owela", "owela:start:4"],
  ["nsolo", "nsolo:start:4"],
  ["bao-kingulu", "bao-kingulu:start:4"],
  ["anywoli", "anywoli:start:5"],
]) {
  test(`${game} is played from start to end by clicks against the engine`, { skip, timeout: 120_000 }, async () => {
    const { page, done } = await fresh({}, link(start));
    await page.selectOption("#players", "south");
    await page.selectOption("#level", "0");
    assert.equal(await playOn(page, 900), "over");
    assert.match(await page.textContent(".tree"), /2\./);
    await done();
  });
}

test("a choice of direction is asked on the pits", { skip }, async () => {
  const { page, done } = await fresh({}, link("omweso 0,2,1,0,0,0,0,0/0,3,1,0,0,0,0,0/0,2,1,0,0,0,0,0/3,0,0,0,0,0,0,0 S"));
  await page.click('[data-pit="S:b1"]');
  assert.equal((await page.$$(".pit.target")).length, 2);
  await page.click('[data-pit="S:f1"]');
  // The captured seeds may go either way again.
  assert.equal((await page.$$(".pit.target")).length, 2);
  await page.click('[data-pit="S:b2"]');
  await page.waitForSelector(".move");
  assert.match(await page.textContent(".tree"), /b1<>/);
  await done();
});

test("Nsolo's bonus stones are taken on the pits, and no more than are due", { skip }, async () => {
  const { page, done } = await fresh({}, link("nsolo 0,0,2,0/0,3,0,0/0,1,0,0/2,0,0,0 S"));
  const before = await page.$$eval(".pit.can", (pits) => pits.map((pit) => pit.dataset.pit));
  assert.ok(before.length > 0);
  assert.notEqual(await playOn(page, 12), undefined);
  await done();
});

test("an illegal move says why", { skip }, async () => {
  const { page, done } = await fresh({}, link("bao-kingulu:start"));
  await page.click('[data-pit="S:1"]');
  assert.match(await status(page), /first lap ends in the occupied hole 5/);
  await page.click('[data-pit="N:1"]');
  assert.match(await status(page), /not|North/);
  await done();
});

test("a pasted record is stepped through, branched and taken back", { skip }, async () => {
  const { page, done } = await fresh();
  await page.click("summary:has-text('Text and link')");
  await page.fill("textarea", "game: bao-kingulu\n3 3 5 4 *\n");
  await page.click("text=Take over");
  for (const move of ["3", "3", "5"]) {
    await page.click('[aria-label="Next move"]');
    assert.match(await page.textContent(".move[aria-current]"), new RegExp(`${move}`));
  }
  const seeds = await page.$$eval("[data-seeds]", (pits) => pits.map((pit) => pit.dataset.seeds).join(" "));
  assert.equal(seeds, "4 1 10 1 5 4 1 0 2 10 0 3");
  await page.click('[aria-label="Take back"]');
  await page.click('.pit.can:not([data-pit="S:5"])');
  assert.equal((await page.$$(".branch")).length, 1);
  await page.fill("textarea", "game: bao-kingulu\n1\n");
  await page.click("text=Take over");
  assert.match(await status(page), /line 2, move 1: .*not legal/);
  await done();
});

test("the tree is there again after the page was left", { skip }, async () => {
  const { page, done } = await fresh();
  await page.selectOption(".panel select", "anywoli");
  await page.click(".pit.can");
  await page.waitForSelector(".move");
  const tree = await page.textContent(".tree");
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  assert.equal(await page.textContent(".tree"), tree);
  await done();
});

test("a problem is solved, and a wrong try is refuted", { skip, timeout: 120_000 }, async () => {
  const { page, done } = await fresh();
  await page.click("#tab-puzzles");
  await page.selectOption("#collection", "bao-kingulu");
  await page.click("text=Solution");
  const solution = (await page.textContent(".card code")).split(/\s+/);
  const first = solution[0].split(/[+<>=:]/)[0];
  await page.waitForFunction(() => !document.querySelector(".panel").textContent.includes("Judging"));
  const wrong = await page.$(`.pit.can:not([data-pit="S:${first}"]):not([data-pit="N:${first}"])`);
  if (wrong) {
    await wrong.click();
    await page.waitForFunction(() => /refutes|without the goal|Right so far|not decided|Solved/.test(document.querySelector("[role=status]").textContent), undefined, { timeout: 60_000 });
    assert.match(await status(page), /refutes|without the goal/);
    await page.click(".card >> text=Take back");
  }
  // What is left to do is told by hints alone.
  for (let turn = 0; turn < 30 && !(await page.$(".card.solved")); turn++) {
    await page.waitForFunction(() => !document.querySelector(".panel").textContent.includes("Judging"), undefined, { timeout: 60_000 });
    if (await page.$(".card.solved")) break;
    await page.click("text=Hint");
    const pit = /Look at (\w+)/.exec(await status(page))?.[1];
    assert.ok(pit, await status(page));
    await page.click(`.pit.can[data-pit$=":${pit}"]`);
    await page.waitForTimeout(300);
  }
  assert.ok(await page.$(".card.solved"));
  assert.match(await page.textContent(".panel"), /1 of \d+ solved/);
  await done();
});

test("a never-ending move is proved by a ring that closes", { skip }, async () => {
  const { page, done } = await fresh({}, link("bao-kingulu 2,14,2,3,4,0/0,2,1,0,2,1 N"));
  await page.click("#tab-analyse");
  await page.waitForSelector(".never .laps");
  assert.match(await page.textContent(".never"), /never ends.*every 986 laps/s);
  assert.match(await page.getAttribute(".never .laps", "d"), /Z$/);
  await done();
});

test("analysis tells exact answers from estimates", { skip, timeout: 120_000 }, async () => {
  const { page, done } = await fresh({}, link("bao-kingulu:start:3"));
  await page.click("#tab-analyse");
  await page.waitForSelector(".exact", { timeout: 60_000 });
  assert.match(await page.textContent(".exact"), /Exact: South wins by 4/);
  assert.ok(await page.$(".chance.proven"));
  await page.click("#tab-game");
  await page.selectOption(".panel select", "omweso");
  await page.click("#tab-analyse");
  await page.waitForSelector(".estimate", { timeout: 60_000 });
  await page.waitForSelector(".arrow");
  await done();
});

test("everything can be done with the keyboard", { skip }, async () => {
  const { page, done } = await fresh({}, link("owela:start"));
  await page.focus('[data-pit="S:b1"]');
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.pit), "S:b2");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".move");
  assert.match(await status(page), /South plays b2/);
  await page.focus("#tab-game");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.getAttribute("#tab-analyse", "aria-selected"), "true");
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("ArrowLeft");
  assert.equal((await page.$$(".move[aria-current]")).length, 0);
  await done();
});

for (const width of [390, 1280]) {
  for (const colorScheme of ["light", "dark"]) {
    test(`nothing serious is found by axe at ${width} pixels, ${colorScheme}, and nothing runs off the edge`, { skip, timeout: 120_000 }, async () => {
      const { page, done } = await fresh({ viewport: { width, height: 844 }, colorScheme, reducedMotion: "reduce" });
      for (const tab of ["game", "analyse", "puzzles", "learn", "set-up"]) {
        await page.click(`#tab-${tab}`);
        if (tab === "puzzles") await page.click(".shelf button");
        await page.evaluate(axe);
        const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
        const serious = found.violations.filter((fault) => ["serious", "critical"].includes(fault.impact));
        assert.deepEqual(serious.map((fault) => `${tab} ${fault.id}: ${fault.nodes.map((node) => node.html).slice(0, 3)}`), []);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.ok(wide <= 0, `${tab} is ${wide} pixels too wide`);
      }
      await done();
    });
  }
}
