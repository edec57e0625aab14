/** The compromises of a search as points: two goals to choose, what beats all others in both on a line. */

import type { FrontMember } from "../../protocol";

const WIDTH = 560;
const HEIGHT = 400;
const LEFT = 58;
const RIGHT = 20;
const TOP = 18;
const BOTTOM = 52;
const ROOM = 0.06; // beyond the outermost points, of the range

export interface Goal {
  name: string;
  of: (member: FrontMember) => number;
}

interface Props {
  members: FrontMember[];
  x: Goal;
  y: Goal;
  chosen: number;
  choose: (k: number) => void;
}

export function Scatter({ members, x, y, chosen, choose }: Props) {
  const across = scale(members.map(x.of), LEFT, WIDTH - RIGHT);
  const up = scale(members.map(y.of), HEIGHT - BOTTOM, TOP);
  const best = unbeaten(members, x, y);
  const stairs = best.map((k, j) => {
    const [px, py] = [across.at(x.of(members[k] as FrontMember)), up.at(y.of(members[k] as FrontMember))];
    const last = best[j - 1];
    return j === 0 || last === undefined ? `M${px} ${py}` : `V${py}H${px}`;
  });
  const row = members
    .map((_, k) => k)
    .sort((a, b) => x.of(members[a] as FrontMember) - x.of(members[b] as FrontMember));
  const order = members.map((_, k) => k).sort((a, b) => Number(a === chosen) - Number(b === chosen));
  return (
    <svg
      class="chart scatter"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="group"
      aria-label={`Trees by ${x.name} and ${y.name}; arrows go from one to the next`}
    >
      {across.steps.map((value) => (
        <g key={`x${value}`}>
          <line class="grid-line" x1={across.at(value)} x2={across.at(value)} y1={TOP} y2={HEIGHT - BOTTOM} />
          <text class="axis" x={across.at(value)} y={HEIGHT - BOTTOM + 17} text-anchor="middle">
            {value}
          </text>
        </g>
      ))}
      {up.steps.map((value) => (
        <g key={`y${value}`}>
          <line class="grid-line" x1={LEFT} x2={WIDTH - RIGHT} y1={up.at(value)} y2={up.at(value)} />
          <text class="axis" x={LEFT - 6} y={up.at(value) + 4} text-anchor="end">
            {value}
          </text>
        </g>
      ))}
      <text class="axis" x={(LEFT + WIDTH - RIGHT) / 2} y={HEIGHT - 10} text-anchor="middle">
        {x.name}
      </text>
      <text class="axis" transform={`translate(13 ${(TOP + HEIGHT - BOTTOM) / 2}) rotate(-90)`} text-anchor="middle">
        {y.name}
      </text>
      {best.length > 1 && <path class="stairs" d={stairs.join("")} fill="none" />}
      {order.map((k) => {
        const member = members[k] as FrontMember;
        const told = `${titleOf(member, k)}: ${x.name} ${short(x.of(member))}, ${y.name} ${short(y.of(member))}`;
        return (
          <g
            key={k}
            class={`tree-point${member.made ? " made" : member.front ? " front" : ""}${k === chosen ? " chosen" : ""}`}
            transform={`translate(${across.at(x.of(member))} ${up.at(y.of(member))})`}
            role="button"
            data-point={k}
            tabindex={k === Math.max(chosen, 0) ? 0 : -1}
            aria-pressed={k === chosen}
            aria-label={told}
            onClick={() => choose(k)}
            onKeyDown={(event) => {
              const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
              const next = by ? row[row.indexOf(k) + by] : event.key === "Enter" || event.key === " " ? k : undefined;
              if (next === undefined) return;
              event.preventDefault();
              choose(next);
              event.currentTarget.parentElement?.querySelector<SVGGElement>(`[data-point="${next}"]`)?.focus();
            }}
          >
            <title>{told}</title>
            {member.made ? (
              <path d="M0-9 2.6-2.8 9-2.6 4 1.6 5.6 8 0 4.4-5.6 8-4 1.6-9-2.6-2.6-2.8z" />
            ) : (
              <circle r={6} />
            )}
          </g>
        );
      })}
    </svg>
  );
}

export function titleOf(member: FrontMember, k: number): string {
  return member.made ? "the tree that was made" : `tree ${k + 1}${member.front ? "" : ", not on the front"}`;
}

export const short = (n: number): string => String(Math.round(n * 1000) / 1000);

/** Those that no other beats in one of two goals without losing in the other, from left to right. */
export function unbeaten(members: FrontMember[], x: Goal, y: Goal): number[] {
  const all = members.map((member, k) => ({ k, x: x.of(member), y: y.of(member) }));
  return all
    .filter((one) => !all.some((two) => two.x >= one.x && two.y >= one.y && (two.x > one.x || two.y > one.y)))
    .sort((a, b) => a.x - b.x || b.y - a.y)
    .map((one) => one.k);
}

function scale(values: number[], from: number, to: number): { at: (value: number) => number; steps: number[] } {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const range = high - low || Math.abs(high) || 1;
  const [first, last] = [low - ROOM * range, high + ROOM * range];
  const step =
    [1, 2, 5, 10].map((n) => n * 10 ** Math.floor(Math.log10(range / 5))).find((n) => range / n <= 6) ?? range;
  const steps: number[] = [];
  for (let n = Math.ceil(first / step); n * step <= last; n += 1) steps.push(Math.round(n * step * 1e6) / 1e6);
  return { at: (value) => Math.round((from + ((value - first) / (last - first)) * (to - from)) * 10) / 10, steps };
}
