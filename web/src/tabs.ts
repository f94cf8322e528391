import { signal } from "@preact/signals";

export type Tab = "game" | "analyse" | "puzzles" | "learn" | "set-up";
export const tab = signal<Tab>("game");
export const tabs: [Tab, string][] = [
  ["game", "Play"],
  ["analyse", "Analyse"],
  ["puzzles", "Puzzles"],
  ["learn", "Learn"],
  ["set-up", "Set up"],
];
