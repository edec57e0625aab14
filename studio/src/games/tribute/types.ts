// Written from ludus.games.tribute.schema by `python -m ludus.studio.typescript`; a test compares them. Do not edit.

/** The tavern deck: top cards in unknown order, then known ones. */
export interface Tavern {
  first: number;
  unknown: string[];
  bottom: string[];
}

/** Cards of a deck played in this turn. */
export interface Combo {
  count: number;
  cards: [string, number][];
}

/** An effect that is still to happen. */
export interface WaitingEffect {
  effect: string;
  piece: number;
}

/** An agent in play. */
export interface Agent {
  card: string;
  health: number;
  activated: boolean;
}

/** A player. A card that the observing seat cannot see is None. */
export interface Player {
  coins: number;
  power: number;
  prestige: number;
  calls: number;
  hand: (string | null)[];
  shown: string[];
  pile: (string | null)[];
  known: number;
  counted: number;
  older: number;
  unseen: string[];
  agents: Agent[];
  cooldown: string[];
  below?: string[];
}

export interface Asked {
  what: string;
  kind: number;
  least: number;
  most: number;
  picked: number;
  from: number;
  opening: boolean;
  offered: number;
  row: number;
  picks: string[];
  effect?: string;
  source?: number;
}

/** The game as a seat sees it. */
export interface Observation {
  seat: number;
  turn: number;
  turn_of: number;
  to_move: number | null;
  phase: "draft" | "battle";
  reason: string;
  winner: number | null;
  patrons: Record<string, number | null>;
  row: string[];
  tavern: Tavern;
  played: string[];
  combos: Record<string, Combo>;
  waiting: WaitingEffect[];
  coming: string[];
  newest: number;
  players: Player[];
  asked?: Asked;
}

/** The thing of a move: a physical card by number, a patron by key, or a side of a choice (0 left, 1 right). */
export interface Piece {
  zone: "hand" | "agents" | "played" | "row" | "cooldown" | "pile" | "patrons" | "side";
  seat: number | null;
  id: number | string;
  card: string | null;
}

/** The rival agent that a move attacks. */
export interface Target {
  zone: "agents";
  seat: number;
  id: number;
  card: string;
}

/** A move. */
export interface Move {
  verb: "end" | "stop" | "play" | "activate" | "attack" | "buy" | "call" | "pick" | "choose" | "draft";
  piece: Piece | null;
  target: Target | null;
}

/** An effect of a card or a patron. */
export interface Effect {
  code:
    | "coin"
    | "power"
    | "prestige"
    | "defame"
    | "call"
    | "draw"
    | "heal"
    | "replace"
    | "acquire"
    | "destroy"
    | "recall"
    | "recall-agent"
    | "toss"
    | "knockout"
    | "donate"
    | "discard"
    | "power-per-cards"
    | "power-paid"
    | "create"
    | "curse"
    | "mint"
    | "knockout-all"
    | "banish"
    | "sell"
    | "rally";
  amount: number;
  card: string | null;
}

/** The pending decision. */
export interface TributeQuestion {
  code:
    | "free"
    | "draft_patron"
    | "choose_side"
    | "replace"
    | "acquire"
    | "destroy"
    | "recall"
    | "recall_agent"
    | "toss"
    | "knock_out"
    | "donate"
    | "discard"
    | "banish"
    | "sell"
    | "rally"
    | "mint";
  least: number;
  most: number;
  picked: number;
  sides: Effect[];
}

/** A card of the card file. */
export interface CardInfo {
  name: string;
  deck: string;
  type: "action" | "agent" | "contract action" | "contract agent" | "starter" | "curse";
  cost: number;
  health: number | null;
  taunt: boolean;
  toll: number;
  play: Effect[][];
  combo2: Effect[][];
  combo3: Effect[][];
  combo4: Effect[][];
  copies: number;
  upgrades: string;
  tier: number | null;
}

/** Price of a patron's call. */
export interface Price {
  coins: number | "all";
  power: number;
}

/** A patron of the card file. Effects are in `call`, or depend on whom the patron favours. */
export interface PatronInfo {
  name: string;
  starters: string[];
  price: Price;
  call: Effect[][];
  favoured: Effect[][];
  neutral: Effect[][];
  unfavoured: Effect[][];
  favour: "step" | "jump" | "never";
  closed_to_favoured: boolean;
  turn_coins: number;
  selectable: boolean;
}

/** Cards and patrons by key, in the order of their numbers. */
export interface Facts {
  cards: Record<string, CardInfo>;
  patrons: Record<string, PatronInfo>;
}
