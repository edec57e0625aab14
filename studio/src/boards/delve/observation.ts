/** Observation of Delve, and descriptions of cards and nodes. */

import type { PlateColour } from "../../components/card";
import { plural } from "../../text";

export interface CardInfo {
  category: "area" | "targeted";
  resource: "mana" | "energy";
  cost: number;
  damage: number;
  printed_damage: number;
  copies: number;
}

export interface Node {
  name: string;
  target: string;
  value: number;
  price: number;
  parents: string[];
  had: boolean;
  open: boolean;
  affordable: boolean;
}

export interface Enemy {
  attack: number;
  health: number;
  full_health?: number;
}

export interface Observation {
  reason: string;
  asked: "pick" | "fight" | null;
  encounter: number;
  first: number;
  last: number;
  turn: number;
  health: number;
  full_health: number;
  energy: number;
  mana: number;
  full_energy: number;
  full_mana: number;
  enemies: Enemy[];
  hand: Record<string, number>;
  discard: Record<string, number>;
  pile: Record<string, number>;
  cards: Record<string, CardInfo>;
  points: number;
  nodes: Node[];
  to_come: Enemy[][];
}

const PLATES: Record<string, PlateColour> = {
  area: "orange",
  targeted: "slate",
  mana: "blue",
  energy: "green",
  "area mana": "violet",
  "area energy": "orange",
  "targeted mana": "blue",
  "targeted energy": "green",
};

export const plateOf = (target: string): PlateColour => PLATES[target] ?? "plain";

export function describeCard(card: CardInfo): string {
  const bonus = card.damage - card.printed_damage;
  const target = card.category === "area" ? "to every enemy" : "to one enemy";
  return `${card.damage} damage ${target} for ${card.cost} ${card.resource}${bonus ? `; ${card.printed_damage} printed, ${bonus} by skills` : ""}`;
}

/** Whether a node improves a card: every word of its target must match the card. */
export function improves(node: Node, card: CardInfo): boolean {
  return node.target.split(" ").every((word) => word === card.category || word === card.resource);
}

/** Cards that a node improves, with their damage without and with it. */
export function improvements(
  observation: Observation,
  node: Node,
): { name: string; card: CardInfo; now: number; then: number }[] {
  return Object.entries(observation.cards)
    .filter(([, card]) => improves(node, card))
    .map(([name, card]) => ({
      name,
      card,
      now: card.damage - (node.had ? node.value : 0),
      then: card.damage + (node.had ? 0 : node.value),
    }));
}

export function describeNode(observation: Observation, node: Node): string {
  const improved = improvements(observation, node);
  const cards = improved
    .map(({ name, card, now, then }) => `${name} ${now} to ${then} (${plural(card.copies, "copy", "copies")})`)
    .join(", ");
  const availability = node.had
    ? "you have it"
    : node.affordable
      ? "can be picked"
      : node.open
        ? "open"
        : `after ${node.parents.join(" or ")}`;
  return `+${node.value} damage of ${node.target} cards: ${cards || "none in this deck"}; ${node.price === 1 ? "" : `${node.price} points; `}${availability}`;
}
