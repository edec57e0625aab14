/** Curves over one axis: what evolutions told, how fast games were. Two runs may lie over each other. */

import { useState } from "preact/hooks";

export interface Line {
  name: string;
  /** Which run it belongs to: a colour, and dashes for the second. */
  side: number;
  points: number[][];
}

const WIDTH = 640;
const HEIGHT = 240;
const LEFT = 56;
const BOTTOM = 28;
const TOP = 10;

export function Curves({ title, across, lines }: { title: string; across: string; lines: Line[] }) {
  const [near, setNear] = useState<{ line: Line; x: number; y: number } | null>(null);
  const all = lines.flatMap((line) => line.points);
  if (!all.length) return null;
  const xs = all.map((point) => point[0] ?? 0);
  const ys = all.map((point) => point[1] ?? 0);
  const [x0, x1] = spread(Math.min(...xs), Math.max(...xs));
  const [y0, y1] = spread(Math.min(...ys), Math.max(...ys));
  const sx = (x: number) => LEFT + ((x - x0) / (x1 - x0)) * (WIDTH - LEFT - 12);
  const sy = (y: number) => HEIGHT - BOTTOM - ((y - y0) / (y1 - y0)) * (HEIGHT - BOTTOM - TOP);
  const look = (event: PointerEvent) => {
    const box = (event.currentTarget as SVGElement).getBoundingClientRect();
    const at = [((event.clientX - box.x) / box.width) * WIDTH, ((event.clientY - box.y) / box.height) * HEIGHT];
    let best = Infinity;
    let found = null;
    for (const line of lines)
      for (const [x = 0, y = 0] of line.points) {
        const far = Math.hypot(sx(x) - (at[0] ?? 0), sy(y) - (at[1] ?? 0));
        if (far < best) [best, found] = [far, { line, x, y }];
      }
    setNear(best < 40 ? found : null);
  };
  return (
    <figure class="line-chart">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`${title}: ${lines.map(summary).join("; ")}`}
        onPointerMove={look}
        onPointerLeave={() => setNear(null)}
      >
        {ticks(y0, y1, 5, 0).map((y) => (
          <g key={`y${y}`}>
            <line x1={LEFT} x2={WIDTH - 12} y1={sy(y)} y2={sy(y)} class="grid" />
            <text x={LEFT - 6} y={sy(y) + 4} class="end">
              {short(y)}
            </text>
          </g>
        ))}
        {ticks(x0, x1, 6, xs.every(Number.isInteger) ? 1 : 0).map((x) => (
          <text key={`x${x}`} x={sx(x)} y={HEIGHT - 10} class="middle">
            {short(x)}
          </text>
        ))}
        {lines.map((line, k) => (
          <g key={k} class={`side${line.side} ${near && near.line !== line ? "dim" : ""}`}>
            <polyline points={line.points.map(([x = 0, y = 0]) => `${sx(x)},${sy(y)}`).join(" ")} />
            {line.points.length === 1 && (
              <circle cx={sx(line.points[0]?.[0] ?? 0)} cy={sy(line.points[0]?.[1] ?? 0)} r="3" />
            )}
          </g>
        ))}
        {near && <circle class={`side${near.line.side} near`} cx={sx(near.x)} cy={sy(near.y)} r="5" />}
      </svg>
      <figcaption class="small quiet number">
        {near ? `${near.line.name}: ${short(near.y)} at ${across} ${short(near.x)}` : `${title}, by ${across}`}
      </figcaption>
    </figure>
  );
}

function summary(line: Line): string {
  const last = line.points.at(-1);
  return `${line.name}, ${line.points.length} points, last ${short(last?.[1] ?? 0)} at ${short(last?.[0] ?? 0)}`;
}

function spread(low: number, high: number): [number, number] {
  return high > low ? [low, high] : [low - 0.5, high + 0.5];
}

function ticks(low: number, high: number, most: number, least: number): number[] {
  const rough = (high - low) / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(([1, 2, 5, 10].find((each) => each * power >= rough) ?? 10) * power, least);
  const found = [];
  for (let at = Math.ceil(low / step) * step; at <= high + step * 1e-9; at += step) found.push(at);
  return found;
}

export function short(n: number): string {
  const size = Math.abs(n);
  if (size >= 10_000) return `${Math.round(n / 100) / 10}k`;
  if (size >= 100 || Number.isInteger(n)) return String(Math.round(n));
  return String(Number(n.toPrecision(3)));
}
