// Pictures of the page to look at: node tests/shots.mjs FOLDER [WHICH]
import { mkdirSync } from "node:fs";
import { open } from "./browser.mjs";

const folder = process.argv[2] ?? "shots";
const which = process.argv[3] ?? "";
mkdirSync(folder, { recursive: true });
const browser = await open();
const scenes = {
  start: async () => {},
  played: async (page) => {
    await page.selectOption(".panel select", "bao-kingulu");
    await page.selectOption(".speed select", "off");
    for (const pit of ["S:3", "N:3", "S:5"]) await page.click(`[data-pit="${pit}"]`);
    await page.waitForTimeout(200);
  },
  anywoli: async (page) => {
    await page.selectOption(".panel select", "anywoli");
    await page.click("text=Names");
  },
  learn: async (page) => page.click("#tab-learn"),
  setup: async (page) => {
    await page.click("#tab-set-up");
    await page.click("text=Set up by hand");
  },
  analyse: async (page) => {
    await page.selectOption(".panel select", "owela");
    await page.click("#tab-analyse");
    await page.waitForTimeout(4000);
  },
  puzzles: async (page) => {
    await page.click("#tab-puzzles");
    await page.click(".shelf button");
    await page.waitForTimeout(500);
  },
};
for (const [name, scene] of Object.entries(scenes)) {
  if (which && !which.split(",").includes(name)) continue;
  for (const width of [390, 1280]) {
    for (const colorScheme of ["light", "dark"]) {
      const { page, faults } = await browser.page({ viewport: { width, height: width === 390 ? 844 : 800 }, colorScheme });
      await scene(page);
      await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: width === 390 });
      if (faults.length) console.log(name, width, colorScheme, faults);
      await page.close();
    }
  }
}
await browser.close();
