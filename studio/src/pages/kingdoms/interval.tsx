/** A number with its interval as a bar: the band is the interval, the stroke the value. */

import type { Told, Value } from "../../protocol";
import { say } from "../estimate";

interface Props {
  value: Told["value"];
  kind: string;
  from: number;
  to: number;
  /** The same of another kingdom, to compare. */
  before?: Told["value"];
}

const WIDE = 160;
const HIGH = 16;

export function intervalOf(value: Told["value"] | undefined): Value | null {
  if (value === null || value === undefined) return null;
  return typeof value === "number" ? { value, low: value, high: value } : value;
}

export function Interval({ value, kind, from, to, before }: Props) {
  const now = intervalOf(value);
  const then = intervalOf(before);
  const x = (n: number) => (WIDE * Math.min(Math.max(n - from, 0), to - from)) / (to - from);
  const words = now ? `${say(now.value, kind)}, between ${say(now.low, kind)} and ${say(now.high, kind)}` : "no value";
  return (
    <svg class="interval" viewBox={`0 0 ${WIDE} ${HIGH}`} role="img" aria-label={words} preserveAspectRatio="none">
      <rect class="track" x="0" y="6" width={WIDE} height="4" rx="2" />
      {from < 0 && <path class="zero" d={`M${x(0)} 0V${HIGH}`} />}
      {then && <Band className="band before" x={x} value={then} />}
      {now && <Band className="band" x={x} value={now} />}
    </svg>
  );
}

function Band({ className, x, value }: { className: string; x: (n: number) => number; value: Value }) {
  return (
    <g class={className}>
      <rect x={x(value.low)} y="3" width={Math.max(1.5, x(value.high) - x(value.low))} height="10" rx="2" />
      <path d={`M${x(value.value)} 1V15`} />
    </g>
  );
}
