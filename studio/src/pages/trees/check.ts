/** A draft as the server reads it: where its nodes stand, its text, and what is wrong with it. */

import { useEffect, useRef, useState } from "preact/hooks";
import type { NodeSpot, TreeChecked, TreeDrawn, TreeFault } from "../../protocol";
import { post } from "../../api/http";
import type { Tree } from "./draft";
import { toDraft } from "./draft";

const PAUSE = 40; // ms: what is typed quickly is one question

export interface Checked {
  of: Tree | null; // the version that this is about
  spots: Map<number, NodeSpot>; // of the last version without a fault
  text: string;
  fault: (TreeFault & { ids: Set<number> }) | null;
  lost: string; // why the server could not be asked
}

const NOTHING: Checked = { of: null, spots: new Map(), text: "", fault: null, lost: "" };

export type Format = TreeDrawn["format"];

export function formatOf(file: string): Format {
  const end = /\.(toml|json|csv)$/.exec(file);
  return (end?.[0] as Format | undefined) ?? ".toml";
}

export function useCheck(tree: Tree, format: Format): Checked {
  const [checked, setChecked] = useState(NOTHING);
  const newest = useRef(0);
  useEffect(() => {
    const number = ++newest.current;
    const timer = setTimeout(async () => {
      try {
        const order: TreeDrawn = { draft: toDraft(tree), format };
        const answer = await post<TreeChecked>("/trees/drawn", order);
        if (number === newest.current) setChecked((before) => read(tree, answer, before));
      } catch (error) {
        if (number === newest.current)
          setChecked((before) => ({ ...before, of: tree, lost: (error as Error).message }));
      }
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [tree, format]);
  return checked;
}

function read(tree: Tree, answer: TreeChecked, before: Checked): Checked {
  const fault = answer.fault && {
    ...answer.fault,
    ids: new Set(answer.fault.nodes.map((place) => tree.nodes[place]?.id ?? 0)),
  };
  const spots = fault ? before.spots : spotsOf(tree, answer.spots);
  return { of: tree, spots, text: answer.text, fault, lost: "" };
}

export function spotsOf(tree: Tree, spots: NodeSpot[]): Map<number, NodeSpot> {
  return new Map(tree.nodes.map((node, k) => [node.id, spots[k] ?? { column: 0, row: k }]));
}

/** Spots of all nodes: those that the server has not placed yet stand beside what they hang on. */
export function allSpots(tree: Tree, known: Map<number, NodeSpot>): Map<number, NodeSpot> {
  const found = new Map<number, NodeSpot>();
  let row = Math.max(-1, ...[...known.values()].map((spot) => spot.row));
  for (const node of tree.nodes) {
    const spot = known.get(node.id);
    const parent = found.get(node.parents[0] ?? 0) ?? known.get(node.parents[0] ?? 0);
    found.set(node.id, spot ?? { column: parent ? parent.column + 1 : 0, row: (row += 1) });
  }
  return found;
}
