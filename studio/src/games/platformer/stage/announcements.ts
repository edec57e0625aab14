/** A run in words, for screen readers: where the body is, the next trap and its state, deaths, and the end. */

import { formatFixed, formatSeconds, plural } from "../../../format";
import type { Game, GameState } from "./game";
import type { Run } from "../rules/run";
import {
  BLAST_TICKS,
  clock,
  CLOSED_TICKS,
  FUSE_TICKS,
  halfPeriodLater,
  REARM_TICKS,
  SAW_RADIUS,
  sawOffset,
  SAW_TRAVEL,
  spikeDepth,
  type Trap,
} from "../rules/traps";
import { AIR, CELL, floorDivide, GROUND, HANG_LEFT, TICKS_PER_SECOND } from "../rules/units";

const PAUSE = 60; // ticks between two positions that are announced while the game runs

/** What a trap does now, and whether it is deadly now, at least in a part of its cells. */
interface TrapState {
  deadly: boolean;
  text: string;
}

/** Finds out what is new in a game since it was asked last. */
export class Reporter {
  private state: GameState | null = null;
  private deaths = 0;
  private place = "";
  private lastTick = 0;

  /** Sentences about what happened since the last call; none if nothing did. */
  news(game: Game): string[] {
    const { run, state } = game;
    const place = placeKey(game);
    const [before, moved] = [this.state, place !== this.place];
    const died = run.deaths > this.deaths;
    this.deaths = run.deaths;
    this.state = state;
    if (run.tick < this.lastTick) this.lastTick = 0; // started again
    const isDue = state !== "playing" || run.tick - this.lastTick >= PAUSE;
    const sentences = died ? [describeDeath(run)] : [];
    if (state === "over") {
      if (before !== "over") sentences.push(describeEnd(run));
    } else if (died || state !== before || (moved && isDue)) {
      if (before !== state && state !== "playing") sentences.push(state === "ready" ? "Ready." : "Paused.");
      sentences.push(describePlace(game));
    }
    if (sentences.length) {
      this.lastTick = run.tick;
      this.place = place;
    }
    return sentences.length ? [sentences.join(" ")] : [];
  }
}

/** Where the body is, the next trap and what it does, and where the exit is. */
export function describePlace({ run, facing }: Pick<Game, "run" | "facing">): string {
  const [x, y] = cellOf(run);
  const trap = nextTrap(run, facing);
  const parts = [`Column ${x}, row ${y}, ${describeStance(run)}.`];
  if (trap) {
    const what = isAhead(run, trap, facing) ? "Next trap" : "Nearest trap";
    parts.push(`${what}: ${kindOf(trap)}, ${describeWay(run, nearestCell(run, trap))}, ${trapState(run, trap).text}.`);
  }
  const exit = nearest(run, exitCells(run));
  if (exit) parts.push(`Exit ${describeWay(run, exit)}.`);
  return parts.join(" ");
}

export function describeDeath(run: Run): string {
  const { x, y } = run.lastDeath;
  const [column, row] = [floorDivide(x, CELL), floorDivide(y, CELL)];
  return `Death ${run.deaths}${run.killer ? ` by ${kindOf(run.killer)}` : ""} in column ${column}, row ${row}.`;
}

export function describeEnd(run: Run): string {
  return `${run.arrived ? "Finished" : "Ended"} in ${formatSeconds(run.tick)}, ${plural(run.deaths, "death")}.`;
}

export function trapState(run: Run, trap: Trap): TrapState {
  const now = clock(run.tick, trap);
  const later = halfPeriodLater(trap, now);
  switch (trap.kind) {
    case "spikes":
      return { deadly: true, text: "always deadly" };
    case "mine":
      return mineState(run, trap);
    case "squeeze":
      return squeezeState(trap, now);
    case "wall-spikes":
      return spikesState(trap, now, "spikes");
    case "saw":
      return { deadly: true, text: `the saw is ${sawPlace(run, trap, sawOffset(trap, now))}` };
    case "twin-saws": {
      const places = [sawOffset(trap, now), SAW_TRAVEL - sawOffset(trap, now)].map((at) => sawPlace(run, trap, at));
      return { deadly: true, text: `the saws are ${places.join(" and ")}` };
    }
    case "saw-squeeze": {
      const squeeze = squeezeState(trap, later);
      return {
        deadly: true,
        text: `the saw is ${sawPlace(run, trap, sawOffset(trap, now))}, the squeeze ${squeeze.text}`,
      };
    }
    default: {
      const [left, right] = [spikesState(trap, now, "left spikes"), spikesState(trap, later, "right spikes")];
      return { deadly: left.deadly || right.deadly, text: `${left.text}, ${right.text}` };
    }
  }
}

const formatWait = (ticks: number): string => `${formatFixed(ticks / TICKS_PER_SECOND, 1)} s`;

function mineState(run: Run, trap: Trap): TrapState {
  const lit = run.lit[trap.mine] ?? 0;
  const since = run.tick - lit;
  if (lit === 0 || since >= FUSE_TICKS + REARM_TICKS) return { deadly: false, text: "not lit" };
  if (since < FUSE_TICKS) return { deadly: false, text: `explodes in ${formatWait(FUSE_TICKS - since)}` };
  return since < FUSE_TICKS + BLAST_TICKS
    ? { deadly: true, text: "explodes" }
    : { deadly: false, text: "has exploded" };
}

function squeezeState(trap: Trap, now: number): TrapState {
  return now < CLOSED_TICKS
    ? { deadly: true, text: "closed" }
    : { deadly: false, text: `open, closes in ${formatWait(trap.period - now)}` };
}

function spikesState(trap: Trap, now: number, what: string): TrapState {
  return spikeDepth(trap, now) > 0
    ? { deadly: true, text: `${what} out` }
    : { deadly: false, text: `${what} in, come out in ${formatWait(trap.period - now)}` };
}

/** Where the centre of a saw is, seen from the body. */
function sawPlace(run: Run, trap: Trap, offset: number): string {
  return describeWay(run, [floorDivide(trap.x * CELL + SAW_RADIUS + offset, CELL), trap.y]);
}

type Cell = [number, number];

const cellOf = ({ body }: Run): Cell => [floorDivide(body.x, CELL), floorDivide(body.y, CELL)];

function describeStance({ body }: Run): string {
  if (body.stance === GROUND) return "on the ground";
  if (body.stance !== AIR) return `hanging on a ledge on the ${body.stance === HANG_LEFT ? "left" : "right"}`;
  return body.vy > 0 ? "rising" : "falling";
}

/** The nearest trap in the direction of running; the nearest one if there is none. */
function nextTrap(run: Run, facing: number): Trap | undefined {
  const sorted = [...run.world.traps].sort(
    (a, b) => distance(run, nearestCell(run, a)) - distance(run, nearestCell(run, b)),
  );
  return sorted.find((trap) => isAhead(run, trap, facing)) ?? sorted[0];
}

const isAhead = (run: Run, trap: Trap, facing: number): boolean =>
  (nearestCell(run, trap)[0] - cellOf(run)[0]) * facing >= 0;

const kindOf = (trap: Trap): string => trap.kind.replaceAll("-", " ");

function nearestCell(run: Run, trap: Trap): Cell {
  const [x] = cellOf(run);
  return [Math.min(Math.max(x, trap.x), trap.x + trap.cells - 1), trap.y];
}

function distance(run: Run, [x, y]: Cell): number {
  const [ownX, ownY] = cellOf(run);
  return Math.abs(x - ownX) + Math.abs(y - ownY);
}

function nearest(run: Run, cells: Cell[]): Cell | undefined {
  return [...cells].sort((a, b) => distance(run, a) - distance(run, b))[0];
}

function exitCells({ world }: Run): Cell[] {
  return world.scene.exits as Cell[];
}

/** "3 cells to the right, 1 up"; "here". */
function describeWay(run: Run, [x, y]: Cell): string {
  const [ownX, ownY] = cellOf(run);
  const [across, up] = [x - ownX, y - ownY];
  const parts = [];
  if (across) parts.push(`${plural(Math.abs(across), "cell")} to the ${across > 0 ? "right" : "left"}`);
  if (up) parts.push(`${across ? Math.abs(up) : plural(Math.abs(up), "cell")} ${up > 0 ? "up" : "down"}`);
  return parts.join(", ") || "here";
}

/** Changes when something changes that is worth a word: the cell, standing or not, whether the next trap is deadly. */
function placeKey({ run, facing }: Game): string {
  const trap = nextTrap(run, facing);
  return [...cellOf(run), describeStance(run), trap ? trapState(run, trap).deadly : ""].join();
}
