/** Pictograms of Legends of Code and Magic: keywords, and effects on players and lanes. */

import type { LegendEntry, Line, Part } from "../../components/pictogram";
import { plural } from "../../format";
import { KEYWORDS, keywordsOf } from "./observation";
import type { CardInfo } from "./types";

/** Keywords of a card; red and blue items take them away. */
export function keywordParts(card: Pick<CardInfo, "keywords" | "kind">): Part[] {
  const taken = card.kind === "red" || card.kind === "blue";
  return keywordsOf(card.keywords).map(([name, symbol, means]) => ({
    symbol,
    label: name,
    description: taken ? `${name} is taken away` : `${name}: ${means}`,
    ...(taken ? { taken } : {}),
  }));
}

/** Effects of playing a card beside what it is or changes. */
export function effectParts(card: CardInfo): Part[] {
  const parts: Part[] = [];
  if (card.my_health)
    parts.push({
      symbol: "heart",
      amount: signed(card.my_health),
      label: "for you",
      description: `you ${card.my_health > 0 ? "gain" : "lose"} ${Math.abs(card.my_health)} health`,
    });
  if (card.opp_health)
    parts.push({
      symbol: "foe",
      amount: signed(card.opp_health),
      label: "opponent",
      description: `the opponent ${card.opp_health > 0 ? "gains" : "loses"} ${Math.abs(card.opp_health)} health`,
    });
  if (card.draw)
    parts.push({
      symbol: "card",
      amount: signed(card.draw),
      label: "next turn",
      description: `${plural(card.draw, "more card")} next turn`,
    });
  if (card.area !== "target")
    parts.push({
      symbol: card.area === "lane" ? "lane" : "lanes",
      label: card.area === "lane" ? "whole lane" : "both lanes",
      description: card.area === "lane" ? "for the whole lane" : "for both lanes",
    });
  return parts;
}

/** All effects in one line each, for cards with room for words. */
export function pictogram(card: CardInfo): Line[] {
  return [...keywordParts(card), ...effectParts(card)].map((part) => ({ parts: [part] }));
}

const signed = (n: number) => (n > 0 ? `+${n}` : `−${-n}`);

export const LEGEND: LegendEntry[] = [
  { symbol: "crystal", name: "Mana", description: "what a card costs, in the corner of the card" },
  { symbol: "sword", name: "Attack", description: "damage that a creature deals; of an item, the change" },
  { symbol: "shield", name: "Defense", description: "damage that kills a creature; of an item, the change" },
  ...KEYWORDS.map(([name, symbol, description]) => ({ symbol, name, description })),
  { symbol: "heart", name: "Health", description: "of a player; on a card: you gain or lose it" },
  { symbol: "foe", name: "Opponent's health", description: "the opponent gains or loses it" },
  { symbol: "card", name: "Cards", description: "that many more at the next turn" },
  { symbol: "lane", name: "Whole lane", description: "the card works on all creatures of a lane" },
  { symbol: "lanes", name: "Both lanes", description: "the card works on all creatures" },
  { symbol: "rune", name: "Rune", description: "breaks at 25, 20, 15, 10 and 5 health, and brings a card" },
];
