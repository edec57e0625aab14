/** Where the nodes of a tree go: a row for every depth, children below their first parent, nothing on top of another. */

export interface Place {
  x: number;
  row: number;
}

export function arrange(nodes: readonly { name: string; parents: readonly string[] }[]): Place[] {
  const index = new Map(nodes.map((node, k) => [node.name, k]));
  const children: number[][] = nodes.map(() => []);
  const roots: number[] = [];
  nodes.forEach((node, k) => {
    const parent = node.parents.length ? index.get(node.parents[0] as string) : undefined;
    if (parent === undefined) roots.push(k);
    else children[parent]?.push(k);
  });
  const places: Place[] = nodes.map(() => ({ x: 0, row: 0 }));
  let free = 0; // the next column without a leaf
  const put = (k: number, row: number): void => {
    const below = children[k] ?? [];
    for (const child of below) put(child, row + 1);
    const xs = below.map((child) => places[child]?.x ?? 0);
    const x = xs.length ? ((xs[0] ?? 0) + (xs.at(-1) ?? 0)) / 2 : free++;
    places[k] = { x, row };
  };
  for (const root of roots) put(root, 0);
  return places;
}
