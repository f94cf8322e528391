// The engine in a thread of its own, for what takes time. The page ends it when it has heard enough.
import { answer_long, initSync } from "../../build/engine.js";

export interface Task {
  module: WebAssembly.Module;
  question: Record<string, unknown>;
}

self.onmessage = ({ data }: MessageEvent<Task>) => {
  (globalThis as unknown as { sowReport: (known: string) => void }).sowReport = (known) =>
    self.postMessage({ known: JSON.parse(known) });
  initSync({ module: data.module });
  try {
    self.postMessage({ done: JSON.parse(answer_long(JSON.stringify(data.question))) });
  } catch (error) {
    self.postMessage({ done: { error: `The search failed: ${error instanceof Error ? error.message : error}` } });
  }
};
