/** Draws the static parts: sky, stones, ornaments, start and exits. In cell coordinates, y upwards. */

import type { LevelScene, OrnamentInfo } from "../../../protocol";
import { bits } from "../rules/body";
import { SOLID } from "../rules/units";
import type { Colours } from "./colours";

/** Shapes of a level, computed once. */
export interface Ground {
  stones: Path2D;
  seams: Path2D;
  turf: Path2D;
  shade: Path2D;
}

const TURF = 0.13;
const SHADE = 0.22;

export function buildGround(scene: LevelScene): Ground {
  const ground = { stones: new Path2D(), seams: new Path2D(), turf: new Path2D(), shade: new Path2D() };
  const { width, height } = scene.row;
  const solid = (x: number, y: number) => (bits(scene.cells, x, y) & SOLID) !== 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (!solid(x, y)) {
        if (y + 1 < height && solid(x, y + 1)) ground.shade.rect(x, y + 1 - SHADE, 1, SHADE);
        continue;
      }
      let end = x + 1; // a row of stones is one shape, so that no gaps show
      if (x === 0 || !solid(x - 1, y)) {
        while (end < width && solid(end, y)) end += 1;
        ground.stones.rect(x, y, end - x, 1.01);
      }
      if ((x * 7 + y * 13) % 3 === 0) ground.seams.rect(x + 0.18 + ((x * 5 + y) % 4) * 0.14, y + 0.3, 0.3, 0.045);
      if ((x * 11 + y * 5) % 4 === 0) ground.seams.rect(x + 0.5, y + 0.66, 0.22, 0.045);
      if (y + 1 < height && !solid(x, y + 1)) ground.turf.rect(x, y + 1 - TURF, 1, TURF);
    }
  }
  return ground;
}

export function paintGround(ctx: CanvasRenderingContext2D, colours: Colours, scene: LevelScene, ground: Ground): void {
  const { width, height } = scene.row;
  ctx.fillStyle = colours.stone;
  ctx.fillRect(-60, -60, width + 120, height + 120); // everything outside is solid
  const sky = ctx.createLinearGradient(0, height, 0, 0);
  sky.addColorStop(0, colours.sky);
  sky.addColorStop(1, colours.haze);
  ctx.fillStyle = sky;
  ctx.fillRect(0, 0, width, height);
  for (const ornament of scene.ornaments) if (ornament.kind === "cloud") paintOrnament(ctx, colours, ornament);
  ctx.fillStyle = colours.shade;
  ctx.fill(ground.shade);
  ctx.fillStyle = colours.stone;
  ctx.fill(ground.stones);
  ctx.fillStyle = colours.seam;
  ctx.fill(ground.seams);
  ctx.fillStyle = colours.turf;
  ctx.fill(ground.turf);
  for (const ornament of scene.ornaments) if (ornament.kind !== "cloud") paintOrnament(ctx, colours, ornament);
  for (const [x = 0, y = 0] of scene.exits) paintExit(ctx, colours, x, y);
  paintFlag(ctx, colours.flag, (scene.start[0] ?? 0) + 0.2, scene.start[1] ?? 0, 0.75);
}

function paintExit(ctx: CanvasRenderingContext2D, colours: Colours, x: number, y: number): void {
  ctx.fillStyle = colours.exit;
  arch(ctx, x + 0.08, y, 0.84, 0.98);
  const glow = ctx.createLinearGradient(x, y, x, y + 0.9);
  glow.addColorStop(0, colours["exit-light"]);
  glow.addColorStop(1, colours.exit);
  ctx.fillStyle = glow;
  arch(ctx, x + 0.2, y, 0.6, 0.84);
}

function arch(ctx: CanvasRenderingContext2D, x: number, y: number, width: number, height: number): void {
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.lineTo(x, y + height - width / 2);
  ctx.arc(x + width / 2, y + height - width / 2, width / 2, Math.PI, 0, true);
  ctx.lineTo(x + width, y);
  ctx.fill();
}

export function paintFlag(ctx: CanvasRenderingContext2D, colour: string, x: number, y: number, height: number): void {
  ctx.strokeStyle = colour;
  ctx.lineWidth = 0.06;
  line(ctx, x, y, x, y + height);
  ctx.fillStyle = colour;
  ctx.beginPath();
  ctx.moveTo(x, y + height);
  ctx.lineTo(x + 0.36 * height, y + height * 0.84);
  ctx.lineTo(x, y + height * 0.66);
  ctx.fill();
}

function line(ctx: CanvasRenderingContext2D, x: number, y: number, toX: number, toY: number): void {
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.lineTo(toX, toY);
  ctx.stroke();
}

function dot(ctx: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 2 * Math.PI);
  ctx.fill();
}

// Offsets from the middle of a cell
const GEM = [
  [-0.2, 0],
  [-0.1, 0.14],
  [0.1, 0.14],
  [0.2, 0],
  [0, -0.22],
] as const;
const PUFFS = [
  [-0.2, -0.04, 0.13],
  [0, 0.04, 0.19],
  [0.21, -0.05, 0.12],
] as const;
const STEMS = [
  [-0.25, 0.45],
  [0.02, 0.7],
  [0.27, 0.35],
] as const;
const SHARDS = [
  [-0.16, 0.16, 0.4],
  [0.04, 0.22, 0.6],
  [0.2, 0.12, 0.32],
] as const;

function paintOrnament(ctx: CanvasRenderingContext2D, colours: Colours, { kind, x, y }: OrnamentInfo): void {
  const [cx, cy] = [x + 0.5, y + 0.5];
  if (kind === "coin") {
    ctx.fillStyle = colours.gold;
    dot(ctx, cx, cy, 0.17);
  } else if (kind === "gem") {
    ctx.fillStyle = colours.gem;
    ctx.beginPath();
    for (const [dx, dy] of GEM) ctx.lineTo(cx + dx, cy + dy);
    ctx.fill();
  } else if (kind === "cloud") {
    ctx.fillStyle = colours.cloud;
    for (const [dx, dy, radius] of PUFFS) dot(ctx, cx + dx, cy + dy, radius);
  } else if (kind === "vine") {
    ctx.strokeStyle = ctx.fillStyle = colours.leaf;
    ctx.lineWidth = 0.05;
    for (const [dx, length] of STEMS) {
      line(ctx, cx + dx, y + 1, cx + dx, y + 1 - length);
      for (let k = 1; k < length / 0.16; k += 1) dot(ctx, cx + dx + (k % 2 ? 0.06 : -0.06), y + 1 - k * 0.16, 0.055);
    }
  } else if (kind === "crystal") {
    ctx.fillStyle = colours.shard;
    for (const [dx, width, height] of SHARDS) {
      ctx.beginPath();
      ctx.moveTo(cx + dx - width / 2, y + 0.2);
      ctx.lineTo(cx + dx, y + 0.2 + height);
      ctx.lineTo(cx + dx + width / 2, y + 0.2);
      ctx.fill();
    }
  } else {
    ctx.strokeStyle = colours.shard; // a fossil: a spiral shell
    ctx.lineWidth = 0.06;
    ctx.beginPath();
    for (let k = 0; k < 26; k += 1)
      ctx.lineTo(cx + 0.03 * (1 + k / 3) * Math.cos(k / 2), cy + 0.03 * (1 + k / 3) * Math.sin(k / 2));
    ctx.stroke();
  }
}
