// The answers of the engine, as crates/web writes them.

export type SideName = "south" | "north";

export interface Pit {
  key: string;
  name: string;
  ring: number;
  at: number;
  seeds: number;
  reserved?: boolean;
}

export interface Row {
  owner: SideName;
  row: "back" | "front" | "";
  pits: Pit[];
}

export interface Ending {
  winner?: SideName;
  reason: string;
  margin: number;
  points: number;
  result: string;
  text: string;
}

export interface Never {
  proof: "residues" | "return";
  period?: number;
  after_laps: number;
}

export interface Turn {
  move: string;
  pit?: string;
  marks?: string;
  laps: number;
  captured: number;
  after?: string;
  again?: boolean;
  bonus?: number;
  win?: string;
  never?: Never;
  undecided?: { laps: number; reason?: string };
  capped?: { laps: number };
  legal?: boolean;
  ending?: Ending;
}

export interface Position {
  position: string;
  game: string;
  rules: string;
  columns: number;
  side: SideName;
  rows: Row[];
  stores?: [number, number];
  seeds: [number, number];
  flags: string[];
  concerns: string[];
  moves: Turn[];
  ending?: Ending;
  repeats?: number;
}

export interface Lap {
  from: string;
  from_at: number;
  seeds: number;
  clockwise: boolean;
  to: string;
  to_at: number;
  end: "relay" | "capture" | "choice" | "stop";
  captured: number;
  rings: [number[], number[]];
  stores: [number, number];
}

export interface Trace {
  turn: Turn;
  ring: number;
  laps: Lap[];
  laps_left_out: number;
}

export interface Fork {
  at: string;
  laps: Lap[];
  ring: number;
  hand: number;
}

export interface Proof {
  turn: Turn;
  pits: string[];
  begins: number;
  landings: number[];
  closes: boolean;
}

export interface GameInfo {
  game: string;
  title: string;
  rows: number;
  columns: number;
  least_columns: number;
  most_columns: number;
  played_where: string;
  intro: string;
}

export interface RuleOption {
  key: string;
  value: string;
  question: string;
  note: string;
  values: { value: string; example: string; meaning: string; certainty: string; sources: string[] }[];
}

export interface RuleBook {
  game: string;
  title: string;
  other_names: string[];
  played_where: string;
  intro: string;
  ruleset: string;
  columns: number;
  rules: { number: number; text: string; certainty: string; sources: string[] }[];
  rulesets: { name: string; meaning: string }[];
  options: RuleOption[];
  words: { word: string; literally: string; meaning: string }[];
  examples: { shows: string; rules: string[]; position: string; turn: string; after: string | null; told: string }[];
  sources: { id: string; citation: string; how_read: string }[];
  certainties: { name: string; meaning: string }[];
}

export interface RecordReport {
  line: number;
  headers: [string, string][];
  rules: string;
  position: string;
  turns: Turn[];
  result?: string;
  stopped?: string;
}

export interface ReadReport {
  position?: string;
  game?: string;
  rules?: string;
  records?: RecordReport[];
}

/** A score as the program's JSON has it, seen by South. */
export interface Score {
  proven: boolean;
  score?: number;
  chance?: number;
  outcome?: SideName | "draw";
  within?: number;
  margin?: number;
}
