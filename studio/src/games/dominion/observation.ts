/** Cards of Dominion with their effects, and descriptions. */

import { type BoardContext, factsOf, observationOf } from "../../board";
import type { PlateColour } from "../../components/card";
import { plural, sentenceCase } from "../../format";
import type { CardInfo, Effect, Facts, Observation } from "./types";

/** A card with its effects as codes. */
export interface ShownCard extends CardInfo {
  effects: Effect[];
}

/** The observation, with the effects of its cards. */
export interface BoardObservation extends Omit<Observation, "cards"> {
  cards: Record<string, ShownCard>;
}

export function boardObservation(context: BoardContext): BoardObservation {
  const observation = observationOf<Observation>(context);
  return { ...observation, cards: withEffects(observation.cards, factsOf<Facts>(context).effects) };
}

/** Cards with their effects; basic cards have none. */
export function withEffects(cards: Record<string, CardInfo>, effects: Facts["effects"]): Record<string, ShownCard> {
  return Object.fromEntries(
    Object.entries(cards).map(([name, card]) => [name, { ...card, effects: effects[name] ?? [] }]),
  );
}

/** In the usual layout: treasures and Curses, then victory cards. */
export const BASIC = ["Copper", "Silver", "Gold", "Curse", "Estate", "Duchy", "Province"];

/** Colour of a card, by its most special type. */
export function plateOf(card: CardInfo): PlateColour {
  const colours: [CardInfo["types"][number], PlateColour][] = [
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
  const texts = card.do.map((text) => sentenceCase(text));
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
