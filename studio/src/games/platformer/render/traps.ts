/** Draws traps: their reach as pale cells, and the trap itself. In cell coordinates, y upwards. */

import {
  BLAST_TICKS,
  clock,
  CLOSED_TICKS,
  FUSE_TICKS,
  halfPeriodLater,
  SAW_RADIUS,
  SAW_TRAVEL,
  sawOffset,
  spikeDepth,
  type Trap,
} from "../rules/traps";
import { CELL } from "../rules/units";
import type { Colours } from "./colours";

const TEETH = 12;
const SPIKES = 5; // along a side of a cell
const OPENING = 20; // ticks of the opening animation of a squeeze
const CLOSING = 8;

export function paintTrap(
  ctx: CanvasRenderingContext2D,
  colours: Colours,
  trap: Trap,
  tick: number,
  lit: number,
): void {
  ctx.fillStyle = colours.zone;
  ctx.fillRect(trap.x, trap.y, trap.cells, 1);
  if (trap.kind === "spikes") {
    spikes(ctx, colours, trap, trap.facing, 0.5);
    return;
  }
  if (trap.kind === "mine") {
    mine(ctx, colours, trap, tick, lit);
    return;
  }
  const now = clock(tick, trap);
  const later = halfPeriodLater(trap, now);
  if (trap.kind === "wall-spikes") spikes(ctx, colours, trap, trap.facing, spikeDepth(trap, now) / CELL);
  if (trap.kind === "jaws") {
    spikes(ctx, colours, trap, "right", spikeDepth(trap, now) / CELL);
    spikes(ctx, colours, trap, "left", spikeDepth(trap, later) / CELL);
  }
  if (trap.kind === "squeeze") squeeze(ctx, colours, trap, trap.x, now);
  if (trap.kind === "saw-squeeze") squeeze(ctx, colours, trap, trap.x + 1, later);
  if (trap.cells === 3) {
    const offset = sawOffset(trap, now);
    saw(ctx, colours, trap, offset);
    if (trap.kind === "twin-saws") saw(ctx, colours, trap, SAW_TRAVEL - offset);
  }
}

function saw(ctx: CanvasRenderingContext2D, colours: Colours, trap: Trap, offset: number): void {
  const radius = SAW_RADIUS / CELL;
  const [x, y] = [trap.x + radius + offset / CELL, trap.y + radius];
  const rotation = -offset / SAW_RADIUS; // it rolls along the ground
  ctx.fillStyle = colours.danger;
  ctx.beginPath();
  for (let k = 0; k < 2 * TEETH; k += 1) {
    const angle = rotation + (Math.PI * k) / TEETH;
    const toothRadius = k % 2 ? radius : radius * 0.8;
    ctx.lineTo(x + toothRadius * Math.cos(angle), y + toothRadius * Math.sin(angle));
  }
  ctx.fill();
  ctx.fillStyle = colours.steel;
  ctx.beginPath();
  ctx.arc(x, y, radius * 0.34, 0, 2 * Math.PI);
  ctx.fill();
}

function spikes(ctx: CanvasRenderingContext2D, colours: Colours, trap: Trap, facing: string, depth: number): void {
  if (depth <= 0) return;
  ctx.fillStyle = colours.danger;
  ctx.beginPath();
  for (let k = 0; k <= 2 * SPIKES; k += 1) {
    const along = k / (2 * SPIKES);
    const out = k % 2 ? depth : 0;
    if (facing === "right") ctx.lineTo(trap.x + out, trap.y + along);
    else if (facing === "left") ctx.lineTo(trap.x + 1 - out, trap.y + along);
    else if (facing === "up") ctx.lineTo(trap.x + along, trap.y + out);
    else ctx.lineTo(trap.x + along, trap.y + 1 - out);
  }
  ctx.fill();
}

function squeeze(ctx: CanvasRenderingContext2D, colours: Colours, trap: Trap, x: number, now: number): void {
  const deadly = now < CLOSED_TICKS;
  const open = deadly ? 0 : Math.min(1, (now - CLOSED_TICKS + 1) / OPENING, (trap.period - now) / CLOSING);
  const blockHeight = 0.5 * (1 - 0.8 * open);
  ctx.fillStyle = deadly ? colours.danger : colours.steel;
  ctx.fillRect(x + 0.03, trap.y, 0.94, blockHeight);
  ctx.fillRect(x + 0.03, trap.y + 1 - blockHeight, 0.94, blockHeight);
  ctx.fillStyle = colours.zone;
  ctx.fillRect(x + 0.03, trap.y + blockHeight - 0.05, 0.94, 0.05);
  ctx.fillRect(x + 0.03, trap.y + 1 - blockHeight, 0.94, 0.05);
}

function mine(ctx: CanvasRenderingContext2D, colours: Colours, trap: Trap, tick: number, lit: number): void {
  const since = lit ? tick - lit : Number.POSITIVE_INFINITY;
  if (since >= FUSE_TICKS && since < FUSE_TICKS + BLAST_TICKS) {
    ctx.fillStyle = colours.danger;
    ctx.fillRect(trap.x, trap.y, 1, 1);
    return;
  }
  const burning = since < FUSE_TICKS && Math.floor(since / 4) % 2 === 0;
  ctx.fillStyle = burning ? colours.danger : colours.steel;
  ctx.beginPath();
  ctx.arc(trap.x + 0.5, trap.y, 0.24, 0, Math.PI);
  ctx.fill();
  ctx.fillStyle = since < FUSE_TICKS ? colours.danger : colours.stone;
  ctx.fillRect(trap.x + 0.46, trap.y + 0.22, 0.08, 0.1);
}
