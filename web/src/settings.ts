// What the reader has chosen, kept in the browser where it may be.
import { effect, signal } from "@preact/signals";

export function recall<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(`sow.${key}`);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(`sow.${key}`, JSON.stringify(value));
  } catch {
    // Private windows and full disks keep nothing; the page works all the same.
  }
}

/** A signal that is kept. */
function kept<T>(key: string, otherwise: T) {
  const state = signal<T>(recall(key, otherwise));
  effect(() => keep(key, state.value));
  return state;
}

export type Speed = "step" | "slow" | "normal" | "fast" | "off";

export const speed = kept<Speed>("speed", "normal");
export const names = kept("names", false);
export const theme = kept<"auto" | "light" | "dark">("theme", "auto");
export const arrows = kept("arrows", true);

effect(() => {
  const root = document.documentElement;
  if (theme.value === "auto") root.removeAttribute("data-theme");
  else root.setAttribute("data-theme", theme.value);
});

export const reducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
