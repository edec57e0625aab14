/** Elements of the board that belong to a move, by the marks that boards give them. */

import type { PieceRef } from "../protocol";
import { placeOf } from "./places";

/** Elements of a piece or a target; without an id it is only where a card goes, and has none. */
export function pieceElements(piece: PieceRef | null | undefined): Element[] {
  if (!piece || piece.id === "") return [];
  return [...document.querySelectorAll(`.board [data-place="${CSS.escape(placeOf(piece))}"]`)];
}

/** Buttons and offered cards that play a move. */
export function moveButtons(text: string): Element[] {
  return [...document.querySelectorAll(`[data-move="${CSS.escape(text)}"]`)];
}
