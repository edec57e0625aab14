/** Dominion. */

import type { LegalMove, MoveRow } from "../../protocol";
import { unusedMoves } from "./unused-moves";
import type { BoardContext, GameBoard } from "../../board";
import { movesOf, questionOf } from "../../board";
import { CardView } from "./cards";
import { boardObservation } from "./observation";
import type { DominionQuestion, Move } from "./types";
import { DominionBoard } from "./board";
import { motion } from "./motion";
import { LEGEND } from "./pictogram";
import "./style.css";
import { sentenceCase } from "../../format";

/** What is asked, as the end of a sentence. */
const PROMPTS: Record<DominionQuestion["code"], string> = {
  play_action: "play an Action",
  buy_card: "buy a card",
  discard_hand: "discard cards from your hand",
  trash_hand: "trash cards from your hand",
  gain_card: "gain a card",
  put_hand: "put a card from your hand on your deck",
  reveal_card: "react to the attack",
  double_action: "choose the Action to be played several times",
  judge_card: "discard the card, or keep it on the deck",
  trash_aside: "choose which revealed card is trashed",
  take_loot: "gain what was trashed",
  set_aside: "keep the card in hand, or set it aside",
  may_discard_deck: "put your deck into your discard pile",
  may_play_card: "play the card",
  recall_card: "put a card from your discard pile on your deck",
  sort_card: "trash, discard or keep the card",
  order_cards: "choose which card goes back first, below the others",
};

const LABELS: Record<Move["verb"], string> = {
  discard: "Discard",
  trash: "Trash",
  gain: "Gain",
  put: "Put on the deck",
  reveal: "Reveal",
  keep: "Keep",
  aside: "Set aside",
  play: "Play",
  buy: "Buy",
  yes: "Yes",
  stop: "No more",
};

export const dominion: GameBoard = {
  motion,
  legend: LEGEND,

  Board({ context }: { context: BoardContext }) {
    return <DominionBoard context={context} observation={boardObservation(context)} />;
  },

  prompt(context: BoardContext) {
    const question = questionOf<DominionQuestion>(context);
    if (!question) return { text: "", buttons: [] };
    const observation = boardObservation(context);
    const moves = movesOf<Move>(context);
    const yes = moves.find(({ parts }) => parts.verb === "yes");
    const stop = moves.find(({ parts }) => parts.verb === "stop");
    const onBoard = question.code === "play_action" || question.code === "buy_card"; // by clicks, without a dialog
    const endLabel = question.code === "play_action" ? "Continue to buy" : "End turn";
    const buttons = [
      ...(yes ? [{ text: yes.text, label: LABELS.yes, main: true }] : []),
      ...(stop ? [{ text: stop.text, label: onBoard ? endLabel : yes ? "No" : LABELS.stop }] : []),
    ];
    const prompt = PROMPTS[question.code];
    const text = question.card ? `${question.card}: ${prompt}` : sentenceCase(prompt);
    if (onBoard || !context.live) return { text, buttons };
    const options = moves.flatMap(({ text, parts: { verb, piece } }) => {
      if (!piece) return [];
      const limit = question.code === "gain_card" ? ` (up to ${question.limit})` : "";
      return [
        {
          text,
          label: `${LABELS[verb]} ${piece.card}${limit}`,
          card: <CardView name={piece.card} card={observation.cards[piece.card]} size="small" />,
        },
      ];
    });
    return { text, buttons, choice: { title: text, min: question.least, max: question.most, picked: 0, options } };
  },

  heldMove(context: BoardContext, { parts }: LegalMove) {
    const { verb, piece } = parts as Move;
    const isLast = verb === "buy" && boardObservation(context).buys === 1; // clean-up follows, and draws new cards
    return isLast && piece ? `${piece.card} is your last buy: end the turn, or take back` : "";
  },

  firstMove: "No move yet. Treasures are played for you.",

  unusedMoves,

  cards(context: BoardContext, { parts }: MoveRow) {
    const { piece } = parts as Move;
    const card = piece && boardObservation(context).cards[piece.card];
    return card ? <CardView name={piece.card} card={card} size="middle" /> : null;
  },
};
