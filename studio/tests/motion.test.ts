import { expect, test } from "vitest";
import { motion as delve, fightChanges } from "../src/games/delve/motion";
import type { Observation as DelveObservation } from "../src/games/delve/types";
import { turnChanges } from "../src/games/dominion/motion";
import type { Observation as DominionObservation } from "../src/games/dominion/types";
import { battleChanges, motion as locm } from "../src/games/locm/motion";
import type { Creature, Observation as LocmObservation } from "../src/games/locm/types";
import { playerChanges, motion as tribute } from "../src/games/tribute/motion";
import type { Observation as TributeObservation } from "../src/games/tribute/types";
import { isHit } from "../src/motion/changes";
import { numberPlace } from "../src/motion/effects";
import { dropMoves, pieceAt, place, placeIn, placeOf, zoneOf } from "../src/motion/places";
import { parseSettings } from "../src/motion/settings";
import type { LegalMove, MoveParts, PieceRef } from "../src/protocol";

const ref = (zone: string, seat: number | null, id: number | string): PieceRef => ({ zone, seat, id, card: null });
const legal = (text: string, verb: string, piece: PieceRef | null, target: PieceRef | null): LegalMove => ({
  text,
  phrase: "",
  parts: { verb, piece, target },
});

test("a place names zone, seat and id, and its zone is the part before the id", () => {
  expect(placeOf(ref("hand", 0, 12))).toBe("hand/0/12");
  expect(place("supply", null, "Silver")).toBe("supply//Silver");
  expect(zoneOf(ref("hand", 0, 12))).toBe("hand/0/");
  expect(pieceAt("hand", 0, "Copper")["data-piece"]).toBe("hand/0/Copper"); // one of several equal cards
  expect(pieceAt("hand", 0, 12, 12)["data-piece"]).toBe("12");
});

test("a piece can be dropped on the targets of its legal moves only", () => {
  const moves = [
    legal("SUMMON 12 0", "summon", ref("hand", 0, 12), ref("lane", 0, 0)),
    legal("ATTACK 7 -1", "attack", ref("board", 0, 7), ref("player", 1, 1)),
    legal("PASS", "pass", null, null),
  ];
  const drops = (source: string) => [...dropMoves(moves, source, 0, locm.destination)];
  expect(drops("hand/0/12")).toEqual([["lane/0/0", "SUMMON 12 0"]]);
  expect(drops("board/0/7")).toEqual([["player/1/1", "ATTACK 7 -1"]]);
  expect(drops("hand/0/13")).toEqual([]);
});

test("a move without a target is dropped where its game says, and two moves with one target nowhere", () => {
  const play = legal("PLAY gold#104", "play", ref("hand", 0, 104), null);
  const buy = legal("BUY tithe#98", "buy", ref("row", null, 98), null);
  expect([...dropMoves([play], "hand/0/104", 0, tribute.destination).keys()]).toEqual(["played//"]);
  expect([...dropMoves([buy], "row//98", 1, tribute.destination).keys()]).toEqual(["plate/1/"]);
  const area = legal("PLAY Storm", "play", ref("hand", 0, "Storm"), null);
  expect([...dropMoves([area], "hand/0/Storm", 0, delve.destination).keys()]).toEqual(["enemies//"]);
  expect(dropMoves([area, { ...area, text: "again" }], "hand/0/Storm", 0, delve.destination).size).toBe(0);
});

test("stored settings are read, and unknown ones have their defaults", () => {
  expect(parseSettings(null)).toEqual({ speed: "normal", sound: false });
  expect(parseSettings('{"speed": "slow", "sound": true}')).toEqual({ speed: "slow", sound: true });
  expect(parseSettings('{"speed": "warp", "sound": "yes"}')).toEqual({ speed: "normal", sound: false });
  expect(parseSettings("{")).toEqual({ speed: "normal", sound: false });
});

const creature = (id: number, attack: number, defense: number) => ({ id, attack, defense }) as Creature;
const locmObservation = (mine: [number, Creature[]], theirs: [number, Creature[]]): LocmObservation =>
  ({
    seat: 1,
    phase: "battle",
    me: { health: mine[0], board: mine[1] },
    opponent: { health: theirs[0], board: theirs[1] },
  }) as unknown as LocmObservation;

test("LOCM: damage and healing of players and creatures, and a dead creature loses its defense", () => {
  const before = locmObservation([30, [creature(2, 3, 4)]], [28, [creature(1, 2, 2), creature(3, 1, 1)]]);
  const after = locmObservation([32, [creature(2, 5, 2)]], [23, [creature(3, 1, 1), creature(9, 4, 4)]]);
  expect(battleChanges(before, after)).toEqual([
    { place: placeIn("player", 1, 1), quantity: "health", amount: 2 },
    { place: placeIn("board", 1, 2), quantity: "health", amount: -2 },
    { place: placeIn("board", 1, 2), quantity: "attack", amount: 2 },
    { place: placeIn("player", 0, 0), quantity: "health", amount: -5 },
    { place: placeIn("board", 0, 1), quantity: "health", amount: -2 },
  ]);
  expect(battleChanges(before, after).filter(isHit).length).toBe(3);
  expect(battleChanges(before, before)).toEqual([]);
});

test("LOCM: deck building has no numbers", () => {
  const draft = { seat: 0, phase: "draft" } as LocmObservation;
  expect(battleChanges(draft, draft)).toEqual([]);
  expect(battleChanges(draft, locmObservation([30, []], [30, []]))).toEqual([]);
});

interface Turn {
  turns?: number[];
  hands?: number[];
  points?: number[];
  coins?: number;
  actions?: number;
  turnOf?: number;
}

function dominionObservation({ turns = [0, 0], hands = [5, 5], points = [3, 3], ...more }: Turn): DominionObservation {
  const players = turns.map((taken, k) => ({ turns: taken, points: points[k], hand: Array(hands[k]).fill(null) }));
  const { coins = 0, actions = 1, turnOf = 0 } = more;
  return { players, coins, actions, buys: 1, turn_of: turnOf } as unknown as DominionObservation;
}

test("Dominion: coins, actions and cards drawn by a card, without the card itself", () => {
  const parts: MoveParts = { verb: "play", piece: ref("hand", 0, "Festival"), target: ref("played", 0, "") };
  const before = dominionObservation({ hands: [5, 5] });
  const after = dominionObservation({ hands: [6, 5], coins: 2, actions: 2 });
  expect(turnChanges(before, after, parts)).toEqual([
    { place: placeIn("actions"), quantity: "actions", amount: 1 },
    { place: placeIn("coins"), quantity: "coins", amount: 2 },
    { place: placeIn("hand", 0), quantity: "cards", amount: 2 },
  ]);
});

test("Dominion: points always, numbers of the turn only within a turn", () => {
  const parts: MoveParts = { verb: "buy", piece: ref("supply", null, "Province"), target: ref("discard", 0, "") };
  const before = dominionObservation({ coins: 8 });
  const after = dominionObservation({ points: [9, 3], turns: [1, 0], turnOf: 1, hands: [5, 5] });
  expect(turnChanges(before, after, parts)).toEqual([{ place: placeIn("plate", 0), quantity: "points", amount: 6 }]);
});

const tributePlayer = (prestige: number, coins: number, power: number, agents: [string, number][] = []) => ({
  prestige,
  coins,
  power,
  agents: agents.map(([card, health]) => ({ card, health, activated: false })),
});
const tributeObservation = (turn: number, ...players: ReturnType<typeof tributePlayer>[]): TributeObservation =>
  ({ turn, turn_of: turn % 2, players }) as unknown as TributeObservation;

test("Tribute: gained coins and power within a turn, health of agents by their numbers", () => {
  const before = tributeObservation(4, tributePlayer(3, 1, 2), tributePlayer(0, 0, 0, [["oathman#7", 3]]));
  const after = tributeObservation(4, tributePlayer(3, 2, 0), tributePlayer(0, 0, 0, [["oathman#7", 1]]));
  expect(playerChanges(before, after)).toEqual([
    { place: placeIn("coins", 0), quantity: "coins", amount: 1 },
    { place: placeIn("agents", 1, 7), quantity: "health", amount: -2 },
  ]);
});

test("Tribute: at the end of a turn power becomes prestige, and lost coins are no news", () => {
  const before = tributeObservation(4, tributePlayer(3, 2, 4), tributePlayer(0, 0, 0));
  const after = tributeObservation(5, tributePlayer(7, 0, 0), tributePlayer(0, 1, 0));
  expect(playerChanges(before, after)).toEqual([{ place: placeIn("prestige", 0), quantity: "prestige", amount: 4 }]);
});

const delveObservation = (health: number, enemies: number[], more: Partial<DelveObservation> = {}): DelveObservation =>
  ({
    encounter: 1,
    won: 0,
    turn: 1,
    energy: 3,
    mana: 3,
    health,
    enemies: enemies.map((left) => ({ health: left, full_health: 9, attack: 2 })),
    ...more,
  }) as unknown as DelveObservation;

test("Delve: damage to enemies and to the player; health below 0 counts as 0", () => {
  expect(fightChanges(delveObservation(20, [5, 9]), delveObservation(17, [-2, 9], { turn: 2, energy: 9 }))).toEqual([
    { place: placeIn("player", 0, 0), quantity: "health", amount: -3 },
    { place: placeIn("enemies", null, 0), quantity: "health", amount: -5 },
  ]);
});

test("Delve: a card gives block and energy, and costs are not shown", () => {
  expect(fightChanges(delveObservation(20, [5]), delveObservation(20, [5], { block: 4, energy: 4, mana: 1 }))).toEqual([
    { place: placeIn("player", 0, 0), quantity: "block", amount: 4 },
    { place: placeIn("energy", 0), quantity: "energy", amount: 1 },
  ]);
});

test("Delve: the enemies of a won encounter have lost all their health", () => {
  expect(fightChanges(delveObservation(9, [0, 4]), delveObservation(20, [7], { encounter: 2, won: 1 }))).toEqual([
    { place: placeIn("player", 0, 0), quantity: "health", amount: 11 },
    { place: placeIn("enemies", null, 1), quantity: "health", amount: -4 },
  ]);
});

test("a won encounter, its pick and the next encounter are different scenes, and the turns of an encounter are one", () => {
  const scene = (more: Partial<DelveObservation>) => delve.scene(delveObservation(9, [4], more));
  const scenes = [
    scene({ asked: "fight" }),
    scene({ asked: "pick", encounter: 2 }),
    scene({ asked: "fight", encounter: 2 }),
  ];
  expect(new Set(scenes).size).toBe(3);
  expect(scene({ asked: "fight", turn: 3 })).toBe(scene({ asked: "fight" }));
  expect(scene({ asked: null })).toBe(scene({ asked: "fight" })); // the last blow of a game is shown
});

test("a battle is another scene than the deck building before it", () => {
  expect(locm.scene({ phase: "draft" })).not.toBe(locm.scene({ phase: "battle" }));
  expect(tribute.scene({ phase: "draft" })).not.toBe(tribute.scene({ phase: "battle" }));
});

test("a number whose piece has scrolled away is shown below the bar of the page, not on it", () => {
  const view = { width: 390, height: 844, top: 52 };
  const box = (left: number, top: number) => ({ left, top, width: 100, height: 120 });
  expect(numberPlace(box(20, -300), view)).toEqual({ x: 70, y: 96 });
  expect(numberPlace(box(20, 400), view)).toEqual({ x: 70, y: 424 });
  expect(numberPlace(box(360, 2000), view)).toEqual({ x: 346, y: 800 });
});
