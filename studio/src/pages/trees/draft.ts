/** A tree as it is edited: nodes keep their number whatever happens to them, so that versions can be compared. */

import type { TreeDraft } from "../../protocol";

export interface Node {
  id: number;
  name: string;
  target: string;
  value: number;
  price: number;
  parents: number[]; // numbers of nodes, any one of which will do
}

export interface Tree {
  name: string;
  nodes: Node[];
}

export const EMPTY: Tree = { name: "new", nodes: [] };

let last = 0;

/** From the protocol; nodes of the same name keep the numbers that they had in an older version. */
export function fromDraft(draft: TreeDraft, older: Tree = EMPTY): Tree {
  const known = new Map(older.nodes.map((node) => [node.name, node.id]));
  const ids = draft.nodes.map((node) => {
    const id = known.get(node.name) ?? ++last;
    known.delete(node.name);
    return id;
  });
  return {
    name: draft.name,
    nodes: draft.nodes.map((node, k) => ({
      ...node,
      id: ids[k] as number,
      parents: node.parents.map((place) => ids[place]).filter((id) => id !== undefined),
    })),
  };
}

export function toDraft(tree: Tree): TreeDraft {
  const places = new Map(tree.nodes.map((node, k) => [node.id, k]));
  return {
    name: tree.name,
    nodes: tree.nodes.map(({ name, target, value, price, parents }) => ({
      name,
      target,
      value,
      price,
      parents: parents.map((id) => places.get(id)).filter((place) => place !== undefined),
    })),
  };
}

/** A tree that was kept while the page was loaded again brings its numbers along. */
export function reserve(tree: Tree): void {
  last = Math.max(last, ...tree.nodes.map((node) => node.id));
}

export const find = (tree: Tree, id: number | null): Node | undefined => tree.nodes.find((node) => node.id === id);

export const childrenOf = (tree: Tree, id: number): Node[] => tree.nodes.filter((node) => node.parents.includes(id));

/** Everything that can follow a node, itself included. */
export function following(tree: Tree, id: number): Set<number> {
  const found = new Set([id]);
  for (const one of found) for (const child of childrenOf(tree, one)) found.add(child.id); // grows while it is read
  return found;
}

/** A new node after another, or one that can be had from the beginning; it stands behind its siblings. */
export function add(tree: Tree, parent: number | null, target: string): [Tree, number] {
  const names = new Set(tree.nodes.map((node) => node.name.toLowerCase()));
  let k = tree.nodes.length + 1;
  while (names.has(`node ${k}`)) k += 1;
  const node: Node = {
    id: ++last,
    name: `Node ${k}`,
    target,
    value: 1,
    price: 1,
    parents: parent === null ? [] : [parent],
  };
  return [{ ...tree, nodes: [...tree.nodes, node] }, node.id];
}

/** Without a node; what hung on it alone hangs on what it hung on. */
export function remove(tree: Tree, id: number): Tree {
  const gone = find(tree, id);
  if (!gone) return tree;
  const nodes = tree.nodes
    .filter((node) => node.id !== id)
    .map((node) => {
      if (!node.parents.includes(id)) return node;
      const rest = node.parents.filter((parent) => parent !== id);
      return { ...node, parents: rest.length ? rest : gone.parents };
    });
  return { ...tree, nodes };
}

export function change(tree: Tree, id: number, more: Partial<Omit<Node, "id">>): Tree {
  return { ...tree, nodes: tree.nodes.map((node) => (node.id === id ? { ...node, ...more } : node)) };
}

export function link(tree: Tree, parent: number, child: number): Tree {
  const node = find(tree, child);
  return !node || node.parents.includes(parent) ? tree : change(tree, child, { parents: [...node.parents, parent] });
}

export function unlink(tree: Tree, parent: number, child: number): Tree {
  const node = find(tree, child);
  return node ? change(tree, child, { parents: node.parents.filter((each) => each !== parent) }) : tree;
}

/** A node with all that follows it, after another one and nothing else; null: from the beginning. */
export function moveAfter(tree: Tree, id: number, parent: number | null): Tree {
  return change(tree, id, { parents: parent === null ? [] : [parent] });
}

/** Before or behind the next sibling: the drawing follows the order of the list. */
export function shift(tree: Tree, id: number, by: 1 | -1): Tree {
  const node = find(tree, id);
  if (!node) return tree;
  const siblings = tree.nodes.filter((each) => each.parents[0] === node.parents[0]);
  const other = siblings[siblings.indexOf(node) + by];
  if (!other) return tree;
  return { ...tree, nodes: tree.nodes.map((each) => (each === node ? other : each === other ? node : each)) };
}

/** What differs between two versions, in words. */
export function differences(before: Tree, after: Tree): string[] {
  const old = new Map(before.nodes.map((node) => [node.id, node]));
  const name = (tree: Tree, ids: number[]) =>
    ids.map((id) => find(tree, id)?.name ?? "?").join(" or ") || "the beginning";
  const found: string[] = [];
  for (const node of after.nodes) {
    const was = old.get(node.id);
    old.delete(node.id);
    if (!was) found.push(`${node.name} is new`);
    else {
      if (was.name !== node.name) found.push(`${was.name} is called ${node.name}`);
      if (was.target !== node.target) found.push(`${node.name}: ${was.target} → ${node.target}`);
      if (was.value !== node.value) found.push(`${node.name}: +${was.value} → +${node.value}`);
      if (was.price !== node.price) found.push(`${node.name}: ${was.price} → ${node.price} points`);
      if (was.parents.join() !== node.parents.join())
        found.push(`${node.name}: after ${name(before, was.parents)} → ${name(after, node.parents)}`);
    }
  }
  for (const node of old.values()) found.push(`${node.name} is gone`);
  return found;
}
