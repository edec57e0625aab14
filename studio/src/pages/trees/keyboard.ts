/** Keys of the tree editor, and navigation by arrow keys. */

import type { Tree } from "./tree";
import type { TreeLayout } from "./drawing";

export type Arrow = "left" | "right" | "up" | "down";
export type EditorKey = Arrow | "earlier" | "later" | "add" | "remove" | "link" | "enter" | "escape";

const KEYS: Record<string, EditorKey> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
  Insert: "add",
  "+": "add",
  Delete: "remove",
  Backspace: "remove",
  l: "link",
  L: "link",
  Enter: "enter",
  " ": "enter",
  Escape: "escape",
};

export function editorKey(event: KeyboardEvent): EditorKey | null {
  if (event.ctrlKey || event.metaKey) return null;
  const key = KEYS[event.key] ?? null;
  if (!event.altKey) return key;
  return key === "up" ? "earlier" : key === "down" ? "later" : null;
}

/** The next node in a direction; sideways distance costs more than distance ahead. */
export function nearestNode(layout: TreeLayout, tree: Tree, from: number, arrow: Arrow): number | null {
  const [x, y] = layout.corner(from);
  const horizontal = arrow === "left" || arrow === "right";
  const sign = arrow === "right" || arrow === "down" ? 1 : -1;
  let best: number | null = null;
  let lowestCost = Infinity;
  for (const node of tree.nodes) {
    const [left, top] = layout.corner(node.id);
    const ahead = sign * (horizontal ? left - x : top - y);
    const sideways = Math.abs(horizontal ? top - y : left - x);
    if (ahead <= 0 || node.id === from) continue;
    const cost = ahead + 2.5 * sideways;
    if (cost < lowestCost) [best, lowestCost] = [node.id, cost];
  }
  return best;
}
