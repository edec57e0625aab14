/** Tales of Tribute. */

import type { MoveRow } from "../../protocol";
import type { Board, Scene } from "../../scene";
import { viewOf } from "../../scene";
import { CardView, Deeds } from "./cards";
import type { View } from "./facts";
import { nameOf, patronOf, patronWords } from "./facts";
import { PatronDraft } from "./patrons";
import { TributeTable } from "./table";

const FREE = "play, activate";

export const tribute: Board = {
  Table({ scene }: { scene: Scene }) {
    const view = viewOf<View>(scene);
    return view.phase === "draft" ? (
      <PatronDraft scene={scene} view={view} />
    ) : (
      <TributeTable scene={scene} view={view} />
    );
  },

  question(scene: Scene) {
    const view = viewOf<View>(scene);
    const asked = view.asked;
    if (!asked) return { words: "", lone: [] };
    if (view.phase === "draft") return { words: "Draft a patron: its cards come into the tavern", lone: [] };
    if (asked.what.startsWith(FREE)) {
      const only = scene.legal.size === 1;
      return {
        words: "Play cards, buy, call a patron",
        lone: scene.legal.has("END") ? [{ text: "END", label: "End turn", main: only }] : [],
      };
    }
    const words = asked.what.charAt(0).toUpperCase() + asked.what.slice(1);
    const lone = scene.legal.has("STOP") ? [{ text: "STOP", label: asked.most ? "No more" : "Go on" }] : [];
    if (!scene.live) return { words, lone };
    const [left = "", right = ""] = (asked.effect ?? "").split(/\s+or\s+/);
    const offers = [...scene.legal]
      .filter(([text]) => text !== "STOP")
      .map(([text, phrase]) => {
        const piece = text.startsWith("PICK ") ? text.slice(5) : "";
        const card = piece ? (
          <CardView scene={scene} piece={piece} size="middle" free />
        ) : (
          <Deeds scene={scene} text={text === "LEFT" ? left : right} />
        );
        return { text, label: phrase, card };
      });
    return {
      words,
      lone,
      choice: { title: words, least: asked.least, most: asked.most, picked: asked.picked, offers },
    };
  },

  cards(scene: Scene, { text }: MoveRow) {
    const thing = text.split(" ")[1] ?? "";
    if (thing.includes("#")) return <CardView scene={scene} piece={thing} size="middle" />;
    const patron = patronOf(scene, thing);
    return patron ? (
      <>
        <strong>{nameOf(scene, thing)}</strong>
        <br />
        {patronWords(scene, patron)}
      </>
    ) : null;
  },
};
