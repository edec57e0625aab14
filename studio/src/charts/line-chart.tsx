/** Line chart for learning curves and speeds; two runs can be drawn over each other. */

import { useState } from "preact/hooks";
import { formatShort } from "../format";
import { axisSteps, linearScale, rangeOf } from "./scales";

export interface ChartLine {
  name: string;
  /** 0 or 1: the run it belongs to. The second run has another colour and dashes. */
  side: number;
  points: number[][];
}

const WIDTH = 640;
const HEIGHT = 240;
const LEFT = 56;
const RIGHT = 12;
const BOTTOM = 28;
const TOP = 10;

export function LineChart({ title, xLabel, lines }: { title: string; xLabel: string; lines: ChartLine[] }) {
  const [nearest, setNearest] = useState<{ line: ChartLine; x: number; y: number } | null>(null);
  const points = lines.flatMap((line) => line.points);
  if (!points.length) return null;
  const xs = points.map((point) => point[0] ?? 0);
  const ys = points.map((point) => point[1] ?? 0);
  const xRange = rangeOf(xs);
  const yRange = rangeOf(ys);
  const sx = linearScale(xRange, [LEFT, WIDTH - RIGHT]);
  const sy = linearScale(yRange, [HEIGHT - BOTTOM, TOP]);
  const findNearest = (event: PointerEvent) => {
    const box = (event.currentTarget as SVGElement).getBoundingClientRect();
    const pointer = [((event.clientX - box.x) / box.width) * WIDTH, ((event.clientY - box.y) / box.height) * HEIGHT];
    let bestDistance = Infinity;
    let candidate = null;
    for (const line of lines)
      for (const [x = 0, y = 0] of line.points) {
        const distance = Math.hypot(sx(x) - (pointer[0] ?? 0), sy(y) - (pointer[1] ?? 0));
        if (distance < bestDistance) [bestDistance, candidate] = [distance, { line, x, y }];
      }
    setNearest(bestDistance < 40 ? candidate : null);
  };
  return (
    <figure class="line-chart">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`${title}: ${lines.map(summary).join("; ")}`}
        onPointerMove={findNearest}
        onPointerLeave={() => setNearest(null)}
      >
        {axisSteps(yRange, 5).map((y) => (
          <g key={`y${y}`}>
            <line x1={LEFT} x2={WIDTH - RIGHT} y1={sy(y)} y2={sy(y)} class="grid" />
            <text x={LEFT - 6} y={sy(y) + 4} class="end">
              {formatShort(y)}
            </text>
          </g>
        ))}
        {axisSteps(xRange, 6, xs.every(Number.isInteger) ? 1 : 0).map((x) => (
          <text key={`x${x}`} x={sx(x)} y={HEIGHT - 10} class="middle">
            {formatShort(x)}
          </text>
        ))}
        {lines.map((line, k) => (
          <g key={k} class={`side${line.side} ${nearest && nearest.line !== line ? "dim" : ""}`}>
            <polyline points={line.points.map(([x = 0, y = 0]) => `${sx(x)},${sy(y)}`).join(" ")} />
            {line.points.length === 1 && (
              <circle cx={sx(line.points[0]?.[0] ?? 0)} cy={sy(line.points[0]?.[1] ?? 0)} r="3" />
            )}
          </g>
        ))}
        {nearest && <circle class={`side${nearest.line.side} near`} cx={sx(nearest.x)} cy={sy(nearest.y)} r="5" />}
      </svg>
      <figcaption class="small muted number">
        {nearest
          ? `${nearest.line.name}: ${formatShort(nearest.y)} at ${xLabel} ${formatShort(nearest.x)}`
          : `${title}, by ${xLabel}`}
      </figcaption>
    </figure>
  );
}

function summary(line: ChartLine): string {
  const last = line.points.at(-1);
  return `${line.name}, ${line.points.length} points, last ${formatShort(last?.[1] ?? 0)} at ${formatShort(last?.[0] ?? 0)}`;
}
