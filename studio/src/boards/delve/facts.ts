/** What the view of Delve tells: cards, enemies, and the nodes of the skill tree. */

import type { Plate } from "../../components/card";
import { many } from "../../scene";

export interface CardFacts {
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

export interface View {
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
  cards: Record<string, CardFacts>;
  points: number;
  nodes: Node[];
  to_come: Enemy[][];
}

const PLATES: Record<string, Plate> = {
  area: "orange",
  targeted: "slate",
  mana: "blue",
  energy: "green",
  "area mana": "violet",
  "area energy": "orange",
  "targeted mana": "blue",
  "targeted energy": "green",
};

export const plateOf = (target: string): Plate => PLATES[target] ?? "plain";

export function cardWords(card: CardFacts): string {
  const more = card.damage - card.printed_damage;
  const whom = card.category === "area" ? "to every enemy" : "to one enemy";
  return `${card.damage} damage ${whom} for ${card.cost} ${card.resource}${more ? `; ${card.printed_damage} printed, ${more} by skills` : ""}`;
}

/** Whether a node works on a card: its target names what the card is, or two things that it is. */
export function improves(node: Node, card: CardFacts): boolean {
  return node.target.split(" ").every((word) => word === card.category || word === card.resource);
}

/** Which cards a node improves, by how much, and from what to what. */
export function improvements(view: View, node: Node): { name: string; card: CardFacts; now: number; then: number }[] {
  return Object.entries(view.cards)
    .filter(([, card]) => improves(node, card))
    .map(([name, card]) => ({
      name,
      card,
      now: card.damage - (node.had ? node.value : 0),
      then: card.damage + (node.had ? 0 : node.value),
    }));
}

export function nodeWords(view: View, node: Node): string {
  const better = improvements(view, node);
  const cards = better
    .map(({ name, card, now, then }) => `${name} ${now} to ${then} (${many(card.copies, "copy", "copies")})`)
    .join(", ");
  const way = node.had
    ? "you have it"
    : node.affordable
      ? "can be picked"
      : node.open
        ? "open"
        : `after ${node.parents.join(" or ")}`;
  return `+${node.value} damage of ${node.target} cards: ${cards || "none in this deck"}; ${node.price === 1 ? "" : `${node.price} points; `}${way}`;
}
