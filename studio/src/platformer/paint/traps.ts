/** Traps: pale cells for all that a trap can reach, and the thing itself where it is. Drawn in cells, y upwards. */

import { BLAST_TICKS, CLOSED_TICKS, clock, FUSE_TICKS, halfLater, SAW_RADIUS, SAW_WAY, sawWay, spikesOut, type Trap } from "../traps";
import { CELL } from "../units";
import type { Ink } from "./ink";

const TEETH = 12;
const SPIKES = 5; // along a side of a cell
const OPENING = 20; // ticks in which the blocks of a squeeze part; only for the eye
const CLOSING = 8;

export function paintTrap(pen: CanvasRenderingContext2D, ink: Ink, trap: Trap, tick: number, lit: number): void {
  pen.fillStyle = ink.zone;
  pen.fillRect(trap.x, trap.y, trap.cells, 1);
  if (trap.kind === "spikes") return spikes(pen, ink, trap, trap.facing, 0.5);
  if (trap.kind === "mine") return mine(pen, ink, trap, tick, lit);
  const now = clock(tick, trap);
  const later = halfLater(trap, now);
  if (trap.kind === "wall-spikes") spikes(pen, ink, trap, trap.facing, spikesOut(trap, now) / CELL);
  if (trap.kind === "jaws") {
    spikes(pen, ink, trap, "right", spikesOut(trap, now) / CELL);
    spikes(pen, ink, trap, "left", spikesOut(trap, later) / CELL);
  }
  if (trap.kind === "squeeze") squeeze(pen, ink, trap, trap.x, now);
  if (trap.kind === "saw-squeeze") squeeze(pen, ink, trap, trap.x + 1, later);
  if (trap.cells === 3) {
    const way = sawWay(trap, now);
    saw(pen, ink, trap, way);
    if (trap.kind === "twin-saws") saw(pen, ink, trap, SAW_WAY - way);
  }
}

function saw(pen: CanvasRenderingContext2D, ink: Ink, trap: Trap, way: number): void {
  const radius = SAW_RADIUS / CELL;
  const [x, y] = [trap.x + radius + way / CELL, trap.y + radius];
  const turned = -way / SAW_RADIUS; // it rolls
  pen.fillStyle = ink.danger;
  pen.beginPath();
  for (let k = 0; k < 2 * TEETH; k += 1) {
    const angle = turned + (Math.PI * k) / TEETH;
    const far = k % 2 ? radius : radius * 0.8;
    pen.lineTo(x + far * Math.cos(angle), y + far * Math.sin(angle));
  }
  pen.fill();
  pen.fillStyle = ink.steel;
  pen.beginPath();
  pen.arc(x, y, radius * 0.34, 0, 2 * Math.PI);
  pen.fill();
}

function spikes(pen: CanvasRenderingContext2D, ink: Ink, trap: Trap, facing: string, depth: number): void {
  if (depth <= 0) return;
  pen.fillStyle = ink.danger;
  pen.beginPath();
  for (let k = 0; k <= 2 * SPIKES; k += 1) {
    const along = k / (2 * SPIKES);
    const out = k % 2 ? depth : 0;
    if (facing === "right") pen.lineTo(trap.x + out, trap.y + along);
    else if (facing === "left") pen.lineTo(trap.x + 1 - out, trap.y + along);
    else if (facing === "up") pen.lineTo(trap.x + along, trap.y + out);
    else pen.lineTo(trap.x + along, trap.y + 1 - out);
  }
  pen.fill();
}

function squeeze(pen: CanvasRenderingContext2D, ink: Ink, trap: Trap, x: number, now: number): void {
  const deadly = now < CLOSED_TICKS;
  const open = deadly ? 0 : Math.min(1, (now - CLOSED_TICKS + 1) / OPENING, (trap.period - now) / CLOSING);
  const tall = 0.5 * (1 - 0.8 * open);
  pen.fillStyle = deadly ? ink.danger : ink.steel;
  pen.fillRect(x + 0.03, trap.y, 0.94, tall);
  pen.fillRect(x + 0.03, trap.y + 1 - tall, 0.94, tall);
  pen.fillStyle = ink.zone;
  pen.fillRect(x + 0.03, trap.y + tall - 0.05, 0.94, 0.05);
  pen.fillRect(x + 0.03, trap.y + 1 - tall, 0.94, 0.05);
}

function mine(pen: CanvasRenderingContext2D, ink: Ink, trap: Trap, tick: number, lit: number): void {
  const since = lit ? tick - lit : Number.POSITIVE_INFINITY;
  if (since >= FUSE_TICKS && since < FUSE_TICKS + BLAST_TICKS) {
    pen.fillStyle = ink.danger;
    pen.fillRect(trap.x, trap.y, 1, 1);
    return;
  }
  const burning = since < FUSE_TICKS && Math.floor(since / 4) % 2 === 0;
  pen.fillStyle = burning ? ink.danger : ink.steel;
  pen.beginPath();
  pen.arc(trap.x + 0.5, trap.y, 0.24, 0, Math.PI);
  pen.fill();
  pen.fillStyle = since < FUSE_TICKS ? ink.danger : ink.stone;
  pen.fillRect(trap.x + 0.46, trap.y + 0.22, 0.08, 0.1);
}
