// The digest of everything that goes into the page. tests/page.rs computes the same.
import { readFileSync, readdirSync, statSync } from "node:fs";
import { crc32 } from "node:zlib";

const root = new URL("../", import.meta.url);

/** What the page is made of, files and folders. */
export const parts = JSON.parse(readFileSync(new URL("parts.json", import.meta.url), "utf8"));

function files(path) {
  if (!statSync(new URL(path, root)).isDirectory()) return [path];
  return readdirSync(new URL(`${path}/`, root)).flatMap((name) => files(`${path}/${name}`));
}

export function digest() {
  let sum = 0;
  for (const path of parts.flatMap(files).sort()) {
    sum = crc32(`${path}\n`, sum);
    sum = crc32(readFileSync(new URL(path, root)), sum);
  }
  return sum.toString(16).padStart(8, "0");
}
