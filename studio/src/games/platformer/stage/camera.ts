/** Camera: the visible part of a level and its zoom. Screen lengths are in CSS pixels. */

import { CELL } from "../rules/units";

const MAX_CELL = 56; // px per cell
const MIN_CELL = 34; // while following the body
const EASE = 0.14; // fraction of the remaining distance per frame
const LOOK_AHEAD = 1.6; // cells, in the direction of running

export class Camera {
  x = 0; // left edge, in cells
  y = 0; // lower edge
  cell = 40; // px per cell
  width = 1; // px
  height = 1;
  private settled = false;

  /** Choose the zoom: the whole level, or a comfortable size to play. */
  fit(width: number, height: number, columns: number, rows: number, whole: boolean): void {
    const fitAll = Math.min(width / columns, height / rows);
    const playSize = Math.min(MAX_CELL, Math.max(MIN_CELL, height / rows));
    this.cell = whole ? fitAll : Math.max(Math.min(playSize, MAX_CELL), Math.min(fitAll, MAX_CELL));
    this.width = width;
    this.height = height;
    this.settled = false;
  }

  /** Follow the body; smoothly, unless the user prefers reduced motion. */
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

  /** Set the canvas to cell coordinates, y upwards. */
  apply(ctx: CanvasRenderingContext2D, ratio: number): void {
    const scale = this.cell * ratio;
    ctx.setTransform(scale, 0, 0, -scale, -this.x * scale, (this.height + this.y * this.cell) * ratio);
  }
}

/** Clamp between 0 and a bound; centred if everything fits. */
function clampToBound(at: number, bound: number): number {
  return bound <= 0 ? bound / 2 : Math.min(Math.max(at, 0), bound);
}
