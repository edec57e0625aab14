/** What a player of Tales of Tribute gives up by ending the turn: cards and agents, and coins that can buy a card. */

import { type BoardContext, movesOf, observationOf } from "../../board";
import { joinWords, plural } from "../../format";
import type { Move, Observation } from "./types";

export function unusedMoves(context: BoardContext): string {
  const count = (verb: Move["verb"]) => movesOf<Move>(context).filter(({ parts }) => parts.verb === verb).length;
  const coins = observationOf<Observation>(context).players[context.seat]?.coins ?? 0;
  const left = [
    ...(count("play") ? [`play ${plural(count("play"), "card")}`] : []),
    ...(count("activate") ? [`activate ${plural(count("activate"), "agent")}`] : []),
    ...(count("buy") ? [`buy a card with ${plural(coins, "coin")}`] : []),
  ];
  return left.length ? `You can still ${joinWords(left)}.` : "";
}
