/** Chance to win over a game as a curve with its interval; a click goes to a position. */

import type { EvaluationCurve } from "../protocol";
import { formatPercent } from "../format";
import { linearScale } from "./scales";

const WIDTH = 270;
const HEIGHT = 96;
const EDGE = 5;

interface Props {
  curve: EvaluationCurve;
  name: string;
  ply: number;
  go: (ply: number) => void;
}

export function EvaluationChart({ curve, name, ply, go }: Props) {
  const { points, swings } = curve;
  const last = points.at(-1)?.ply ?? 1;
  const x = linearScale([0, last], [EDGE, WIDTH - EDGE]);
  const y = linearScale([0, 1], [HEIGHT - EDGE, EDGE]);
  const line = points.map((point) => `${x(point.ply)},${y(point.value)}`).join(" ");
  const band = [
    ...points.map((point) => `${x(point.ply)},${y(point.high)}`),
    ...points.toReversed().map((point) => `${x(point.ply)},${y(point.low)}`),
  ].join(" ");
  const select = (event: MouseEvent) => {
    const box = (event.currentTarget as SVGElement).getBoundingClientRect();
    const wanted = ((event.clientX - box.x) / box.width) * WIDTH;
    go(
      points.reduce(
        (best, point) => (Math.abs(x(point.ply) - wanted) < Math.abs(x(best) - wanted) ? point.ply : best),
        0,
      ),
    );
  };
  const [first, final] = [points[0]?.value ?? 0, points.at(-1)?.value ?? 0];
  return (
    <svg
      class="evaluation-chart"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`${chanceTitle(name)}: ${formatPercent(first, 0)} at the start, ${formatPercent(final, 0)} at the end`}
      onClick={select}
    >
      <line class="half" x1={EDGE} x2={WIDTH - EDGE} y1={y(0.5)} y2={y(0.5)} />
      <polygon class="band" points={band} />
      <polyline class={`curve seat${curve.seat}`} points={line} />
      {swings.map(({ start, end }) => {
        const point = points.find((other) => other.ply === end);
        return point && <circle key={start} class="swing" cx={x(end)} cy={y(point.value)} r="4" />;
      })}
      <line class="here" x1={x(Math.min(ply, last))} x2={x(Math.min(ply, last))} y1="0" y2={HEIGHT} />
    </svg>
  );
}

/** What the curve shows: whose chance to win. */
export const chanceTitle = (name: string): string =>
  name === "you" ? "Your chance to win" : `Chance of ${name} to win`;
