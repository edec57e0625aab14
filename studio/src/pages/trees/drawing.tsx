/** The tree as SVG, as the game's own picture has it: a column for each step, a box a node, heat in the boxes. */

import type { ComponentChildren } from "preact";
import type { NodeFought, NodeSpot, TargetInfo } from "../../protocol";
import type { Node, Tree } from "./draft";
import { find } from "./draft";

export const WIDE = 190;
export const TALL = 62;
const ACROSS = WIDE + 46;
const DOWN = TALL + 14;
const MARGIN = 16;
const START = 34; // from the root to the first column
const TEXT = 47; // where the words of a box begin

export interface Sheet {
  width: number;
  height: number;
  root: [number, number];
  corner: (id: number) => [number, number];
}

export function sheetOf(spots: Map<number, NodeSpot>): Sheet {
  const all = [...spots.values()];
  const columns = Math.max(0, ...all.map((spot) => spot.column)) + 1;
  const rows = Math.max(0, ...all.map((spot) => spot.row)) + 1;
  return {
    width: 2 * MARGIN + START + columns * ACROSS - (ACROSS - WIDE) + 14,
    height: 2 * MARGIN + rows * DOWN - (DOWN - TALL),
    root: [MARGIN + 6, MARGIN + (rows * DOWN - (DOWN - TALL)) / 2],
    corner: (id) => {
      const spot = spots.get(id) ?? { column: 0, row: 0 };
      return [MARGIN + START + spot.column * ACROSS, MARGIN + spot.row * DOWN];
    },
  };
}

/** A line from the end of one box, or from the root, to another box. */
export function wayPath(sheet: Sheet, parent: number | null, child: number): string {
  const [left, top] = sheet.corner(child);
  const [x, y] = parent === null ? sheet.root : endOf(sheet, parent);
  const end = top + TALL / 2;
  const bend = Math.min(Math.max((left - x) / 2, 20), 60);
  return `M${x} ${y}C${x + bend} ${y} ${left - bend} ${end} ${left} ${end}`;
}

export function endOf(sheet: Sheet, id: number): [number, number] {
  const [left, top] = sheet.corner(id);
  return [left + WIDE, top + TALL / 2];
}

interface BoxProps {
  node: Node;
  was: Node | undefined; // in the version that this one is compared with
  compared: boolean;
  target: TargetInfo | undefined;
  heat: NodeFought | undefined;
  shade: string | undefined;
  faulty: boolean;
}

/** What a box shows; its place and what it does are the business of who draws it. */
export function Box({ node, was, compared, target, heat, shade, faulty }: BoxProps) {
  const wrong = faulty || !!heat?.note;
  const changed =
    compared && (!was || was.value !== node.value || was.target !== node.target || was.price !== node.price);
  return (
    <>
      <rect
        class={`node-box${wrong ? " wrong" : ""}`}
        width={WIDE}
        height={TALL}
        rx={8}
        style={shade ? { fill: shade } : undefined}
      />
      <circle
        class="node-badge"
        cx={24}
        cy={TALL / 2}
        r={12 + 5 * Math.sqrt(Math.min(node.value, 10) / 10)}
        fill={target?.colour ?? "#999"}
      />
      <text class="node-number" x={24} y={TALL / 2 + 4.5} text-anchor="middle">
        {`+${node.value} `}
      </text>
      <svg x={TEXT} width={WIDE - TEXT - 8} height={TALL}>
        <text class="node-title" y={19}>
          {`${node.name} `}
        </text>
        <text class="node-line" y={34}>
          {`${effect(node)} `}
        </text>
        {heat && (
          <text class={`node-line${heat.note ? " wrong" : ""}`} y={48}>
            {heat.note || rates(heat)}
          </text>
        )}
      </svg>
      {heat && heat.picked !== null && (
        <>
          <rect class="node-bar empty" x={TEXT} y={TALL - 8} width={WIDE - TEXT - 11} height={3.5} rx={1.7} />
          <rect class="node-bar" x={TEXT} y={TALL - 8} width={(WIDE - TEXT - 11) * heat.picked} height={3.5} rx={1.7} />
        </>
      )}
      {changed && <circle class="node-changed" cx={WIDE - 6} cy={6} r={5} />}
    </>
  );
}

/** A tree to look at; nothing in it can be changed. */
export function Drawing(props: {
  tree: Tree;
  spots: Map<number, NodeSpot>;
  targets: TargetInfo[];
  heat: Map<number, NodeFought>;
  title: string;
}) {
  const { tree, spots, targets, heat, title } = props;
  const sheet = sheetOf(spots);
  const shades = shadesOf(heat);
  return (
    <div class="tree-sheet" tabIndex={0} role="group" aria-label={title}>
      <svg
        class="whole"
        width={sheet.width}
        height={sheet.height}
        viewBox={`0 0 ${sheet.width} ${sheet.height}`}
        role="img"
        aria-label={`${title}: ${outline(tree)}`}
      >
        <Ways tree={tree} sheet={sheet} />
        {tree.nodes.map((node) => (
          <g key={node.id} transform={`translate(${sheet.corner(node.id).join(" ")})`}>
            <Box
              node={node}
              was={undefined}
              compared={false}
              target={targets.find((each) => each.name === node.target)}
              heat={heat.get(node.id)}
              shade={shades.get(node.id)}
              faulty={false}
            />
          </g>
        ))}
      </svg>
    </div>
  );
}

export function Ways({ tree, sheet, children }: { tree: Tree; sheet: Sheet; children?: ComponentChildren }) {
  return (
    <g class="ways" fill="none">
      {tree.nodes.flatMap((node) =>
        (node.parents.length ? node.parents : [null]).map((parent) => (
          <path key={`${parent}-${node.id}`} d={wayPath(sheet, parent, node.id)} />
        )),
      )}
      {children}
      <circle class="node-root" cx={sheet.root[0]} cy={sheet.root[1]} r={6} />
    </g>
  );
}

/** From the lowest share of wins to the highest. */
export function shadesOf(heat: Map<number, NodeFought>): Map<number, string> {
  const wins = [...heat].flatMap(([id, each]) => (each.wins ? [[id, each.wins.value] as const] : []));
  const low = Math.min(...wins.map(([, value]) => value));
  const high = Math.max(...wins.map(([, value]) => value));
  return new Map(
    wins.map(([id, value]) => [id, high > low ? shade((value - low) / (high - low)) : "var(--heat-even)"]),
  );
}

export function shade(at: number): string {
  const end = at < 0.5 ? "var(--heat-poor)" : "var(--heat-rich)";
  return `color-mix(in srgb, ${end} ${Math.round(Math.abs(at - 0.5) * 200)}%, var(--heat-even))`;
}

export function rates(heat: NodeFought): string {
  const picked = heat.picked === null ? "" : `picked ${percent(heat.picked)}`;
  const won = heat.wins ? `won ${percent(heat.wins.value)}` : "";
  return [picked, won].filter(Boolean).join(", ");
}

export const percent = (share: number): string => `${Math.round(100 * share)} %`;

/** The whole tree in words. */
export function outline(tree: Tree): string {
  return tree.nodes.map((node) => nodeWords(tree, node)).join("; ") || "no node";
}

export function nodeWords(tree: Tree, node: Node): string {
  const price = node.price === 1 ? "" : `, ${node.price} points`;
  return `${node.name}: +${node.value} to ${node.target} cards${price}, ${placeWords(tree, node)}`;
}

function effect(node: Node): string {
  return node.price === 1 ? node.target : `${node.target}, ${node.price} p.`;
}

/** What the place of a box tells, for who cannot see it. */
export function placeWords(tree: Tree, node: Node): string {
  const after = node.parents.map((id) => find(tree, id)?.name).join(" or ");
  return after ? `after ${after}` : "from the beginning";
}
