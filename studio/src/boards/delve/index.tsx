/** Delve. */

import type { MoveRow } from "../../protocol";
import type { Board, Scene } from "../../scene";
import { viewOf } from "../../scene";
import type { View } from "./facts";
import { CardView, Fight } from "./fight";
import { NodeTip, Tree } from "./tree";

export const delve: Board = {
  Table({ scene }: { scene: Scene }) {
    const view = viewOf<View>(scene);
    const tree = <Tree scene={scene} view={view} />;
    return (
      <div class="delve-table">
        {view.asked === "pick" && tree}
        <Fight scene={scene} view={view} />
        {view.asked !== "pick" && tree}
      </div>
    );
  },

  question(scene: Scene) {
    const view = viewOf<View>(scene);
    const words =
      view.asked === "pick"
        ? `Encounter ${view.encounter} is won: pick a node of the skill tree`
        : `Encounter ${view.encounter} of ${view.last}: play cards, then end the turn`;
    const lone = [
      ...(scene.legal.has("END") ? [{ text: "END", label: "End turn", main: scene.legal.size === 1 }] : []),
      ...(scene.legal.has("SAVE") ? [{ text: "SAVE", label: "Save the points" }] : []),
    ];
    return { words, lone };
  },

  cards(scene: Scene, { text }: MoveRow) {
    const view = viewOf<View>(scene);
    const node = view.nodes.find((each) => text === `PICK ${each.name}`);
    if (node) return <NodeTip view={view} node={node} />;
    const name = Object.keys(view.cards).find((each) => text === `PLAY ${each}` || text.startsWith(`PLAY ${each} `));
    const card = name ? view.cards[name] : undefined;
    return name && card ? <CardView name={name} card={card} count={1} /> : null;
  },
};
