/** Curve of a search: a value by generation, without labels. */

import { formatFixed } from "../format";
import { linearScale, Polyline, rangeOf } from "./scales";

const WIDTH = 300;
const HEIGHT = 80;
const TOP = 8;
const EDGE = 6;

export function SearchCurve({ values }: { values: number[] }) {
  const x = linearScale(rangeOf(values.map((_, k) => k)), [0, WIDTH]);
  const y = linearScale([0, Math.max(...values, 0.01)], [HEIGHT, TOP]);
  return (
    <svg
      class="search-curve"
      viewBox={`${-EDGE} 0 ${WIDTH + 2 * EDGE} ${HEIGHT + TOP}`}
      role="img"
      aria-label={`By generation: ${values.map((value) => formatFixed(value, 2)).join(", ")}`}
    >
      <path class="axis" d={`M0 ${HEIGHT}H${WIDTH}`} />
      <Polyline values={values} x={x} y={y} />
      <circle cx={x(values.length - 1)} cy={y(values.at(-1) ?? 0)} r="3.5" />
    </svg>
  );
}
