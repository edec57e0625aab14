// Written from ludus.games.dominion.schema by `python -m ludus.studio.typescript`; a test compares them. Do not edit.

/** A card whose text is being carried out. */
export interface PlayedCard {
  card: string;
  step: number;
  again: number;
  gone: boolean;
  around: number;
  immune: number;
  count: number;
  cost: number;
}

/** A player. A card that the observing seat cannot see is None. */
export interface Player {
  points: number;
  turns: number;
  owned: Record<string, number>;
  hand: (string | null)[];
  shown: number[];
  deck: number;
  bag: Record<string, number> | number;
  top: (string | null)[];
  discard: (string | null)[];
  unseen: number[];
}

/** A card of the kingdom. */
export interface CardInfo {
  cost: number;
  types: ("Treasure" | "Victory" | "Curse" | "Action" | "Attack" | "Reaction")[];
  cards: number;
  actions: number;
  buys: number;
  coins: number;
  points: number;
  points_per: number | null;
  do: string[];
}

export interface Asked {
  what: string;
  least: number;
  most: number;
  from: number;
  kind: number;
  limit: number;
  to: number;
}

/** The game as a seat sees it. */
export interface Observation {
  edition: string;
  seat: number;
  turn_of: number;
  to_move: number | null;
  phase: "action" | "buy";
  reason: string;
  winners: number[];
  actions: number;
  buys: number;
  coins: number;
  merchants: number;
  supply: Record<string, number>;
  trash: Record<string, number>;
  played: string[];
  playing: PlayedCard[];
  aside: (string | null)[];
  aside_of: number;
  loot: Record<string, number>;
  players: Player[];
  cards: Record<string, CardInfo>;
  asked?: Asked;
}

/** The card of a move, by name. */
export interface Piece {
  zone: "hand" | "supply" | "aside" | "discard" | "deck" | "played" | "trash" | "loot";
  seat: number | null;
  id: string;
  card: string;
}

/** Where the card goes. */
export interface Target {
  zone: "hand" | "supply" | "aside" | "discard" | "deck" | "played" | "trash" | "loot";
  seat: number | null;
  id: "";
  card: null;
}

/** A move. */
export interface Move {
  verb: "stop" | "yes" | "play" | "buy" | "discard" | "trash" | "gain" | "put" | "reveal" | "aside" | "keep";
  piece: Piece | null;
  target: Target | null;
}

/** The pending decision. */
export interface DominionQuestion {
  code:
    | "play_action"
    | "buy_card"
    | "discard_hand"
    | "trash_hand"
    | "gain_card"
    | "put_hand"
    | "reveal_card"
    | "double_action"
    | "judge_card"
    | "trash_aside"
    | "take_loot"
    | "set_aside"
    | "may_discard_deck"
    | "may_play_card"
    | "recall_card"
    | "sort_card"
    | "order_cards";
  least: number;
  most: number;
  picked: number;
  limit: number;
  card: string | null;
}

/** A step of an effect. */
export interface Step {
  code:
    | "discard"
    | "trash"
    | "gain"
    | "put"
    | "draw"
    | "coins"
    | "actions"
    | "buys"
    | "draw_to"
    | "dig"
    | "dump"
    | "judge"
    | "ransack"
    | "take"
    | "sort"
    | "flip"
    | "double"
    | "trash_this"
    | "recall"
    | "merchant";
  who: "you" | "others" | "everyone";
  n: number;
  bound: "exactly" | "up to" | "any" | "down to" | "as many" | "relative" | "per empty pile";
  kind: string | null;
  but: string | null;
  to: "discard" | "hand" | "deck";
  may: boolean;
}

/** A sentence of a card. */
export interface Effect {
  text: string;
  steps: Step[];
}

/** Effects of all kingdom cards by name. */
export interface Facts {
  effects: Record<string, Effect[]>;
}
