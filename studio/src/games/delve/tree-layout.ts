/** Layout of a skill tree: one row per depth, children below their first parent, no overlaps. */

export interface NodePosition {
  x: number;
  row: number;
}

export function layoutTree(nodes: readonly { name: string; parents: readonly string[] }[]): NodePosition[] {
  const index = new Map(nodes.map((node, k) => [node.name, k]));
  const children: number[][] = nodes.map(() => []);
  const roots: number[] = [];
  nodes.forEach((node, k) => {
    const parent = node.parents.length ? index.get(node.parents[0] as string) : undefined;
    if (parent === undefined) roots.push(k);
    else children[parent]?.push(k);
  });
  const positions: NodePosition[] = nodes.map(() => ({ x: 0, row: 0 }));
  let nextColumn = 0; // next free column
  const placeNode = (k: number, row: number): void => {
    const childIndices = children[k] ?? [];
    for (const child of childIndices) placeNode(child, row + 1);
    const xs = childIndices.map((child) => positions[child]?.x ?? 0);
    const x = xs.length ? ((xs[0] ?? 0) + (xs.at(-1) ?? 0)) / 2 : nextColumn++;
    positions[k] = { x, row };
  };
  for (const root of roots) placeNode(root, 0);
  return positions;
}
