/** Legends of Code and Magic. */

import type { MoveRow } from "../../protocol";
import { unusedMoves } from "./unused-moves";
import type { BoardContext, GameBoard } from "../../board";
import { movesOf, observationOf, questionOf } from "../../board";
import { Battle } from "./battle";
import { CardView } from "./cards";
import { Construct, Draft } from "./draft";
import { motion } from "./motion";
import { cardInfo } from "./observation";
import type { LocmQuestion, Move, Observation } from "./types";
import { LEGEND } from "./pictogram";
import { promptText } from "./prompt";
import "./style.css";

export const locm: GameBoard = {
  motion,
  legend: LEGEND,

  Board({ context }: { context: BoardContext }) {
    const observation = observationOf<Observation>(context);
    if (observation.phase === "draft") return <Draft context={context} observation={observation} />;
    if (observation.phase === "construct") return <Construct context={context} observation={observation} />;
    return <Battle context={context} observation={observation} />;
  },

  prompt(context: BoardContext) {
    const code = questionOf<LocmQuestion>(context)?.code ?? "battle";
    const moves = movesOf<Move>(context);
    const end = moves.find(({ parts }) => parts.verb === "pass" || parts.verb === "fill");
    const label = code === "construct" ? "Fill up the deck" : "End turn";
    const onlyEnd = code === "battle" && end !== undefined && moves.length === 1;
    return {
      text: promptText(context),
      buttons: end ? [{ text: end.text, label, main: onlyEnd }] : [],
    };
  },

  unusedMoves,

  cards(context: BoardContext, { parts }: MoveRow) {
    const { piece, target } = parts as Move;
    const numbers = [piece?.card, target?.card].filter((number) => typeof number === "number");
    const cards = [...new Set(numbers)].map((number) => cardInfo(context, number)).filter((card) => card !== undefined);
    return cards.map((card) => <CardView key={card.number} card={card} size="small" />);
  },
};
