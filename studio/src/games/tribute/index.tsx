/** Tales of Tribute. */

import type { MoveRow } from "../../protocol";
import { unusedMoves } from "./unused-moves";
import type { BoardContext, GameBoard } from "../../board";
import { movesOf, observationOf, questionOf } from "../../board";
import { CardView, EffectIcons } from "./cards";
import { describePatron, displayName, patronOf } from "./observation";
import type { Move, Observation, TributeQuestion } from "./types";
import { motion } from "./motion";
import { PatronDraft } from "./patrons";
import { TributeBoard } from "./board";
import { LEGEND } from "./pictogram";
import "./style.css";

const PROMPTS: Record<TributeQuestion["code"], string> = {
  free: "Play cards, buy, call a patron",
  draft_patron: "Draft a patron: its cards come into the tavern",
  choose_side: "Choose one of two effects",
  replace: "Replace cards of the row",
  acquire: "Acquire a card of the row",
  destroy: "Destroy own cards",
  recall: "Put cards from cooldown onto the draw pile",
  recall_agent: "Put agents from cooldown onto the draw pile",
  toss: "Toss cards from the top of the draw pile",
  knock_out: "Knock out rival agents",
  donate: "Discard cards to draw as many",
  discard: "Discard cards from your hand",
  banish: "Knock out a rival agent",
  sell: "Give up a card for prestige",
  rally: "Put an agent from cooldown onto the draw pile",
  mint: "Give up a card for a new one",
};

export const tribute: GameBoard = {
  motion,
  legend: LEGEND,

  Board({ context }: { context: BoardContext }) {
    const observation = observationOf<Observation>(context);
    return observation.phase === "draft" ? (
      <PatronDraft context={context} observation={observation} />
    ) : (
      <TributeBoard context={context} observation={observation} />
    );
  },

  prompt(context: BoardContext) {
    const question = questionOf<TributeQuestion>(context);
    if (!question) return { text: "", buttons: [] };
    const text = PROMPTS[question.code];
    const moves = movesOf<Move>(context);
    const end = moves.find(({ parts }) => parts.verb === "end");
    const stop = moves.find(({ parts }) => parts.verb === "stop");
    const buttons = [
      ...(end ? [{ text: end.text, label: "End turn", main: moves.length === 1 }] : []),
      ...(stop ? [{ text: stop.text, label: question.most ? "No more" : "Continue" }] : []),
    ];
    if (!context.live || question.code === "free" || question.code === "draft_patron") return { text, buttons };
    const options = moves.flatMap(({ text, phrase, parts: { piece } }) => {
      if (!piece) return [];
      const side = piece.zone === "side" ? question.sides[Number(piece.id)] : undefined;
      const card = side ? (
        <EffectIcons context={context} effects={[[side]]} />
      ) : (
        <CardView context={context} piece={`${piece.card}#${piece.id}`} size="middle" hideCost />
      );
      return [
        { text, label: phrase, card, ...(side ? {} : { about: displayName(context, `${piece.card}#${piece.id}`) }) },
      ];
    });
    return {
      text,
      buttons,
      choice: { title: text, min: question.least, max: question.most, picked: question.picked, options },
    };
  },

  unusedMoves,

  cards(context: BoardContext, { parts }: MoveRow) {
    const { piece, target } = parts as Move;
    const thing = target ?? piece;
    if (!thing) return null;
    if (thing.card !== null) return <CardView context={context} piece={`${thing.card}#${thing.id}`} size="middle" />;
    const patron = patronOf(context, String(thing.id));
    return patron ? (
      <>
        <strong>{patron.name}</strong>
        <br />
        {describePatron(context, patron)}
      </>
    ) : null;
  },
};
