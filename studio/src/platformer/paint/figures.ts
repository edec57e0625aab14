/** Whoever runs: the body, ghosts, and where somebody died. Drawn in cells, y upwards. */

import type { Game, Shade } from "../game";
import type { Run } from "../run";
import { CELL, GROUND, HALF_WIDTH, HANG_LEFT, HANG_RIGHT, HEIGHT } from "../units";
import { paintFlag } from "./ground";
import { groupInk, type Ink } from "./ink";

const WIDE = (2 * HALF_WIDTH) / CELL;
const HIGH = HEIGHT / CELL;
const ROOF = 0.2; // of its height: the pointed part
const BURST = 40; // ticks for which one sees where somebody died

/** Where the body is between two ticks, in units. */
export function placeOf(game: Game): { x: number; y: number } {
  const { body } = game.run;
  const { before, between } = game;
  return { x: before.x + (body.x - before.x) * between, y: before.y + (body.y - before.y) * between };
}

export function paintShade(pen: CanvasRenderingContext2D, ink: Ink, { run, group }: Shade): void {
  pen.globalAlpha = run.arrived ? 0.25 : 0.5;
  const colour = groupInk(ink, group);
  figure(pen, run.body.x / CELL, run.body.y / CELL, colour, colour, 0);
  pen.globalAlpha = 1;
  burst(pen, groupInk(ink, group), run, false);
}

export function paintBody(pen: CanvasRenderingContext2D, ink: Ink, game: Game, lively: boolean): void {
  const { run, facing } = game;
  paintFlag(pen, ink.safe, run.safeX + 0.14, run.safeY, 0.42);
  const { x, y } = placeOf(game);
  const { stance, vy } = run.body;
  const stretch = lively && stance !== GROUND && stance < HANG_LEFT ? Math.max(-0.1, Math.min(0.1, vy / 6000)) : 0;
  figure(pen, x / CELL, y / CELL, ink.body, ink.roof, stretch);
  pen.fillStyle = ink.eye;
  pen.beginPath();
  pen.arc(x / CELL + 0.07 * facing, y / CELL + HIGH * 0.62, 0.05, 0, 2 * Math.PI);
  pen.fill();
  if (stance === HANG_LEFT || stance === HANG_RIGHT) {
    pen.fillStyle = ink.roof;
    pen.beginPath();
    pen.arc(x / CELL + (stance === HANG_LEFT ? -WIDE / 2 : WIDE / 2), y / CELL + HIGH, 0.08, 0, 2 * Math.PI);
    pen.fill();
  }
  burst(pen, ink.danger, run, lively);
}

function figure(
  pen: CanvasRenderingContext2D,
  x: number,
  y: number,
  fill: string,
  edge: string,
  stretch: number,
): void {
  const half = (WIDE / 2) * (1 - stretch);
  const high = HIGH * (1 + stretch);
  pen.beginPath();
  pen.moveTo(x - half, y);
  pen.lineTo(x + half, y);
  pen.lineTo(x + half, y + high * (1 - ROOF));
  pen.lineTo(x, y + high);
  pen.lineTo(x - half, y + high * (1 - ROOF));
  pen.closePath();
  pen.lineJoin = "round";
  pen.fillStyle = fill;
  pen.fill();
  pen.strokeStyle = edge;
  pen.lineWidth = 0.05;
  pen.stroke();
}

/** A cross where somebody died, and for those who like it, sparks. */
function burst(pen: CanvasRenderingContext2D, colour: string, run: Run, lively: boolean): void {
  const since = run.tick - run.died.tick;
  if (since < 0 || since >= BURST) return;
  const [x, y] = [run.died.x / CELL, run.died.y / CELL + HIGH / 2];
  pen.globalAlpha = 1 - since / BURST;
  pen.strokeStyle = pen.fillStyle = colour;
  pen.lineWidth = 0.09;
  pen.beginPath();
  pen.moveTo(x - 0.18, y - 0.18);
  pen.lineTo(x + 0.18, y + 0.18);
  pen.moveTo(x - 0.18, y + 0.18);
  pen.lineTo(x + 0.18, y - 0.18);
  pen.stroke();
  for (let k = 0; lively && k < 9; k += 1) {
    const angle = (2 * Math.PI * k) / 9;
    const far = 0.2 + 0.9 * (1 - (1 - since / BURST) ** 2);
    pen.fillRect(x + far * Math.cos(angle) - 0.04, y + far * Math.sin(angle) - 0.04, 0.08, 0.08);
  }
  pen.globalAlpha = 1;
}
