/** Numbers in tables: estimates with intervals, rates in percent. */

import type { ValueWithInterval } from "../protocol";
import { formatMeasure } from "../format";

type Entry = ValueWithInterval | string | number | boolean | null;

export function Estimate({ value, kind }: { value: Entry; kind: string }) {
  if (value === null) return <span class="muted">–</span>;
  if (typeof value === "string" || typeof value === "boolean") return <>{String(value)}</>;
  if (typeof value === "number") return <span class="number">{formatMeasure(value, kind)}</span>;
  return (
    <span class="number estimate">
      <b>{formatMeasure(value.value, kind)}</b>{" "}
      <span class="muted small">
        [{formatMeasure(value.low, kind)}, {formatMeasure(value.high, kind)}]
      </span>
    </span>
  );
}

/** Only the value if the interval is empty: nothing random is in it, or the games do not determine it. */
export function withoutEmptyInterval(value: ValueWithInterval | null | undefined): ValueWithInterval | number | null {
  return value ? (value.low === value.high ? value.value : value) : null;
}
