/** Keys on the drawing of a tree, and where an arrow leads. */

import type { Tree } from "./draft";
import type { Sheet } from "./drawing";

export type Arrow = "left" | "right" | "up" | "down";
export type Key = Arrow | "earlier" | "later" | "add" | "remove" | "link" | "enter" | "escape";

const KEYS: Record<string, Key> = {
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

export function keyOf(event: KeyboardEvent): Key | null {
  if (event.ctrlKey || event.metaKey) return null;
  const key = KEYS[event.key] ?? null;
  if (!event.altKey) return key;
  return key === "up" ? "earlier" : key === "down" ? "later" : null;
}

/** The nearest node in a direction: what is straight ahead counts more than what is near. */
export function nearest(sheet: Sheet, tree: Tree, from: number, arrow: Arrow): number | null {
  const [x, y] = sheet.corner(from);
  const across = arrow === "left" || arrow === "right";
  const sign = arrow === "right" || arrow === "down" ? 1 : -1;
  let best: number | null = null;
  let least = Infinity;
  for (const node of tree.nodes) {
    const [left, top] = sheet.corner(node.id);
    const ahead = sign * (across ? left - x : top - y);
    const aside = Math.abs(across ? top - y : left - x);
    if (ahead <= 0 || node.id === from) continue;
    const cost = ahead + 2.5 * aside;
    if (cost < least) [best, least] = [node.id, cost];
  }
  return best;
}
