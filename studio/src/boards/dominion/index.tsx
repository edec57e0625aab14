/** Dominion. */

import type { MoveRow } from "../../protocol";
import type { Board, Scene } from "../../scene";
import { viewOf } from "../../scene";
import { CardView } from "./cards";
import type { View } from "./facts";
import { DominionTable } from "./table";

/** Decisions that are made on the table itself; all others are asked in a window. */
const OPEN = ["play an Action", "buy a card"];
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

export const dominion: Board = {
  Table({ scene }: { scene: Scene }) {
    return <DominionTable scene={scene} view={viewOf<View>(scene)} />;
  },

  question(scene: Scene) {
    const view = viewOf<View>(scene);
    const asked = view.asked;
    if (!asked) return { words: "", lone: [] };
    const plain = asked.what.split(", or STOP")[0] ?? asked.what;
    const open = OPEN.some((words) => asked.what.startsWith(words));
    const ends = view.phase === "action" ? "Go on to buy" : "End turn";
    const lone = [
      ...(scene.legal.has("YES") ? [{ text: "YES", label: "Yes", main: true }] : []),
      ...(scene.legal.has("STOP")
        ? [{ text: "STOP", label: open ? ends : scene.legal.has("YES") ? "No" : "No more" }]
        : []),
    ];
    const card = view.playing.at(-1)?.card;
    const words = card ? `${card}: ${plain}` : plain.charAt(0).toUpperCase() + plain.slice(1);
    if (open || !scene.live) return { words, lone };
    const offers = [...scene.legal.keys()]
      .filter((text) => text.includes(" "))
      .map((text) => {
        const verb = text.split(" ")[0] ?? "";
        const name = text.slice(verb.length + 1);
        const limit = verb === "GAIN" ? ` (up to ${asked.limit})` : "";
        return {
          text,
          label: `${LABELS[verb] ?? verb} ${name}${limit}`,
          card: <CardView name={name} card={view.cards[name]} size="small" />,
        };
      });
    return { words, lone, choice: { title: words, least: asked.least, most: asked.most, picked: 0, offers } };
  },

  cards(scene: Scene, { text }: MoveRow) {
    const name = text.slice((text.split(" ")[0] ?? "").length + 1);
    const card = viewOf<View>(scene).cards[name];
    return card ? <CardView name={name} card={card} size="middle" /> : null;
  },
};
