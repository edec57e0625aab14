/** The chosen node as a form: its words come from the server, and so does what is wrong with it. */

import type { NodeFought, TreesInfo } from "../../protocol";
import { Estimate } from "../estimate";
import type { Chosen } from "./canvas";
import type { Checked } from "./check";
import type { Node, Tree } from "./draft";
import { change, childrenOf, find, following, link, shift, unlink } from "./draft";
import { percent } from "./drawing";
import { Neighbours } from "./neighbours";

interface Props {
  info: TreesInfo;
  tree: Tree;
  chosen: Chosen;
  choose: (chosen: Chosen) => void;
  heat: Map<number, NodeFought>;
  checked: Checked;
  edit: (tree: Tree, field?: string) => void;
  addAfter: (parent: number | null) => void;
  removeChosen: () => void;
}

export function NodeForm(props: Props) {
  const { tree, chosen, checked, edit, addAfter, removeChosen } = props;
  const node = chosen && "node" in chosen ? find(tree, chosen.node) : undefined;
  const way = chosen && "to" in chosen ? chosen : null;
  const elsewhere = checked.fault && !(node && checked.fault.ids.has(node.id));
  return (
    <div class="node-form">
      {checked.lost && <p class="fault">{checked.lost}</p>}
      {elsewhere && (
        <p class="fault" role="alert">
          {checked.fault?.message}{" "}
          {[...(checked.fault?.ids ?? [])].slice(0, 4).map((id) => (
            <button key={id} type="button" class="button plain" onClick={() => props.choose({ node: id })}>
              Show {find(tree, id)?.name}
            </button>
          ))}
        </p>
      )}
      {node ? (
        <OneNode key={node.id} {...props} node={node} />
      ) : way ? (
        <OneWay {...props} way={way} />
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
          <p class="quiet small">
            {tree.nodes.length} of at most {props.info.most_nodes} nodes. Choose one to change it.
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
        {(node || way) && (
          <button type="button" class="button" onClick={removeChosen}>
            {node ? "Remove it" : "Remove the way"}
          </button>
        )}
      </div>
    </div>
  );
}

function OneNode(props: Props & { node: Node }) {
  const { info, tree, node, heat, checked, choose, edit } = props;
  const set = (more: Partial<Node>, field: string) => edit(change(tree, node.id, more), `${field} ${node.id}`);
  const target = info.targets.find((each) => each.name === node.target);
  const after = following(tree, node.id);
  const children = childrenOf(tree, node.id);
  const wrong = checked.fault?.ids.has(node.id) ? checked.fault.message : "";
  const hot = heat.get(node.id);
  return (
    <>
      {wrong && (
        <p class="fault" role="alert" id="node-fault">
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
          {info.targets.map((each) => (
            <option key={each.name} value={each.name}>
              {each.name} cards
            </option>
          ))}
        </select>
      </label>
      {target && <p class="quiet small">{target.cards.join(", ")}</p>}
      <div class="two-fields">
        <Count name="By" value={node.value} most={info.most_value} set={(value) => set({ value }, "value")} />
        <Count
          name="Price in points"
          value={node.price}
          most={info.most_price}
          set={(price) => set({ price }, "price")}
        />
      </div>
      <Neighbours
        name="Can be had after any of"
        none="from the beginning"
        nodes={node.parents.map((id) => find(tree, id)).filter((each) => each !== undefined)}
        others={tree.nodes.filter((each) => !after.has(each.id) && !node.parents.includes(each.id))}
        add={(id) => edit(link(tree, id, node.id))}
        cut={(id) => edit(unlink(tree, id, node.id))}
        go={(id) => choose({ node: id })}
      />
      <Neighbours
        name="Leads to"
        none="nothing"
        nodes={children}
        others={tree.nodes.filter((each) => !following(tree, each.id).has(node.id) && !children.includes(each))}
        add={(id) => edit(link(tree, node.id, id))}
        cut={(id) => edit(unlink(tree, node.id, id))}
        go={(id) => choose({ node: id })}
      />
      <div class="inline wrap">
        <button type="button" class="button" onClick={() => edit(shift(tree, node.id, -1))}>
          Up
        </button>
        <button type="button" class="button" onClick={() => edit(shift(tree, node.id, 1))}>
          Down
        </button>
        <span class="quiet small">among its siblings</span>
      </div>
      {hot && <NodeNumbers hot={hot} />}
    </>
  );
}

function NodeNumbers({ hot }: { hot: NodeFought }) {
  return (
    <dl class="counts" aria-label="What players make of it">
      {hot.note && (
        <div>
          <dt>Flaw</dt>
          <dd class="fault">{hot.note}</dd>
        </div>
      )}
      <div>
        <dt>Best pick, where it matters</dt>
        <dd>{hot.picked === null ? "no choice matters" : percent(hot.picked)}</dd>
      </div>
      <div>
        <dt>Wins with it</dt>
        <dd>
          <Estimate value={hot.wins} kind="share" />
        </dd>
      </div>
      <div>
        <dt>More than without it</dt>
        <dd>
          <Estimate value={hot.lift} kind="difference" />
        </dd>
      </div>
      <div>
        <dt>Cost against the best pick</dt>
        <dd>
          <Estimate value={hot.cost} kind="difference" />
        </dd>
      </div>
    </dl>
  );
}

function OneWay({ tree, way, edit, choose }: Props & { way: { from: number; to: number } }) {
  const to = find(tree, way.to);
  const after = following(tree, way.to);
  return (
    <label class="field">
      <span>{to?.name} can be had after</span>
      <select
        class="input"
        value={String(way.from)}
        onChange={(event) => {
          const from = Number(event.currentTarget.value);
          edit(link(unlink(tree, way.from, way.to), from, way.to));
          choose({ from, to: way.to });
        }}
      >
        {tree.nodes
          .filter((each) => !after.has(each.id) && (each.id === way.from || !to?.parents.includes(each.id)))
          .map((each) => (
            <option key={each.id} value={String(each.id)}>
              {each.name}
            </option>
          ))}
      </select>
    </label>
  );
}

function Count({ name, value, most, set }: { name: string; value: number; most: number; set: (n: number) => void }) {
  return (
    <label class="field">
      <span>{name}</span>
      <input
        class="input"
        type="number"
        min={0}
        max={most}
        step={1}
        value={value}
        onInput={(event) => {
          const given = event.currentTarget.valueAsNumber;
          if (Number.isSafeInteger(given) && Math.abs(given) <= 1_000_000) set(given);
        }}
      />
    </label>
  );
}
