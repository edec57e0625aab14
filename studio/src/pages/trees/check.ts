/** Check of a tree by the server: positions of its nodes, its text, and faults. */

import { useEffect, useRef, useState } from "preact/hooks";
import type { CheckedTree, DrawnNodePosition, DrawnTree, TreeFault } from "../../protocol";
import { post } from "../../api/http";
import type { Tree } from "./tree";
import { toDraft } from "./tree";
import type { TypedText } from "./tree-text";
import type { Source } from "./undo-history";

const DEBOUNCE_MS = 40; // fast typing causes one request

export interface CheckResult {
  tree: Tree | null; // the version that was checked
  spots: Map<number, DrawnNodePosition>; // positions in the last version without a fault
  written: { tree: Tree; format: Format; text: string } | null; // the last version that was written as a text
  fault: (TreeFault & { ids: Set<number> }) | null;
  connectionError: string; // why the request failed
}

const NO_RESULT: CheckResult = { tree: null, spots: new Map(), written: null, fault: null, connectionError: "" };

export type Format = DrawnTree["format"];

/** Ending of a file name, if trees have such files. */
export function endingOf(file: string): Format | null {
  const match = /\.(toml|json|csv)$/.exec(file.toLowerCase());
  return (match?.[0] as Format | undefined) ?? null;
}

export function formatOf(file: string): Format {
  return endingOf(file) ?? ".toml";
}

export function useTreeCheck(tree: Tree, format: Format): CheckResult {
  const [checked, setChecked] = useState(NO_RESULT);
  const latestRequest = useRef(0);
  useEffect(() => {
    const number = ++latestRequest.current;
    const timer = setTimeout(async () => {
      try {
        const request: DrawnTree = { draft: toDraft(tree), format };
        const response = await post<CheckedTree>("/trees/drawn", request);
        if (number === latestRequest.current) setChecked((previous) => toCheckResult(tree, format, response, previous));
      } catch (error) {
        if (number === latestRequest.current)
          setChecked((previous) => ({ ...previous, tree, connectionError: (error as Error).message }));
      }
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [tree, format]);
  return checked;
}

function toCheckResult(tree: Tree, format: Format, response: CheckedTree, previous: CheckResult): CheckResult {
  const fault = response.fault && {
    ...response.fault,
    ids: new Set(response.fault.nodes.map((index) => tree.nodes[index]?.id ?? 0)),
  };
  const spots = fault ? previous.spots : spotsOf(tree, response.spots);
  return { tree, spots, written: { tree, format, text: response.text }, fault, connectionError: "" };
}

export function spotsOf(tree: Tree, spots: DrawnNodePosition[]): Map<number, DrawnNodePosition> {
  return new Map(tree.nodes.map((node, k) => [node.id, spots[k] ?? { column: 0, row: k }]));
}

/** Positions of all nodes; nodes without one from the server get a place next to their parent. */
export function completeSpots(tree: Tree, known: Map<number, DrawnNodePosition>): Map<number, DrawnNodePosition> {
  const spots = new Map<number, DrawnNodePosition>();
  let row = Math.max(-1, ...[...known.values()].map((spot) => spot.row));
  for (const node of tree.nodes) {
    const spot = known.get(node.id);
    const parent = spots.get(node.parents[0] ?? 0) ?? known.get(node.parents[0] ?? 0);
    if (!spot) row += 1;
    spots.set(node.id, spot ?? { column: parent ? parent.column + 1 : 0, row });
  }
  return spots;
}

/** The tree as a text in a format: the text that it was parsed from, or as the server writes it; null: not yet known. */
export function textOf(tree: Tree, format: Format, source: Source | null, { written }: CheckResult): string | null {
  const current = [source, written].find((version) => version?.tree === tree && version.format === format);
  return current?.text ?? null;
}

/** Why the tree cannot be inspected and played now, in words; empty: it can be. */
export function whyNotUsable(tree: Tree, drawn: string | null, typed: TypedText | null, checked: CheckResult): string {
  if (typed && !typed.isRead) return "The text is being read.";
  if (typed)
    return "The text under File has an error. Correct it or go back to the drawing; then you can save and play the tree.";
  if (checked.tree === tree && checked.connectionError) return `The tree was not checked: ${checked.connectionError}`;
  if (checked.tree !== tree || drawn === null) return "The tree is being checked.";
  return checked.fault ? "The tree has an error. Correct it; then you can play the tree." : "";
}

/** What is wrong with the name of the file, in words; empty: nothing. */
export const whyNotNamed = (file: string): string =>
  file && !endingOf(file) ? "The name of a tree ends in .toml, .json or .csv." : "";

/** Nodes of the drawing that a fault of the typed text is about: by the name in its lines, or by its place. */
export function nodesOfTextFault(tree: Tree, text: string, fault: TreeFault): Set<number> {
  const name = fault.line === null ? null : nameNearLine(text.split("\n"), fault.line - 1);
  const named = tree.nodes.filter((node) => node.name === name);
  const placed = fault.nodes.flatMap((index) => tree.nodes[index] ?? []);
  return new Set((named.length ? named : placed).map((node) => node.id));
}

const NODE_BEGINS = /^\s*(\[\[nodes\]\]|\{)/;
const NAME = /^\s*"?name"?\s*[=:]\s*"((?:[^"\\]|\\.)*)"/;

/** Name of the node that a line of TOML or JSON belongs to; in CSV the first cell of the line. */
function nameNearLine(lines: string[], at: number): string | null {
  let first = at;
  while (first > 0 && !NODE_BEGINS.test(lines[first] ?? "")) first -= 1;
  if (!NODE_BEGINS.test(lines[first] ?? "")) return (lines[at] ?? "").split(",")[0]?.trim() || null;
  for (let k = first; k < lines.length && (k === first || !NODE_BEGINS.test(lines[k] ?? "")); k += 1) {
    const found = NAME.exec(lines[k] ?? "");
    if (found) return found[1] ?? null;
  }
  return null;
}
