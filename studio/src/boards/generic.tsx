/** Board for any other game: its SVG picture, and its moves as a list. */

import type { BoardContext, GameBoard } from "../board";

export const genericBoard: GameBoard = {
  Board({ context }: { context: BoardContext }) {
    const { id, everything, seat } = context.session;
    const query = new URLSearchParams({
      ply: String(context.position.ply),
      ...(everything || seat === null ? {} : { seat: String(seat) }),
    });
    return (
      <div class="plain-table">
        <img
          src={`/api/tables/${encodeURIComponent(id)}/picture?${query}`}
          alt={`${context.session.title}, ${context.position.turn}`}
        />
        <div class="spread">
          {[...context.legal].map(([text, phrase]) => (
            <button type="button" class="button" data-legal key={text} onClick={() => context.play(text)}>
              {text} <span class="muted small">{phrase}</span>
            </button>
          ))}
        </div>
      </div>
    );
  },
  prompt: () => ({ text: "Choose a move", buttons: [] }),
  cards: () => null,
};
