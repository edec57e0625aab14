/** Cards and nodes of Delve: descriptions, and references for moves. */

import type { PlateColour } from "../../components/card";
import { plural } from "../../format";
import type { CardInfo, Node, Observation, Piece } from "./types";

type DamageTarget = NonNullable<Node["target"]>;
type DamageWord = CardInfo["category"] | CardInfo["resource"];

const PLATES: Record<DamageTarget, PlateColour> = {
  area: "orange",
  targeted: "slate",
  mana: "blue",
  energy: "green",
  "area mana": "violet",
  "area energy": "orange",
  "targeted mana": "blue",
  "targeted energy": "green",
};

/** Category and resource of the cards whose damage a node raises. */
export const TARGET_WORDS: Record<DamageTarget, Exclude<DamageWord, "skill">[]> = {
  area: ["area"],
  targeted: ["targeted"],
  mana: ["mana"],
  energy: ["energy"],
  "area mana": ["area", "mana"],
  "area energy": ["area", "energy"],
  "targeted mana": ["targeted", "mana"],
  "targeted energy": ["targeted", "energy"],
};

/** Colour of a node, by the cards that it improves. */
export const plateOf = (target: Node["target"]): PlateColour => (target ? PLATES[target] : "plain");

/** Colour of a card; skills have none. */
export const plateOfCard = ({ category, resource }: CardInfo): PlateColour =>
  category === "skill" ? "plain" : PLATES[`${category} ${resource}`];

export const handPiece = (name: string): Piece => ({ zone: "hand", seat: 0, id: name, card: name });
export const nodePiece = (name: string): Piece => ({ zone: "nodes", seat: 0, id: name, card: null });

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
  return TARGET_WORDS[node.target].every((word) => word === card.category || word === card.resource);
}

/** Cards that a node improves, with their damage without and with it. */
export function improvements(
  observation: Observation,
  node: Node,
): { name: string; card: CardInfo; now: number; later: number }[] {
  return Object.entries(observation.cards)
    .filter(([, card]) => improves(node, card))
    .map(([name, card]) => ({
      name,
      card,
      now: card.damage - (node.had ? node.value : 0),
      later: card.damage + (node.had ? 0 : node.value),
    }));
}

export function describeNode(observation: Observation, node: Node): string {
  const improved = improvements(observation, node);
  const cards = improved
    .map(({ name, card, now, later }) => `${name} ${now} to ${later} (${plural(card.copies, "copy", "copies")})`)
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
