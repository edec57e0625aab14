/** What a player of Delve gives up by ending the turn. */

import { type BoardContext, movesOf } from "../../board";
import { joinWords } from "../../format";
import type { Move } from "./types";

export function unusedMoves(context: BoardContext): string {
  const cards = new Set(
    movesOf<Move>(context).flatMap(({ parts }) => (parts.verb === "play" && parts.piece ? [parts.piece.id] : [])),
  );
  return cards.size ? `You can still play ${joinWords([...cards], "or")}.` : "";
}
