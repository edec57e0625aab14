/** Observation of Legends of Code and Magic, and descriptions of its cards. */

import type { BoardContext } from "../../board";
import { plural } from "../../text";
import type { GlyphName } from "../../components/glyphs";

export interface CardInfo {
  number: number;
  name: string;
  kind: "creature" | "green" | "red" | "blue";
  cost: number;
  attack: number;
  defense: number;
  keywords: string; // BCDGLW, with a dash for each missing keyword
  my_health: number;
  opp_health: number;
  draw: number;
  area: "target" | "lane" | "both";
}

export interface HandCard extends CardInfo {
  id: number;
}

export interface Creature {
  id: number;
  number: number;
  name: string;
  lane: number;
  attack: number;
  defense: number;
  keywords: string;
  can_attack: boolean;
  has_attacked: boolean;
}

export interface Player {
  health: number;
  mana: number;
  max_mana: number;
  bonus_mana: boolean;
  deck_size: number;
  hand_size: number;
  next_draw: number;
  board: Creature[];
  played: { id: number; number: number }[];
  runes?: number;
  health_lost?: number;
  hand?: HandCard[];
  deck?: number[];
}

export interface Observation {
  version: string;
  phase: "draft" | "construct" | "battle";
  turn?: number;
  me?: Player;
  opponent?: Player;
  offer?: CardInfo[];
  picked?: number[];
  opponent_picked?: number;
  cards?: CardInfo[];
}

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
  const cards = context.session.facts["cards"] as Record<string, CardInfo> | undefined;
  return cards?.[String(number)];
}

const KINDS = { creature: "creature", green: "green item", red: "red item", blue: "blue item" };
const AREAS = { target: "", lane: "for the whole lane", both: "for both lanes" };

/** Description of a card. */
export function describeCard(card: CardInfo): string {
  const item = card.kind !== "creature";
  const signed = (n: number) => (item && n > 0 ? `+${n}` : `${n}`);
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
