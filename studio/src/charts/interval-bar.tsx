/** A number with its interval as a bar: a band for the interval, a line for the value. */

import type { PartialResult, ValueWithInterval } from "../protocol";
import { formatMeasure } from "../format";

interface Props {
  value: PartialResult["value"];
  kind: string;
  from: number;
  to: number;
  /** The same measure of another kingdom, to compare. */
  before?: PartialResult["value"];
}

const WIDTH = 160;
const HEIGHT = 16;

export function toInterval(value: PartialResult["value"] | undefined): ValueWithInterval | null {
  if (value === null || value === undefined) return null;
  return typeof value === "number" ? { value, low: value, high: value } : value;
}

export function IntervalBar({ value, kind, from, to, before }: Props) {
  const current = toInterval(value);
  const previous = toInterval(before);
  const x = (n: number) => (WIDTH * Math.min(Math.max(n - from, 0), to - from)) / (to - from);
  const description = current
    ? `${formatMeasure(current.value, kind)}, between ${formatMeasure(current.low, kind)} and ${formatMeasure(current.high, kind)}`
    : "no value";
  return (
    <svg
      class="interval"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={description}
      preserveAspectRatio="none"
    >
      <rect class="track" x="0" y="6" width={WIDTH} height="4" rx="2" />
      {from < 0 && <path class="zero" d={`M${x(0)} 0V${HEIGHT}`} />}
      {previous && <Band className="band before" x={x} value={previous} />}
      {current && <Band className="band" x={x} value={current} />}
    </svg>
  );
}

function Band({ className, x, value }: { className: string; x: (n: number) => number; value: ValueWithInterval }) {
  return (
    <g class={className}>
      <rect x={x(value.low)} y="3" width={Math.max(1.5, x(value.high) - x(value.low))} height="10" rx="2" />
      <path d={`M${x(value.value)} 1V15`} />
    </g>
  );
}
