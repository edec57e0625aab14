/** Observation of Dominion, and descriptions of its cards. */

import type { PlateColour } from "../../components/card";
import { plural } from "../../text";

export interface CardInfo {
  cost: number;
  types: string[];
  cards: number;
  actions: number;
  buys: number;
  coins: number;
  points: number;
  points_per: number | null;
  do: string[];
}

export interface Player {
  points: number;
  turns: number;
  owned: Record<string, number>;
  hand: (string | null)[];
  shown: number[];
  deck: number;
  bag: Record<string, number> | number;
  top: (string | null)[];
  discard: (string | null)[];
}

export interface Observation {
  edition: string;
  turn_of: number;
  to_move: number | null;
  phase: "action" | "buy";
  actions: number;
  buys: number;
  coins: number;
  supply: Record<string, number>;
  trash: Record<string, number>;
  played: string[];
  playing: { card: string }[];
  aside: (string | null)[];
  loot: Record<string, number>;
  players: Player[];
  cards: Record<string, CardInfo>;
  asked?: { what: string; least: number; most: number; limit: number };
}

/** In the usual layout: treasures and Curses, then victory cards. */
export const BASIC = ["Copper", "Silver", "Gold", "Curse", "Estate", "Duchy", "Province"];

/** Colour of a card, by its most special type. */
export function plateOf(card: CardInfo): PlateColour {
  const colours: [string, PlateColour][] = [
    ["Curse", "violet"],
    ["Treasure", "gold"],
    ["Victory", "green"],
    ["Reaction", "blue"],
    ["Attack", "red"],
  ];
  return colours.find(([type]) => card.types.includes(type))?.[1] ?? "plain";
}

export function describeCard(card: CardInfo): string {
  const gives = [
    card.cards && `+${plural(card.cards, "card")}`,
    card.actions && `+${plural(card.actions, "action")}`,
    card.buys && `+${plural(card.buys, "buy")}`,
    card.coins && `+${plural(card.coins, "coin")}`,
  ].filter(Boolean);
  const points = [
    card.points && plural(card.points, "point"),
    card.points_per && `1 point for every ${card.points_per} cards`,
  ].filter(Boolean);
  const texts = card.do.map((text) => text.charAt(0).toUpperCase() + text.slice(1));
  return [`${card.types.join(", ")}, costs ${card.cost}`, gives.join(", "), points.join(", "), ...texts]
    .filter(Boolean)
    .join(". ");
}

/** Order by cost, then by name. */
export function byCost(cards: Record<string, CardInfo>) {
  return (a: string, b: string) => (cards[a]?.cost ?? 0) - (cards[b]?.cost ?? 0) || a.localeCompare(b);
}

export function expandCounts(counts: Record<string, number>): string[] {
  return Object.entries(counts).flatMap(([name, n]) => Array.from({ length: n }, () => name));
}
