/** What a player of Legends of Code and Magic gives up by ending the turn. */

import { type BoardContext, movesOf } from "../../board";
import { joinWords, plural } from "../../format";
import type { Move } from "./types";

export function unusedMoves(context: BoardContext): string {
  const ids = (verbs: Move["verb"][]) =>
    new Set(movesOf<Move>(context).flatMap(({ parts }) => (verbs.includes(parts.verb) ? [parts.piece?.id] : []))).size;
  const attackers = ids(["attack"]);
  const cards = ids(["summon", "use"]);
  const left = [
    ...(attackers ? [`attack with ${plural(attackers, "creature")}`] : []),
    ...(cards ? [`play ${plural(cards, "card")}`] : []),
  ];
  return left.length ? `You can still ${joinWords(left)}.` : "";
}
