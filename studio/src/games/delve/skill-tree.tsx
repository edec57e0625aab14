/** Skill tree: roots at the top; each node shows the cards that it improves. */

import { useRef } from "preact/hooks";
import { Glyph } from "../../components/glyphs";
import { useScrollFade } from "../../components/scroll-fade";
import { tooltip } from "../../components/tooltip";
import { type BoardContext, movesOf } from "../../board";
import type { Move, Node, Observation } from "./types";
import { describeNode, improvements, listNeeds, nodePiece, plateOf } from "./observation";
import { nodeSymbols } from "./pictogram";
import { layoutTree } from "./tree-layout";
import { plural } from "../../format";
import { zoneAt } from "../../motion/places";

const COLUMN_WIDTH = 104; // px between columns
const ROW_HEIGHT = 92; // px between rows; the style sheet makes them lower where the screen is low

/** The height of so many rows. */
const rows = (count: number): string => `calc(${count} * var(--tree-row, ${ROW_HEIGHT}px))`;

export function SkillTree({ context, observation }: { context: BoardContext; observation: Observation }) {
  const frame = useRef<HTMLDivElement>(null);
  useScrollFade(frame);
  if (!observation.nodes.length) return null;
  const picking = observation.asked === "pick";
  const positions = layoutTree(observation.nodes);
  const width = Math.max(...positions.map((position) => position.x)) + 1;
  const depth = Math.max(...positions.map((position) => position.row)) + 1;
  const byName = new Map(observation.nodes.map((node, k) => [node.name, positions[k]]));
  return (
    <section class={picking ? "skills picking" : "skills"} aria-label="Skill tree">
      <h2>
        Skill tree{" "}
        <span class="muted small">
          {picking ? `${plural(observation.points, "point")} to spend` : "a node is picked after every encounter won"}
        </span>
      </h2>
      <div class="tree-scroll" ref={frame}>
        <div class="tree" style={{ width: `${width * COLUMN_WIDTH}px`, height: rows(depth) }}>
          <svg
            width="100%"
            height="100%"
            viewBox={`0 0 ${width * COLUMN_WIDTH} ${depth * ROW_HEIGHT}`}
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            {observation.nodes.flatMap((node, k) =>
              node.parents.map((parent) => {
                const from = byName.get(parent);
                const to = positions[k];
                return (
                  from &&
                  to && (
                    <path
                      key={`${node.name}-${parent}`}
                      class={node.had ? "owned" : node.open ? "open" : ""}
                      fill="none"
                      d={`M${(from.x + 0.5) * COLUMN_WIDTH} ${from.row * ROW_HEIGHT + 30}C${(from.x + 0.5) * COLUMN_WIDTH} ${to.row * ROW_HEIGHT - 14} ${(to.x + 0.5) * COLUMN_WIDTH} ${from.row * ROW_HEIGHT + 74} ${(to.x + 0.5) * COLUMN_WIDTH} ${to.row * ROW_HEIGHT + 6}`}
                    />
                  )
                );
              }),
            )}
          </svg>
          {observation.nodes.map((node, k) => {
            const position = positions[k];
            return (
              position && (
                <NodeView
                  key={node.name}
                  context={context}
                  observation={observation}
                  node={node}
                  x={position.x * COLUMN_WIDTH}
                  row={position.row}
                />
              )
            );
          })}
        </div>
      </div>
    </section>
  );
}

function NodeView({
  context,
  observation,
  node,
  x,
  row,
}: {
  context: BoardContext;
  observation: Observation;
  node: Node;
  x: number;
  row: number;
}) {
  const pick = movesOf<Move>(context).find(({ parts }) => parts.verb === "pick" && parts.piece?.id === node.name);
  const legal = pick !== undefined;
  const improved = improvements(observation, node);
  const state = node.had ? "owned" : legal ? "legal" : node.open ? "open" : "locked";
  return (
    <button
      type="button"
      class={`node plate-${plateOf(node.target)} ${state}`}
      style={{ left: `${x}px`, top: rows(row) }}
      data-card={node.name}
      {...zoneAt("nodes", 0, node.name)}
      data-legal={legal || undefined}
      aria-disabled={!legal || undefined}
      onClick={
        context.live
          ? () =>
              pick
                ? context.play(pick.text)
                : context.explain({ verb: "pick", piece: nodePiece(node.name), target: null } satisfies Move)
          : undefined
      }
      {...tooltip(() => <NodeTooltip observation={observation} node={node} />)}
    >
      <span class="node-value" aria-hidden="true">
        {node.had ? <Glyph name="done" size={14} /> : node.value || node.target ? `+${node.value}` : "…"}
      </span>
      {legal && <span class="visually-hidden">Pick </span>}
      <span class="node-name">{node.name}</span>
      <span class="visually-hidden">: {describeNode(observation, node)}</span>
      <span class="node-target" aria-hidden="true">
        {nodeSymbols(node).map((symbol) => symbol !== "coin" && <Glyph key={symbol} name={symbol} size={11} />)}
        {node.target === null
          ? node.text
          : improved.length
            ? plural(
                improved.reduce((sum, improvement) => sum + improvement.card.copies, 0),
                "card",
              )
            : "no card"}
        {node.price !== 1 && `, ${node.price} p.`}
      </span>
    </button>
  );
}

/** Tooltip of a node: the cards that it improves, and by how much. */
export function NodeTooltip({ observation, node }: { observation: Observation; node: Node }) {
  const improved = improvements(observation, node);
  return (
    <>
      <strong>{node.name}</strong>: {node.target === null ? node.text : `+${node.value} damage of ${node.target} cards`}
      <table class="tooltip-table">
        <tbody>
          {improved.map(({ name, card, now, later }) => (
            <tr key={name}>
              <td>{name}</td>
              <td class="number">×{card.copies}</td>
              <td class="number">
                {now} → <b>{later}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {!improved.length && node.target !== null && "No card of this deck improves."}
      {!node.had && !node.open && <em>After {listNeeds(node)}</em>}
    </>
  );
}
