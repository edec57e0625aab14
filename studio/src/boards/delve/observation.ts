/** Observation of Delve, and descriptions of cards and nodes. */

import type { PlateColour } from "../../components/card";
import { plural } from "../../text";

export interface CardInfo {
  category: "area" | "targeted" | "skill";
  resource: "mana" | "energy";
  cost: number;
  damage: number;
  printed_damage: number;
  copies: number;
  effects?: Record<string, number>; // beside damage, in games with such cards
}

export interface Node {
  name: string;
  target: string | null; // null: the node does something else than raise damage
  value: number;
  price: number;
  parents: string[];
  had: boolean;
  open: boolean;
  affordable: boolean;
  text?: string; // what it does, in trees with other effects than damage
  gate?: number; // nodes that must be owned before
}

export interface Enemy {
  attack: number;
  health: number;
  full_health?: number;
  strike?: number; // at the end of this turn; this and the next in games with such effects
  weak?: number;
  vulnerable?: number;
  poison?: number;
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
  block?: number; // this and the next in games with such effects
  strength?: number;
  weak?: number;
  vulnerable?: number;
  poison?: number;
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

export const plateOf = (target: string | null): PlateColour => PLATES[target ?? ""] ?? "plain";

const STATUSES = ["block", "strength", "weak", "vulnerable", "poison"] as const;

/** Block, strength and statuses that are not zero: "4 block", "2 weak". */
export function statusTexts(holder: Partial<Record<(typeof STATUSES)[number], number>>): string[] {
  return STATUSES.flatMap((name) => (holder[name] ? [`${holder[name]} ${name}`] : []));
}

/** Effects of a card beside damage: "4 block", "2 draw". */
export function effectTexts(card: CardInfo): string[] {
  return Object.entries(card.effects ?? {}).map(([name, amount]) => `${amount} ${name.replace(/_/g, " ")}`);
}

/** Whether a card has effects and no damage. */
export const hasOnlyEffects = (card: CardInfo): boolean => card.damage === 0 && effectTexts(card).length > 0;

export function describeTarget(card: CardInfo): string {
  return { area: "all enemies", targeted: "one enemy", skill: "skill" }[card.category];
}

export function describeCard(card: CardInfo): string {
  const bonus = card.damage - card.printed_damage;
  const target = card.category === "area" ? "to every enemy" : "to one enemy";
  const effects = effectTexts(card);
  const price = `for ${card.cost} ${card.resource}`;
  if (hasOnlyEffects(card)) return `${effects.join(", ")}${card.category === "skill" ? "" : ` ${target}`} ${price}`;
  const parts = [`${card.damage} damage ${target}`, ...effects].join(", ");
  return `${parts} ${price}${bonus > 0 ? `; ${card.printed_damage} printed, ${bonus} by skills` : ""}`;
}

/** Whether a node improves a card: every word of its target must match the card. */
export function improves(node: Node, card: CardInfo): boolean {
  if (node.target === null || hasOnlyEffects(card)) return false;
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
        : `after ${listNeeds(node)}`;
  if (node.target === null)
    return `${node.text ?? ""}; ${node.price === 1 ? "" : `${node.price} points; `}${availability}`;
  return `+${node.value} damage of ${node.target} cards: ${cards || "none in this deck"}; ${node.price === 1 ? "" : `${node.price} points; `}${availability}`;
}

/** What a locked node comes after: one of its parents, and as many nodes as its gate demands. */
export function listNeeds(node: Node): string {
  const parents = node.parents.length ? [node.parents.join(" or ")] : [];
  return [...parents, ...(node.gate ? [`${node.gate} nodes`] : [])].join(" and ");
}
