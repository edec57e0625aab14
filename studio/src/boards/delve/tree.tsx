/** The skill tree: roots above, every node with the cards that it improves. */

import { Glyph } from "../../components/glyphs";
import { tip } from "../../components/tip";
import type { Scene } from "../../scene";
import { many } from "../../scene";
import type { Node, View } from "./facts";
import { improvements, nodeWords, plateOf } from "./facts";
import { arrange } from "./arrange";

const ACROSS = 104; // px between neighbours
const DOWN = 92; // px between rows

export function Tree({ scene, view }: { scene: Scene; view: View }) {
  if (!view.nodes.length) return null;
  const picking = view.asked === "pick";
  const places = arrange(view.nodes);
  const width = Math.max(...places.map((place) => place.x)) + 1;
  const depth = Math.max(...places.map((place) => place.row)) + 1;
  const byName = new Map(view.nodes.map((node, k) => [node.name, places[k]]));
  return (
    <section class={picking ? "skills picking" : "skills"} aria-label="Skill tree">
      <h2>
        Skill tree{" "}
        <span class="quiet small">
          {picking ? `${many(view.points, "point")} to spend` : "a node is picked after every encounter won"}
        </span>
      </h2>
      <div class="tree-scroll">
        <div class="tree" style={{ width: `${width * ACROSS}px`, height: `${depth * DOWN}px` }}>
          <svg width={width * ACROSS} height={depth * DOWN} aria-hidden="true">
            {view.nodes.flatMap((node, k) =>
              node.parents.map((parent) => {
                const from = byName.get(parent);
                const to = places[k];
                return (
                  from &&
                  to && (
                    <path
                      key={`${node.name}-${parent}`}
                      class={node.had ? "had" : node.open ? "open" : ""}
                      fill="none"
                      d={`M${(from.x + 0.5) * ACROSS} ${from.row * DOWN + 30}C${(from.x + 0.5) * ACROSS} ${to.row * DOWN - 14} ${(to.x + 0.5) * ACROSS} ${from.row * DOWN + 74} ${(to.x + 0.5) * ACROSS} ${to.row * DOWN + 6}`}
                    />
                  )
                );
              }),
            )}
          </svg>
          {view.nodes.map((node, k) => {
            const place = places[k];
            return (
              place && (
                <NodeView
                  key={node.name}
                  scene={scene}
                  view={view}
                  node={node}
                  x={place.x * ACROSS}
                  y={place.row * DOWN}
                />
              )
            );
          })}
        </div>
      </div>
    </section>
  );
}

function NodeView({ scene, view, node, x, y }: { scene: Scene; view: View; node: Node; x: number; y: number }) {
  const text = `PICK ${node.name}`;
  const legal = scene.legal.has(text);
  const better = improvements(view, node);
  const state = node.had ? "had" : legal ? "legal" : node.open ? "open" : "shut";
  return (
    <button
      type="button"
      class={`node plate-${plateOf(node.target)} ${state}`}
      style={{ left: `${x}px`, top: `${y}px` }}
      data-card={node.name}
      data-legal={legal || undefined}
      onClick={scene.live ? () => (legal ? scene.play(text) : scene.explain(text)) : undefined}
      {...tip(() => (
        <NodeTip view={view} node={node} />
      ))}
    >
      <span class="node-value" aria-hidden="true">
        {node.had ? <Glyph name="done" size={14} /> : `+${node.value}`}
      </span>
      <span class="node-name">{node.name}</span>
      <span class="unseen">: {nodeWords(view, node)}</span>
      <span class="node-target" aria-hidden="true">
        {node.target.split(" ").map((word) => (
          <Glyph key={word} name={word as "area" | "targeted" | "mana" | "energy"} size={11} />
        ))}
        {better.length
          ? many(
              better.reduce((sum, each) => sum + each.card.copies, 0),
              "card",
            )
          : "no card"}
        {node.price !== 1 && `, ${node.price} p.`}
      </span>
    </button>
  );
}

/** What a node does: the cards that it improves, and by how much. */
export function NodeTip({ view, node }: { view: View; node: Node }) {
  const better = improvements(view, node);
  return (
    <>
      <strong>{node.name}</strong>: +{node.value} damage of {node.target} cards
      <table class="tip-table">
        <tbody>
          {better.map(({ name, card, now, then }) => (
            <tr key={name}>
              <td>{name}</td>
              <td class="number">×{card.copies}</td>
              <td class="number">
                {now} → <b>{then}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {!better.length && "No card of this deck becomes better."}
      {!node.had && !node.open && <em>After {node.parents.join(" or ")}</em>}
    </>
  );
}
