/** A small picture for every game. */

import type { ComponentChildren } from "preact";
import { findGame } from "./registry";

export interface EmblemDrawing {
  background: string;
  drawing: ComponentChildren;
}

export function Emblem({ game }: { game: string }) {
  const { background, drawing } = findGame(game).emblem;
  return (
    <svg class="emblem" viewBox="0 0 120 92" aria-hidden="true" style={{ background }}>
      {drawing}
    </svg>
  );
}
