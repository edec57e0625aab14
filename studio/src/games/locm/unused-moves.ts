/** What a player of Legends of Code and Magic gives up by ending the turn. */

import { type BoardContext, movesOf, observationOf } from "../../board";
import { joinWords, plural } from "../../format";
import type { Move, Observation, Player } from "./types";

export function unusedMoves(context: BoardContext): string {
  const ids = (verbs: Move["verb"][]) =>
    new Set(movesOf<Move>(context).flatMap(({ parts }) => (verbs.includes(parts.verb) ? [parts.piece?.id] : [])));
  const attackers = ids(["attack"]).size;
  const cards = affordable(observationOf<Observation>(context).me, ids(["summon", "use"]));
  const left = [
    ...(attackers ? [`attack with ${plural(attackers, "creature")}`] : []),
    ...(cards ? [`play ${plural(cards, "card")}`] : []),
  ];
  return left.length ? `You can still ${joinWords(left)}.` : "";
}

/** How many of these cards the mana pays for, the cheapest first. */
function affordable(me: Player | undefined, ids: Set<number | undefined>): number {
  const costs = (me?.hand ?? []).filter(({ id }) => ids.has(id)).map(({ cost }) => cost);
  let paid = 0;
  return costs
    .sort((a, b) => a - b)
    .filter((cost) => {
      paid += cost;
      return paid <= (me?.mana ?? 0);
    }).length;
}
