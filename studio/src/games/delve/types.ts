// Written from ludus.games.delve.schema by `python -m ludus.studio.typescript`; a test compares them. Do not edit.

/** An enemy of the current encounter; the last four are in games with such effects. */
export interface Enemy {
  attack: number;
  health: number;
  full_health: number;
  weak?: number;
  vulnerable?: number;
  poison?: number;
  strike?: number;
}

/** Effects of a card beside damage; those that it does not have are left out. */
export interface CardEffects {
  block?: number;
  heal?: number;
  draw?: number;
  gain_energy?: number;
  gain_mana?: number;
  strength?: number;
  weak?: number;
  vulnerable?: number;
  poison?: number;
  self_weak?: number;
  self_vulnerable?: number;
  self_poison?: number;
}

/** A kind of card, with its current damage. */
export interface CardInfo {
  category: "area" | "targeted" | "skill";
  resource: "mana" | "energy";
  cost: number;
  damage: number;
  printed_damage: number;
  copies: number;
  effects?: CardEffects;
}

export interface DamageBonus {
  "area mana": number;
  "area energy": number;
  "targeted mana": number;
  "targeted energy": number;
}

/** A node of the skill tree. Trees with other effects than damage have the last five. */
export interface Node {
  name: string;
  target:
    | "area"
    | "targeted"
    | "mana"
    | "energy"
    | "area mana"
    | "area energy"
    | "targeted mana"
    | "targeted energy"
    | null;
  value: number;
  price: number;
  parents: string[];
  had: boolean;
  open: boolean;
  affordable: boolean;
  effect?:
    | "damage"
    | "block"
    | "heal"
    | "draw"
    | "gain_energy"
    | "gain_mana"
    | "strength"
    | "weak"
    | "vulnerable"
    | "poison"
    | "max_hit_points"
    | "max_energy"
    | "max_mana"
    | "hand_size"
    | "turn_block"
    | "regeneration"
    | "add_card"
    | "unlock";
  text?: string;
  card?: string;
  unlocks?: string[];
  gate?: number;
}

/** An enemy of a later encounter. */
export interface EnemyToCome {
  attack: number;
  health: number;
}

/** The game as the player sees it. The last seven are in games that go beyond the thesis. */
export interface Observation {
  reason: string;
  asked: "pick" | "fight" | null;
  encounter: number;
  first: number;
  last: number;
  won: number;
  turn: number;
  turns: number;
  played: number;
  health: number;
  full_health: number;
  energy: number;
  mana: number;
  full_energy: number;
  full_mana: number;
  enemies: Enemy[];
  hand: Record<string, number>;
  discard: Record<string, number>;
  pile: Record<string, number>;
  cards: Record<string, CardInfo>;
  points: number;
  bonus: DamageBonus;
  nodes: Node[];
  to_come: EnemyToCome[][];
  block?: number;
  strength?: number;
  weak?: number;
  vulnerable?: number;
  poison?: number;
  hand_size?: number;
  added?: Record<string, number>;
}

/** The card or node of a move, by name. */
export interface Piece {
  zone: "hand" | "nodes";
  seat: number;
  id: string;
  card: string | null;
}

/** The enemy of a move, by its place in the list of enemies. */
export interface Target {
  zone: "enemies";
  seat: null;
  id: number;
  card: null;
}

/** A move. */
export interface Move {
  verb: "play" | "end" | "pick" | "save";
  piece: Piece | null;
  target: Target | null;
}

/** The pending decision: a node, or a move of the fight. */
export interface DelveQuestion {
  code: "pick" | "fight";
  least: number;
  most: number;
  picked: number;
}

/** A kind of card of the deck at the start, with its effects. */
export interface CardOfDeck {
  name: string;
  category: "area" | "targeted" | "skill";
  resource: "mana" | "energy";
  cost: number;
  damage: number;
  count: number;
  block?: number;
  heal?: number;
  draw?: number;
  gain_energy?: number;
  gain_mana?: number;
  strength?: number;
  weak?: number;
  vulnerable?: number;
  poison?: number;
  self_weak?: number;
  self_vulnerable?: number;
  self_poison?: number;
}

/** A node of the tree, without what the player has of it. */
export interface NodeOfTree {
  name: string;
  target:
    | "area"
    | "targeted"
    | "mana"
    | "energy"
    | "area mana"
    | "area energy"
    | "targeted mana"
    | "targeted energy"
    | null;
  value: number;
  parents: string[];
  price: number;
  effect?:
    | "damage"
    | "block"
    | "heal"
    | "draw"
    | "gain_energy"
    | "gain_mana"
    | "strength"
    | "weak"
    | "vulnerable"
    | "poison"
    | "max_hit_points"
    | "max_energy"
    | "max_mana"
    | "hand_size"
    | "turn_block"
    | "regeneration"
    | "add_card"
    | "unlock";
  text?: string;
  card?: string;
  unlocks?: string[];
  gate?: number;
}

/** Deck, encounters and skill tree. */
export interface Facts {
  deck: CardOfDeck[];
  encounters: EnemyToCome[][];
  nodes: NodeOfTree[];
  hand_size?: number;
  encounter_points?: number[];
}
