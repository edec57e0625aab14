/** Draws the body, ghosts and deaths. In cell coordinates, y upwards. */

import type { Game, Ghost } from "../stage/game";
import type { Run } from "../rules/run";
import { CELL, GROUND, HALF_WIDTH, HANG_LEFT, HANG_RIGHT, HEIGHT } from "../rules/units";
import { paintFlag } from "./ground";
import { type Colours, groupColour } from "./colours";

const BODY_WIDTH = (2 * HALF_WIDTH) / CELL;
const BODY_HEIGHT = HEIGHT / CELL;
const ROOF = 0.2; // fraction of its height that is pointed
const BURST_TICKS = 40; // a death is visible for so many ticks

/** Position of the body interpolated between two ticks, in units. */
export function bodyPosition(game: Game): { x: number; y: number } {
  const { body } = game.run;
  const { previous: before, tickFraction: between } = game;
  return { x: before.x + (body.x - before.x) * between, y: before.y + (body.y - before.y) * between };
}

export function paintGhost(ctx: CanvasRenderingContext2D, colours: Colours, { run, group }: Ghost): void {
  ctx.globalAlpha = run.arrived ? 0.25 : 0.5;
  const colour = groupColour(colours, group);
  paintFigure(ctx, run.body.x / CELL, run.body.y / CELL, colour, colour, 0);
  ctx.globalAlpha = 1;
  paintDeath(ctx, groupColour(colours, group), run, false);
}

export function paintBody(ctx: CanvasRenderingContext2D, colours: Colours, game: Game, animated: boolean): void {
  const { run, facing } = game;
  paintFlag(ctx, colours.safe, run.safeX + 0.14, run.safeY, 0.42);
  const { x, y } = bodyPosition(game);
  const { stance, vy } = run.body;
  const stretch = animated && stance !== GROUND && stance < HANG_LEFT ? Math.max(-0.1, Math.min(0.1, vy / 6000)) : 0;
  paintFigure(ctx, x / CELL, y / CELL, colours.body, colours.roof, stretch);
  ctx.fillStyle = colours.eye;
  ctx.beginPath();
  ctx.arc(x / CELL + 0.07 * facing, y / CELL + BODY_HEIGHT * 0.62, 0.05, 0, 2 * Math.PI);
  ctx.fill();
  if (stance === HANG_LEFT || stance === HANG_RIGHT) {
    ctx.fillStyle = colours.roof;
    ctx.beginPath();
    ctx.arc(
      x / CELL + (stance === HANG_LEFT ? -BODY_WIDTH / 2 : BODY_WIDTH / 2),
      y / CELL + BODY_HEIGHT,
      0.08,
      0,
      2 * Math.PI,
    );
    ctx.fill();
  }
  paintDeath(ctx, colours.danger, run, animated);
}

function paintFigure(
  ctx: CanvasRenderingContext2D,
  x: number,
  y: number,
  fill: string,
  edge: string,
  stretch: number,
): void {
  const halfWidth = (BODY_WIDTH / 2) * (1 - stretch);
  const height = BODY_HEIGHT * (1 + stretch);
  ctx.beginPath();
  ctx.moveTo(x - halfWidth, y);
  ctx.lineTo(x + halfWidth, y);
  ctx.lineTo(x + halfWidth, y + height * (1 - ROOF));
  ctx.lineTo(x, y + height);
  ctx.lineTo(x - halfWidth, y + height * (1 - ROOF));
  ctx.closePath();
  ctx.lineJoin = "round";
  ctx.fillStyle = fill;
  ctx.fill();
  ctx.strokeStyle = edge;
  ctx.lineWidth = 0.05;
  ctx.stroke();
}

/** A cross at the place of a death, with sparks if animated. */
function paintDeath(ctx: CanvasRenderingContext2D, colour: string, run: Run, animated: boolean): void {
  const since = run.tick - run.lastDeath.tick;
  if (since < 0 || since >= BURST_TICKS) return;
  const [x, y] = [run.lastDeath.x / CELL, run.lastDeath.y / CELL + BODY_HEIGHT / 2];
  ctx.globalAlpha = 1 - since / BURST_TICKS;
  ctx.strokeStyle = ctx.fillStyle = colour;
  ctx.lineWidth = 0.09;
  ctx.beginPath();
  ctx.moveTo(x - 0.18, y - 0.18);
  ctx.lineTo(x + 0.18, y + 0.18);
  ctx.moveTo(x - 0.18, y + 0.18);
  ctx.lineTo(x + 0.18, y - 0.18);
  ctx.stroke();
  for (let k = 0; animated && k < 9; k += 1) {
    const angle = (2 * Math.PI * k) / 9;
    const distance = 0.2 + 0.9 * (1 - (1 - since / BURST_TICKS) ** 2);
    ctx.fillRect(x + distance * Math.cos(angle) - 0.04, y + distance * Math.sin(angle) - 0.04, 0.08, 0.08);
  }
  ctx.globalAlpha = 1;
}
