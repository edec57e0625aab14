/** Observation of Tales of Tribute, and descriptions of cards and patrons. */

import type { PlateColour } from "../../components/card";
import type { GlyphName } from "../../components/glyphs";
import type { BoardContext } from "../../board";
import { plural } from "../../text";

export interface CardInfo {
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

export interface PatronInfo {
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

export interface Observation {
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

export const cardKey = (piece: string): string => piece.split("#")[0] ?? piece;

/** Name of a card or patron, as the server sent it. */
export function displayName(context: BoardContext, piece: string): string {
  return cardOf(context, piece)?.name ?? patronOf(context, cardKey(piece))?.name ?? piece;
}

export function cardOf(context: BoardContext, piece: string): CardInfo | undefined {
  return (context.session.facts["cards"] as Record<string, CardInfo> | undefined)?.[cardKey(piece)];
}

export function patronOf(context: BoardContext, key: string): PatronInfo | undefined {
  return (context.session.facts["patrons"] as Record<string, PatronInfo> | undefined)?.[key];
}

const PLATES: PlateColour[] = ["orange", "slate", "violet", "blue", "teal", "gold", "green", "red", "sand", "rose"];

/** Colour of a deck, by its position in the card file. */
export function plateOf(context: BoardContext, deck: string): PlateColour {
  const index = Object.keys((context.session.facts["patrons"] as object | undefined) ?? {}).indexOf(deck);
  return PLATES[Math.max(0, index) % PLATES.length] ?? "plain";
}

export interface Effect {
  glyph: GlyphName | "coin";
  n: string;
  description: string;
}

const EFFECTS: Record<string, [Effect["glyph"], (n: number) => string]> = {
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
  recall: ["recall", (n) => `up to ${plural(n, "card")} from cooldown onto the pile`],
  "recall-agent": ["recall", (n) => `up to ${plural(n, "agent")} from cooldown onto the pile`],
  toss: ["toss", (n) => `see ${plural(n, "card")} of the pile and toss any of them`],
  knockout: ["knockout", (n) => `knock out ${plural(n, "rival agent")}`],
  "knockout-all": ["knockout", () => "knock out all agents, your own too"],
  donate: ["discard", (n) => `discard up to ${plural(n, "card")} and draw as many`],
  discard: ["discard", (n) => `the rival discards ${plural(n, "card")} next turn`],
  banish: ["knockout", () => "knock out a rival agent"],
  sell: ["prestige", () => "give up a card for prestige, its cost less 1"],
  rally: ["recall", () => "an agent from cooldown onto the pile"],
  "power-per-cards": ["power", (n) => `+1 power for every ${n} of your cards`],
  "power-paid": ["power", (n) => `the coins paid as power, less ${n}`],
};

/** Effects in a text of the card file; a choice is a list of two alternatives. */
export function parseEffects(context: BoardContext, text: string): Effect[][] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => part.split(/\s+or\s+/).map((alternative) => parseEffect(context, alternative)));
}

function parseEffect(context: BoardContext, text: string): Effect {
  const [keyword = "", rest = ""] = text.split(" ");
  const known = EFFECTS[keyword];
  if (known) return { glyph: known[0], n: rest, description: known[1](Number(rest)) };
  const card = displayName(context, rest);
  const destination =
    keyword === "curse"
      ? "into the rival's cooldown"
      : keyword === "mint"
        ? "for one of your cards"
        : "into your cooldown";
  return { glyph: "deck", n: "", description: `a new ${card} ${destination}` };
}

function describeEffects(context: BoardContext, text: string): string {
  return parseEffects(context, text)
    .map((alternatives) => alternatives.map((alternative) => alternative.description).join(" or "))
    .join(", ");
}

/** Description of a card. */
export function describeCard(context: BoardContext, card: CardInfo): string {
  const levels = [card.combo2, card.combo3, card.combo4].map(
    (text, k) => text && `as card ${k + 2} of its deck: ${describeEffects(context, text)}`,
  );
  return [
    card.type === "starter" ? "" : card.type,
    card.health ? `health ${card.health}` : "",
    card.taunt ? "taunt: has to be attacked before other agents" : "",
    card.toll ? `+${plural(card.toll, "coin")} when a knockout spares it` : "",
    describeEffects(context, card.play),
    ...levels,
  ]
    .filter(Boolean)
    .join("; ");
}

/** Description of a patron. */
export function describePatron(context: BoardContext, patron: PatronInfo): string {
  const effects = patron.call
    ? describeEffects(context, patron.call)
    : `${describeEffects(context, patron.favoured)} if it favours you, ${describeEffects(context, patron.neutral)} if nobody, ${describeEffects(context, patron.unfavoured)} if the rival`;
  const turn = patron.turn_coins ? `; +${plural(patron.turn_coins, "coin")} per turn for the favoured player` : "";
  return `for ${describePrice(patron)}: ${effects}${turn}`;
}

/** Why a patron cannot be called now; empty if the observation shows no reason. */
export function reasonNotCallable(context: BoardContext, observation: Observation, key: string): string {
  const patron = patronOf(context, key);
  const me = observation.players[context.seat];
  if (!patron || !me || observation.turn_of !== context.seat) return "";
  const { coins = 0, power = 0 } = patron.price;
  const coinsNeeded = coins === "all" ? 1 : coins;
  if (!me.calls) return "no call is left in this turn";
  if (me.coins < coinsNeeded) return `needs ${plural(coinsNeeded, "coin")}, you have ${me.coins}`;
  if (me.power < power) return `needs ${power} power, you have ${me.power}`;
  const favour =
    observation.patrons[key] === context.seat
      ? "favoured"
      : observation.patrons[key] === null
        ? "neutral"
        : "unfavoured";
  if (patron.closed_to_favoured && favour === "favoured") return "favours you already";
  const keyword = (patron.call || patron[favour]).split(" ")[0];
  const rival = observation.players[1 - context.seat];
  const own = [...me.hand, ...observation.played, ...me.agents.map((agent) => agent.card)].filter(
    (piece) => piece !== null,
  );
  if (keyword === "banish" && !rival?.agents.length) return "the rival has no agent";
  if (keyword === "rally" && !me.cooldown.some((piece) => cardOf(context, piece)?.type === "agent"))
    return "no agent is in your cooldown";
  if (keyword === "mint" && !own.length) return "you have no card to give up";
  if (keyword === "sell" && !own.some((piece) => cardOf(context, piece)?.cost))
    return "you have no card that costs anything";
  return "";
}

export function describePrice(patron: PatronInfo): string {
  const { coins, power } = patron.price;
  const parts = [
    coins === "all" ? "all coins" : coins ? plural(coins, "coin") : "",
    power ? `${power} power` : "",
  ].filter(Boolean);
  return parts.join(" and ") || "nothing";
}
