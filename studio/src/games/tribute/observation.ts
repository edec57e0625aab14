/** Cards and patrons of Tales of Tribute: names and descriptions. */

import type { PlateColour } from "../../components/card";
import { type BoardContext, type FactsContext, factsOf } from "../../board";
import { asSentence, plural, sentenceCase } from "../../format";
import { describeEffect } from "./pictogram";
import type { CardInfo, Effect, Facts, Observation, PatronInfo } from "./types";

/** A physical card as observations name it, such as "gold#104": its key and its number. */
export function readPiece(piece: string): { card: string; number: number } {
  const [card = piece, number] = piece.split("#");
  return { card, number: Number(number) };
}

export const cardKey = (piece: string): string => readPiece(piece).card;

/** Name of a card, by its piece or its key. */
export function displayName(context: FactsContext, piece: string): string {
  return cardOf(context, piece)?.name ?? patronOf(context, piece)?.name ?? piece;
}

export function cardOf(context: FactsContext, piece: string): CardInfo | undefined {
  return factsOf<Facts>(context).cards[cardKey(piece)];
}

export function patronOf(context: FactsContext, key: string): PatronInfo | undefined {
  return factsOf<Facts>(context).patrons[key];
}

const PLATES: PlateColour[] = ["orange", "slate", "violet", "blue", "teal", "gold", "green", "red", "sand", "rose"];

/** Colour of a deck, by its position in the card file. */
export function plateOf(context: FactsContext, deck: string): PlateColour {
  const index = Object.keys(factsOf<Facts>(context).patrons).indexOf(deck);
  return PLATES[Math.max(0, index) % PLATES.length] ?? "plain";
}

function describeEffects(context: FactsContext, effects: Effect[][]): string {
  return effects
    .map((alternatives) =>
      alternatives
        .map((effect) => describeEffect(effect, effect.card ? describeNewCard(context, effect.card) : ""))
        .join(" or "),
    )
    .join(", ");
}

/** A card that an effect makes. */
function describeNewCard(context: FactsContext, key: string): string {
  const card = cardOf(context, key);
  const useless = card && [card.play, card.combo2, card.combo3, card.combo4].every((effects) => !effects.length);
  return displayName(context, key) + (useless ? " (a useless card)" : "");
}

/** Description of a card. */
export function describeCard(context: FactsContext, card: CardInfo): string {
  const levels = [card.combo2, card.combo3, card.combo4].map(
    (effects, k) => effects.length && `as card ${k + 2} of its deck: ${describeEffects(context, effects)}`,
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

/** What a patron does, as sentences: its price and the effect of a call, by whom it favours. */
export function describePatron(context: FactsContext, patron: PatronInfo): string {
  const cases = [
    ["while it favours you", patron.favoured],
    ["while it favours nobody", patron.neutral],
    ["while it favours the rival", patron.unfavoured],
  ] as const;
  const effects = patron.call.length
    ? [describeEffects(context, patron.call)]
    : mergeCases(cases.map(([when, list]) => [when, describeEffects(context, list)]));
  const { turn_coins } = patron;
  const favour = { step: "", jump: "A call gives you its favour at once.", never: "It favours no player." }[
    patron.favour
  ];
  const turn = turn_coins ? `While it favours you, you get ${plural(turn_coins, "coin")} in each turn.` : "";
  return [`Price: ${describePrice(patron)}.`, ...effects.map(asSentence), favour, turn].filter(Boolean).join(" ");
}

/** One sentence for each effect, with the cases that it is for. */
function mergeCases(cases: [when: string, effect: string][]): string[] {
  const whens = new Map<string, string[]>();
  for (const [when, effect] of cases) whens.set(effect, [...(whens.get(effect) ?? []), when]);
  return [...whens].map(([effect, when]) => `${sentenceCase(when.join(" or "))}: ${effect}`);
}

/** Why a patron cannot be called now; empty if the observation shows no reason. */
export function reasonNotCallable(context: BoardContext, observation: Observation, key: string): string {
  const patron = patronOf(context, key);
  const me = observation.players[context.seat];
  if (!patron || !me || observation.turn_of !== context.seat) return "";
  const { coins, power } = patron.price;
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
  const keyword = callEffects(patron, favour)[0]?.[0]?.code;
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

/** Effects of a call for a player whom the patron favours or not. */
export function callEffects(patron: PatronInfo, favour: "favoured" | "neutral" | "unfavoured"): Effect[][] {
  return patron.call.length ? patron.call : patron[favour];
}

export function describePrice(patron: PatronInfo): string {
  const { coins, power } = patron.price;
  const parts = [
    coins === "all" ? "all coins" : coins ? plural(coins, "coin") : "",
    power ? `${power} power` : "",
  ].filter(Boolean);
  return parts.join(" and ") || "nothing";
}
