/** Legends of Code and Magic. */

import type { MoveRow } from "../../protocol";
import type { Board, Scene } from "../../scene";
import { viewOf } from "../../scene";
import { Battle } from "./battle";
import { CardView } from "./cards";
import { Construct, Draft } from "./draft";
import type { CardFacts, View } from "./facts";

const PHASES = {
  draft: "Pick one of three cards",
  construct: "Choose thirty cards, at most two alike",
  battle: "Summon, attack, use items",
};

export const locm: Board = {
  Table({ scene }: { scene: Scene }) {
    const view = viewOf<View>(scene);
    if (view.phase === "draft") return <Draft scene={scene} view={view} />;
    if (view.phase === "construct") return <Construct scene={scene} view={view} />;
    return <Battle scene={scene} view={view} />;
  },

  question(scene: Scene) {
    const { phase } = viewOf<View>(scene);
    const label = phase === "construct" ? "Fill up the deck" : "End turn";
    return {
      words: PHASES[phase],
      lone: scene.legal.has("PASS")
        ? [{ text: "PASS", label, main: phase === "battle" && scene.legal.size === 1 }]
        : [],
    };
  },

  cards(scene: Scene, { phrase }: MoveRow) {
    return named(scene, phrase).map((card) => <CardView key={card.number} card={card} size="small" />);
  },
};

const MOST_CARDS = 3; // a card, its target, and what a text may name besides

/** The cards that a move's words name, in their order. Ids would not do: most of them are of other positions. */
function named(scene: Scene, phrase: string): CardFacts[] {
  const cards = Object.values((scene.whole.facts["cards"] ?? {}) as Record<string, CardFacts>);
  const found = cards
    .map((card) => ({ card, at: phrase.indexOf(card.name) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at || b.card.name.length - a.card.name.length);
  return found
    .filter(({ at }, k) => found.findIndex((each) => each.at === at) === k) // of two that begin alike the longer one
    .slice(0, MOST_CARDS)
    .map(({ card }) => card);
}
