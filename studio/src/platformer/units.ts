/** Lengths, speeds and buttons of the platformer, as in ludus.games.platformer.units: whole numbers throughout. */

export const TICKS_PER_SECOND = 60; // a second
export const CELL = 7200; // units of the side of a cell: two metres
export const HALF_CELL = CELL / 2;

// Of the body, which is held by the middle of its feet
export const HALF_WIDTH = 1188;
export const HEIGHT = 5400;

// Units a tick, and for gravity units a tick a tick
export const RUN_SPEED = 570;
export const JUMP_SPEED = 960;
export const GRAVITY = 40;
export const MAX_FALL_SPEED = 1800;

export const GRAB_REACH = 900; // hands grab a ledge that is at most so far off
export const LET_GO_TICKS = 7; // ticks in which a body that let go cannot grab

// The share of the sideways speed that stays after a tick without left and right
export const AIR_KEEPS = [4, 5] as const;
export const GROUND_KEEPS = [1, 5] as const;

export const LEFT = 1;
export const RIGHT = 2;
export const JUMP = 4;
export const DOWN = 8;

export const AIR = 0;
export const GROUND = 1;
export const HANG_LEFT = 2;
export const HANG_RIGHT = 3;

// What a cell is, as bits
export const SOLID = 1;
export const TRAP = 2;
export const SAFE = 4;
export const EXIT = 8;
export const LEDGE_LEFT = 16;
export const LEDGE_RIGHT = 32;

export const MAX_TICKS = 1 << 16; // ticks of a run that can be kept

/** Whole division that rounds down, as the rules divide. */
export function floorDivide(n: number, by: number): number {
  return Math.floor(n / by);
}
