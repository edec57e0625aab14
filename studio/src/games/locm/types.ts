// Written from ludus.games.locm.schema by `python -m ludus.studio.typescript`; a test compares them. Do not edit.

/** A creature on the board. */
export interface Creature {
  id: number;
  number: number;
  name: string;
  lane: number;
  attack: number;
  defense: number;
  keywords: string;
  can_attack: boolean;
  has_attacked: boolean;
  touched: boolean;
}

/** A card that left a hand. */
export interface PlayedCard {
  id: number;
  number: number;
}

/** A card in one's own hand. */
export interface HandCard {
  number: number;
  name: string;
  kind: "creature" | "green" | "red" | "blue";
  cost: number;
  attack: number;
  defense: number;
  keywords: string;
  my_health: number;
  opp_health: number;
  draw: number;
  area: "target" | "lane" | "both";
  id: number;
}

/** A player in battle; hand and deck are in the observation of their owner only. */
export interface Player {
  health: number;
  mana: number;
  max_mana: number;
  bonus_mana: boolean;
  deck_size: number;
  hand_size: number;
  next_draw: number;
  shown_draw: number;
  board: Creature[];
  played: PlayedCard[];
  runes?: number;
  health_lost?: number;
  hand?: HandCard[];
  deck?: number[];
}

/** A card of the card list. */
export interface CardInfo {
  number: number;
  name: string;
  kind: "creature" | "green" | "red" | "blue";
  cost: number;
  attack: number;
  defense: number;
  keywords: string;
  my_health: number;
  opp_health: number;
  draw: number;
  area: "target" | "lane" | "both";
}

/** The game as a seat sees it. */
export interface Observation {
  version: "1.0" | "1.2" | "1.5";
  phase: "draft" | "construct" | "battle";
  seat: number;
  to_move: number | null;
  reason: string;
  winner: number | null;
  turn?: number;
  me?: Player;
  opponent?: Player;
  picked?: number[];
  opponent_picked?: number;
  cards?: CardInfo[];
  offer?: CardInfo[];
  offers?: number[][];
}

/** The card or creature of a move; its id is that in hand or on the board, or its place in offer or card list. */
export interface Piece {
  zone: "offer" | "list" | "hand" | "board";
  seat: number | null;
  id: number;
  card: number;
}

/** The target of a move: the number of a lane, the id of a creature, or the seat of a player. */
export interface Target {
  zone: "lane" | "board" | "player";
  seat: number | null;
  id: number;
  card: number | null;
}

/** A move. */
export interface Move {
  verb: "pass" | "fill" | "pick" | "choose" | "summon" | "attack" | "use";
  piece: Piece | null;
  target: Target | null;
}

/** The pending decision: a card for the deck, or a move of the battle. */
export interface LocmQuestion {
  code: "draft" | "construct" | "battle";
  least: number;
  most: number;
  picked: number;
}

/** All cards by number. */
export interface Facts {
  cards: Record<string, CardInfo>;
}
