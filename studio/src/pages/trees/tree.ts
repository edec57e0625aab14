/** A tree while it is edited. Nodes keep their ids, so that versions can be compared. */

import type { TreeDraft } from "../../protocol";

export interface Node {
  id: number;
  name: string;
  target: string;
  value: number;
  price: number;
  parents: number[]; // ids; one owned parent is enough
}

export interface Tree {
  name: string;
  nodes: Node[];
}

export const EMPTY: Tree = { name: "new", nodes: [] };

let lastId = 0;

/** Convert from the protocol. Nodes keep the ids that their names had in an older version. */
export function fromDraft(draft: TreeDraft, older: Tree = EMPTY): Tree {
  const known = new Map(older.nodes.map((node) => [node.name, node.id]));
  const ids = draft.nodes.map((node) => {
    const id = known.get(node.name) ?? ++lastId;
    known.delete(node.name);
    return id;
  });
  return {
    name: draft.name,
    nodes: draft.nodes.map((node, k) => ({
      ...node,
      id: ids[k] as number,
      parents: node.parents.map((index) => ids[index]).filter((id) => id !== undefined),
    })),
  };
}

export function toDraft(tree: Tree): TreeDraft {
  const indices = new Map(tree.nodes.map((node, k) => [node.id, k]));
  return {
    name: tree.name,
    nodes: tree.nodes.map(({ name, target, value, price, parents }) => ({
      name,
      target,
      value,
      price,
      parents: parents.map((id) => indices.get(id)).filter((index) => index !== undefined),
    })),
  };
}

/** Do not assign the ids of a restored tree again. */
export function reserveIds(tree: Tree): void {
  lastId = Math.max(lastId, ...tree.nodes.map((node) => node.id));
}

export const findNode = (tree: Tree, id: number | null): Node | undefined => tree.nodes.find((node) => node.id === id);

export const childrenOf = (tree: Tree, id: number): Node[] => tree.nodes.filter((node) => node.parents.includes(id));

/** Ids of a node and of all nodes after it. */
export function descendants(tree: Tree, id: number): Set<number> {
  const ids = new Set([id]);
  for (const current of ids) for (const child of childrenOf(tree, current)) ids.add(child.id); // grows meanwhile
  return ids;
}

/** Add a node after a parent, or at the beginning, as the last sibling; returns the tree and the new id. */
export function addNode(tree: Tree, parent: number | null, target: string): [Tree, number] {
  const names = new Set(tree.nodes.map((node) => node.name.toLowerCase()));
  let k = tree.nodes.length + 1;
  while (names.has(`node ${k}`)) k += 1;
  const node: Node = {
    id: ++lastId,
    name: `Node ${k}`,
    target,
    value: 1,
    price: 1,
    parents: parent === null ? [] : [parent],
  };
  return [{ ...tree, nodes: [...tree.nodes, node] }, node.id];
}

/** Remove a node. Nodes that had only this parent get its parents. */
export function removeNode(tree: Tree, id: number): Tree {
  const removed = findNode(tree, id);
  if (!removed) return tree;
  const nodes = tree.nodes
    .filter((node) => node.id !== id)
    .map((node) => {
      if (!node.parents.includes(id)) return node;
      const rest = node.parents.filter((parent) => parent !== id);
      return { ...node, parents: rest.length ? rest : removed.parents };
    });
  return { ...tree, nodes };
}

export function changeNode(tree: Tree, id: number, changes: Partial<Omit<Node, "id">>): Tree {
  return { ...tree, nodes: tree.nodes.map((node) => (node.id === id ? { ...node, ...changes } : node)) };
}

export function addEdge(tree: Tree, parent: number, child: number): Tree {
  const node = findNode(tree, child);
  return !node || node.parents.includes(parent)
    ? tree
    : changeNode(tree, child, { parents: [...node.parents, parent] });
}

export function removeEdge(tree: Tree, parent: number, child: number): Tree {
  const node = findNode(tree, child);
  return node ? changeNode(tree, child, { parents: node.parents.filter((id) => id !== parent) }) : tree;
}

/** Make `parent` the only parent of a node; null: the beginning. */
export function moveNodeAfter(tree: Tree, id: number, parent: number | null): Tree {
  return changeNode(tree, id, { parents: parent === null ? [] : [parent] });
}

/** Swap a node with its next or previous sibling; the drawing follows the order of the list. */
export function moveAmongSiblings(tree: Tree, id: number, offset: 1 | -1): Tree {
  const node = findNode(tree, id);
  if (!node) return tree;
  const siblings = tree.nodes.filter((sibling) => sibling.parents[0] === node.parents[0]);
  const other = siblings[siblings.indexOf(node) + offset];
  if (!other) return tree;
  return {
    ...tree,
    nodes: tree.nodes.map((current) => (current === node ? other : current === other ? node : current)),
  };
}

/** Changes between two versions, as text. */
export function describeChanges(before: Tree, after: Tree): string[] {
  const oldNodes = new Map(before.nodes.map((node) => [node.id, node]));
  const nameAll = (tree: Tree, ids: number[]) =>
    ids.map((id) => findNode(tree, id)?.name ?? "?").join(" or ") || "the beginning";
  const changes: string[] = [];
  for (const node of after.nodes) {
    const previous = oldNodes.get(node.id);
    oldNodes.delete(node.id);
    if (!previous) changes.push(`${node.name} is new`);
    else {
      if (previous.name !== node.name) changes.push(`${previous.name} is renamed to ${node.name}`);
      if (previous.target !== node.target) changes.push(`${node.name}: ${previous.target} → ${node.target}`);
      if (previous.value !== node.value) changes.push(`${node.name}: +${previous.value} → +${node.value}`);
      if (previous.price !== node.price) changes.push(`${node.name}: ${previous.price} → ${node.price} points`);
      if (previous.parents.join() !== node.parents.join())
        changes.push(`${node.name}: after ${nameAll(before, previous.parents)} → ${nameAll(after, node.parents)}`);
    }
  }
  for (const node of oldNodes.values()) changes.push(`${node.name} is removed`);
  return changes;
}
