/** Chance to win over a game as a curve with its interval; a click goes to a position. */

import type { EvaluationCurve } from "../protocol";
import { formatPercent } from "../format";
import { axisSteps, linearScale } from "./scales";

const WIDTH = 270;
const HEIGHT = 136;
const LEFT = 46;
const RIGHT = 8;
const TOP = 8;
const BOTTOM = 32;
const VALUES = [0, 0.5, 1]; // with a mark at the axis
const FLAT = 0.05; // a smaller change of the chance is hardly one

interface Props {
  curve: EvaluationCurve;
  name: string;
  ply: number;
  go: (ply: number) => void;
}

export function EvaluationChart({ curve, name, ply, go }: Props) {
  const { points, swings } = curve;
  const last = points.at(-1)?.ply ?? 1;
  const x = linearScale([0, last], [LEFT, WIDTH - RIGHT]);
  const y = linearScale([0, 1], [HEIGHT - BOTTOM, TOP]);
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
      <g class="axes" aria-hidden="true">
        {VALUES.map((value) => (
          <g key={value}>
            <line class={value === 0.5 ? "half" : "limit"} x1={LEFT} x2={WIDTH - RIGHT} y1={y(value)} y2={y(value)} />
            <text x={LEFT - 4} y={y(value) + 4} text-anchor="end">
              {formatPercent(value, 0)}
            </text>
          </g>
        ))}
        {axisSteps([0, last], 4, 1).map((move) => (
          <text key={move} x={x(move)} y={HEIGHT - BOTTOM + 13} text-anchor="middle">
            {move}
          </text>
        ))}
        <text class="axis-title" x={(LEFT + WIDTH - RIGHT) / 2} y={HEIGHT - 5} text-anchor="middle">
          move
        </text>
        <text class="axis-title" transform={`translate(10 ${y(0.5)}) rotate(-90)`} text-anchor="middle">
          chance to win
        </text>
      </g>
      <polygon class="band" points={band} />
      <polyline class={`curve seat${curve.seat}`} points={line} />
      {swings.map(({ start, end }) => {
        const point = points.find((other) => other.ply === end);
        return point && <circle key={start} class="swing" cx={x(end)} cy={y(point.value)} r="4" />;
      })}
      <line class="here" x1={x(Math.min(ply, last))} x2={x(Math.min(ply, last))} y1={TOP} y2={HEIGHT - BOTTOM} />
    </svg>
  );
}

/** What the curve shows: whose chance to win. */
export const chanceTitle = (name: string): string =>
  name === "you" ? "Your chance to win" : `Chance of ${name} to win`;

/** A sentence about a curve that is flat at its beginning or to its end; empty for another one. */
export function describeFlat({ bot, points }: Pick<EvaluationCurve, "bot" | "points">): string {
  const played = points.slice(0, -1); // without the result
  const first = played[0]?.value ?? 0;
  const end = played.findIndex(({ value }) => Math.abs(value - first) > FLAT);
  if (played.length < 2 || (end >= 0 && end <= played.length / 2)) return "";
  if (end > 0)
    return `The evaluation hardly changed until move ${played[end - 1]?.ply}: about ${formatPercent(first, 0)}.`;
  if (first <= FLAT || first >= 1 - FLAT)
    return `${bot} ${first <= FLAT ? "hardly ever" : "nearly always"} wins when it plays on, from any position of this game: its evaluation cannot tell which moves were good.`;
  return `The evaluation hardly changed before the end of the game: about ${formatPercent(first, 0)}. Either no move mattered much, or ${bot} does not play well enough to tell.`;
}
