/** What the view of Tales of Tribute tells, and its cards and patrons in words. */

import type { Plate } from "../../components/card";
import type { GlyphName } from "../../components/glyphs";
import type { Scene } from "../../scene";
import { many } from "../../scene";

export interface CardFacts {
  name: string;
  deck: string;
  type: string;
  cost: number;
  health: number;
  taunt: boolean;
  toll: number;
  play: string;
  combo2: string;
  combo3: string;
  combo4: string;
}

export interface PatronFacts {
  name: string;
  price: { coins?: number | "all"; power?: number };
  favour: "step" | "jump" | "never";
  closed_to_favoured: boolean;
  call: string;
  favoured: string;
  neutral: string;
  unfavoured: string;
  turn_coins: number;
}

export interface Agent {
  card: string;
  health: number;
  activated: boolean;
}

export interface Player {
  coins: number;
  power: number;
  prestige: number;
  calls: number;
  hand: (string | null)[];
  pile: (string | null)[];
  unseen: string[];
  below?: string[];
  known: number;
  agents: Agent[];
  cooldown: string[];
}

export interface View {
  turn: number;
  turn_of: number;
  phase: "draft" | "battle";
  patrons: Record<string, number | null>;
  row: string[];
  tavern: { unknown: string[]; bottom: string[] };
  played: string[];
  combos: Record<string, { count: number }>;
  waiting: { effect: string }[];
  coming: string[];
  players: Player[];
  asked?: { what: string; least: number; most: number; picked: number; effect?: string };
}

export const keyOf = (piece: string): string => piece.split("#")[0] ?? piece;

/** A card or patron as people write it: the server knows the names. */
export function nameOf(scene: Scene, piece: string): string {
  return cardOf(scene, piece)?.name ?? patronOf(scene, keyOf(piece))?.name ?? piece;
}

export function cardOf(scene: Scene, piece: string): CardFacts | undefined {
  return (scene.whole.facts["cards"] as Record<string, CardFacts> | undefined)?.[keyOf(piece)];
}

export function patronOf(scene: Scene, key: string): PatronFacts | undefined {
  return (scene.whole.facts["patrons"] as Record<string, PatronFacts> | undefined)?.[key];
}

const PLATES: Plate[] = ["orange", "slate", "violet", "blue", "teal", "gold", "green", "red", "sand", "rose"];

/** Every deck has a colour, by its place in the card file. */
export function plateOf(scene: Scene, deck: string): Plate {
  const place = Object.keys((scene.whole.facts["patrons"] as object | undefined) ?? {}).indexOf(deck);
  return PLATES[Math.max(0, place) % PLATES.length] ?? "plain";
}

export interface Deed {
  glyph: GlyphName | "coin";
  n: string;
  words: string;
}

const DEEDS: Record<string, [Deed["glyph"], (n: number) => string]> = {
  coin: ["coin", (n) => `+${many(n, "coin")}`],
  power: ["power", (n) => `+${n} power`],
  prestige: ["prestige", (n) => `+${n} prestige`],
  defame: ["defame", (n) => `the rival loses ${n} prestige`],
  call: ["call", (n) => `${many(n, "more call")} of a patron`],
  draw: ["card", (n) => `draw ${many(n, "card")}`],
  heal: ["heal", (n) => `the agent heals by ${n}`],
  replace: ["replace", (n) => `replace up to ${many(n, "card")} of the row`],
  acquire: ["gain", (n) => `take a card of the row that costs up to ${n}`],
  destroy: ["trash", (n) => `destroy up to ${n} of your cards`],
  recall: ["recall", (n) => `up to ${many(n, "card")} from cooldown onto the pile`],
  "recall-agent": ["recall", (n) => `up to ${many(n, "agent")} from cooldown onto the pile`],
  toss: ["toss", (n) => `see ${many(n, "card")} of the pile and toss any of them`],
  knockout: ["knockout", (n) => `knock out ${many(n, "rival agent")}`],
  "knockout-all": ["knockout", () => "knock out all agents, your own too"],
  donate: ["discard", (n) => `discard up to ${many(n, "card")} and draw as many`],
  discard: ["discard", (n) => `the rival discards ${many(n, "card")} next turn`],
  banish: ["knockout", () => "knock out a rival agent"],
  sell: ["prestige", () => "give up a card for prestige, its cost less 1"],
  rally: ["recall", () => "an agent from cooldown onto the pile"],
  "power-per-cards": ["power", (n) => `+1 power for every ${n} of your cards`],
  "power-paid": ["power", (n) => `the coins paid as power, less ${n}`],
};

/** The effects of a text of the card file, choices as lists of two. */
export function deedsOf(scene: Scene, text: string): Deed[][] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => part.split(/\s+or\s+/).map((side) => deed(scene, side)));
}

function deed(scene: Scene, text: string): Deed {
  const [word = "", rest = ""] = text.split(" ");
  const found = DEEDS[word];
  if (found) return { glyph: found[0], n: rest, words: found[1](Number(rest)) };
  const card = nameOf(scene, rest);
  const where =
    word === "curse" ? "into the rival's cooldown" : word === "mint" ? "for one of your cards" : "into your cooldown";
  return { glyph: "deck", n: "", words: `a new ${card} ${where}` };
}

function said(scene: Scene, text: string): string {
  return deedsOf(scene, text)
    .map((sides) => sides.map((side) => side.words).join(" or "))
    .join(", ");
}

/** A card in words. */
export function cardWords(scene: Scene, card: CardFacts): string {
  const levels = [card.combo2, card.combo3, card.combo4].map(
    (text, k) => text && `as card ${k + 2} of its deck: ${said(scene, text)}`,
  );
  return [
    card.type === "starter" ? "" : card.type,
    card.health ? `health ${card.health}` : "",
    card.taunt ? "taunt: has to be attacked before other agents" : "",
    card.toll ? `+${many(card.toll, "coin")} when a knockout spares it` : "",
    said(scene, card.play),
    ...levels,
  ]
    .filter(Boolean)
    .join("; ");
}

/** A patron in words. */
export function patronWords(scene: Scene, patron: PatronFacts): string {
  const deeds = patron.call
    ? said(scene, patron.call)
    : `${said(scene, patron.favoured)} if it favours you, ${said(scene, patron.neutral)} if nobody, ${said(scene, patron.unfavoured)} if the rival`;
  const turn = patron.turn_coins ? `; +${many(patron.turn_coins, "coin")} a turn for whom it favours` : "";
  return `for ${priceWords(patron)}: ${deeds}${turn}`;
}

/** Why a patron cannot be called just now; empty if it can, as far as the table shows. */
export function whyNotCalled(scene: Scene, view: View, key: string): string {
  const patron = patronOf(scene, key);
  const me = view.players[scene.seat];
  if (!patron || !me || view.turn_of !== scene.seat) return "";
  const { coins = 0, power = 0 } = patron.price;
  const need = coins === "all" ? 1 : coins;
  if (!me.calls) return "no call is left in this turn";
  if (me.coins < need) return `needs ${many(need, "coin")}, you have ${me.coins}`;
  if (me.power < power) return `needs ${power} power, you have ${me.power}`;
  const standing =
    view.patrons[key] === scene.seat ? "favoured" : view.patrons[key] === null ? "neutral" : "unfavoured";
  if (patron.closed_to_favoured && standing === "favoured") return "favours you already";
  const word = (patron.call || patron[standing]).split(" ")[0];
  const rival = view.players[1 - scene.seat];
  const own = [...me.hand, ...view.played, ...me.agents.map((agent) => agent.card)].filter((piece) => piece !== null);
  if (word === "banish" && !rival?.agents.length) return "the rival has no agent";
  if (word === "rally" && !me.cooldown.some((piece) => cardOf(scene, piece)?.type === "agent"))
    return "no agent is in your cooldown";
  if (word === "mint" && !own.length) return "you have no card to give up";
  if (word === "sell" && !own.some((piece) => cardOf(scene, piece)?.cost))
    return "you have no card that costs anything";
  return "";
}

export function priceWords(patron: PatronFacts): string {
  const { coins, power } = patron.price;
  const paid = [coins === "all" ? "all coins" : coins ? many(coins, "coin") : "", power ? `${power} power` : ""].filter(
    Boolean,
  );
  return paid.join(" and ") || "nothing";
}
