/** Numbers in tables: estimates with intervals, rates in percent. */

import type { ValueWithInterval } from "../protocol";

type Entry = ValueWithInterval | string | number | boolean | null;

export function Estimate({ value, kind }: { value: Entry; kind: string }) {
  if (value === null) return <span class="muted">–</span>;
  if (typeof value === "string" || typeof value === "boolean") return <>{String(value)}</>;
  if (typeof value === "number") return <span class="number">{formatNumber(value, kind)}</span>;
  return (
    <span class="number estimate">
      <b>{formatNumber(value.value, kind)}</b>{" "}
      <span class="muted small">
        [{formatNumber(value.low, kind)}, {formatNumber(value.high, kind)}]
      </span>
    </span>
  );
}

export function formatNumber(n: number, kind: string): string {
  if (!Number.isFinite(n)) return "–";
  if (kind === "share") return `${toFixed(100 * n, 1)} %`;
  if (kind === "difference") return `${n > 0 ? "+" : ""}${toFixed(100 * n, 1)}`;
  if (kind === "count") return Math.round(n).toLocaleString("en");
  if (kind === "change") return `${n > 0 ? "+" : ""}${toFixed(n, 3)}`;
  const size = Math.abs(n);
  return toFixed(n, size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3);
}

function toFixed(n: number, digits: number): string {
  return n.toFixed(digits).replace("-", "−");
}
