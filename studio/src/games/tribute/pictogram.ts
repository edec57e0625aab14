/** Pictograms of Tales of Tribute: effects of cards and patrons, by the level of their combo. */

import type { LegendEntry, Line, Part, SymbolName } from "../../components/pictogram";
import { plural } from "../../format";
import type { CardInfo, Effect } from "./types";

type Describe = (n: number, card: string) => string;

/** Symbol of an effect, its text, and short text for an effect without an amount. */
const EFFECTS: Record<Effect["code"], [SymbolName, Describe, string?]> = {
  coin: ["coin", (n) => `+${plural(n, "coin")}`],
  power: ["power", (n) => `+${n} power`],
  prestige: ["prestige", (n) => `+${n} prestige`],
  defame: ["defame", (n) => `the rival loses ${n} prestige`],
  call: ["call", (n) => `${plural(n, "more call")} of a patron`],
  draw: ["card", (n) => `draw ${plural(n, "card")}`],
  heal: ["heal", (n) => `the agent heals by ${n}`],
  replace: ["replace", (n) => `replace up to ${plural(n, "card")} of the row`],
  acquire: ["gain", (n) => `take a card of the row that costs up to ${n}`],
  destroy: ["trash", (n) => `destroy up to ${n} of your cards`],
  recall: ["recall", (n) => `put up to ${plural(n, "card")} from your cooldown onto your draw pile`],
  "recall-agent": ["recall", (n) => `put up to ${plural(n, "agent")} from your cooldown onto your draw pile`],
  toss: ["toss", (n) => `look at ${plural(n, "card")} of your draw pile and put away what you do not want`],
  knockout: ["knockout", (n) => `knock out ${plural(n, "rival agent")}`],
  "knockout-all": ["knockout", () => "knock out all agents, your own too", "all"],
  donate: ["donate", (n) => `discard up to ${plural(n, "card")} and draw as many`],
  discard: ["discard", (n) => `the rival discards ${plural(n, "card")} next turn`],
  banish: ["knockout", () => "knock out an agent of the rival", "1"],
  sell: ["prestige", () => "give up a card of yours that has a cost, and get prestige: its cost minus 1", "cost −1"],
  rally: ["recall", () => "put an agent from your cooldown onto your draw pile, so that you draw it next", "agent"],
  "power-per-cards": ["power", (n) => `+1 power for every ${plural(n, "card")} that you own`],
  "power-paid": ["power", (n) => `get as much power as you paid coins, minus ${n}`],
  create: ["deck", (_, card) => `a new ${card} comes into your cooldown`, "new"],
  curse: ["others", (_, card) => `the rival gets a new ${card} into its cooldown`, "new"],
  mint: ["replace", (_, card) => `turn one of your cards into a ${card}`, "new"],
};

/** Bounds that a plain number would not say. */
const AMOUNTS: Partial<Record<Effect["code"], (n: number) => string>> = {
  replace: (n) => `≤${n}`,
  acquire: (n) => `≤${n}`,
  destroy: (n) => `≤${n}`,
  recall: (n) => `≤${n}`,
  donate: (n) => `≤${n}`,
  "power-per-cards": (n) => `1 per ${n}`,
  "power-paid": (n) => `paid −${n}`,
};

/** Text of an effect; `card` is the name of the card that it makes. */
export function describeEffect({ code, amount }: Effect, card: string): string {
  return EFFECTS[code][1](amount, card);
}

/** Effects in a line: alternatives are joined by "or". `nameOf` gives the name of a card by its key. */
export function effectParts(effects: Effect[][], nameOf: (key: string) => string): Part[] {
  return effects.flatMap((alternatives) =>
    alternatives.map((effect, k): Part => {
      const { code, amount, card } = effect;
      const [symbol, , fixed] = EFFECTS[code];
      const name = card ? nameOf(card) : "";
      return {
        symbol,
        amount: fixed ?? AMOUNTS[code]?.(amount) ?? String(amount),
        ...(name ? { label: name } : code === "recall-agent" ? { word: "agent" } : {}),
        description: describeEffect(effect, name),
        ...(k > 0 ? { joint: "or" } : {}),
      };
    }),
  );
}

const LEVELS = ["play", "combo2", "combo3", "combo4"] as const;

/** A line for each level of a card: when it is played, and as a later card of its deck in a turn. */
export function pictogram(card: CardInfo, nameOf: (key: string) => string): Line[] {
  return LEVELS.flatMap((level, k) =>
    card[level].length
      ? [
          {
            ...(k > 0 ? { level: { name: String(k + 1), description: `As card ${k + 1} of its deck in a turn` } } : {}),
            parts: effectParts(card[level], nameOf),
          },
        ]
      : [],
  );
}

export const LEGEND: LegendEntry[] = [
  { symbol: "coin", name: "Coins", description: "buy cards and pay patrons; at the foot of a card: its cost" },
  { symbol: "power", name: "Power", description: "attacks agents; the rest becomes prestige at the end of the turn" },
  { symbol: "prestige", name: "Prestige", description: "wins with 40 if the rival does not match it, or with 80" },
  { symbol: "defame", name: "Defame", description: "the rival loses prestige" },
  { symbol: "call", name: "Calls", description: "of a patron in this turn" },
  { symbol: "card", name: "Draw", description: "that many cards" },
  { symbol: "heart", name: "Health", description: "of an agent" },
  { symbol: "heal", name: "Heal", description: "the agent gets health back" },
  { symbol: "taunt", name: "Taunt", description: "has to be attacked before other agents" },
  { symbol: "contract", name: "Contract", description: "works when it is bought, and goes back to the tavern" },
  { symbol: "replace", name: "Replace", description: "cards of the row, or a card of yours by a new one" },
  { symbol: "gain", name: "Acquire", description: "take a card of the row up to that cost" },
  { symbol: "trash", name: "Destroy", description: "your cards leave the game" },
  { symbol: "recall", name: "Recall", description: "from cooldown onto the draw pile" },
  { symbol: "toss", name: "Toss", description: "see cards of the draw pile, and discard any" },
  { symbol: "donate", name: "Exchange", description: "discard up to that many cards and draw as many" },
  { symbol: "discard", name: "Discard", description: "the rival discards next turn" },
  { symbol: "knockout", name: "Knock out", description: "agents leave play" },
  { symbol: "deck", name: "New card", description: "comes into your cooldown" },
  { symbol: "others", name: "Curse", description: "a new card comes into the rival's cooldown" },
  { symbol: "deck", name: "2  3  4", description: "as that card of its deck in a turn" },
];
