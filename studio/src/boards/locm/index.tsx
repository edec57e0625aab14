/** Legends of Code and Magic. */

import type { Board, Scene } from "../../scene";
import { viewOf } from "../../scene";
import { Battle } from "./battle";
import { CardView } from "./cards";
import { Construct, Draft } from "./draft";
import type { Player, View } from "./facts";
import { factsOf } from "./facts";

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

  cards(scene: Scene, text: string) {
    const [verb, ...words] = text.split(" ");
    const numbers = verb === "CHOOSE" ? words.map(Number) : words.map((id) => numberOf(scene, Number(id)));
    if (verb === "PASS" || verb === "PICK") return null;
    return numbers.slice(0, verb === "SUMMON" ? 1 : 2).map((number, k) => {
      const card = number === undefined ? undefined : factsOf(scene, number);
      return card && <CardView key={k} card={card} size="small" />;
    });
  },
};

/** The card behind an id, as far as this page has seen it. */
function numberOf(scene: Scene, id: number): number | undefined {
  for (const view of scene.views.values()) {
    const { me, opponent } = view as View;
    for (const player of [me, opponent].filter((each): each is Player => Boolean(each))) {
      const found = [...player.board, ...player.played, ...(player.hand ?? [])].find((each) => each.id === id);
      if (found) return found.number;
    }
  }
  return undefined;
}
