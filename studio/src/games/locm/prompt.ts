/** What the bar below the board of Legends of Code and Magic says. */

import { type BoardContext, factsOf, movesOf, observationOf, questionOf } from "../../board";
import { joinWords } from "../../format";
import type { Facts, LocmQuestion, Move, Observation, Target } from "./types";

const PROMPTS: Record<LocmQuestion["code"], string> = {
  draft: "Pick one of three cards",
  construct: "Choose thirty cards, at most two copies of each",
  battle: "Summon, attack, use items",
};

export function promptText(context: BoardContext): string {
  const code = questionOf<LocmQuestion>(context)?.code ?? "battle";
  const moves = movesOf<Move>(context);
  if (code !== "battle" || !context.live) return PROMPTS[code];
  if (moves.length === 1) return endOnly(observationOf<Observation>(context));
  const chosen = moves.filter(({ parts }) => context.selected !== null && parts.piece?.id === context.selected);
  return chosen[0] ? nextClick(context, chosen) : PROMPTS.battle;
}

/** Why the turn can only be ended. */
function endOnly({ me }: Observation): string {
  const unpaid = me?.hand?.length && !me.board.length && me.mana >= me.max_mana;
  return unpaid && me.hand?.every(({ cost }) => cost > me.mana)
    ? "You cannot pay for any card yet: end the turn"
    : "Nothing left to do in this turn";
}

/** What to click after a card, by its moves. */
function nextClick(context: BoardContext, moves: ReturnType<typeof movesOf<Move>>): string {
  const { verb, piece } = (moves[0] as (typeof moves)[number]).parts;
  const name = factsOf<Facts>(context).cards[String(piece?.card)]?.name ?? "this card";
  if (verb === "summon") return `Choose a lane for ${name}`;
  const has = (zone: Target["zone"], seat: number) =>
    moves.some(({ parts: { target } }) => target?.zone === zone && target.seat === seat);
  const targets = [
    ...(has("board", context.seat) ? ["one of your creatures"] : []),
    ...(has("board", 1 - context.seat) ? ["an enemy creature"] : []),
    ...(has("player", 1 - context.seat) ? ["the opponent"] : []),
  ];
  return `Choose the target of ${name}: ${joinWords(targets, "or")}`;
}
