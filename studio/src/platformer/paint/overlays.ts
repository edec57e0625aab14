/** What is known of a level, over it: graph, routes, challenges, easiest path, deaths. Drawn in cells, y upwards. */

import type { ChallengeInfo, GraphInfo, LevelSurvey } from "../../protocol";
import { CELL } from "../units";
import { groupInk, type Ink } from "./ink";

export const OVERLAYS = ["graph", "routes", "challenges", "easiest", "deaths"] as const;
export type OverlayName = (typeof OVERLAYS)[number];

const STAND = 0;
const HANGS_LEFT = 1;

export function paintOverlays(
  pen: CanvasRenderingContext2D,
  ink: Ink,
  survey: LevelSurvey,
  shown: ReadonlySet<OverlayName>,
): void {
  const { graph } = survey;
  pen.lineCap = pen.lineJoin = "round";
  if (shown.has("challenges")) for (const each of survey.challenges) shadeCells(pen, ink, each);
  if (shown.has("graph")) paintGraph(pen, ink, graph);
  if (shown.has("routes")) {
    graph.routes.forEach((_, k) => {
      const number = graph.routes.length - 1 - k; // the shortest on top
      const colour = ink.routes[number === 0 ? 0 : 1 + ((number - 1) % 5)] ?? ink.way;
      stroke(pen, pathOf(graph, graph.routes[number] ?? []), colour, number === 0 ? 0.16 : 0.1);
    });
  }
  if (shown.has("easiest")) {
    const path = pathOf(graph, graph.easiest);
    stroke(pen, path, ink["way-edge"], 0.24);
    stroke(pen, path, ink.way, 0.12);
  }
  if (shown.has("deaths")) {
    for (const [group, places] of Object.entries(survey.died)) {
      pen.fillStyle = groupInk(ink, group);
      pen.globalAlpha = 0.55;
      for (const [x = 0, y = 0] of places) circle(pen, x / CELL, y / CELL, 0.13);
    }
    pen.globalAlpha = 1;
  }
  if (shown.has("challenges")) for (const each of survey.challenges) label(pen, ink, each);
}

/** The colour of a chance to get through, in five steps. */
export function heat(ink: Ink, success: number): string {
  return ink.heat[Math.min(4, Math.floor((1 - success) * 5))] ?? ink.danger;
}

function shadeCells(pen: CanvasRenderingContext2D, ink: Ink, { cells, success }: ChallengeInfo): void {
  pen.fillStyle = heat(ink, success);
  pen.globalAlpha = 0.75;
  for (const [x = 0, y = 0] of cells) pen.fillRect(x, y, 1, 1);
  pen.globalAlpha = 1;
}

function label(pen: CanvasRenderingContext2D, ink: Ink, { cells, success }: ChallengeInfo): void {
  const x = cells.reduce((sum, [at = 0]) => sum + at, 0) / cells.length + 0.5;
  const y = Math.max(...cells.map(([, at = 0]) => at)) + 1.05;
  const text = String(Math.round(100 * success));
  pen.save();
  pen.translate(x, y);
  pen.scale(1, -1);
  pen.font = "600 0.55px system-ui, sans-serif";
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  const wide = pen.measureText(text).width + 0.3;
  pen.fillStyle = ink.plate;
  pen.beginPath();
  pen.roundRect(-wide / 2, -0.36, wide, 0.72, 0.14);
  pen.fill();
  pen.fillStyle = ink["plate-ink"];
  pen.fillText(text, 0, 0.03);
  pen.restore();
}

function paintGraph(pen: CanvasRenderingContext2D, ink: Ink, graph: GraphInfo): void {
  const all = new Path2D();
  for (const [one = 0, other = 0] of graph.moves) arc(all, graph, one, other);
  pen.globalAlpha = 0.7;
  stroke(pen, all, ink.move, 0.05);
  const falls = new Path2D();
  for (const [one = 0, other = 0] of graph.falls) arc(falls, graph, one, other);
  pen.setLineDash([0.12, 0.12]);
  stroke(pen, falls, ink.fall, 0.05);
  pen.setLineDash([]);
  pen.globalAlpha = 1;
  graph.nodes.forEach(([kind], node) => {
    const [x, y] = placeOf(graph, node);
    pen.fillStyle = kind === STAND ? ink.node : ink.hang;
    circle(pen, x, y, kind === STAND ? 0.1 : 0.085);
  });
}

/** Low in its cell for a stand, high by the ledge for a hang. */
function placeOf(graph: GraphInfo, node: number): [number, number] {
  const [kind = 0, x = 0, y = 0] = graph.nodes[node] ?? [];
  return kind === STAND ? [x + 0.5, y + 0.3] : [x + (kind === HANGS_LEFT ? 0.2 : 0.8), y + 0.75];
}

function pathOf(graph: GraphInfo, nodes: readonly number[]): Path2D {
  const path = new Path2D();
  for (let k = 1; k < nodes.length; k += 1) arc(path, graph, nodes[k - 1] ?? 0, nodes[k] ?? 0);
  return path;
}

/** A step to the next cell is a line, everything else an arc as a jump has it. */
function arc(path: Path2D, graph: GraphInfo, one: number, other: number): void {
  const [x, y] = placeOf(graph, one);
  const [toX, toY] = placeOf(graph, other);
  const flat = graph.nodes[one]?.[2] === graph.nodes[other]?.[2];
  const cells = Math.abs((graph.nodes[one]?.[1] ?? 0) - (graph.nodes[other]?.[1] ?? 0));
  path.moveTo(x, y);
  if (flat && cells <= 1) path.lineTo(toX, toY);
  else path.quadraticCurveTo((x + toX) / 2, Math.max(y, toY) + 0.3 + (flat ? 0.25 * cells : 0), toX, toY);
}

function stroke(pen: CanvasRenderingContext2D, path: Path2D, colour: string, wide: number): void {
  pen.strokeStyle = colour;
  pen.lineWidth = wide;
  pen.stroke(path);
}

function circle(pen: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.fill();
}
