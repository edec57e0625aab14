/** Navigation in the drawing of a tree by arrow keys. */

import type { Tree } from "./tree";
import type { TreeLayout } from "./drawing";

export type Arrow = "left" | "right" | "up" | "down";

export const ARROWS: Record<string, Arrow> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};

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
