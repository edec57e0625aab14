/** The card that a player has selected on the board, to choose its target next. */

import { useState } from "preact/hooks";
import type { BoardContext } from "../../board";
import type { PositionView } from "../../protocol";

/** The selected card, and a function that selects another one. The selection belongs to one position: after a take-back
the same ply is another position. */
export function useSelection(position: PositionView): Pick<BoardContext, "selected" | "select"> {
  const [selection, setSelection] = useState<{ card: BoardContext["selected"]; position: PositionView } | null>(null);
  return {
    selected: selection?.position === position ? selection.card : null,
    select: (card) => setSelection({ card, position }),
  };
}
