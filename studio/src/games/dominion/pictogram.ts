/** Pictograms of Dominion, from the numbers of a card and the steps of its text. */

import type { LegendEntry, Line, Part, SymbolName } from "../../components/pictogram";
import { plural } from "../../format";
import type { ShownCard } from "./observation";
import type { Effect, Step } from "./types";

/** A line for the numbers of a card, and a line for each sentence of its text. */
export function pictogram(card: ShownCard): Line[] {
  const numbers: [number, SymbolName, string][] = [
    [card.cards, "card", "card"],
    [card.actions, "action", "action"],
    [card.buys, "buy", "buy"],
    [card.coins, "coin", "coin"],
  ];
  const bonuses: Part[] = numbers
    .filter(([n]) => n > 0)
    .map(([n, symbol, noun]) => ({ symbol, amount: `+${n}`, description: `+${plural(n, noun)}` }));
  if (card.points_per)
    bonuses.push({
      symbol: "points",
      amount: "1",
      word: `per ${card.points_per}`,
      description: `1 point for every ${card.points_per} cards`,
    });
  return [...(bonuses.length ? [{ parts: bonuses }] : []), ...card.effects.map(sentenceLine)];
}

/** The steps of a sentence; those after a choice follow an arrow. */
export function sentenceLine({ text, steps }: Effect): Line {
  const parts = steps.flatMap((step, k): Part[] => {
    const [first, ...rest] = stepParts(step);
    const whose: Part[] =
      step.who === "you" ? [] : [{ symbol: "others", ...(step.who === "everyone" ? { word: "+ you" } : {}) }];
    const [begin, ...others] = [...whose, ...(first ? [first] : []), ...rest];
    return begin ? [k > 0 ? { ...begin, joint: "→" } : begin, ...others] : [];
  });
  return { parts: parts.map((part) => ({ ...part, description: text })), text };
}

const SYMBOLS: Record<Step["code"], SymbolName> = {
  discard: "discard",
  trash: "trash",
  gain: "gain",
  put: "recall",
  draw: "card",
  coins: "coin",
  actions: "action",
  buys: "buy",
  draw_to: "card",
  dig: "search",
  dump: "discard",
  judge: "eye",
  ransack: "eye",
  take: "gain",
  sort: "eye",
  flip: "eye",
  double: "action",
  trash_this: "trash",
  recall: "recall",
  merchant: "coin",
};

function stepParts(step: Step): Part[] {
  const symbol = SYMBOLS[step.code];
  const optional = step.may ? "?" : "";
  const kind = step.kind ? { word: step.but ? `${step.kind} (no ${step.but})` : step.kind } : {};
  switch (step.code) {
    case "discard":
    case "trash":
      return [{ symbol, amount: amountOf(step) + optional, ...kind }];
    case "gain":
      return [
        { symbol, ...kind, ...(step.n || !step.kind ? {} : { amount: optional }) },
        ...(step.n
          ? [{ symbol: "coin" as const, amount: step.bound === "relative" ? `≤+${step.n}` : `≤${step.n}` }]
          : []),
        ...(step.to === "discard" ? [] : [{ symbol: step.to === "hand" ? ("card" as const) : ("deck" as const) }]),
      ];
    case "draw":
      return [{ symbol, ...(step.bound === "as many" ? { word: "as many" } : { amount: `+${step.n}` }) }];
    case "coins":
    case "actions":
    case "buys":
      return [{ symbol, amount: `+${step.n}` }];
    case "draw_to":
      return [{ symbol, amount: `→${step.n}`, ...(step.kind ? { word: `skip ${step.kind}s` } : {}) }];
    case "dig":
      return [{ symbol, amount: String(step.n), ...kind }];
    case "ransack":
      return [
        { symbol, amount: String(step.n) },
        { symbol: "trash", ...kind },
      ];
    case "sort":
      return [{ symbol, amount: String(step.n) }];
    case "judge":
      return [
        { symbol, amount: "1" },
        { symbol: "discard", amount: "?" },
      ];
    case "flip":
      return [
        { symbol, amount: "1" },
        { symbol: "action", amount: "?" },
      ];
    case "double":
      return [{ symbol, amount: `×${step.n}${optional}` }];
    case "merchant":
      return [{ symbol, amount: `+${step.n}`, word: "1st Silver" }];
    case "dump":
      return [{ symbol, amount: "?", word: "deck" }];
    case "recall":
      return [{ symbol, amount: "?" }];
    case "take":
      return [{ symbol, amount: "?", word: "trashed" }];
    case "trash_this":
      return [{ symbol, word: "this" }];
    case "put":
      return [{ symbol, amount: amountOf(step), ...kind }];
  }
}

function amountOf({ n, bound }: Step): string {
  if (bound === "any") return "any";
  if (bound === "up to") return `≤${n}`;
  if (bound === "down to") return `→${n}`;
  if (bound === "per empty pile") return `${n}/∅`;
  return n > 1 ? String(n) : "";
}

export const LEGEND: LegendEntry[] = [
  { symbol: "coin", name: "Coins", description: "at the foot of a card: its cost; ≤4: a card that costs up to 4" },
  { symbol: "card", name: "Cards", description: "draw that many; →7: until you have 7 in hand" },
  { symbol: "action", name: "Actions", description: "play that many more; ×2: play an Action twice" },
  { symbol: "buy", name: "Buys", description: "buy that many more cards" },
  { symbol: "points", name: "Points", description: "count at the end of the game" },
  { symbol: "discard", name: "Discard", description: "from the hand to the discard pile; →3: until 3 are left" },
  { symbol: "trash", name: "Trash", description: "out of the game" },
  { symbol: "gain", name: "Gain", description: "from the supply to the discard pile, or where the next symbol says" },
  { symbol: "recall", name: "Put back", description: "onto the deck" },
  { symbol: "deck", name: "Deck", description: "a gained card goes onto it" },
  { symbol: "eye", name: "Reveal", description: "look at that many cards of the deck" },
  { symbol: "search", name: "Dig", description: "reveal cards until that many of the kind are found, and take them" },
  { symbol: "others", name: "Other players", description: "what follows concerns them" },
  { symbol: "attack", name: "Attack", description: "Reactions can answer it" },
  { symbol: "reaction", name: "Reaction", description: "can answer an Attack" },
  { symbol: "text", name: "?  ≤  →", description: "? may be declined; ≤ up to; → then" },
];
