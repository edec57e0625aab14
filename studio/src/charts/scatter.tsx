/** Scatter plot of the trees of a search by two goals, with their Pareto line. */

import type { FrontMember } from "../protocol";
import { formatRounded } from "../format";
import { axisSteps, linearScale, rangeOf, type Scale } from "./scales";

const WIDTH = 560;
const HEIGHT = 400;
const LEFT = 58;
const RIGHT = 20;
const TOP = 18;
const BOTTOM = 52;
const MARGIN = 0.06; // around the points, as a fraction of the range

export interface Goal {
  key: string;
  /** Name for people. */
  name: string;
  of: (member: FrontMember) => number;
}

interface Props {
  members: FrontMember[];
  x: Goal;
  y: Goal;
  selectedIndex: number;
  onSelect: (k: number) => void;
}

export function Scatter({ members, x, y, selectedIndex, onSelect }: Props) {
  const horizontal = scale(members.map(x.of), LEFT, WIDTH - RIGHT);
  const vertical = scale(members.map(y.of), HEIGHT - BOTTOM, TOP);
  const front = paretoIndices(members, x, y);
  const stairs = front.map((k, j) => {
    const [px, py] = [horizontal.at(x.of(members[k] as FrontMember)), vertical.at(y.of(members[k] as FrontMember))];
    const last = front[j - 1];
    return j === 0 || last === undefined ? `M${px} ${py}` : `V${py}H${px}`;
  });
  const leftToRight = members
    .map((_, k) => k)
    .sort((a, b) => x.of(members[a] as FrontMember) - x.of(members[b] as FrontMember));
  const drawOrder = members.map((_, k) => k).sort((a, b) => Number(a === selectedIndex) - Number(b === selectedIndex));
  return (
    <svg
      class="chart scatter"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="group"
      aria-label={`Trees by ${x.name} and ${y.name}; arrows go from one to the next`}
    >
      {horizontal.steps.map((value) => (
        <g key={`x${value}`}>
          <line class="grid-line" x1={horizontal.at(value)} x2={horizontal.at(value)} y1={TOP} y2={HEIGHT - BOTTOM} />
          <text class="axis" x={horizontal.at(value)} y={HEIGHT - BOTTOM + 17} text-anchor="middle">
            {value}
          </text>
        </g>
      ))}
      {vertical.steps.map((value) => (
        <g key={`y${value}`}>
          <line class="grid-line" x1={LEFT} x2={WIDTH - RIGHT} y1={vertical.at(value)} y2={vertical.at(value)} />
          <text class="axis" x={LEFT - 6} y={vertical.at(value) + 4} text-anchor="end">
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
      {front.length > 1 && <path class="pareto-line" d={stairs.join("")} fill="none" />}
      {drawOrder.map((k) => {
        const member = members[k] as FrontMember;
        const description = `${memberTitle(member, k)}: ${x.name} ${formatRounded(x.of(member), 3)}, ${y.name} ${formatRounded(y.of(member), 3)}`;
        return (
          <g
            key={k}
            class={`tree-point${member.made ? " made" : member.front ? " front" : ""}${k === selectedIndex ? " chosen" : ""}`}
            transform={`translate(${horizontal.at(x.of(member))} ${vertical.at(y.of(member))})`}
            role="button"
            data-point={k}
            tabindex={k === Math.max(selectedIndex, 0) ? 0 : -1}
            aria-pressed={k === selectedIndex}
            aria-label={description}
            onClick={() => onSelect(k)}
            onKeyDown={(event) => {
              const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
              const next = step
                ? leftToRight[leftToRight.indexOf(k) + step]
                : event.key === "Enter" || event.key === " "
                  ? k
                  : undefined;
              if (next === undefined) return;
              event.preventDefault();
              onSelect(next);
              event.currentTarget.parentElement?.querySelector<SVGGElement>(`[data-point="${next}"]`)?.focus();
            }}
          >
            <title>{description}</title>
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

export function memberTitle(member: FrontMember, k: number): string {
  return member.made ? "the final tree" : `tree ${k + 1}${member.front ? "" : ", not on the front"}`;
}

/** Indices of trees on the Pareto front of two goals, from left to right. */
export function paretoIndices(members: FrontMember[], x: Goal, y: Goal): number[] {
  const points = members.map((member, k) => ({ k, x: x.of(member), y: y.of(member) }));
  return points
    .filter(
      (point) =>
        !points.some((other) => other.x >= point.x && other.y >= point.y && (other.x > point.x || other.y > point.y)),
    )
    .sort((a, b) => a.x - b.x || b.y - a.y)
    .map((point) => point.k);
}

function scale(values: number[], from: number, to: number): { at: Scale; steps: number[] } {
  const range = rangeOf(values, MARGIN);
  const exact = linearScale(range, [from, to]);
  return { at: (value) => Math.round(exact(value) * 10) / 10, steps: axisSteps(range, 6) };
}
