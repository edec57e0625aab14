/** Traps: the same rules as ludus.games.platformer.traps, with identical results. */

import type { TrapInfo } from "../../../protocol";
import type { Body } from "./body";
import { CELL, floorDivide, HALF_CELL, HALF_WIDTH, HEIGHT } from "./units";

export const SAW_RADIUS = 1800;
export const SAW_TRAVEL = 3 * CELL - 2 * SAW_RADIUS; // of its centre, from one end to the other
const EXTEND_TICKS = 6; // ticks to extend wall spikes, and to retract them
export const CLOSED_TICKS = 6; // a squeeze is deadly for so many ticks
export const FUSE_TICKS = 36; // ticks of a mine until it explodes,
export const BLAST_TICKS = 6; // during which it is deadly,
export const REARM_TICKS = 60; // and until it can be lit again

/** A trap with its index among the mines; -1 for other traps. */
export interface Trap extends TrapInfo {
  mine: number;
}

/** The part of a run that traps read; mines write to `lit`. */
export interface TrapTarget {
  tick: number;
  body: Body;
  lit: number[]; // by mine: the tick at which it was last lit; 0: never
}

export function kills(run: TrapTarget, trap: Trap): boolean {
  const { body } = run;
  if (trap.kind === "mine") return mineKills(run, trap);
  if (trap.kind === "spikes") return spikesTouch(body, trap, trap.facing, HALF_CELL);
  const now = clock(run.tick, trap);
  switch (trap.kind) {
    case "saw":
      return sawTouches(body, trap, sawOffset(trap, now));
    case "twin-saws":
      return sawTouches(body, trap, sawOffset(trap, now)) || sawTouches(body, trap, SAW_TRAVEL - sawOffset(trap, now));
    case "saw-squeeze":
      return (
        sawTouches(body, trap, sawOffset(trap, now)) || squeezes(body, trap.x + 1, trap.y, halfPeriodLater(trap, now))
      );
    case "squeeze":
      return squeezes(body, trap.x, trap.y, now);
    case "wall-spikes":
      return spikesTouch(body, trap, trap.facing, spikeDepth(trap, now));
    default:
      return (
        spikesTouch(body, trap, "right", spikeDepth(trap, now)) ||
        spikesTouch(body, trap, "left", spikeDepth(trap, halfPeriodLater(trap, now)))
      );
  }
}

/** Ticks since the start of the trap's period. */
export function clock(tick: number, trap: Trap): number {
  return (tick + trap.phase) % trap.period;
}

export function halfPeriodLater(trap: Trap, now: number): number {
  return (now + floorDivide(trap.period, 2)) % trap.period;
}

/** Distance of a saw from its left end: 0 at the start of the period, at the right end after half of it. */
export function sawOffset(trap: Trap, now: number): number {
  return floorDivide(SAW_TRAVEL * Math.min(2 * now, 2 * (trap.period - now)), trap.period);
}

/** How far wall spikes are extended; they are out for two fifths of the period. */
export function spikeDepth(trap: Trap, now: number): number {
  const out = floorDivide(trap.period * 2, 5);
  return now >= out ? 0 : floorDivide(HALF_CELL * Math.min(now + 1, out - now, EXTEND_TICKS), EXTEND_TICKS);
}

function sawTouches(body: Body, trap: Trap, offset: number): boolean {
  const x = trap.x * CELL + SAW_RADIUS + offset;
  const y = trap.y * CELL + SAW_RADIUS;
  const across = Math.max(body.x - HALF_WIDTH - x, x - body.x - HALF_WIDTH, 0);
  const up = Math.max(body.y - y, y - body.y - HEIGHT, 0);
  return across * across + up * up < SAW_RADIUS * SAW_RADIUS;
}

function spikesTouch(body: Body, trap: Trap, facing: string, depth: number): boolean {
  let [left, low] = [trap.x * CELL, trap.y * CELL];
  let [right, high] = [left + CELL, low + CELL];
  if (facing === "right") right = left + depth;
  else if (facing === "left") left = right - depth;
  else if (facing === "up") high = low + depth;
  else low = high - depth;
  return touches(body, left, low, right, high);
}

function squeezes(body: Body, x: number, y: number, now: number): boolean {
  return now < CLOSED_TICKS && touches(body, x * CELL, y * CELL, x * CELL + CELL, y * CELL + CELL);
}

function mineKills(run: TrapTarget, trap: Trap): boolean {
  const [left, low] = [trap.x * CELL, trap.y * CELL];
  if (!touches(run.body, left, low, left + CELL, low + CELL)) return false;
  const lit = run.lit[trap.mine] ?? 0;
  const since = run.tick - lit;
  if (lit === 0 || since >= FUSE_TICKS + REARM_TICKS) {
    run.lit[trap.mine] = run.tick;
    return false;
  }
  return FUSE_TICKS <= since && since < FUSE_TICKS + BLAST_TICKS;
}

function touches(body: Body, left: number, low: number, right: number, high: number): boolean {
  return left < body.x + HALF_WIDTH && body.x - HALF_WIDTH < right && low < body.y + HEIGHT && body.y < high;
}
