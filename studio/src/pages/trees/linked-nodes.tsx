/** Parents or children of a node: select them, remove and add edges. */

import type { Node } from "./tree";

export function LinkedNodes(props: {
  name: string;
  emptyText: string;
  nodes: Node[];
  others: Node[];
  add: (id: number) => void;
  remove: (id: number) => void;
  select: (id: number) => void;
}) {
  const { name, emptyText, nodes, others, add, remove, select } = props;
  return (
    <fieldset class="field">
      <legend>{name}</legend>
      <div class="spread tight">
        {nodes.map((node) => (
          <span class="chip" key={node.id}>
            <button type="button" class="bare" onClick={() => select(node.id)}>
              {node.name}
            </button>
            <button
              type="button"
              class="bare"
              aria-label={`Remove the edge: ${node.name}`}
              onClick={() => remove(node.id)}
            >
              ×
            </button>
          </span>
        ))}
        {!nodes.length && <span class="muted small">{emptyText}</span>}
        {others.length > 0 && (
          <select
            class="input fit add-neighbour"
            aria-label={`${name}: add`}
            value=""
            onChange={(event) => add(Number(event.currentTarget.value))}
          >
            <option value="">add…</option>
            {others.map((node) => (
              <option key={node.id} value={String(node.id)}>
                {node.name}
              </option>
            ))}
          </select>
        )}
      </div>
    </fieldset>
  );
}
