/** The card that a player has selected on a board, to choose its target next. */

import { useState } from "preact/hooks";
import type { BoardContext } from "../board";
import type { PositionView } from "../protocol";

/** The selected card and a function that selects another one. The selection belongs to one position: after a take-back
the same ply is another position. */
export function useSelection<T>({ position }: BoardContext): [T | null, (card: T | null) => void] {
  const [selection, setSelection] = useState<{ card: T | null; position: PositionView }>({ card: null, position });
  return [
    selection.position === position ? selection.card : null,
    (card: T | null) => setSelection({ card, position }),
  ];
}
