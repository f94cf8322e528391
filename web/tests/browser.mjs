// The page in a real browser: Debian's chromium, by playwright-core.
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

export const executable = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
  (path) => path && existsSync(path),
);

/** The page as it stands in the repository, or the one that was just built. */
export const file = process.env.SOW_PAGE ?? new URL("../build/page/board.html", import.meta.url).pathname;

export async function open() {
  const browser = await chromium.launch({ executablePath: executable, args: ["--no-sandbox"] });
  return {
    /** A fresh page; `faults` collects errors and requests, of which there must be none. */
    async page(options = {}, hash = "", path = file) {
      const context = await browser.newContext(options);
      const page = await context.newPage();
      const faults = [];
      page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
      page.on("console", (line) => line.type() === "error" && faults.push(`console: ${line.text()}`));
      page.on("request", (request) => {
        if (!/^(file|blob|data):/.test(request.url())) faults.push(`request: ${request.url()}`);
      });
      await page.goto(`file://${path}${hash}`);
      await page.waitForSelector("html[data-ready]");
      return { page, context, faults };
    },
    close: () => browser.close(),
  };
}
