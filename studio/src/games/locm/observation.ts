/** Cards and creatures of Legends of Code and Magic: descriptions, and references for moves. */

import { type BoardContext, factsOf } from "../../board";
import { formatNumber, plural } from "../../format";
import type { GlyphName } from "../../components/glyphs";
import type { CardInfo, Creature, Facts, Piece, Target } from "./types";

export const KEYWORDS: [string, GlyphName, string][] = [
  ["Breakthrough", "breakthrough", "damage beyond the defender's defense hits the opponent"],
  ["Charge", "charge", "attacks in the turn in which it is summoned"],
  ["Drain", "drain", "heals its player by the damage that it deals in attack"],
  ["Guard", "guard", "must be attacked first in its lane"],
  ["Lethal", "lethal", "kills every creature that it damages"],
  ["Ward", "ward", "blocks the next damage to it"],
];

export function keywordsOf(text: string): [string, GlyphName, string][] {
  return KEYWORDS.filter(([name]) => text.includes(name.charAt(0)));
}

export function cardInfo(context: BoardContext, number: number): CardInfo | undefined {
  return factsOf<Facts>(context).cards[String(number)];
}

export const creaturePiece = (creature: Creature, seat: number) =>
  ({ zone: "board", seat, id: creature.id, card: creature.number }) satisfies Piece & Target;
export const playerTarget = (seat: number): Target => ({ zone: "player", seat, id: seat, card: null });
export const laneTarget = (lane: number, seat: number): Target => ({ zone: "lane", seat, id: lane, card: null });

const KINDS = { creature: "creature", green: "green item", red: "red item", blue: "blue item" };
const AREAS = { target: "", lane: "for the whole lane", both: "for both lanes" };

/** Description of a card. */
export function describeCard(card: CardInfo): string {
  const item = card.kind !== "creature";
  const signed = (n: number) => (item && n > 0 ? `+${n}` : formatNumber(n));
  const keys = keywordsOf(card.keywords).map(([name]) => name);
  const taken = item && card.kind !== "green" && keys.length ? "takes " : "";
  const gives = item && card.kind === "green" && keys.length ? "gives " : "";
  return [
    `${KINDS[card.kind]} for ${card.cost} mana`,
    `${signed(card.attack)} attack, ${signed(card.defense)} defense`,
    keys.length ? taken + gives + keys.join(", ") : "",
    card.my_health ? `you ${card.my_health > 0 ? "gain" : "lose"} ${Math.abs(card.my_health)} health` : "",
    card.opp_health
      ? `the opponent ${card.opp_health > 0 ? "gains" : "loses"} ${Math.abs(card.opp_health)} health`
      : "",
    card.draw ? `${plural(card.draw, "more card")} next turn` : "",
    AREAS[card.area],
  ]
    .filter(Boolean)
    .join("; ");
}

/** Description of a creature on the board. */
export function describeCreature(creature: Creature): string {
  const keys = keywordsOf(creature.keywords).map(([name, , means]) => `${name} (${means})`);
  const state = creature.can_attack ? "ready to attack" : creature.has_attacked ? "has attacked" : "not ready";
  return [`${creature.attack} attack, ${creature.defense} defense`, ...keys, state].join("; ");
}
