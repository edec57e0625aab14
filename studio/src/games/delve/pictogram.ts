/** Pictograms of Delve: damage, and effects of cards and nodes. */

import type { LegendEntry, Line, Part, SymbolName } from "../../components/pictogram";
import type { CardEffects, CardInfo, Node } from "./types";
import { hasOnlyEffects, TARGET_WORDS } from "./observation";
import { sentenceCase } from "../../format";

type EffectName = keyof CardEffects;

/** Symbol of an effect, its name, and what it does. */
const EFFECTS: Record<EffectName, [SymbolName, string, string]> = {
  block: ["shield", "block", "stops that much damage"],
  heal: ["heal", "heal", "gives back hit points"],
  draw: ["card", "draw", "draw that many cards"],
  gain_energy: ["energy", "energy", "gain it in this turn"],
  gain_mana: ["mana", "mana", "gain it in this turn"],
  strength: ["strength", "strength", "adds to the damage of your cards"],
  weak: ["weak", "weak", "for so many turns the enemy strikes for a quarter less"],
  vulnerable: ["foe", "vulnerable", "for so many turns the enemy takes half more damage"],
  poison: ["poison", "poison", "damage at the end of the turn, one less every turn"],
  self_weak: ["weak", "weak", "for so many turns your cards deal a quarter less"],
  self_vulnerable: ["foe", "vulnerable", "for so many turns you take half more damage"],
  self_poison: ["poison", "poison", "damage to you at the end of the turn, one less every turn"],
};

/** Damage and target in the first line, the other effects below. */
export function pictogram(card: CardInfo): Line[] {
  const effects = Object.entries(card.effects ?? {}).flatMap(([name, amount]): Line[] => {
    const [symbol, label, description] = EFFECTS[name as EffectName];
    const own = name.startsWith("self_") ? { word: "you" } : {};
    return amount
      ? [
          {
            parts: [
              { symbol, amount: String(amount), label, description: `${amount} ${label}: ${description}`, ...own },
            ],
          },
        ]
      : [];
  });
  const target = targetPart(card);
  if (!hasOnlyEffects(card) && target) return [{ parts: [{ ...target, amount: String(card.damage) }] }, ...effects];
  return target ? [...effects, { parts: [target] }] : effects;
}

function targetPart({ category, damage }: CardInfo): Part | null {
  if (category === "skill") return null;
  const label = category === "area" ? "all enemies" : "one enemy";
  return { symbol: category, label, description: damage ? `${damage} damage to ${label}` : `for ${label}` };
}

/** What a node improves: the words of its target, or its own effect. */
export function nodeSymbols(node: Node): SymbolName[] {
  if (node.target !== null) return TARGET_WORDS[node.target];
  const symbol = node.effect && NODE_EFFECTS[node.effect];
  return symbol ? [symbol] : [];
}

const NODE_EFFECTS: Record<NonNullable<Node["effect"]>, SymbolName> = {
  damage: "targeted",
  block: "shield",
  heal: "heal",
  draw: "card",
  gain_energy: "energy",
  gain_mana: "mana",
  strength: "strength",
  weak: "weak",
  vulnerable: "foe",
  poison: "poison",
  max_hit_points: "heart",
  max_energy: "energy",
  max_mana: "mana",
  hand_size: "card",
  turn_block: "shield",
  regeneration: "heal",
  add_card: "gain",
  unlock: "lock",
};

export const LEGEND: LegendEntry[] = [
  { symbol: "targeted", name: "One enemy", description: "damage or effects for an enemy of your choice" },
  { symbol: "area", name: "All enemies", description: "damage or effects for every enemy" },
  { symbol: "energy", name: "Energy", description: "pays for cards, at their foot; on a card: you gain it" },
  { symbol: "mana", name: "Mana", description: "pays for cards, at their foot; on a card: you gain it" },
  { symbol: "heart", name: "Hit points", description: "without them the run is lost" },
  { symbol: "sword", name: "Attack", description: "damage of an enemy at the end of your turn" },
  ...(["block", "heal", "draw", "strength", "weak", "vulnerable", "poison"] as const).map((effect) => {
    const [symbol, name, description] = EFFECTS[effect];
    return { symbol, name: sentenceCase(name), description };
  }),
  { symbol: "gain", name: "New card", description: "a node adds it to the deck" },
  { symbol: "lock", name: "Unlock", description: "a node opens others" },
];
