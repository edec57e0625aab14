/** Lengths, speeds and buttons of the platformer, as in ludus.games.platformer.units: whole numbers throughout. */

export const TICKS_PER_SECOND = 60;
export const CELL = 7200; // units; a cell is two metres wide
export const HALF_CELL = CELL / 2;

// The body; its position is the middle of its feet
export const HALF_WIDTH = 1188;
export const HEIGHT = 5400;

// Units per tick; gravity in units per tick per tick
export const RUN_SPEED = 570;
export const JUMP_SPEED = 960;
export const GRAVITY = 40;
export const MAX_FALL_SPEED = 1800;

export const GRAB_REACH = 900; // units; the farthest ledge that hands can grab
export const LET_GO_TICKS = 7; // after letting go, the body cannot grab for so many ticks

// Fraction of the sideways speed that remains after a tick without left and right
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

// Properties of a cell, as bits
export const SOLID = 1;
export const TRAP = 2;
export const SAFE = 4;
export const EXIT = 8;
export const LEDGE_LEFT = 16;
export const LEDGE_RIGHT = 32;

export const MAX_TICKS = 1 << 16; // longest run that can be stored

/** Integer division that rounds down, as in the rules. */
export function floorDivide(n: number, by: number): number {
  return Math.floor(n / by);
}
