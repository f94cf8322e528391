// Scores in words, and as a chance to win.
import type { Score } from "./engine/types";

const name = (side: string) => (side === "south" ? "South" : "North");

/** A score in words; estimates say that they are. */
export function worth(score: Score): string {
  if (score.outcome === "draw") return "a draw";
  if (score.outcome) {
    if (score.margin !== undefined) return `${name(score.outcome)} wins by ${Math.abs(score.margin)}`;
    return `${name(score.outcome)} wins${score.within !== undefined ? ` within ${score.within}` : ""}`;
  }
  if (score.chance !== undefined) return `${Math.round(100 * Math.max(score.chance, 1 - score.chance))} % for ${score.chance >= 0.5 ? "South" : "North"}`;
  const seeds = score.score ?? 0;
  return Math.abs(seeds) < 0.05 ? "about even" : `about ${Math.abs(seeds).toFixed(1)} for ${seeds > 0 ? "South" : "North"}`;
}

/** South's chance, 0 to 1: proven results as they are, estimates by a curve. */
export function chance(score: Score): number {
  if (score.outcome === "draw") return 0.5;
  if (score.outcome) return score.outcome === "south" ? 1 : 0;
  if (score.chance !== undefined) return score.chance;
  return 1 / (1 + Math.exp(-(score.score ?? 0) / 6));
}
