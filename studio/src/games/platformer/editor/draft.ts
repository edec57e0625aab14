/** A level that is being edited, as plain data: reading and writing of level files, and all edits as pure functions.

Rows go from the top down, as in level files; cells count from the lower left corner, from 0. */

export type Cell = readonly [number, number];

export const TRAP_KINDS = [
  "saw",
  "twin-saws",
  "saw-squeeze",
  "squeeze",
  "jaws",
  "wall-spikes",
  "spikes",
  "mine",
] as const;
export const ORNAMENT_KINDS = ["coin", "gem", "cloud", "vine", "crystal", "fossil"] as const;
export type TrapKind = (typeof TRAP_KINDS)[number];
export type OrnamentKind = (typeof ORNAMENT_KINDS)[number];
export type Facing = "left" | "right" | "up" | "down";

export interface DraftTrap {
  kind: TrapKind;
  x: number;
  y: number;
  facing: Facing;
  period: number; // ticks; 0 for traps without a period
  phase: number;
}

export interface DraftOrnament {
  kind: OrnamentKind;
  x: number;
  y: number;
}

export interface DraftLevel {
  name: string;
  /** Ground: # and = are solid, o and . open; = and . must not be changed by a generator. */
  rows: readonly string[];
  start: Cell;
  exits: readonly Cell[];
  /** Respawn cells; none: all cells in which one can stand and that have no trap. */
  safe: readonly Cell[];
  traps: readonly DraftTrap[];
  ornaments: readonly DraftOrnament[];
  /** Lines about physics and building pieces, kept as they are. */
  movement: readonly string[];
}

/** Change the level as it is now. Edits of one field in quick succession are one step of undo, as is a stroke. */
export type Edit = (change: (level: DraftLevel) => DraftLevel, field: string) => void;

/** What is in a cell, apart from ground. */
export type Thing =
  | { type: "start"; x: number; y: number }
  | { type: "exit"; x: number; y: number }
  | { type: "safe"; x: number; y: number }
  | { type: "trap"; x: number; y: number; trap: DraftTrap }
  | { type: "ornament"; x: number; y: number; ornament: DraftOrnament };

export const DEFAULT_PERIOD = 120; // ticks
const WIDE_TRAPS: readonly string[] = ["saw", "twin-saws", "saw-squeeze"];
const WITHOUT_PERIOD: readonly string[] = ["spikes", "mine"];
const IN_SOLID: readonly string[] = ["crystal", "fossil"];

export const hasPeriod = (kind: TrapKind): boolean => !WITHOUT_PERIOD.includes(kind);
export const trapWidth = (kind: TrapKind): number => (WIDE_TRAPS.includes(kind) ? 3 : 1);
/** Directions in which a kind of trap can point; none if it has no direction. */
export function facingsOf(kind: TrapKind): Facing[] {
  if (kind === "wall-spikes") return ["left", "right"];
  return kind === "spikes" ? ["up", "down", "left", "right"] : [];
}

export const width = (level: DraftLevel): number => level.rows[0]?.length ?? 0;
export const height = (level: DraftLevel): number => level.rows.length;
export const isInside = (level: DraftLevel, x: number, y: number): boolean =>
  x >= 0 && y >= 0 && x < width(level) && y < height(level);

/** Character of a cell; outside the level it is solid. */
export function cellAt(level: DraftLevel, x: number, y: number): string {
  return level.rows[height(level) - 1 - y]?.[x] ?? "=";
}

export const isSolid = (level: DraftLevel, x: number, y: number): boolean => "#=".includes(cellAt(level, x, y));

/** A room with a floor, walls and a roof. */
export function emptyLevel(columns = 24, rows = 9, name = "New level"): DraftLevel {
  const solid = "#".repeat(columns);
  const open = `#${"o".repeat(columns - 2)}#`;
  return {
    name,
    rows: [solid, ...Array.from({ length: rows - 3 }, () => open), solid, solid],
    start: [1, 2],
    exits: [[columns - 2, 2]],
    safe: [],
    traps: [],
    ornaments: [],
    movement: [],
  };
}

// Level files

/** Read a level file that the server has written. Throws an error if it is none. */
export function readLevel(text: string): DraftLevel {
  let name = "";
  let start: Cell = [0, 0];
  const rows: string[] = [];
  const movement: string[] = [];
  const [exits, safe]: [Cell[], Cell[]] = [[], []];
  const traps: DraftTrap[] = [];
  const ornaments: DraftOrnament[] = [];
  let inCells = false;
  for (const line of text.split("\n").map((untrimmed) => untrimmed.trim())) {
    const words = line.split(/\s+/);
    const [word = "", x = "", y = "", ...rest] = words;
    const cell: Cell = [Number(x), Number(y)];
    if (inCells && line) rows.push(line.replaceAll(/[td]/g, "o"));
    else if (inCells) inCells = false;
    else if (line === "cells") inCells = true;
    else if (word === "level") name = words.slice(1).join(" ");
    else if (word === "start") start = cell;
    else if (word === "exit") exits.push(cell);
    else if (word === "safe") safe.push(cell);
    else if (word === "physics" || word === "piece") movement.push(line);
    else if (isOneOf(ORNAMENT_KINDS, word)) ornaments.push({ kind: word, x: cell[0], y: cell[1] });
    else if (isOneOf(TRAP_KINDS, word)) traps.push(readTrap(word, cell, rest));
  }
  if (!rows.length) throw new Error("This is no level: it has no cells.");
  return { name, rows, start, exits, safe, traps, ornaments, movement };
}

function isOneOf<T extends string>(kinds: readonly T[], word: string): word is T {
  return (kinds as readonly string[]).includes(word);
}

function readTrap(kind: TrapKind, [x, y]: Cell, rest: string[]): DraftTrap {
  const number = (name: string) => Number(rest[rest.indexOf(name) + 1] ?? 0);
  const facing = facingsOf(kind).length ? (rest[0] as Facing) : "up";
  return hasPeriod(kind)
    ? { kind, x, y, facing, period: number("period"), phase: number("phase") }
    : { kind, x, y, facing, period: 0, phase: 0 };
}

/** Write a level as a level file, in the same form as the server. */
export function writeLevel(level: DraftLevel): string {
  const rows = level.rows.map((row) => [...row]);
  for (const trap of level.traps)
    for (const [x, y] of trapCells(trap)) {
      const row = rows[rows.length - 1 - y];
      if (row && x < row.length) row[x] = trap.kind === "spikes" ? "d" : "t";
    }
  const lines = [
    `level ${level.name}`,
    "",
    "cells",
    ...rows.map((row) => row.join("")),
    "",
    ...level.movement,
    `start ${level.start.join(" ")}`,
    ...level.exits.map((cell) => `exit ${cell.join(" ")}`),
    ...level.safe.map((cell) => `safe ${cell.join(" ")}`),
    ...level.traps.map(writeTrap),
    ...level.ornaments.map(({ kind, x, y }) => `${kind} ${x} ${y}`),
  ];
  return `${lines.join("\n")}\n`;
}

function writeTrap({ kind, x, y, facing, period, phase }: DraftTrap): string {
  const parts = [`${kind} ${x} ${y}`];
  if (facingsOf(kind).length) parts.push(facing);
  if (hasPeriod(kind)) parts.push(`period ${period} phase ${phase}`);
  return parts.join(" ");
}

export function trapCells({ kind, x, y }: Pick<DraftTrap, "kind" | "x" | "y">): Cell[] {
  return Array.from({ length: trapWidth(kind) }, (_, k): Cell => [x + k, y]);
}

// What is where

const isAt =
  (x: number, y: number) =>
  ([cx, cy]: Cell): boolean =>
    cx === x && cy === y;

export function trapAt(level: DraftLevel, x: number, y: number): DraftTrap | undefined {
  return level.traps.find((trap) => trapCells(trap).some(isAt(x, y)));
}

/** The thing in a cell; if there are several, the one that is drawn on top. */
export function thingAt(level: DraftLevel, x: number, y: number): Thing | null {
  const trap = trapAt(level, x, y);
  if (trap) return { type: "trap", x: trap.x, y: trap.y, trap };
  if (isAt(x, y)(level.start)) return { type: "start", x, y };
  if (level.exits.some(isAt(x, y))) return { type: "exit", x, y };
  const ornament = level.ornaments.find((item) => item.x === x && item.y === y);
  if (ornament) return { type: "ornament", x, y, ornament };
  return level.safe.some(isAt(x, y)) ? { type: "safe", x, y } : null;
}

/** What is in a cell, in words. */
export function describeCell(level: DraftLevel, x: number, y: number): string {
  if (!isInside(level, x, y)) return "outside";
  const cell = cellAt(level, x, y);
  const ground = `${isSolid(level, x, y) ? "ground" : "open"}${"=.".includes(cell) ? ", fixed" : ""}`;
  const thing = thingAt(level, x, y);
  if (!thing) return ground;
  if (thing.type === "trap") return describeTrap(thing.trap);
  const name = { start: "start", exit: "exit", safe: "respawn cell", ornament: "" }[thing.type];
  return `${name || (thing.type === "ornament" ? thing.ornament.kind : "")}, ${ground}`;
}

export function describeTrap({ kind, facing, period, phase }: DraftTrap): string {
  const points = facingsOf(kind).length ? `, points ${facing}` : "";
  return `${kind}${points}${hasPeriod(kind) ? `, period ${period}, phase ${phase}` : ""}`;
}

// Edits

/** Draw ground or a gap. Traps, exits and other things that do not fit any more are removed; the start stays. */
export function paintCell(level: DraftLevel, x: number, y: number, solid: boolean, fixed = false): DraftLevel {
  if (!isInside(level, x, y)) return level;
  const character = solid ? (fixed ? "=" : "#") : fixed ? "." : "o";
  if (cellAt(level, x, y) === character) return level;
  const painted = { ...level, rows: withCharacter(level, x, y, character) };
  if (isSolid(level, x, y) === solid) return painted;
  if (!solid)
    return { ...painted, ornaments: withoutCell(painted.ornaments, x, y, (item) => IN_SOLID.includes(item.kind)) };
  return {
    ...painted,
    traps: painted.traps.filter((trap) => !trapCells(trap).some(isAt(x, y))),
    exits: painted.exits.filter((cell) => !isAt(x, y)(cell)),
    safe: painted.safe.filter((cell) => !isAt(x, y)(cell)),
    ornaments: withoutCell(painted.ornaments, x, y, (item) => !IN_SOLID.includes(item.kind)),
  };
}

function withCharacter(level: DraftLevel, x: number, y: number, character: string): string[] {
  const at = height(level) - 1 - y;
  return level.rows.map((row, k) => (k === at ? row.slice(0, x) + character + row.slice(x + 1) : row));
}

function withoutCell(
  ornaments: readonly DraftOrnament[],
  x: number,
  y: number,
  removes: (item: DraftOrnament) => boolean,
): DraftOrnament[] {
  return ornaments.filter((item) => !(item.x === x && item.y === y && removes(item)));
}

/** Draw along a line, so that a fast pointer leaves no holes. */
export function paintLine(level: DraftLevel, from: Cell, to: Cell, solid: boolean, fixed = false): DraftLevel {
  let next = level;
  for (const [x, y] of cellsBetween(from, to)) next = paintCell(next, x, y, solid, fixed);
  return next;
}

/** Cells on the line between two cells, both included. */
export function cellsBetween([fromX, fromY]: Cell, [toX, toY]: Cell): Cell[] {
  const steps = Math.max(Math.abs(toX - fromX), Math.abs(toY - fromY), 1);
  return Array.from({ length: steps + 1 }, (_, k): Cell => {
    const share = k / steps;
    return [Math.round(fromX + (toX - fromX) * share), Math.round(fromY + (toY - fromY) * share)];
  });
}

/** Place a trap: its cells become open, and what was there is removed. Returns null where it does not fit. */
export function placeTrap(level: DraftLevel, trap: DraftTrap): DraftLevel | null {
  const cells = trapCells(trap);
  if (!cells.every(([x, y]) => isInside(level, x, y))) return null;
  let next = level;
  for (const [x, y] of cells) next = removeThing(openCell(next, x, y), x, y);
  return { ...next, traps: [...next.traps, trap] };
}

function openCell(level: DraftLevel, x: number, y: number): DraftLevel {
  return isSolid(level, x, y) ? paintCell(level, x, y, false) : level;
}

/** A new trap at a cell, pointing away from the ground beside it. A wide trap is centred on the cell if it fits. */
export function newTrap(level: DraftLevel, kind: TrapKind, x: number, y: number): DraftTrap {
  const left = trapWidth(kind) === 3 ? Math.max(0, Math.min(x - 1, width(level) - 3)) : x;
  const period = hasPeriod(kind) ? DEFAULT_PERIOD : 0;
  return { kind, x: left, y, facing: facingFor(level, kind, x, y), period, phase: 0 };
}

/** Direction in which a trap would point: away from the wall, floor or roof that holds it. */
export function facingFor(level: DraftLevel, kind: TrapKind, x: number, y: number): Facing {
  const holders: [Facing, number, number][] = [
    ["up", x, y - 1],
    ["right", x - 1, y],
    ["left", x + 1, y],
    ["down", x, y + 1],
  ];
  const possible = facingsOf(kind);
  const held = holders.find(([facing, hx, hy]) => possible.includes(facing) && isSolid(level, hx, hy));
  return held?.[0] ?? possible[0] ?? "up";
}

/** Change the timing or the direction of a trap. The phase stays below the period. */
export function changeTrap(
  level: DraftLevel,
  trap: DraftTrap,
  change: Partial<Pick<DraftTrap, "facing" | "period" | "phase">>,
): DraftLevel {
  const known = level.traps.find(({ kind, x, y }) => kind === trap.kind && x === trap.x && y === trap.y);
  if (!known) return level;
  const changed = { ...known, ...change };
  if (changed.period > 0) changed.phase = ((changed.phase % changed.period) + changed.period) % changed.period;
  return { ...level, traps: level.traps.map((other) => (other === known ? changed : other)) };
}

export function placeStart(level: DraftLevel, x: number, y: number): DraftLevel {
  if (!isInside(level, x, y) || isAt(x, y)(level.start)) return level;
  const cleared = removeThing(openCell(level, x, y), x, y);
  return { ...cleared, start: [x, y] };
}

/** Place an exit, or remove the one that is there. */
export function toggleExit(level: DraftLevel, x: number, y: number): DraftLevel {
  if (!isInside(level, x, y) || isAt(x, y)(level.start)) return level;
  if (level.exits.some(isAt(x, y))) return removeThing(level, x, y);
  const cleared = removeThing(openCell(level, x, y), x, y);
  return { ...cleared, exits: [...cleared.exits, [x, y]] };
}

/** Place a respawn cell, or remove the one that is there. */
export function toggleSafe(level: DraftLevel, x: number, y: number): DraftLevel {
  if (!isInside(level, x, y)) return level;
  const others = level.safe.filter((cell) => !isAt(x, y)(cell));
  return { ...level, safe: others.length < level.safe.length ? others : [...others, [x, y]] };
}

/** Place an ornament, or remove it if it is there; the ground becomes what the ornament needs. */
export function toggleOrnament(level: DraftLevel, kind: OrnamentKind, x: number, y: number): DraftLevel {
  if (!isInside(level, x, y)) return level;
  const current = level.ornaments.find((item) => item.x === x && item.y === y);
  if (current?.kind === kind) return removeThing(level, x, y);
  const solid = IN_SOLID.includes(kind);
  const ground = isSolid(level, x, y) === solid ? level : paintCell(level, x, y, solid);
  const cleared = removeThing(ground, x, y);
  return { ...cleared, ornaments: [...cleared.ornaments, { kind, x, y }] };
}

/** Remove what is in a cell, apart from ground and start. */
export function removeThing(level: DraftLevel, x: number, y: number): DraftLevel {
  const thing = thingAt(level, x, y);
  switch (thing?.type) {
    case "trap":
      return { ...level, traps: level.traps.filter((trap) => trap !== thing.trap) };
    case "exit":
      return { ...level, exits: level.exits.filter((cell) => !isAt(x, y)(cell)) };
    case "ornament":
      return { ...level, ornaments: level.ornaments.filter((item) => item !== thing.ornament) };
    case "safe":
      return { ...level, safe: level.safe.filter((cell) => !isAt(x, y)(cell)) };
    default:
      return level;
  }
}

/** Move the thing in a cell by so many cells. Returns the level unchanged where it does not fit. */
export function moveThing(level: DraftLevel, thing: Thing, dx: number, dy: number): DraftLevel {
  const [x, y] = [thing.x + dx, thing.y + dy];
  if (!isInside(level, x, y) || (dx === 0 && dy === 0)) return level;
  if (thing.type === "start") return placeStart(level, x, y);
  const without = removeThing(level, thing.x, thing.y);
  if (thing.type === "trap") return placeTrap(without, { ...thing.trap, x, y }) ?? level;
  if (thing.type === "exit") return toggleExit(without, x, y);
  if (thing.type === "safe") return without.safe.some(isAt(x, y)) ? level : toggleSafe(without, x, y);
  return toggleOrnament(without, thing.ornament.kind, x, y);
}

/** Change the size. New cells continue the border; what is cut off is removed. The lower left corner stays. */
export function resizeLevel(level: DraftLevel, columns: number, rows: number): DraftLevel {
  const stretch = (row: string) => {
    if (columns <= row.length) return row.slice(0, columns - 1) + (row.at(-1) ?? "#");
    return row.slice(0, -1) + (row.at(-2) ?? "#").repeat(columns - row.length) + (row.at(-1) ?? "#");
  };
  const wide = level.rows.map(stretch);
  const [top = "", second = top, ...below] = wide;
  const more = rows - wide.length;
  const resized =
    more >= 0
      ? [top, ...Array.from({ length: more }, () => second), ...wide.slice(1)]
      : [top, ...[second, ...below].slice(-more)];
  return fitThings({ ...level, rows: resized });
}

/** Remove things that are outside; the start is moved inside. */
function fitThings(level: DraftLevel): DraftLevel {
  const inside = ([x, y]: Cell) => isInside(level, x, y);
  const [x, y] = level.start;
  return {
    ...level,
    start: [Math.min(x, width(level) - 1), Math.min(y, height(level) - 1)],
    exits: level.exits.filter(inside),
    safe: level.safe.filter(inside),
    traps: level.traps.filter((trap) => trapCells(trap).every(inside)),
    ornaments: level.ornaments.filter((item) => inside([item.x, item.y])),
  };
}
