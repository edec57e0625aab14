/** Draws overlays: graph, routes, challenges, easiest path, deaths. In cell coordinates, y upwards. */

import type { ChallengeInfo, GraphInfo, LevelSurvey } from "../../../protocol";
import { CELL } from "../rules/units";
import { type Colours, groupColour } from "./colours";

export const OVERLAYS = ["graph", "routes", "challenges", "easiest", "deaths"] as const;
export type OverlayName = (typeof OVERLAYS)[number];

const STAND = 0;
const HANGS_LEFT = 1;

export function paintOverlays(
  ctx: CanvasRenderingContext2D,
  colours: Colours,
  survey: LevelSurvey,
  visibleOverlays: ReadonlySet<OverlayName>,
): void {
  const { graph } = survey;
  ctx.lineCap = ctx.lineJoin = "round";
  if (visibleOverlays.has("challenges")) for (const challenge of survey.challenges) shadeCells(ctx, colours, challenge);
  if (visibleOverlays.has("graph")) paintGraph(ctx, colours, graph);
  if (visibleOverlays.has("routes")) {
    graph.routes.forEach((_, k) => {
      const routeIndex = graph.routes.length - 1 - k; // draw the shortest last
      const colour = colours.routes[routeIndex === 0 ? 0 : 1 + ((routeIndex - 1) % 5)] ?? colours.way;
      stroke(ctx, pathOf(graph, graph.routes[routeIndex] ?? []), colour, routeIndex === 0 ? 0.16 : 0.1);
    });
  }
  if (visibleOverlays.has("easiest")) {
    const path = pathOf(graph, graph.easiest);
    stroke(ctx, path, colours["way-edge"], 0.24);
    stroke(ctx, path, colours.way, 0.12);
  }
  if (visibleOverlays.has("deaths")) {
    for (const [group, positions] of Object.entries(survey.died)) {
      ctx.fillStyle = groupColour(colours, group);
      ctx.globalAlpha = 0.55;
      for (const [x = 0, y = 0] of positions) circle(ctx, x / CELL, y / CELL, 0.13);
    }
    ctx.globalAlpha = 1;
  }
  if (visibleOverlays.has("challenges")) for (const challenge of survey.challenges) paintLabel(ctx, colours, challenge);
}

/** Outline the cells that a guide means: left, bottom, right, top, all included. */
export function paintMark(ctx: CanvasRenderingContext2D, colours: Colours, place: readonly number[]): void {
  const [left = 0, bottom = 0, right = 0, top = 0] = place;
  ctx.save();
  ctx.setLineDash([0.3, 0.2]);
  for (const [colour, width] of [
    [colours["way-edge"], 0.18],
    [colours.way, 0.09],
  ] as const) {
    ctx.strokeStyle = colour;
    ctx.lineWidth = width;
    ctx.strokeRect(left + 0.06, bottom + 0.06, right - left + 0.88, top - bottom + 0.88);
  }
  ctx.restore();
}

/** Colour of a success rate, in five steps. */
export function heatColour(colours: Colours, success: number): string {
  return colours.heat[Math.min(4, Math.floor((1 - success) * 5))] ?? colours.danger;
}

function shadeCells(ctx: CanvasRenderingContext2D, colours: Colours, { cells, success }: ChallengeInfo): void {
  ctx.fillStyle = heatColour(colours, success);
  ctx.globalAlpha = 0.75;
  for (const [x = 0, y = 0] of cells) ctx.fillRect(x, y, 1, 1);
  ctx.globalAlpha = 1;
}

function paintLabel(ctx: CanvasRenderingContext2D, colours: Colours, { cells, success }: ChallengeInfo): void {
  const x = cells.reduce((sum, [at = 0]) => sum + at, 0) / cells.length + 0.5;
  const y = Math.max(...cells.map(([, at = 0]) => at)) + 1.05;
  const text = String(Math.round(100 * success));
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(1, -1);
  ctx.font = "600 0.55px system-ui, sans-serif";
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  const width = ctx.measureText(text).width + 0.3;
  ctx.fillStyle = colours.plate;
  ctx.beginPath();
  ctx.roundRect(-width / 2, -0.36, width, 0.72, 0.14);
  ctx.fill();
  ctx.fillStyle = colours["plate-ink"];
  ctx.fillText(text, 0, 0.03);
  ctx.restore();
}

function paintGraph(ctx: CanvasRenderingContext2D, colours: Colours, graph: GraphInfo): void {
  const moves = new Path2D();
  for (const [from = 0, to = 0] of graph.moves) arc(moves, graph, from, to);
  ctx.globalAlpha = 0.7;
  stroke(ctx, moves, colours.move, 0.05);
  const falls = new Path2D();
  for (const [from = 0, to = 0] of graph.falls) arc(falls, graph, from, to);
  ctx.setLineDash([0.12, 0.12]);
  stroke(ctx, falls, colours.fall, 0.05);
  ctx.setLineDash([]);
  ctx.globalAlpha = 1;
  graph.nodes.forEach(([kind], node) => {
    const [x, y] = nodePosition(graph, node);
    ctx.fillStyle = kind === STAND ? colours.node : colours.hang;
    circle(ctx, x, y, kind === STAND ? 0.1 : 0.085);
  });
}

/** Position of a node: low in its cell for standing, near the ledge for hanging. */
function nodePosition(graph: GraphInfo, node: number): [number, number] {
  const [kind = 0, x = 0, y = 0] = graph.nodes[node] ?? [];
  return kind === STAND ? [x + 0.5, y + 0.3] : [x + (kind === HANGS_LEFT ? 0.2 : 0.8), y + 0.75];
}

function pathOf(graph: GraphInfo, nodes: readonly number[]): Path2D {
  const path = new Path2D();
  for (let k = 1; k < nodes.length; k += 1) arc(path, graph, nodes[k - 1] ?? 0, nodes[k] ?? 0);
  return path;
}

/** A straight line for a step to the next cell, an arc for jumps. */
function arc(path: Path2D, graph: GraphInfo, from: number, to: number): void {
  const [x, y] = nodePosition(graph, from);
  const [toX, toY] = nodePosition(graph, to);
  const flat = graph.nodes[from]?.[2] === graph.nodes[to]?.[2];
  const cells = Math.abs((graph.nodes[from]?.[1] ?? 0) - (graph.nodes[to]?.[1] ?? 0));
  path.moveTo(x, y);
  if (flat && cells <= 1) path.lineTo(toX, toY);
  else path.quadraticCurveTo((x + toX) / 2, Math.max(y, toY) + 0.3 + (flat ? 0.25 * cells : 0), toX, toY);
}

function stroke(ctx: CanvasRenderingContext2D, path: Path2D, colour: string, width: number): void {
  ctx.strokeStyle = colour;
  ctx.lineWidth = width;
  ctx.stroke(path);
}

function circle(ctx: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 2 * Math.PI);
  ctx.fill();
}
