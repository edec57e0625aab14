/** Any other game: its picture, and its moves as a list. */

import type { Board, Scene } from "../scene";

export const plain: Board = {
  Table({ scene }: { scene: Scene }) {
    const { id, everything, seat } = scene.whole;
    const asks = new URLSearchParams({
      ply: String(scene.seen.ply),
      ...(everything || seat === null ? {} : { seat: String(seat) }),
    });
    return (
      <div class="plain-table">
        <img
          src={`/api/tables/${encodeURIComponent(id)}/picture?${asks}`}
          alt={`${scene.whole.title}, ${scene.seen.turn}`}
        />
        <div class="spread">
          {[...scene.legal].map(([text, phrase]) => (
            <button type="button" class="button" data-legal key={text} onClick={() => scene.play(text)}>
              {text} <span class="quiet small">{phrase}</span>
            </button>
          ))}
        </div>
      </div>
    );
  },
  question: () => ({ words: "Choose a move", lone: [] }),
  cards: () => null,
};
