/** Delve. */

import type { MoveRow } from "../../protocol";
import type { BoardContext, GameBoard } from "../../board";
import { observationOf } from "../../board";
import type { Observation } from "./observation";
import { CardView, Fight } from "./fight";
import { NodeTooltip, SkillTree } from "./skill-tree";

export const delve: GameBoard = {
  Board({ context }: { context: BoardContext }) {
    const observation = observationOf<Observation>(context);
    const tree = <SkillTree context={context} observation={observation} />;
    return (
      <div class="delve-table">
        {observation.asked === "pick" && tree}
        <Fight context={context} observation={observation} />
        {observation.asked !== "pick" && tree}
      </div>
    );
  },

  prompt(context: BoardContext) {
    const observation = observationOf<Observation>(context);
    const text =
      observation.asked === "pick"
        ? `Encounter ${observation.encounter} is won: pick a node of the skill tree`
        : `Encounter ${observation.encounter} of ${observation.last}: play cards, then end the turn`;
    const buttons = [
      ...(context.legal.has("END") ? [{ text: "END", label: "End turn", main: context.legal.size === 1 }] : []),
      ...(context.legal.has("SAVE") ? [{ text: "SAVE", label: "Save the points" }] : []),
    ];
    return { text, buttons };
  },

  cards(context: BoardContext, { text }: MoveRow) {
    const observation = observationOf<Observation>(context);
    const node = observation.nodes.find((node) => text === `PICK ${node.name}`);
    if (node) return <NodeTooltip observation={observation} node={node} />;
    const name = Object.keys(observation.cards).find(
      (cardName) => text === `PLAY ${cardName}` || text.startsWith(`PLAY ${cardName} `),
    );
    const card = name ? observation.cards[name] : undefined;
    return name && card ? <CardView name={name} card={card} count={1} /> : null;
  },
};
