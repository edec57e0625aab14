/** Tales of Tribute. */

import type { MoveRow } from "../../protocol";
import type { BoardContext, GameBoard } from "../../board";
import { observationOf } from "../../board";
import { CardView, EffectIcons } from "./cards";
import type { Observation } from "./observation";
import { describePatron, displayName, patronOf } from "./observation";
import { PatronDraft } from "./patrons";
import { TributeBoard } from "./board";

const TURN_PROMPT = "play, activate";

export const tribute: GameBoard = {
  Board({ context }: { context: BoardContext }) {
    const observation = observationOf<Observation>(context);
    return observation.phase === "draft" ? (
      <PatronDraft context={context} observation={observation} />
    ) : (
      <TributeBoard context={context} observation={observation} />
    );
  },

  prompt(context: BoardContext) {
    const observation = observationOf<Observation>(context);
    const request = observation.asked;
    if (!request) return { text: "", buttons: [] };
    if (observation.phase === "draft") return { text: "Draft a patron: its cards come into the tavern", buttons: [] };
    if (request.what.startsWith(TURN_PROMPT)) {
      const only = context.legal.size === 1;
      return {
        text: "Play cards, buy, call a patron",
        buttons: context.legal.has("END") ? [{ text: "END", label: "End turn", main: only }] : [],
      };
    }
    const text = request.what.charAt(0).toUpperCase() + request.what.slice(1);
    const buttons = context.legal.has("STOP") ? [{ text: "STOP", label: request.most ? "No more" : "Continue" }] : [];
    if (!context.live) return { text, buttons };
    const [left = "", right = ""] = (request.effect ?? "").split(/\s+or\s+/);
    const options = [...context.legal]
      .filter(([text]) => text !== "STOP")
      .map(([text, phrase]) => {
        const piece = text.startsWith("PICK ") ? text.slice(5) : "";
        const card = piece ? (
          <CardView context={context} piece={piece} size="middle" hideCost />
        ) : (
          <EffectIcons context={context} text={text === "LEFT" ? left : right} />
        );
        return { text, label: phrase, card };
      });
    return {
      text,
      buttons,
      choice: { title: text, min: request.least, max: request.most, picked: request.picked, options },
    };
  },

  cards(context: BoardContext, { text }: MoveRow) {
    const target = text.split(" ")[1] ?? "";
    if (target.includes("#")) return <CardView context={context} piece={target} size="middle" />;
    const patron = patronOf(context, target);
    return patron ? (
      <>
        <strong>{displayName(context, target)}</strong>
        <br />
        {describePatron(context, patron)}
      </>
    ) : null;
  },
};
