// Written from ludus.studio.protocol by `python -m ludus.studio.typescript`; a test compares them. Do not edit.

/** Why a request was refused, in words for people. */
export interface Problem {
  message: string;
}

/** An option that can be set: of a game, a bot, a designer or a study. */
export interface Choice {
  key: string;
  takes: string;
  default: unknown;
  meaning: string;
  choices: string[];
  file: boolean;
}

/** A player that comes with Ludus. Its text is `name`, or `name:key=value,key=value`. */
export interface BotInfo {
  name: string;
  summary: string;
  cheats: boolean;
  options: Choice[];
}

export interface GameCard {
  name: string;
  title: string;
  summary: string;
  fewest: number;
  most: number;
}

/** All that is needed to set up a table. */
export interface GameInfo {
  name: string;
  title: string;
  summary: string;
  fewest: number;
  most: number;
  phases: string[];
  options: Choice[];
  bots: BotInfo[];
  opponent: string;
  offers: Record<string, string[]>;
}

export interface Hello {
  release: string;
  games: GameCard[];
  designers: string[];
  guest: boolean;
  uploads: boolean;
  shared: string;
}

/** Who is to sit in a seat; no bot: a person. */
export interface SeatPlan {
  bot?: string | null;
}

/** The position that a table branched off from; that table must have no secrets any more. */
export interface Origin {
  table: string;
  ply: number;
}

export interface NewTable {
  game: string;
  seats: SeatPlan[];
  seed?: number | null;
  options?: Record<string, string>;
  open?: boolean;
  halted?: boolean;
  origin?: Origin | null;
}

/** A new table, with the key of each seat of a person; whoever has it sits there. */
export interface MadeTable {
  id: string;
  keys: (string | null)[];
}

/** How a game ended. `culprit` lost by its own fault, told in `fault`. */
export interface Ending {
  reason: string;
  shares: number[];
  points: number[];
  winner: number | null;
  culprit?: number | null;
  fault?: string;
}

export interface TableRow {
  id: string;
  game: string;
  players: string[];
  began: string;
  moves: number | null;
  state: "playing" | "over" | "broken off";
  ending: Ending | null;
  open: boolean;
  seed: number | null;
  origin: Origin | null;
}

export interface SeatInfo {
  seat: number;
  player: string;
  person: boolean;
  here: number;
}

/** A move that was made. `ply` is the number of the position that it was made in. */
export interface MoveRow {
  ply: number;
  seat: number;
  text: string;
  phrase: string;
  turn: string;
}

export interface Legal {
  text: string;
  phrase: string;
}

/** What one seat sees: the game's own view. */
export interface Sight {
  seat: number;
  view: Record<string, unknown>;
}

/** A position as this connection may see it. */
export interface Seen {
  ply: number;
  decider: number | null;
  turn: string;
  sights: Sight[];
  legal: Legal[];
}

/** The whole table: the first message on its socket, and again when more may be seen, as at the end of a game. */
export interface Whole {
  type: "whole";
  id: string;
  game: string;
  title: string;
  options: Record<string, unknown>;
  facts: Record<string, unknown>;
  seats: SeatInfo[];
  seat: number | null;
  everything: boolean;
  open: boolean;
  origin: Origin | null;
  moves: MoveRow[];
  now: Seen;
  state: "playing" | "over" | "broken off";
  ending: Ending | null;
  seed: number | null;
  thinking: number | null;
  halted: boolean;
}

/** What has changed since the last message; `moves` are new ones. */
export interface News {
  type: "news";
  moves: MoveRow[];
  now: Seen;
  seats: SeatInfo[];
  state: "playing" | "over" | "broken off";
  ending: Ending | null;
  seed: number | null;
  thinking: number | null;
  halted: boolean;
}

export interface Looked {
  type: "looked";
  request: number;
  seen: Seen;
}

/** A position in a few lines of text. */
export interface Described {
  type: "described";
  request: number;
  ply: number;
  words: string;
}

/** What a bot would do in this position, knowing only what the seat knows. */
export interface Opinion {
  type: "opinion";
  request: number;
  ply: number;
  bot: string;
  text: string;
  phrase: string;
  seconds: number;
}

/** Why a move cannot be made; empty words: it can. */
export interface Explained {
  type: "explained";
  request: number;
  text: string;
  words: string;
}

/** What each player wrote for its author, by seat. */
export interface Logs {
  type: "logs";
  request: number;
  logs: string[];
}

/** A message that was not followed, and why. */
export interface Refused {
  type: "refused";
  request: number | null;
  message: string;
}

/** Make a move, seen at this ply; refused if the game has gone on. */
export interface Play {
  type: "play";
  request: number;
  ply: number;
  text: string;
}

export interface Look {
  type: "look";
  request: number;
  ply: number;
}

/** A position in words, for a screen reader. */
export interface Describe {
  type: "describe";
  request: number;
  ply: number;
}

/** A bot's opinion on a position in which one's own seat decides (where everything is open: any). */
export interface Ask {
  type: "ask";
  request: number;
  ply: number;
  bot: string;
}

export interface Explain {
  type: "explain";
  request: number;
  text: string;
}

/** Let bots make so many moves; None: all. Only where nobody plays by hand. */
export interface Go {
  type: "go";
  request: number;
  moves?: number | null;
}

export interface Halt {
  type: "halt";
  request: number;
}

/** Break the game off for good. */
export interface Stop {
  type: "stop";
  request: number;
}

/** Send the whole table once more. */
export interface Again {
  type: "again";
  request: number;
}

export interface AskLogs {
  type: "logs";
  request: number;
}

export interface DesignerInfo {
  game: string;
  content: string;
  example: string;
  inspects: Choice[];
  target: string;
  makes: Choice[];
}

export interface InspectOrder {
  content: string[];
  asks?: Record<string, string>;
  options?: Record<string, string>;
  games?: number | null;
  seed?: number;
}

export interface MakeOrder {
  asks?: Record<string, string>;
  options?: Record<string, string>;
  games?: number | null;
  seed?: number;
}

export interface ContentRow {
  name: string;
  size: number;
}

export interface ContentText {
  name: string;
  text: string;
}

export interface Started {
  id: string;
}

export interface WorkRow {
  id: string;
  kind: "inspect" | "make" | "run" | "tournament";
  subject: string;
  target: string;
  state: "working" | "done" | "stopped" | "failed";
  began: string;
  message: string;
}

/** How far a part of the work has come. */
export interface Step {
  what: string;
  done: number;
  total: number;
  thing: string;
  facts: Record<string, unknown>;
}

export interface SheetColumn {
  name: string;
  title: string;
  kind: string;
  shown: boolean;
}

/** An estimate with its interval. */
export interface Value {
  value: number;
  low: number;
  high: number;
}

export interface SheetTable {
  name: string;
  about: string;
  columns: SheetColumn[];
  rows: ((Value | string | number | boolean | null)[])[];
  shown: number[] | null;
}

export interface Picture {
  name: string;
  svg: string;
  caption: string;
}

/** What a designer found. */
export interface Found {
  title: string;
  answer: string[];
  sheets: SheetTable[];
  texts: Record<string, string>;
  pictures: Picture[];
  facts: Record<string, string>;
  commands: Record<string, string>;
  notes: string[];
  files: Record<string, string>;
}

export interface Progress {
  type: "progress";
  work: WorkRow;
  steps: Step[];
  lines: string[];
  seconds: number;
  left: number | null;
  pace: number | null;
}

/** The last message about a designer's work. */
export interface Result {
  type: "result";
  work: WorkRow;
  found: Found;
}

export interface StudyInfo {
  name: string;
  summary: string;
  presets: string[];
  keys: Choice[];
}

export interface NewRun {
  study: string;
  preset?: string | null;
  sets?: Record<string, string>;
}

export interface RunRow {
  name: string;
  study: string;
  state: "finished" | "running" | "stopped" | "damaged" | "unreadable";
  done: number;
  planned: number;
  seed: number | null;
  size: number;
  fault: string;
  work: string;
}

export interface NewTournament {
  game: string;
  players: string[];
  games?: number;
  seed?: number;
  options?: Record<string, string>;
}

export interface TournamentRow {
  name: string;
  game: string;
  players: string[];
  played: number;
  planned: number;
  seed: number;
  work: string;
}

/** What the first player of a pair got against the second. */
export interface Cell {
  pair: string;
  games: number;
  share: Value | null;
}

export interface Standing {
  player: number;
  name: string;
  share: Value | null;
  rating: Value | null;
}

export interface TournamentTable {
  row: TournamentRow;
  standings: Standing[];
  cells: Cell[];
}

export type ToTable = Play | Look | Describe | Ask | Explain | Go | Halt | Stop | Again | AskLogs;

export type FromTable = Whole | News | Looked | Described | Opinion | Explained | Logs | Refused;

export type FromWork = Progress | Result | Refused;
