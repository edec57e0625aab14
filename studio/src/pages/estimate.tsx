/** Numbers of tables: estimates with their intervals, shares in percent. */

import type { Value } from "../protocol";

type Entry = Value | string | number | boolean | null;

export function Estimate({ value, kind }: { value: Entry; kind: string }) {
  if (value === null) return <span class="quiet">–</span>;
  if (typeof value === "string" || typeof value === "boolean") return <>{String(value)}</>;
  if (typeof value === "number") return <span class="number">{say(value, kind)}</span>;
  return (
    <span class="number estimate">
      <b>{say(value.value, kind)}</b>{" "}
      <span class="quiet small">
        [{say(value.low, kind)}, {say(value.high, kind)}]
      </span>
    </span>
  );
}

export function say(n: number, kind: string): string {
  if (!Number.isFinite(n)) return "–";
  if (kind === "share") return `${trim(100 * n, 1)} %`;
  if (kind === "difference") return `${n > 0 ? "+" : ""}${trim(100 * n, 1)}`;
  if (kind === "count") return Math.round(n).toLocaleString("en");
  if (kind === "change") return `${n > 0 ? "+" : ""}${trim(n, 3)}`;
  const size = Math.abs(n);
  return trim(n, size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3);
}

function trim(n: number, digits: number): string {
  return n.toFixed(digits).replace("-", "−");
}
