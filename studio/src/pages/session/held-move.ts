/** A move that would end the turn by itself, such as the last buy in Dominion: the page sends it only with "End turn".

Until then it can be taken back, which no move can that has drawn new cards. The server knows nothing of it, so after a
reload of the page it has to be chosen again. */

import { useState } from "preact/hooks";
import type { LegalMove, PositionView } from "../../protocol";

export interface HeldMove {
  held: LegalMove | null;
  hold: (move: LegalMove) => void;
  release: () => void;
}

/** The held move of a position; none while this page cannot move, such as without a connection. */
export function useHeldMove(position: PositionView, live: boolean): HeldMove {
  const [chosen, setChosen] = useState<{ move: LegalMove; position: PositionView } | null>(null);
  return {
    held: live && chosen?.position === position ? chosen.move : null,
    hold: (move) => setChosen({ move, position }),
    release: () => setChosen(null),
  };
}
