/** Charts by encounter: win rate and power with the flow zone; the tree before the edit as a dashed line. */

import type { ComponentChildren } from "preact";
import type { EncounterFights, PowerDistribution, PowerZone } from "../protocol";
import { formatFixed, formatPercent } from "../format";
import { linearScale, Polyline, type Scale } from "./scales";

const WIDTH = 520;
const HEIGHT = 270;
const LEFT = 46;
const RIGHT = 14;
const TOP = 16;
const BOTTOM = 40;

const xScale =
  (count: number): Scale =>
  (k) =>
    LEFT + ((WIDTH - LEFT - RIGHT) / Math.max(count, 1)) * (k + 0.5);
const yScale = (top: number): Scale => {
  const scale = linearScale([0, top], [HEIGHT - BOTTOM, TOP]);
  return (value) => scale(Math.min(Math.max(value, 0), top));
};

/** Win rate in each encounter. */
export function WinCurve(props: {
  after: EncounterFights[];
  before: EncounterFights[] | null;
  zone: [number, number];
}) {
  const { after, before, zone } = props;
  const x = xScale(after.length);
  const y = yScale(1);
  const descriptions = after.map(
    (stage, k) => `encounter ${k + 1}: ${percent(stage.wins?.value ?? 0)}, ${stage.verdict}`,
  );
  return (
    <Chart
      title="Encounters won"
      description={descriptions.join("; ")}
      count={after.length}
      top={1}
      step={0.2}
      label={percent}
    >
      <FlowZone low={after.map(() => zone[0])} high={after.map(() => zone[1])} x={x} y={y} />
      {before && <Polyline class="ghost" values={before.map((stage) => stage.wins?.value ?? 0)} x={x} y={y} />}
      <Polyline class="curve" values={after.map((stage) => stage.wins?.value ?? 0)} x={x} y={y} />
      {after.map(
        (stage, k) =>
          stage.wins && (
            <g key={k}>
              <title>
                {`Encounter ${k + 1}: ${percent(stage.wins.value)} [${percent(stage.wins.low)}, ${percent(stage.wins.high)}], ${stage.verdict}`}
              </title>
              <line class="interval" x1={x(k)} x2={x(k)} y1={y(stage.wins.low)} y2={y(stage.wins.high)} />
              <circle class="dot-point" cx={x(k)} cy={y(stage.wins.value)} r={4} />
            </g>
          ),
      )}
    </Chart>
  );
}

/** A small win chart without labels, for the summary bar. */
export function MiniCurve(props: {
  after: EncounterFights[];
  before: EncounterFights[] | null;
  zone: [number, number];
}) {
  const { after, before, zone } = props;
  const x: Scale = (k) => 6 + (148 / Math.max(after.length - 1, 1)) * k;
  const y: Scale = (value) => 40 - 36 * value;
  const values = (stages: EncounterFights[]) => stages.map((stage) => stage.wins?.value ?? 0);
  return (
    <svg class="chart mini" viewBox="0 0 160 44" aria-hidden="true">
      <rect class="zone" x={0} width={160} y={y(zone[1])} height={y(zone[0]) - y(zone[1])} />
      {before && <Polyline class="ghost" values={values(before)} x={x} y={y} />}
      <Polyline class="curve" values={values(after)} x={x} y={y} />
    </svg>
  );
}

/** Power that the tree gives by each encounter, and the power needed. */
export function PowerCurve(props: {
  after: PowerDistribution[];
  before: PowerDistribution[] | null;
  bands: PowerZone[];
}) {
  const { after, before, bands } = props;
  const edges = bands.flatMap((band) => [band.low ?? 0, band.high ?? 0]);
  const top =
    1.08 * Math.max(1, ...edges, ...after.map((power) => power.most), ...(before ?? []).map((power) => power.most));
  const x = xScale(after.length);
  const y = yScale(top);
  const descriptions = after.map((power, k) => `encounter ${k + 1}: ${formatFixed(power.middle, 1)}`);
  const step = [0.5, 1, 2, 5, 10, 20, 50, 100].find((size) => top / size <= 6) ?? 200;
  return (
    <Chart
      title="Power"
      description={descriptions.join("; ")}
      count={after.length}
      top={top}
      step={step}
      label={(n) => `${n}`}
    >
      <FlowZone low={bands.map((band) => band.low ?? top)} high={bands.map((band) => band.high ?? top)} x={x} y={y} />
      {before && <Polyline class="ghost" values={before.map((power) => power.middle)} x={x} y={y} />}
      {after.map((power, k) => (
        <g key={k}>
          <title>
            {`By encounter ${k + 1} the tree gives ${formatFixed(power.middle, 1)}; a tenth has less than ${formatFixed(power.low, 1)}, a tenth more than ${formatFixed(power.high, 1)}; at most ${formatFixed(power.most, 1)}`}
          </title>
          <rect
            class="deciles"
            x={x(k) - 8}
            width={16}
            y={y(power.high)}
            height={Math.max(y(power.low) - y(power.high), 1)}
          />
          <line class="interval" x1={x(k) - 6} x2={x(k) + 6} y1={y(power.most)} y2={y(power.most)} />
        </g>
      ))}
      <Polyline class="curve" values={after.map((power) => power.middle)} x={x} y={y} />
      {after.map((power, k) => (
        <circle key={k} class="dot-point" cx={x(k)} cy={y(power.middle)} r={4} />
      ))}
    </Chart>
  );
}

function Chart(props: {
  title: string;
  description: string;
  count: number;
  top: number;
  step: number;
  label: (value: number) => string;
  children: ComponentChildren;
}) {
  const y = yScale(props.top);
  const x = xScale(props.count);
  const steps = Array.from({ length: Math.floor(props.top / props.step + 1e-9) + 1 }, (_, k) => k * props.step);
  return (
    <svg
      class="chart"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`${props.title}: ${props.description}`}
    >
      {steps.map((value) => (
        <g key={value}>
          <line class="grid-line" x1={LEFT} x2={WIDTH - RIGHT} y1={y(value)} y2={y(value)} />
          <text class="axis" x={LEFT - 6} y={y(value) + 4} text-anchor="end">
            {props.label(Math.round(value * 100) / 100)}
          </text>
        </g>
      ))}
      {Array.from({ length: props.count }, (_, k) => (
        <text key={k} class="axis" x={x(k)} y={HEIGHT - BOTTOM + 17} text-anchor="middle">
          {k + 1}
        </text>
      ))}
      <text class="axis" x={(LEFT + WIDTH - RIGHT) / 2} y={HEIGHT - 6} text-anchor="middle">
        encounter
      </text>
      {props.children}
    </svg>
  );
}

function FlowZone({ low, high, x, y }: { low: number[]; high: number[]; x: Scale; y: Scale }) {
  const ends = low.map((_, k) => (k === 0 ? LEFT : k === low.length - 1 ? WIDTH - RIGHT : x(k)));
  const upper = high.map((value, k) => `${ends[k]},${y(value)}`);
  const lower = low.map((value, k) => `${ends[k]},${y(value)}`).reverse();
  return (
    <polygon class="zone" points={[...upper, ...lower].join(" ")}>
      <title>the flow zone: below it encounters are too hard, above it too easy</title>
    </polygon>
  );
}

const percent = (share: number): string => formatPercent(share, 1);
