/** Which part of a level is on the screen, and how large. Lengths on the screen are CSS pixels. */

import { CELL } from "./units";

const LARGEST = 56; // px of a cell
const SMALLEST = 34; // when following
const EASE = 0.14; // of the way to where it should be, each frame
const AHEAD = 1.6; // cells that are shown more of where one runs to

export class Camera {
  x = 0; // of the left edge, in cells
  y = 0; // of the lower edge
  cell = 40; // px
  wide = 1; // px
  high = 1;
  private settled = false;

  /** Fit a level into a screen: all of it, or as large as one likes to play. */
  fit(wide: number, high: number, columns: number, rows: number, whole: boolean): void {
    const all = Math.min(wide / columns, high / rows);
    const large = Math.min(LARGEST, Math.max(SMALLEST, high / rows));
    this.cell = whole ? all : Math.max(Math.min(large, LARGEST), Math.min(all, LARGEST));
    this.wide = wide;
    this.high = high;
    this.settled = false;
  }

  /** Follow a body, smoothly unless somebody wants less motion. */
  follow(x: number, y: number, facing: number, columns: number, rows: number, smooth: boolean): void {
    const across = this.wide / this.cell;
    const up = this.high / this.cell;
    const toX = keep(x / CELL - across / 2 + (smooth ? facing * AHEAD : 0), columns - across);
    const toY = keep(y / CELL + 0.4 - up / 2, rows - up);
    const share = this.settled && smooth ? EASE : 1;
    this.x += (toX - this.x) * share;
    this.y += (toY - this.y) * share;
    this.settled = true;
  }

  /** Make a canvas draw in cells, y upwards. */
  apply(pen: CanvasRenderingContext2D, ratio: number): void {
    const scale = this.cell * ratio;
    pen.setTransform(scale, 0, 0, -scale, -this.x * scale, (this.high + this.y * this.cell) * ratio);
  }
}

/** Between 0 and a bound; in the middle where all fits. */
function keep(at: number, bound: number): number {
  return bound <= 0 ? bound / 2 : Math.min(Math.max(at, 0), bound);
}
