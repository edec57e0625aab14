/** Dominion. */

import type { MoveRow } from "../../protocol";
import type { BoardContext, GameBoard } from "../../board";
import { observationOf } from "../../board";
import { CardView } from "./cards";
import type { Observation } from "./observation";
import { DominionBoard } from "./board";

/** Decisions made by clicks on the board; all others use a dialog. */
const BOARD_PROMPTS = ["play an Action", "buy a card"];
const LABELS: Record<string, string> = {
  DISCARD: "Discard",
  TRASH: "Trash",
  GAIN: "Gain",
  PUT: "Put on the deck",
  REVEAL: "Reveal",
  KEEP: "Keep",
  ASIDE: "Set aside",
  PLAY: "Play",
};

export const dominion: GameBoard = {
  Board({ context }: { context: BoardContext }) {
    return <DominionBoard context={context} observation={observationOf<Observation>(context)} />;
  },

  prompt(context: BoardContext) {
    const observation = observationOf<Observation>(context);
    const request = observation.asked;
    if (!request) return { text: "", buttons: [] };
    const promptText = request.what.split(", or STOP")[0] ?? request.what;
    const onBoard = BOARD_PROMPTS.some((prompt) => request.what.startsWith(prompt));
    const endLabel = observation.phase === "action" ? "Continue to buy" : "End turn";
    const buttons = [
      ...(context.legal.has("YES") ? [{ text: "YES", label: "Yes", main: true }] : []),
      ...(context.legal.has("STOP")
        ? [{ text: "STOP", label: onBoard ? endLabel : context.legal.has("YES") ? "No" : "No more" }]
        : []),
    ];
    const card = observation.playing.at(-1)?.card;
    const text = card ? `${card}: ${promptText}` : promptText.charAt(0).toUpperCase() + promptText.slice(1);
    if (onBoard || !context.live) return { text, buttons };
    const options = [...context.legal.keys()]
      .filter((text) => text.includes(" "))
      .map((text) => {
        const verb = text.split(" ")[0] ?? "";
        const name = text.slice(verb.length + 1);
        const limit = verb === "GAIN" ? ` (up to ${request.limit})` : "";
        return {
          text,
          label: `${LABELS[verb] ?? verb} ${name}${limit}`,
          card: <CardView name={name} card={observation.cards[name]} size="small" />,
        };
      });
    return { text, buttons, choice: { title: text, min: request.least, max: request.most, picked: 0, options } };
  },

  cards(context: BoardContext, { text }: MoveRow) {
    const name = text.slice((text.split(" ")[0] ?? "").length + 1);
    const card = observationOf<Observation>(context).cards[name];
    return card ? <CardView name={name} card={card} size="middle" /> : null;
  },
};
