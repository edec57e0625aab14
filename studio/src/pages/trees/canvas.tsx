/** The tree to edit: by mouse and touch (drag a node onto another, drag from its handle), and by keyboard alone. */

import { useEffect, useRef, useState } from "preact/hooks";
import type { NodeFought, NodeSpot, TargetInfo } from "../../protocol";
import type { Tree } from "./draft";
import { find, following, link, moveAfter, shift, unlink } from "./draft";
import { Box, TALL, WIDE, endOf, placeWords, shadesOf, sheetOf, wayPath } from "./drawing";
import { keyOf, nearest } from "./keys";

/** What is chosen: a node, or the way from one to another. */
export type Chosen = { node: number } | { from: number; to: number } | null;

interface Pull {
  kind: "move" | "link";
  id: number;
  from: [number, number];
  at: [number, number];
  far: boolean; // moved at all: else it is a click
}

interface Props {
  tree: Tree;
  before: Tree | null;
  spots: Map<number, NodeSpot>;
  targets: TargetInfo[];
  heat: Map<number, NodeFought>;
  faulty: Set<number>;
  chosen: Chosen;
  choose: (chosen: Chosen) => void;
  edit: (tree: Tree) => void;
  addAfter: (parent: number | null) => void;
  removeChosen: () => void;
}

const ROOT = 0; // where a pull ends at the beginning of the tree
const FAR = 6; // px that make a click a pull

export function Canvas(props: Props) {
  const { tree, before, spots, targets, heat, faulty, chosen, choose, edit, addAfter, removeChosen } = props;
  const [pull, setPull] = useState<Pull | null>(null);
  const [linking, setLinking] = useState<number | null>(null); // by keyboard: the node that a new way begins at
  const svg = useRef<SVGSVGElement>(null);
  const sheet = sheetOf(spots);
  const shades = shadesOf(heat);
  const mine = chosen && "node" in chosen ? chosen.node : null;
  const entrance = find(tree, mine)?.id ?? tree.nodes[0]?.id; // the one node that Tab comes to
  useEffect(() => {
    if (linking !== null && !find(tree, linking)) setLinking(null);
  }, [tree, linking]);

  const point = (event: PointerEvent): [number, number] => {
    const box = svg.current?.getBoundingClientRect();
    return [event.clientX - (box?.left ?? 0), event.clientY - (box?.top ?? 0)];
  };
  const under = ([x, y]: [number, number]): number | null => {
    if (Math.hypot(x - sheet.root[0], y - sheet.root[1]) < 18) return ROOT;
    const hit = tree.nodes.find((node) => {
      const [left, top] = sheet.corner(node.id);
      return x >= left && x <= left + WIDE && y >= top && y <= top + TALL;
    });
    return hit?.id ?? null;
  };
  const grab = (kind: Pull["kind"], id: number) => (event: PointerEvent) => {
    if (event.button) return;
    event.stopPropagation();
    choose({ node: id });
    svg.current?.setPointerCapture(event.pointerId);
    const at = point(event);
    setPull({ kind, id, from: kind === "link" ? endOf(sheet, id) : at, at, far: false });
  };
  const drop = () => {
    if (pull?.far) {
      const on = under(pull.at);
      if (pull.kind === "move") {
        if (on === ROOT) edit(moveAfter(tree, pull.id, null));
        else if (on !== null && !following(tree, pull.id).has(on)) edit(moveAfter(tree, pull.id, on));
      } else if (on === null) addAfter(pull.id);
      else if (on !== ROOT && !following(tree, on).has(pull.id)) edit(link(tree, pull.id, on));
    }
    setPull(null);
  };
  const press = (event: KeyboardEvent) => {
    const key = keyOf(event);
    if (!key) return;
    event.preventDefault();
    if (key === "remove") removeChosen();
    else if (key === "escape") {
      setLinking(null);
      choose(null);
    } else if (mine === null) return;
    else if (key === "add") addAfter(mine);
    else if (key === "link") setLinking(mine);
    else if (key === "enter") {
      if (linking !== null && linking !== mine) edit(link(tree, linking, mine));
      setLinking(null);
    } else if (key === "earlier" || key === "later") edit(shift(tree, mine, key === "later" ? 1 : -1));
    else {
      const next = nearest(sheet, tree, mine, key);
      if (next !== null) {
        choose({ node: next });
        svg.current?.querySelector<SVGGElement>(`[data-node="${next}"]`)?.focus();
      }
    }
  };
  const target = pull?.far ? under(pull.at) : null;
  return (
    <>
      <div class="tree-sheet edited">
        <svg
          ref={svg}
          width={sheet.width}
          height={sheet.height}
          role="group"
          aria-label="Skill tree"
          aria-describedby="tree-keys"
          onPointerDown={() => choose(null)}
          onPointerMove={(event) => {
            if (!pull) return;
            const at = point(event);
            const far = pull.far || Math.hypot(at[0] - pull.at[0], at[1] - pull.at[1]) > FAR;
            setPull({ ...pull, at: far ? at : pull.at, far });
          }}
          onPointerUp={drop}
          onPointerCancel={() => setPull(null)}
          onKeyDown={press}
        >
          {tree.nodes.flatMap((node) =>
            (node.parents.length ? node.parents : [null]).map((parent) => (
              <Way
                key={`${parent}-${node.id}`}
                d={wayPath(sheet, parent, node.id)}
                words={`The way from ${find(tree, parent)?.name ?? "the beginning"} to ${node.name}`}
                chosen={!!chosen && "to" in chosen && chosen.to === node.id && chosen.from === parent}
                isNew={!!before && !find(before, node.id)?.parents.includes(parent ?? -1) && parent !== null}
                choose={parent === null ? undefined : () => choose({ from: parent, to: node.id })}
              />
            )),
          )}
          <circle class={`node-root${target === ROOT ? " aimed" : ""}`} cx={sheet.root[0]} cy={sheet.root[1]} r={7} />
          {tree.nodes.map((node) => {
            const [x, y] = sheet.corner(node.id);
            const hot = heat.get(node.id);
            const state = [
              mine === node.id && "chosen",
              faulty.has(node.id) && "faulty",
              target === node.id && node.id !== pull?.id && "aimed",
              linking === node.id && "linking",
            ];
            return (
              <g
                key={node.id}
                class={`tree-node ${state.filter(Boolean).join(" ")}`}
                transform={`translate(${x} ${y})`}
                role="button"
                aria-pressed={mine === node.id}
                aria-description={placeWords(tree, node) + (faulty.has(node.id) ? "; this is wrong" : "")}
                tabindex={entrance === node.id ? 0 : -1}
                data-node={node.id}
                data-name={node.name}
                onFocus={() => mine !== node.id && choose({ node: node.id })}
                onPointerDown={grab("move", node.id)}
              >
                <Box
                  node={node}
                  was={before ? find(before, node.id) : undefined}
                  compared={before !== null}
                  target={targets.find((each) => each.name === node.target)}
                  heat={hot}
                  shade={shades.get(node.id)}
                  faulty={faulty.has(node.id)}
                />
                <circle class="node-handle" cx={WIDE} cy={TALL / 2} r={7} onPointerDown={grab("link", node.id)} />
              </g>
            );
          })}
          {pull?.far && (
            <path class="pull" d={`M${pull.from.join(" ")}L${pull.at.join(" ")}`} fill="none" aria-hidden="true" />
          )}
        </svg>
      </div>
      <p id="tree-keys" class="quiet small keys-told" role="status">
        {linking !== null ? (
          <>
            Go with the arrows to the node that <b>{find(tree, linking)?.name}</b> is to lead to, and press{" "}
            <kbd>Enter</kbd>. <kbd>Esc</kbd> leaves it.
          </>
        ) : (
          <>
            Arrows choose a node, <kbd>Insert</kbd> adds one after it, <kbd>L</kbd> leads it to another,{" "}
            <kbd>Delete</kbd> removes it, <kbd>Alt</kbd> with arrows puts it before or behind its sibling. With a mouse,
            drag a node onto another to hang it there, or drag from the dot at its end.
          </>
        )}
      </p>
    </>
  );
}

/** A line from node to node, wide enough to be hit. Its place in the form of either node is what the keyboard uses. */
function Way(way: { d: string; words: string; chosen: boolean; isNew: boolean; choose: (() => void) | undefined }) {
  return (
    <g
      class={`way${way.chosen ? " chosen" : ""}${way.isNew ? " new" : ""}`}
      onPointerDown={(event) => {
        if (!way.choose) return;
        event.stopPropagation();
        way.choose();
      }}
    >
      <title>{way.words}</title>
      <path class="wide" d={way.d} fill="none" />
      <path d={way.d} fill="none" />
    </g>
  );
}

/** Without a way that is chosen. */
export function cutWay(tree: Tree, chosen: { from: number; to: number }): Tree {
  return unlink(tree, chosen.from, chosen.to);
}
