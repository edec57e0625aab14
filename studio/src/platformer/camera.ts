/** Which part of a level is on the screen, and how large. Lengths on the screen are CSS pixels. */

import { CELL } from "./units";

const MAX_CELL = 56; // px of a cell
const MIN_CELL = 34; // when following
const EASE = 0.14; // of the way to where it should be, each frame
const LOOK_AHEAD = 1.6; // cells that are shown more of where one runs to

export class Camera {
  x = 0; // of the left edge, in cells
  y = 0; // of the lower edge
  cell = 40; // px
  width = 1; // px
  height = 1;
  private settled = false;

  /** Fit a level into a screen: all of it, or as large as one likes to play. */
  fit(width: number, height: number, columns: number, rows: number, whole: boolean): void {
    const fitAll = Math.min(width / columns, height / rows);
    const playSize = Math.min(MAX_CELL, Math.max(MIN_CELL, height / rows));
    this.cell = whole ? fitAll : Math.max(Math.min(playSize, MAX_CELL), Math.min(fitAll, MAX_CELL));
    this.width = width;
    this.height = height;
    this.settled = false;
  }

  /** Follow a body, smoothly unless somebody wants less motion. */
  follow(x: number, y: number, facing: number, columns: number, rows: number, smooth: boolean): void {
    const columnsShown = this.width / this.cell;
    const rowsShown = this.height / this.cell;
    const toX = clampToBound(x / CELL - columnsShown / 2 + (smooth ? facing * LOOK_AHEAD : 0), columns - columnsShown);
    const toY = clampToBound(y / CELL + 0.4 - rowsShown / 2, rows - rowsShown);
    const fraction = this.settled && smooth ? EASE : 1;
    this.x += (toX - this.x) * fraction;
    this.y += (toY - this.y) * fraction;
    this.settled = true;
  }

  /** Make a canvas draw in cells, y upwards. */
  apply(ctx: CanvasRenderingContext2D, ratio: number): void {
    const scale = this.cell * ratio;
    ctx.setTransform(scale, 0, 0, -scale, -this.x * scale, (this.height + this.y * this.cell) * ratio);
  }
}

/** Between 0 and a bound; in the middle where all fits. */
function clampToBound(at: number, bound: number): number {
  return bound <= 0 ? bound / 2 : Math.min(Math.max(at, 0), bound);
}
