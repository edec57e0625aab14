/** Drawing of the tree that can be edited by mouse, touch and keyboard. */

import { useEffect, useRef, useState } from "preact/hooks";
import type { DrawnNodePosition, NodeFights, TargetInfo } from "../../protocol";
import { useKeys } from "../../keys";
import type { Tree } from "./tree";
import { addEdge, descendants, findNode, moveAmongSiblings, moveNodeAfter, removeEdge } from "./tree";
import {
  describeNode,
  describePlace,
  describeRates,
  edgePath,
  heatColours,
  layoutTree,
  NODE_HEIGHT,
  NODE_WIDTH,
  NodeBox,
  outputPoint,
} from "./drawing";
import { useScrollFade } from "../../components/scroll-fade";
import { tooltip } from "../../components/tooltip";
import { ARROWS, type Arrow, nearestNode } from "./keyboard";
import { useTreeView, ViewButtons } from "./view";

/** The selected node or edge. */
export type Selection = { node: number } | { from: number; to: number } | null;

interface Drag {
  kind: "move" | "link";
  id: number;
  from: [number, number];
  at: [number, number];
  moved: boolean; // false: it is still a click
}

interface CanvasProps {
  tree: Tree;
  before: Tree | null;
  spots: Map<number, DrawnNodePosition>;
  targets: TargetInfo[];
  heat: Map<number, NodeFights>;
  faulty: Set<number>;
  fault: string; // what is wrong with the faulty nodes
  file: string; // another file is another tree: the view fits it
  selection: Selection;
  select: (selection: Selection) => void;
  edit: (tree: Tree) => void;
  addAfter: (parent: number | null) => void;
  removeSelected: () => void;
}

const ROOT = 0; // drop target at the beginning of the tree
const DRAG_DISTANCE = 6; // px; a shorter move is a click

export function Canvas(props: CanvasProps) {
  const { tree, before, spots, targets, heat, faulty, fault, selection, select, edit, addAfter, removeSelected } =
    props;
  const [drag, setDrag] = useState<Drag | null>(null);
  const [linking, setLinking] = useState<number | null>(null); // by keyboard: the node at which a new edge starts
  const svg = useRef<SVGSVGElement>(null);
  const layout = layoutTree(spots);
  const view = useTreeView(layout, props.file);
  const { scale } = view;
  useScrollFade(view.frame);
  const colours = heatColours(heat);
  const selectedId = selection && "node" in selection ? selection.node : null;
  const tabStop = findNode(tree, selectedId)?.id ?? tree.nodes[0]?.id; // the node that Tab focuses
  useEffect(() => {
    if (linking !== null && !findNode(tree, linking)) setLinking(null);
  }, [tree, linking]);

  const pointerPosition = (event: PointerEvent): [number, number] => {
    const box = svg.current?.getBoundingClientRect();
    return [(event.clientX - (box?.left ?? 0)) / scale, (event.clientY - (box?.top ?? 0)) / scale];
  };
  const nodeAt = ([x, y]: [number, number]): number | null => {
    if (Math.hypot(x - layout.root[0], y - layout.root[1]) < 18) return ROOT;
    const hit = tree.nodes.find((node) => {
      const [left, top] = layout.corner(node.id);
      return x >= left && x <= left + NODE_WIDTH && y >= top && y <= top + NODE_HEIGHT;
    });
    return hit?.id ?? null;
  };
  const startDrag = (kind: Drag["kind"], id: number) => (event: PointerEvent) => {
    if (event.button) return;
    event.stopPropagation();
    select({ node: id });
    svg.current?.setPointerCapture(event.pointerId);
    const at = pointerPosition(event);
    setDrag({ kind, id, from: kind === "link" ? outputPoint(layout, id) : at, at, moved: false });
  };
  const endDrag = () => {
    if (drag?.moved) {
      const dropTarget = nodeAt(drag.at);
      if (drag.kind === "move") {
        if (dropTarget === ROOT) edit(moveNodeAfter(tree, drag.id, null));
        else if (dropTarget !== null && !descendants(tree, drag.id).has(dropTarget))
          edit(moveNodeAfter(tree, drag.id, dropTarget));
      } else if (dropTarget === null) addAfter(drag.id);
      else if (dropTarget !== ROOT && !descendants(tree, dropTarget).has(drag.id))
        edit(addEdge(tree, drag.id, dropTarget));
    }
    setDrag(null);
  };
  const goTo = (node: number, arrow: Arrow) => {
    const next = nearestNode(layout, tree, node, arrow);
    if (next === null) return;
    select({ node: next });
    svg.current?.querySelector<SVGGElement>(`[data-node="${next}"]`)?.focus();
  };
  const endLink = (node: number) => {
    if (linking !== null && linking !== node) edit(addEdge(tree, linking, node));
    setLinking(null);
  };
  const deselect = () => {
    setLinking(null);
    select(null);
  };
  const within = () => svg.current;
  const withNode = (act: (node: number, event: KeyboardEvent) => void) => (event: KeyboardEvent) => {
    if (selectedId !== null) act(selectedId, event);
  };
  useKeys([
    {
      keys: Object.keys(ARROWS),
      label: "In the drawing: go to the next node in this direction",
      within,
      run: withNode((node, { key }) => goTo(node, ARROWS[key] ?? "right")),
    },
    {
      keys: ["ArrowUp", "ArrowDown"],
      alt: true,
      label: "In the drawing: move the node before or after its sibling",
      within,
      run: withNode((node, { key }) => edit(moveAmongSiblings(tree, node, key === "ArrowDown" ? 1 : -1))),
    },
    { keys: ["Insert", "+"], label: "In the drawing: add a node after it", within, run: withNode(addAfter) },
    { keys: ["l"], label: "In the drawing: begin an edge to another node", within, run: withNode(setLinking) },
    { keys: ["Enter", " "], label: "In the drawing: end the edge at this node", within, run: withNode(endLink) },
    { keys: ["Delete", "Backspace"], label: "In the drawing: remove the node", within, run: removeSelected },
    { keys: ["Escape"], label: "In the drawing: deselect the node", within, run: deselect },
  ]);
  const hovered = drag?.moved ? nodeAt(drag.at) : null;
  return (
    <>
      <ViewButtons view={view} />
      <div class={`tree-drawing editable${view.far ? " far" : ""}`} ref={view.frame} onPointerDown={() => select(null)}>
        <svg
          ref={svg}
          width={layout.width * scale}
          height={layout.height * scale}
          viewBox={`0 0 ${layout.width} ${layout.height}`}
          role="group"
          aria-label="Skill tree"
          aria-describedby="tree-keys"
          onPointerMove={(event) => {
            if (!drag) return;
            const at = pointerPosition(event);
            const moved = drag.moved || scale * Math.hypot(at[0] - drag.at[0], at[1] - drag.at[1]) > DRAG_DISTANCE;
            setDrag({ ...drag, at: moved ? at : drag.at, moved });
          }}
          onPointerUp={endDrag}
          onPointerCancel={() => setDrag(null)}
        >
          {tree.nodes.flatMap((node) =>
            (node.parents.length ? node.parents : [null]).map((parent) => (
              <EdgeLine
                key={`${parent}-${node.id}`}
                d={edgePath(layout, parent, node.id)}
                title={`Edge from ${findNode(tree, parent)?.name ?? "the beginning"} to ${node.name}`}
                selected={!!selection && "to" in selection && selection.to === node.id && selection.from === parent}
                isNew={!!before && !findNode(before, node.id)?.parents.includes(parent ?? -1) && parent !== null}
                select={parent === null ? undefined : () => select({ from: parent, to: node.id })}
              />
            )),
          )}
          <circle
            class={`node-root${hovered === ROOT ? " drop-target" : ""}`}
            cx={layout.root[0]}
            cy={layout.root[1]}
            r={7}
          />
          {tree.nodes.map((node) => {
            const [x, y] = layout.corner(node.id);
            const nodeHeat = heat.get(node.id);
            const state = [
              selectedId === node.id && "chosen",
              faulty.has(node.id) && "faulty",
              hovered === node.id && node.id !== drag?.id && "drop-target",
              linking === node.id && "linking",
            ];
            return (
              <g
                key={node.id}
                class={`tree-node ${state.filter(Boolean).join(" ")}`}
                transform={`translate(${x} ${y})`}
                role="button"
                aria-pressed={selectedId === node.id}
                aria-description={describePlace(tree, node) + (faulty.has(node.id) ? `; error: ${fault}` : "")}
                tabindex={tabStop === node.id ? 0 : -1}
                data-node={node.id}
                data-name={node.name}
                {...tooltip(view.far && describeNode(tree, node) + describeHeat(nodeHeat))}
                onFocus={() => selectedId !== node.id && select({ node: node.id })}
                onPointerDown={startDrag("move", node.id)}
              >
                <NodeBox
                  node={node}
                  previous={before ? findNode(before, node.id) : undefined}
                  compared={before !== null}
                  target={targets.find((target) => target.name === node.target)}
                  heat={nodeHeat}
                  fill={colours.get(node.id)}
                  faulty={faulty.has(node.id)}
                  far={view.far}
                />
                {faulty.has(node.id) && <FaultBadge message={fault} />}
                <circle
                  class="node-handle"
                  cx={NODE_WIDTH}
                  cy={NODE_HEIGHT / 2}
                  r={7}
                  onPointerDown={startDrag("link", node.id)}
                />
              </g>
            );
          })}
          {drag?.moved && (
            <path class="drag-line" d={`M${drag.from.join(" ")}L${drag.at.join(" ")}`} fill="none" aria-hidden="true" />
          )}
        </svg>
      </div>
      <p id="tree-keys" class="muted small key-help" role="status">
        {linking !== null ? (
          <>
            Use the arrow keys to go to the node that <b>{findNode(tree, linking)?.name}</b> should lead to, and press{" "}
            <kbd>Enter</kbd>. <kbd>Esc</kbd> cancels.
          </>
        ) : (
          <>
            Arrow keys select a node, <kbd>Insert</kbd> adds one after it, <kbd>L</kbd> adds an edge to another,{" "}
            <kbd>Delete</kbd> removes it, <kbd>Alt</kbd> with arrow keys moves it among its siblings, <kbd>F</kbd> fits
            the view to the tree. With a mouse, drag a node onto another to move it there, or drag from the dot at its
            end to add an edge.
          </>
        )}
      </p>
    </>
  );
}

/** What the fights say about a node, for a box without room for it. */
function describeHeat(heat: NodeFights | undefined): string {
  return heat ? `; ${heat.note || describeRates(heat)}` : "";
}

/** Mark of a node with an error, with what is wrong. */
function FaultBadge({ message }: { message: string }) {
  return (
    <g class="fault-badge">
      <title>{message}</title>
      <circle cx={2} cy={2} r={11} />
      <text x={2} y={7} text-anchor="middle">
        !
      </text>
    </g>
  );
}

/** An edge between two nodes, with a wide invisible line to click on. By keyboard, edges are edited in the form. */
function EdgeLine(edge: {
  d: string;
  title: string;
  selected: boolean;
  isNew: boolean;
  select: (() => void) | undefined;
}) {
  return (
    <g
      class={`edge${edge.selected ? " chosen" : ""}${edge.isNew ? " new" : ""}`}
      onPointerDown={(event) => {
        if (!edge.select) return;
        event.stopPropagation();
        edge.select();
      }}
    >
      <title>{edge.title}</title>
      <path class="wide" d={edge.d} fill="none" />
      <path class="edge-line" d={edge.d} fill="none" />
    </g>
  );
}

/** The tree without the selected edge. */
export function removeSelectedEdge(tree: Tree, selection: { from: number; to: number }): Tree {
  return removeEdge(tree, selection.from, selection.to);
}
