/** One tick of running, jumping, falling and hanging: the same rules as ludus.games.platformer.body. */

import {
  AIR,
  AIR_KEEPS,
  CELL,
  DOWN,
  floorDivide,
  GRAB_REACH,
  GRAVITY,
  GROUND,
  GROUND_KEEPS,
  HALF_WIDTH,
  HANG_LEFT,
  HANG_RIGHT,
  HEIGHT,
  JUMP,
  JUMP_SPEED,
  LEDGE_LEFT,
  LEDGE_RIGHT,
  LEFT,
  LET_GO_TICKS,
  MAX_FALL_SPEED,
  RIGHT,
  RUN_SPEED,
  SOLID,
} from "./units";

export interface Body {
  x: number; // middle of its feet
  y: number;
  vx: number;
  vy: number;
  stance: number;
  held: number; // 1 if jump was held in the previous tick
  letGo: number; // ticks until it can grab again
}

/** Bits of cells, row by row from the bottom, with a solid border: cell (x, y) is at [y + 1][x + 1]. */
export type Cells = readonly (readonly number[])[];

export function bits(cells: Cells, x: number, y: number): number {
  return cells[y + 1]?.[x + 1] ?? SOLID;
}

export function step(cells: Cells, body: Body, buttons: number): void {
  const jump = (buttons & JUMP) !== 0;
  const pressed = jump && body.held === 0;
  body.held = jump ? 1 : 0;
  if (body.stance >= HANG_LEFT) {
    if (!(buttons & DOWN) && !pressed) return;
    if (buttons & DOWN) body.letGo = LET_GO_TICKS;
    else body.vy = JUMP_SPEED;
  } else if (body.stance === GROUND && pressed) {
    body.vy = JUMP_SPEED;
  } else if (body.vy > 0 && !jump) {
    body.vy = 0;
  }
  run(body, buttons);
  body.vy = Math.max(body.vy - GRAVITY, -MAX_FALL_SPEED);
  body.stance = AIR;
  moveSideways(cells, body);
  if (body.vy > 0) {
    rise(cells, body);
  } else {
    fall(cells, body);
    if (body.vy < 0 && body.letGo === 0 && !(buttons & DOWN)) grab(cells, body);
  }
  if (body.letGo > 0) body.letGo -= 1;
}

function run(body: Body, buttons: number): void {
  if (buttons & (LEFT | RIGHT)) {
    body.vx = buttons & LEFT ? -RUN_SPEED : RUN_SPEED;
    return;
  }
  const [numerator, denominator] = body.stance === GROUND ? GROUND_KEEPS : AIR_KEEPS;
  const speed = floorDivide(Math.abs(body.vx) * numerator, denominator);
  body.vx = body.vx > 0 ? speed : 0 - speed; // no minus zero
}

function moveSideways(cells: Cells, body: Body): void {
  const side = body.vx > 0 ? HALF_WIDTH - 1 : -HALF_WIDTH;
  const column = floorDivide(body.x + body.vx + side, CELL);
  if (column !== floorDivide(body.x + side, CELL) && isWall(cells, column, body.y)) {
    body.x = body.vx > 0 ? column * CELL - HALF_WIDTH : (column + 1) * CELL + HALF_WIDTH;
    body.vx = 0;
  } else {
    body.x += body.vx;
  }
}

function isWall(cells: Cells, column: number, y: number): boolean {
  const [low, high] = [floorDivide(y, CELL), floorDivide(y + HEIGHT - 1, CELL)];
  return ((bits(cells, column, low) | bits(cells, column, high)) & SOLID) !== 0;
}

function fall(cells: Cells, body: Body): void {
  const row = floorDivide(body.y + body.vy, CELL);
  if (row !== floorDivide(body.y, CELL)) {
    const [left, right] = sides(body);
    if ((bits(cells, left, row) | bits(cells, right, row)) & SOLID) {
      body.y = (row + 1) * CELL;
      body.vy = 0;
      body.stance = GROUND;
      return;
    }
  }
  body.y += body.vy;
}

/** The body has a pointed roof: it slips sideways under a corner that covers less than half of it. */
function rise(cells: Cells, body: Body): void {
  const top = body.y + HEIGHT;
  const row = floorDivide(top + body.vy - 1, CELL);
  if (row !== floorDivide(top - 1, CELL)) {
    const [left, right] = sides(body);
    const onLeft = bits(cells, left, row) & SOLID;
    const onRight = bits(cells, right, row) & SOLID;
    if (onLeft | onRight) {
      const corner = right * CELL;
      if (!onLeft && body.x < corner) {
        body.x = corner - HALF_WIDTH;
      } else if (!onRight && body.x > corner) {
        body.x = corner + HALF_WIDTH;
      } else {
        body.y = row * CELL - HEIGHT;
        body.vy = 0;
        return;
      }
    }
  }
  body.y += body.vy;
}

function grab(cells: Cells, body: Body): void {
  const ledge = floorDivide(body.y + HEIGHT + GRAB_REACH, CELL); // row above the nearest possible ledge
  if (body.y + HEIGHT - ledge * CELL > GRAB_REACH) return;
  const column = floorDivide(body.x, CELL);
  const bitsHere = bits(cells, column, ledge - 1);
  const left = column * CELL + HALF_WIDTH;
  const right = (column + 1) * CELL - HALF_WIDTH;
  if (bitsHere & LEDGE_LEFT && 0 <= body.x - left && body.x - left <= GRAB_REACH) hang(body, left, ledge, HANG_LEFT);
  else if (bitsHere & LEDGE_RIGHT && 0 <= right - body.x && right - body.x <= GRAB_REACH)
    hang(body, right, ledge, HANG_RIGHT);
}

function hang(body: Body, x: number, ledge: number, stance: number): void {
  body.x = x;
  body.y = ledge * CELL - HEIGHT;
  body.vx = body.vy = 0;
  body.stance = stance;
}

export function sides(body: { x: number }): [number, number] {
  return [floorDivide(body.x - HALF_WIDTH, CELL), floorDivide(body.x + HALF_WIDTH - 1, CELL)];
}
