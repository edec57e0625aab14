/** Legends of Code and Magic. */

import type { MoveRow } from "../../protocol";
import type { BoardContext, GameBoard } from "../../board";
import { observationOf } from "../../board";
import { Battle } from "./battle";
import { CardView } from "./cards";
import { Construct, Draft } from "./draft";
import type { CardInfo, Observation } from "./observation";

const PHASES = {
  draft: "Pick one of three cards",
  construct: "Choose thirty cards, at most two copies of each",
  battle: "Summon, attack, use items",
};

export const locm: GameBoard = {
  Board({ context }: { context: BoardContext }) {
    const observation = observationOf<Observation>(context);
    if (observation.phase === "draft") return <Draft context={context} observation={observation} />;
    if (observation.phase === "construct") return <Construct context={context} observation={observation} />;
    return <Battle context={context} observation={observation} />;
  },

  prompt(context: BoardContext) {
    const { phase } = observationOf<Observation>(context);
    const label = phase === "construct" ? "Fill up the deck" : "End turn";
    return {
      text: PHASES[phase],
      buttons: context.legal.has("PASS")
        ? [{ text: "PASS", label, main: phase === "battle" && context.legal.size === 1 }]
        : [],
    };
  },

  cards(context: BoardContext, { phrase }: MoveRow) {
    return cardsNamedIn(context, phrase).map((card) => <CardView key={card.number} card={card} size="small" />);
  },
};

const MAX_CARDS = 3; // a card, its target, and perhaps one more

/** Cards named in the description of a move, in order. Ids are not used: most belong to other positions. */
function cardsNamedIn(context: BoardContext, phrase: string): CardInfo[] {
  const cards = Object.values((context.session.facts["cards"] ?? {}) as Record<string, CardInfo>);
  const matches = cards
    .map((card) => ({ card, at: phrase.indexOf(card.name) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at || b.card.name.length - a.card.name.length);
  return matches
    .filter(({ at }, k) => matches.findIndex((other) => other.at === at) === k) // at one place the longer name
    .slice(0, MAX_CARDS)
    .map(({ card }) => card);
}
