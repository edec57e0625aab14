/** The tree as SVG, like the game's own picture: one column per depth, one box per node, coloured by win rate. */

import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { useScrollFade } from "../../components/scroll-fade";
import type { DrawnNodePosition, NodeFights, TargetInfo } from "../../protocol";
import type { Node, Tree } from "./tree";
import { findNode } from "./tree";
import { formatPercent } from "../../format";

export const NODE_WIDTH = 190;
export const NODE_HEIGHT = 62;
const COLUMN_STEP = NODE_WIDTH + 46;
const ROW_STEP = NODE_HEIGHT + 14;
const MARGIN = 16;
const START = 34; // px from the root to the first column
const TEXT_X = 47; // left edge of the text in a box

export interface TreeLayout {
  width: number;
  height: number;
  root: [number, number];
  corner: (id: number) => [number, number];
}

export function layoutTree(spots: Map<number, DrawnNodePosition>): TreeLayout {
  const all = [...spots.values()];
  const columns = Math.max(0, ...all.map((spot) => spot.column)) + 1;
  const rows = Math.max(0, ...all.map((spot) => spot.row)) + 1;
  return {
    width: 2 * MARGIN + START + columns * COLUMN_STEP - (COLUMN_STEP - NODE_WIDTH) + 14,
    height: 2 * MARGIN + rows * ROW_STEP - (ROW_STEP - NODE_HEIGHT),
    root: [MARGIN + 6, MARGIN + (rows * ROW_STEP - (ROW_STEP - NODE_HEIGHT)) / 2],
    corner: (id) => {
      const spot = spots.get(id) ?? { column: 0, row: 0 };
      return [MARGIN + START + spot.column * COLUMN_STEP, MARGIN + spot.row * ROW_STEP];
    },
  };
}

/** SVG path of an edge, from a node or from the root. */
export function edgePath(layout: TreeLayout, parent: number | null, child: number): string {
  const [left, top] = layout.corner(child);
  const [x, y] = parent === null ? layout.root : outputPoint(layout, parent);
  const end = top + NODE_HEIGHT / 2;
  const bend = Math.min(Math.max((left - x) / 2, 20), 60);
  return `M${x} ${y}C${x + bend} ${y} ${left - bend} ${end} ${left} ${end}`;
}

export function outputPoint(layout: TreeLayout, id: number): [number, number] {
  const [left, top] = layout.corner(id);
  return [left + NODE_WIDTH, top + NODE_HEIGHT / 2];
}

interface NodeBoxProps {
  node: Node;
  previous: Node | undefined; // the node in the compared version
  compared: boolean;
  target: TargetInfo | undefined;
  heat: NodeFights | undefined;
  fill: string | undefined;
  faulty: boolean;
  far?: boolean; // drawn so small that only the name can be read
}

/** Content of a node's box; the caller places it and handles events. */
export function NodeBox({ node, previous, compared, target, heat, fill, faulty, far = false }: NodeBoxProps) {
  const wrong = faulty || !!heat?.note;
  const changed =
    compared &&
    (!previous || previous.value !== node.value || previous.target !== node.target || previous.price !== node.price);
  return (
    <>
      <rect
        class={`node-box${wrong ? " wrong" : ""}`}
        width={NODE_WIDTH}
        height={NODE_HEIGHT}
        rx={8}
        style={fill ? { fill } : undefined}
      />
      <circle
        class="node-badge"
        cx={24}
        cy={NODE_HEIGHT / 2}
        r={12 + 5 * Math.sqrt(Math.min(node.value, 10) / 10)}
        fill={target?.colour ?? "#999"}
      />
      <text class="node-number" x={24} y={NODE_HEIGHT / 2 + 4.5} text-anchor="middle">
        {`+${node.value} `}
      </text>
      <svg x={TEXT_X} width={NODE_WIDTH - TEXT_X - 8} height={NODE_HEIGHT}>
        <text class="node-title" y={far ? 36 : 19}>
          {`${node.name} `}
        </text>
        {!far && (
          <text class="node-line" y={34}>
            {`${describeEffect(node)} `}
          </text>
        )}
        {heat && !far && (
          <text class={`node-line${heat.note ? " wrong" : ""}`} y={48}>
            {heat.note || describeRates(heat)}
          </text>
        )}
      </svg>
      {heat && heat.picked !== null && (
        <>
          <rect
            class="node-bar empty"
            x={TEXT_X}
            y={NODE_HEIGHT - 8}
            width={NODE_WIDTH - TEXT_X - 11}
            height={3.5}
            rx={1.7}
          />
          <rect
            class="node-bar"
            x={TEXT_X}
            y={NODE_HEIGHT - 8}
            width={(NODE_WIDTH - TEXT_X - 11) * heat.picked}
            height={3.5}
            rx={1.7}
          />
        </>
      )}
      {changed && <circle class="node-changed" cx={NODE_WIDTH - 6} cy={6} r={5} />}
    </>
  );
}

/** A tree that cannot be edited. */
export function TreeDrawing(props: {
  tree: Tree;
  spots: Map<number, DrawnNodePosition>;
  targets: TargetInfo[];
  heat: Map<number, NodeFights>;
  title: string;
}) {
  const { tree, spots, targets, heat, title } = props;
  const frame = useRef<HTMLDivElement>(null);
  useScrollFade(frame);
  const layout = layoutTree(spots);
  const colours = heatColours(heat);
  return (
    <div class="tree-drawing" ref={frame} tabIndex={0} role="group" aria-label={title}>
      <svg
        class="whole"
        width={layout.width}
        height={layout.height}
        viewBox={`0 0 ${layout.width} ${layout.height}`}
        role="img"
        aria-label={`${title}: ${describeTree(tree)}`}
      >
        <Edges tree={tree} layout={layout} />
        {tree.nodes.map((node) => (
          <g key={node.id} transform={`translate(${layout.corner(node.id).join(" ")})`}>
            <NodeBox
              node={node}
              previous={undefined}
              compared={false}
              target={targets.find((target) => target.name === node.target)}
              heat={heat.get(node.id)}
              fill={colours.get(node.id)}
              faulty={false}
            />
          </g>
        ))}
      </svg>
    </div>
  );
}

export function Edges({ tree, layout, children }: { tree: Tree; layout: TreeLayout; children?: ComponentChildren }) {
  return (
    <g class="edges" fill="none">
      {tree.nodes.flatMap((node) =>
        (node.parents.length ? node.parents : [null]).map((parent) => (
          <path key={`${parent}-${node.id}`} d={edgePath(layout, parent, node.id)} />
        )),
      )}
      {children}
      <circle class="node-root" cx={layout.root[0]} cy={layout.root[1]} r={6} />
    </g>
  );
}

/** Colours of nodes, from the lowest win rate to the highest. */
export function heatColours(heat: Map<number, NodeFights>): Map<number, string> {
  const wins = [...heat].flatMap(([id, result]) => (result.wins ? [[id, result.wins.value] as const] : []));
  const low = Math.min(...wins.map(([, value]) => value));
  const high = Math.max(...wins.map(([, value]) => value));
  return new Map(
    wins.map(([id, value]) => [id, high > low ? heatColour((value - low) / (high - low)) : "var(--heat-even)"]),
  );
}

export function heatColour(position: number): string {
  const end = position < 0.5 ? "var(--heat-poor)" : "var(--heat-rich)";
  return `color-mix(in srgb, ${end} ${Math.round(Math.abs(position - 0.5) * 200)}%, var(--heat-even))`;
}

export function describeRates(heat: NodeFights): string {
  const picked = heat.picked === null ? "" : `picked ${formatPercent(heat.picked, 0)}`;
  const won = heat.wins ? `won ${formatPercent(heat.wins.value, 0)}` : "";
  return [picked, won].filter(Boolean).join(", ");
}

/** The tree as text. */
export function describeTree(tree: Tree): string {
  return tree.nodes.map((node) => describeNode(tree, node)).join("; ") || "no node";
}

export function describeNode(tree: Tree, node: Node): string {
  const price = node.price === 1 ? "" : `, ${node.price} points`;
  return `${node.name}: +${node.value} to ${node.target} cards${price}, ${describePlace(tree, node)}`;
}

function describeEffect(node: Node): string {
  return node.price === 1 ? node.target : `${node.target}, ${node.price} p.`;
}

/** Position of a node in the tree as text, for screen readers. */
export function describePlace(tree: Tree, node: Node): string {
  const after = node.parents.map((id) => findNode(tree, id)?.name).join(" or ");
  return after ? `after ${after}` : "from the beginning";
}
