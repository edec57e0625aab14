import { expect, test } from "vitest";
import type { LegendEntry, Line } from "../src/components/pictogram";
import * as delve from "../src/games/delve/pictogram";
import type { CardEffects, CardInfo as DelveCard, Node } from "../src/games/delve/types";
import { type ShownCard, withEffects } from "../src/games/dominion/observation";
import * as dominion from "../src/games/dominion/pictogram";
import type { Step } from "../src/games/dominion/types";
import { faceOf } from "../src/games/locm/faces";
import { KEYWORDS } from "../src/games/locm/observation";
import * as locm from "../src/games/locm/pictogram";
import type { CardInfo as LocmCard } from "../src/games/locm/types";
import * as tribute from "../src/games/tribute/pictogram";
import type { Effect } from "../src/games/tribute/types";

const PRIMERS = import.meta.glob<string>("../../src/ludus/games/*/primer.md", {
  query: "?raw",
  import: "default",
  eager: true,
});

test.each([
  ["delve", delve.LEGEND],
  ["dominion", dominion.LEGEND],
  ["locm", locm.LEGEND],
  ["tribute", tribute.LEGEND],
])("how to play %s explains every symbol that stands on a card", (game, legend) => {
  const section =
    PRIMERS[`../../src/ludus/games/${game}/primer.md`]?.split("## The symbols")[1]?.split("\n## ")[0] ?? "";
  const explained = [...section.matchAll(/^\| (\w+) \|/gm)].map(([, name]) => name?.toLowerCase());
  const symbols = legend.map(({ symbol }) => symbol).filter((symbol) => symbol !== "text"); // signs between symbols
  expect(symbols.filter((symbol) => !explained.includes(symbol))).toEqual([]);
});

/** A line as text: symbols with their amounts and words. */
const read = ({ parts }: Line) =>
  parts
    .map(({ joint, symbol, amount = "", word = "" }) => [joint, symbol, amount, word].filter(Boolean).join(" "))
    .join(", ");
const symbolsOf = (lines: Line[]) => lines.flatMap(({ parts }) => parts.map((part) => part.symbol));
const missing = (lines: Line[], legend: LegendEntry[]) =>
  symbolsOf(lines).filter((symbol) => !legend.some((entry) => entry.symbol === symbol));

// Dominion

const step = (code: Step["code"], more: Partial<Step> = {}): Step => ({
  code,
  who: "you",
  n: 1,
  bound: "exactly",
  kind: null,
  but: null,
  to: "discard",
  may: false,
  ...more,
});
const sentence = (...steps: Step[]) => read(dominion.sentenceLine({ text: "", steps }));
const ALL_STEPS: Record<Step["code"], Step> = {
  discard: step("discard", { bound: "any" }),
  trash: step("trash"),
  gain: step("gain", { n: 4, to: "deck" }),
  put: step("put"),
  draw: step("draw"),
  coins: step("coins"),
  actions: step("actions"),
  buys: step("buys"),
  draw_to: step("draw_to"),
  dig: step("dig"),
  dump: step("dump"),
  judge: step("judge", { who: "everyone" }),
  ransack: step("ransack", { who: "others" }),
  take: step("take"),
  sort: step("sort"),
  flip: step("flip"),
  double: step("double"),
  trash_this: step("trash_this"),
  recall: step("recall"),
  merchant: step("merchant"),
};

test("sentences of Dominion become symbols with their bounds, kinds and players", () => {
  expect(sentence(step("trash", { n: 4, bound: "up to" }))).toBe("trash ≤4");
  expect(sentence(step("discard", { who: "others", n: 3, bound: "down to" }))).toBe("others, discard →3");
  expect(sentence(step("discard", { bound: "any" }), step("draw", { bound: "as many" }))).toBe(
    "discard any, → card as many",
  );
  expect(
    sentence(
      step("trash", { kind: "Treasure", may: true }),
      step("gain", { kind: "Treasure", n: 3, bound: "relative", to: "hand" }),
    ),
  ).toBe("trash ? Treasure, → gain Treasure, coin ≤+3, card");
  expect(sentence(step("gain", { who: "others", kind: "Curse", n: 0 }))).toBe("others, gain Curse");
});

test("a card of Dominion shows its numbers and its sentences, whatever its name", () => {
  const numbers = { cost: 4, types: [], cards: 1, actions: 2, buys: 0, coins: 0, points: 0, points_per: null, do: [] };
  const effects = { Fair: [{ text: "may trash a card", steps: [step("trash", { may: true })] }] };
  const { Fair, Copper } = withEffects({ Fair: numbers, Copper: numbers }, effects);
  expect(dominion.pictogram(Fair as ShownCard).map(read)).toEqual(["card +1, action +2", "trash ?"]);
  expect(dominion.pictogram({ ...(Copper as ShownCard), cards: 0, actions: 0 })).toEqual([]);
});

test("the legend of Dominion has the symbol of every step", () => {
  const lines = Object.values(ALL_STEPS).map((one) => dominion.sentenceLine({ text: "", steps: [one] }));
  expect(missing(lines, dominion.LEGEND)).toEqual([]);
  expect(lines.every(({ parts }) => parts.length > 0)).toBe(true);
});

// Tribute

const AMOUNTS: Record<Effect["code"], string> = {
  coin: "3",
  power: "3",
  prestige: "3",
  defame: "3",
  call: "3",
  draw: "3",
  heal: "3",
  replace: "≤3",
  acquire: "≤3",
  destroy: "≤3",
  recall: "≤3",
  "recall-agent": "3",
  toss: "3",
  knockout: "3",
  donate: "≤3",
  discard: "3",
  "power-per-cards": "1 per 3",
  "power-paid": "paid −3",
  create: "new",
  curse: "new",
  mint: "new",
  "knockout-all": "all",
  banish: "1",
  sell: "cost −1",
  rally: "agent",
};
const nameOf = (key: string) => `the ${key}`;

test("every effect of Tribute has a symbol of the legend, an amount and a text", () => {
  for (const [code, amount] of Object.entries(AMOUNTS) as [Effect["code"], string][]) {
    const parts = tribute.effectParts([[{ code, amount: 3, card: null }]], nameOf);
    expect(missing([{ parts }], tribute.LEGEND)).toEqual([]);
    expect(parts[0]?.amount).toBe(amount);
    expect(parts[0]?.description).toBeTruthy();
  }
});

test("alternatives of Tribute are joined, and levels of a combo are numbered", () => {
  const coin: Effect = { code: "coin", amount: 2, card: null };
  const make: Effect = { code: "create", amount: 1, card: "gold" };
  const card = { play: [[coin, make]], combo2: [], combo3: [[coin]], combo4: [] };
  const lines = tribute.pictogram(card as unknown as Parameters<typeof tribute.pictogram>[0], nameOf);
  expect(lines.map(read)).toEqual(["coin 2, or deck new", "coin 2"]);
  expect(lines.map(({ level }) => level?.name)).toEqual([undefined, "3"]);
  expect(lines[0]?.parts[1]).toMatchObject({
    label: "the gold",
    description: "a new the gold comes into your cooldown",
  });
});

// Delve

const fighting = (more: Partial<DelveCard>): DelveCard => ({
  category: "targeted",
  resource: "mana",
  cost: 1,
  damage: 0,
  printed_damage: 0,
  copies: 1,
  ...more,
});
const ALL_EFFECTS: Required<CardEffects> = {
  block: 1,
  heal: 1,
  draw: 1,
  gain_energy: 1,
  gain_mana: 1,
  strength: 1,
  weak: 1,
  vulnerable: 1,
  poison: 1,
  self_weak: 1,
  self_vulnerable: 1,
  self_poison: 1,
};

test("cards of Delve show damage with its target, then their effects", () => {
  expect(delve.pictogram(fighting({ category: "area", damage: 4 })).map(read)).toEqual(["area 4"]);
  expect(delve.pictogram(fighting({ damage: 4, effects: { poison: 2 } })).map(read)).toEqual([
    "targeted 4",
    "poison 2",
  ]);
  expect(delve.pictogram(fighting({ category: "skill", effects: { block: 5, self_weak: 1 } })).map(read)).toEqual([
    "shield 5",
    "weak 1 you",
  ]);
  expect(missing(delve.pictogram(fighting({ damage: 1, effects: ALL_EFFECTS })), delve.LEGEND)).toEqual([]);
});

test("nodes of Delve show what they improve", () => {
  expect(delve.nodeSymbols({ target: "area mana" } as Node)).toEqual(["area", "mana"]);
  expect(delve.nodeSymbols({ target: null, effect: "max_hit_points" } as Node)).toEqual(["heart"]);
});

// Legends of Code and Magic

const summon = (more: Partial<LocmCard> = {}): LocmCard => ({
  number: 1,
  name: "own card",
  kind: "creature",
  cost: 1,
  attack: 2,
  defense: 2,
  keywords: "------",
  my_health: 0,
  opp_health: 0,
  draw: 0,
  area: "target",
  ...more,
});

test("cards of LOCM show keywords and effects on players, and items take keywords away", () => {
  const card = summon({ keywords: "B--G--", my_health: 2, opp_health: -3, draw: 1, area: "lane" });
  expect(locm.pictogram(card).map(read)).toEqual(["breakthrough", "guard", "heart +2", "foe −3", "card +1", "lane"]);
  expect(missing(locm.pictogram(card), locm.LEGEND)).toEqual([]);
  expect(locm.keywordParts(summon({ kind: "red", keywords: "-----W" }))).toMatchObject([
    { symbol: "ward", taken: true },
  ]);
  expect(KEYWORDS.every(([, symbol]) => locm.LEGEND.some((entry) => entry.symbol === symbol))).toBe(true);
});

test("the face of a creature depends on what it does, not on its number or name", () => {
  expect(faceOf(summon({ number: 1 }))).toEqual(faceOf(summon({ number: 99, name: "other" })));
  expect(faceOf(summon({ keywords: "---G--" })).hue).not.toBe(faceOf(summon()).hue);
  expect(faceOf(summon({ defense: 9 })).head).not.toBe(faceOf(summon()).head);
  expect(faceOf(summon({ attack: 8 })).mouth).not.toBe(faceOf(summon()).mouth);
});
