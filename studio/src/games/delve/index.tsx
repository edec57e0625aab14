/** Delve. */

import type { MoveRow } from "../../protocol";
import { unusedMoves } from "./unused-moves";
import type { BoardContext, GameBoard } from "../../board";
import { movesOf, observationOf, questionOf } from "../../board";
import type { DelveQuestion, Move, Observation } from "./types";
import { BoardFrame } from "../../components/board-frame";
import { CardView, Fight } from "./fight";
import { motion } from "./motion";
import { NodeTooltip, SkillTree } from "./skill-tree";
import { LEGEND } from "./pictogram";
import { plural } from "../../format";
import "./style.css";

export const delve: GameBoard = {
  motion,
  legend: LEGEND,

  Board({ context }: { context: BoardContext }) {
    const observation = observationOf<Observation>(context);
    const tree = <SkillTree context={context} observation={observation} />;
    return (
      <BoardFrame name="delve-table" hand>
        {observation.asked === "pick" && tree}
        <Fight context={context} observation={observation}>
          {observation.asked !== "pick" && tree}
        </Fight>
      </BoardFrame>
    );
  },

  prompt(context: BoardContext) {
    const observation = observationOf<Observation>(context);
    const { selected } = context;
    const text =
      selected !== null
        ? `Choose an enemy for ${selected}`
        : questionOf<DelveQuestion>(context)?.code === "pick"
          ? `Encounter ${observation.encounter - 1} is won: pick a node of the skill tree`
          : `Encounter ${observation.encounter} of ${observation.last}: play cards, then end the turn`;
    const moves = movesOf<Move>(context);
    const buttons = moves.flatMap(({ text, parts: { verb } }) =>
      verb === "end"
        ? [{ text, label: "End turn", main: moves.length === 1 }]
        : verb === "save"
          ? [{ text, label: "Save the points" }]
          : [],
    );
    return { text, buttons };
  },

  describeScore: (won) => `${plural(won, "encounter")} won`,

  unusedMoves,

  cards(context: BoardContext, { parts }: MoveRow) {
    const observation = observationOf<Observation>(context);
    const { piece } = parts as Move;
    if (!piece) return null;
    const node = piece.zone === "nodes" && observation.nodes.find((node) => node.name === piece.id);
    if (node) return <NodeTooltip observation={observation} node={node} />;
    const card = observation.cards[piece.id];
    return card ? <CardView name={piece.id} card={card} count={1} /> : null;
  },
};
