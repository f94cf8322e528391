// Builds the page into one file: the engine inside it, nothing fetched from anywhere.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";
import { digest } from "./digest.mjs";

/** `virtual:engine` is the WebAssembly module, compressed, in base64. */
function engine(): Plugin {
  return {
    name: "engine",
    resolveId: (id) => (id === "virtual:engine" ? "\0engine" : null),
    load(id) {
      if (id !== "\0engine") return null;
      const module = readFileSync(new URL("build/engine_bg.wasm", import.meta.url));
      return `export default ${JSON.stringify(gzipSync(module, { level: 9 }).toString("base64"))};`;
    },
  };
}

/** Puts scripts and styles into the page itself, and the digest of the sources on top. */
function oneFile(): Plugin {
  return {
    name: "one-file",
    enforce: "post",
    generateBundle(_, bundle) {
      const page = bundle["index.html"];
      if (page?.type !== "asset") throw new Error("there is no page");
      let html = String(page.source);
      const bodies: string[] = [];
      for (const [name, file] of Object.entries(bundle)) {
        if (file === page) continue;
        if (file.type === "chunk") {
          bodies.push(`<script type="module">${file.code.replaceAll("</script", "<\\/script")}</script>`);
        } else if (name.endsWith(".css")) {
          const style = `<style>${String(file.source)}</style>`;
          html = html.replace(/<link rel="stylesheet"[^>]*>/, () => style);
        } else {
          throw new Error(`${name} cannot be put into the page`);
        }
        delete bundle[name];
      }
      html = html.replace(/\s*<script type="module"[^>]*><\/script>/g, "");
      html = html.replace("</body>", () => `${bodies.join("\n")}\n</body>`);
      html = html.replace("SOURCES", digest());
      page.source = html;
      page.fileName = "board.html";
    },
  };
}

export default defineConfig({
  plugins: [engine(), oneFile()],
  build: {
    target: "es2022",
    outDir: "build/page",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: false,
    chunkSizeWarningLimit: 4000,
  },
  // A module from a blob is not let in where the page lies on disk.
  worker: { format: "iife" },
});
