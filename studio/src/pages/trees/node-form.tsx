/** Form for the selected node or edge. Names of targets and faults come from the server. */

import type { NodeFights, TreesInfo } from "../../protocol";
import { Estimate } from "../../components/estimate";
import { NumberInput } from "../../components/number-input";
import type { Selection } from "./canvas";
import type { CheckResult } from "./check";
import type { Node, Tree } from "./tree";
import { addEdge, changeNode, childrenOf, descendants, findNode, moveAmongSiblings, removeEdge } from "./tree";
import { LinkedNodes } from "./linked-nodes";
import { formatPercent } from "../../format";

interface Props {
  info: TreesInfo;
  tree: Tree;
  selection: Selection;
  select: (selection: Selection) => void;
  heat: Map<number, NodeFights>;
  checked: CheckResult;
  edit: (tree: Tree, field?: string) => void;
  addAfter: (parent: number | null) => void;
  removeSelected: () => void;
}

export function NodeForm(props: Props) {
  const { tree, selection, checked, edit, addAfter, removeSelected } = props;
  const node = selection && "node" in selection ? findNode(tree, selection.node) : undefined;
  const edge = selection && "to" in selection ? selection : null;
  return (
    <div class="node-form">
      {checked.connectionError && <p class="error">{checked.connectionError}</p>}
      {node ? (
        <NodeFields key={node.id} {...props} node={node} />
      ) : edge ? (
        <EdgeFields {...props} edge={edge} />
      ) : (
        <>
          <label class="field">
            <span>Name of the tree</span>
            <input
              class="input"
              value={tree.name}
              onInput={(event) => edit({ ...tree, name: event.currentTarget.value }, "name")}
            />
          </label>
          <p class="muted small">
            {tree.nodes.length} of at most {props.info.most_nodes} nodes. Select one to edit it.
          </p>
        </>
      )}
      <div class="inline wrap">
        {node && (
          <button type="button" class="button" onClick={() => addAfter(node.id)}>
            Add a node after it
          </button>
        )}
        <button type="button" class="button" onClick={() => addAfter(null)}>
          Add one at the beginning
        </button>
        {(node || edge) && (
          <button type="button" class="button" onClick={removeSelected}>
            {node ? "Remove it" : "Remove the edge"}
          </button>
        )}
      </div>
    </div>
  );
}

function NodeFields(props: Props & { node: Node }) {
  const { info, tree, node, heat, checked, select, edit } = props;
  const set = (changes: Partial<Node>, field: string) =>
    edit(changeNode(tree, node.id, changes), `${field} ${node.id}`);
  const target = info.targets.find((target) => target.name === node.target);
  const after = descendants(tree, node.id);
  const children = childrenOf(tree, node.id);
  const wrong = checked.fault?.ids.has(node.id) ? checked.fault.message : "";
  const result = heat.get(node.id);
  return (
    <>
      {wrong && (
        <p class="error" role="alert" id="node-fault">
          {wrong}
        </p>
      )}
      <label class="field">
        <span>Name</span>
        <input
          class="input"
          value={node.name}
          maxLength={2 * info.longest_name}
          aria-invalid={!!wrong}
          aria-describedby={wrong ? "node-fault" : undefined}
          onInput={(event) => set({ name: event.currentTarget.value }, "name")}
        />
      </label>
      <label class="field">
        <span>Raises the damage of</span>
        <select
          class="input"
          value={node.target}
          onChange={(event) => set({ target: event.currentTarget.value }, "target")}
        >
          {info.targets.map((target) => (
            <option key={target.name} value={target.name}>
              {target.name} cards
            </option>
          ))}
        </select>
      </label>
      {target && <p class="muted small">{target.cards.join(", ")}</p>}
      <div class="two-fields">
        <NumberField name="By" value={node.value} max={info.most_value} set={(value) => set({ value }, "value")} />
        <NumberField
          name="Price in points"
          value={node.price}
          max={info.most_price}
          set={(price) => set({ price }, "price")}
        />
      </div>
      <LinkedNodes
        name="Available after any of"
        emptyText="from the beginning"
        nodes={node.parents.map((id) => findNode(tree, id)).filter((parent) => parent !== undefined)}
        others={tree.nodes.filter((other) => !after.has(other.id) && !node.parents.includes(other.id))}
        add={(id) => edit(addEdge(tree, id, node.id))}
        remove={(id) => edit(removeEdge(tree, id, node.id))}
        select={(id) => select({ node: id })}
      />
      <LinkedNodes
        name="Leads to"
        emptyText="nothing"
        nodes={children}
        others={tree.nodes.filter((other) => !descendants(tree, other.id).has(node.id) && !children.includes(other))}
        add={(id) => edit(addEdge(tree, node.id, id))}
        remove={(id) => edit(removeEdge(tree, node.id, id))}
        select={(id) => select({ node: id })}
      />
      <div class="inline wrap">
        <button type="button" class="button" onClick={() => edit(moveAmongSiblings(tree, node.id, -1))}>
          Up
        </button>
        <button type="button" class="button" onClick={() => edit(moveAmongSiblings(tree, node.id, 1))}>
          Down
        </button>
        <span class="muted small">among its siblings</span>
      </div>
      {result && <NodeNumbers result={result} />}
    </>
  );
}

function NodeNumbers({ result }: { result: NodeFights }) {
  return (
    <dl class="counts" aria-label="Results">
      {result.note && (
        <div>
          <dt>Flaw</dt>
          <dd class="error">{result.note}</dd>
        </div>
      )}
      <div>
        <dt>Best pick, if the choice matters</dt>
        <dd>{result.picked === null ? "no choice matters" : formatPercent(result.picked, 0)}</dd>
      </div>
      <div>
        <dt>Wins with it</dt>
        <dd>
          <Estimate value={result.wins} kind="share" />
        </dd>
      </div>
      <div>
        <dt>Gain over builds without it</dt>
        <dd>
          <Estimate value={result.lift} kind="difference" />
        </dd>
      </div>
      <div>
        <dt>Cost against the best pick</dt>
        <dd>
          <Estimate value={result.cost} kind="difference" />
        </dd>
      </div>
    </dl>
  );
}

function EdgeFields({ tree, edge, edit, select }: Props & { edge: { from: number; to: number } }) {
  const to = findNode(tree, edge.to);
  const after = descendants(tree, edge.to);
  return (
    <label class="field">
      <span>{to?.name} is available after</span>
      <select
        class="input"
        value={String(edge.from)}
        onChange={(event) => {
          const from = Number(event.currentTarget.value);
          edit(addEdge(removeEdge(tree, edge.from, edge.to), from, edge.to));
          select({ from, to: edge.to });
        }}
      >
        {tree.nodes
          .filter((other) => !after.has(other.id) && (other.id === edge.from || !to?.parents.includes(other.id)))
          .map((other) => (
            <option key={other.id} value={String(other.id)}>
              {other.name}
            </option>
          ))}
      </select>
    </label>
  );
}

function NumberField({
  name,
  value,
  max,
  set,
}: {
  name: string;
  value: number;
  max: number;
  set: (n: number) => void;
}) {
  return (
    <label class="field">
      <span>{name}</span>
      <NumberInput
        min={0}
        max={max}
        value={value}
        live
        accepts={(entered) => Number.isSafeInteger(entered) && Math.abs(entered) <= 1_000_000}
        set={set}
      />
    </label>
  );
}
