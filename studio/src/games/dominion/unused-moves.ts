/** What a player of Dominion gives up by ending a phase: Actions that can be played, or coins that can buy a card. */

import { type BoardContext, movesOf, questionOf } from "../../board";
import { joinWords, plural } from "../../format";
import { boardObservation } from "./observation";
import type { DominionQuestion, Move } from "./types";

export function unusedMoves(context: BoardContext): string {
  const observation = boardObservation(context);
  const cards = movesOf<Move>(context).flatMap(({ parts }) => (parts.piece ? [parts.piece.card] : []));
  const code = questionOf<DominionQuestion>(context)?.code;
  if (code === "play_action" && cards.length) return `You can still play ${joinWords([...new Set(cards)], "or")}.`;
  const worthBuying = cards.some((name) => (observation.cards[name]?.cost ?? 0) > 0);
  return code === "buy_card" && worthBuying
    ? `You have ${plural(observation.coins, "coin")} and ${plural(observation.buys, "buy")} left.`
    : "";
}
