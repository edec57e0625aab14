/** What never moves: sky, stones, ornaments, start and exits. Drawn in cells, y upwards. */

import type { LevelScene, OrnamentInfo } from "../../protocol";
import { bits } from "../body";
import { SOLID } from "../units";
import type { Ink } from "./ink";

/** Shapes of a level that are the same in every frame. */
export interface Ground {
  stones: Path2D;
  seams: Path2D;
  turf: Path2D;
  shade: Path2D;
}

const TURF = 0.13;
const SHADE = 0.22;

export function layGround(scene: LevelScene): Ground {
  const ground = { stones: new Path2D(), seams: new Path2D(), turf: new Path2D(), shade: new Path2D() };
  const { width, height } = scene.row;
  const solid = (x: number, y: number) => (bits(scene.cells, x, y) & SOLID) !== 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (!solid(x, y)) {
        if (y + 1 < height && solid(x, y + 1)) ground.shade.rect(x, y + 1 - SHADE, 1, SHADE);
        continue;
      }
      let far = x + 1; // a row of stones is one shape: no gaps show between them
      if (x === 0 || !solid(x - 1, y)) {
        while (far < width && solid(far, y)) far += 1;
        ground.stones.rect(x, y, far - x, 1.01);
      }
      if ((x * 7 + y * 13) % 3 === 0) ground.seams.rect(x + 0.18 + ((x * 5 + y) % 4) * 0.14, y + 0.3, 0.3, 0.045);
      if ((x * 11 + y * 5) % 4 === 0) ground.seams.rect(x + 0.5, y + 0.66, 0.22, 0.045);
      if (y + 1 < height && !solid(x, y + 1)) ground.turf.rect(x, y + 1 - TURF, 1, TURF);
    }
  }
  return ground;
}

export function paintGround(pen: CanvasRenderingContext2D, ink: Ink, scene: LevelScene, ground: Ground): void {
  const { width, height } = scene.row;
  pen.fillStyle = ink.stone;
  pen.fillRect(-60, -60, width + 120, height + 120); // all outside is solid
  const sky = pen.createLinearGradient(0, height, 0, 0);
  sky.addColorStop(0, ink.sky);
  sky.addColorStop(1, ink.haze);
  pen.fillStyle = sky;
  pen.fillRect(0, 0, width, height);
  for (const each of scene.ornaments) if (each.kind === "cloud") paintOrnament(pen, ink, each);
  pen.fillStyle = ink.shade;
  pen.fill(ground.shade);
  pen.fillStyle = ink.stone;
  pen.fill(ground.stones);
  pen.fillStyle = ink.seam;
  pen.fill(ground.seams);
  pen.fillStyle = ink.turf;
  pen.fill(ground.turf);
  for (const each of scene.ornaments) if (each.kind !== "cloud") paintOrnament(pen, ink, each);
  for (const [x = 0, y = 0] of scene.exits) paintGate(pen, ink, x, y);
  paintFlag(pen, ink.flag, (scene.start[0] ?? 0) + 0.2, scene.start[1] ?? 0, 0.75);
}

function paintGate(pen: CanvasRenderingContext2D, ink: Ink, x: number, y: number): void {
  pen.fillStyle = ink.gate;
  arch(pen, x + 0.08, y, 0.84, 0.98);
  const glow = pen.createLinearGradient(x, y, x, y + 0.9);
  glow.addColorStop(0, ink["gate-light"]);
  glow.addColorStop(1, ink.gate);
  pen.fillStyle = glow;
  arch(pen, x + 0.2, y, 0.6, 0.84);
}

function arch(pen: CanvasRenderingContext2D, x: number, y: number, wide: number, high: number): void {
  pen.beginPath();
  pen.moveTo(x, y);
  pen.lineTo(x, y + high - wide / 2);
  pen.arc(x + wide / 2, y + high - wide / 2, wide / 2, Math.PI, 0, true);
  pen.lineTo(x + wide, y);
  pen.fill();
}

export function paintFlag(pen: CanvasRenderingContext2D, colour: string, x: number, y: number, high: number): void {
  pen.strokeStyle = colour;
  pen.lineWidth = 0.06;
  line(pen, x, y, x, y + high);
  pen.fillStyle = colour;
  pen.beginPath();
  pen.moveTo(x, y + high);
  pen.lineTo(x + 0.36 * high, y + high * 0.84);
  pen.lineTo(x, y + high * 0.66);
  pen.fill();
}

function line(pen: CanvasRenderingContext2D, x: number, y: number, toX: number, toY: number): void {
  pen.beginPath();
  pen.moveTo(x, y);
  pen.lineTo(toX, toY);
  pen.stroke();
}

function dot(pen: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.fill();
}

// From the middle of a cell
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

function paintOrnament(pen: CanvasRenderingContext2D, ink: Ink, { kind, x, y }: OrnamentInfo): void {
  const [cx, cy] = [x + 0.5, y + 0.5];
  if (kind === "coin") {
    pen.fillStyle = ink.gold;
    dot(pen, cx, cy, 0.17);
  } else if (kind === "gem") {
    pen.fillStyle = ink.gem;
    pen.beginPath();
    for (const [dx, dy] of GEM) pen.lineTo(cx + dx, cy + dy);
    pen.fill();
  } else if (kind === "cloud") {
    pen.fillStyle = ink.cloud;
    for (const [dx, dy, radius] of PUFFS) dot(pen, cx + dx, cy + dy, radius);
  } else if (kind === "vine") {
    pen.strokeStyle = pen.fillStyle = ink.leaf;
    pen.lineWidth = 0.05;
    for (const [dx, long] of STEMS) {
      line(pen, cx + dx, y + 1, cx + dx, y + 1 - long);
      for (let k = 1; k < long / 0.16; k += 1) dot(pen, cx + dx + (k % 2 ? 0.06 : -0.06), y + 1 - k * 0.16, 0.055);
    }
  } else if (kind === "crystal") {
    pen.fillStyle = ink.shard;
    for (const [dx, wide, high] of SHARDS) {
      pen.beginPath();
      pen.moveTo(cx + dx - wide / 2, y + 0.2);
      pen.lineTo(cx + dx, y + 0.2 + high);
      pen.lineTo(cx + dx + wide / 2, y + 0.2);
      pen.fill();
    }
  } else {
    pen.strokeStyle = ink.shard; // a fossil: a shell
    pen.lineWidth = 0.06;
    pen.beginPath();
    for (let k = 0; k < 26; k += 1)
      pen.lineTo(cx + 0.03 * (1 + k / 3) * Math.cos(k / 2), cy + 0.03 * (1 + k / 3) * Math.sin(k / 2));
    pen.stroke();
  }
}
