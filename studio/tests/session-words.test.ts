import { beforeAll, expect, test, vi } from "vitest";
import type { BoardContext } from "../src/board";
import { promptText } from "../src/games/locm/prompt";
import type { Creature, HandCard, Move, Observation, Player } from "../src/games/locm/types";
import { unusedMoves } from "../src/games/locm/unused-moves";
import { hasOwnBot } from "../src/pages/session/bot-logs";
import { nameFault } from "../src/pages/uploaded-bots/bot-name";
import type { LegalMove, PositionView, SessionSnapshot } from "../src/protocol";

beforeAll(() => {
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("document", {});
});

test("a question before the end of the turn counts the cards that the mana pays for", () => {
  const hand = [1, 5, 3, 6, 4].map((cost, id) => ({ id, cost }) as HandCard);
  const summon = (id: number, lane: number): LegalMove => ({
    text: `SUMMON ${id} ${lane}`,
    phrase: "",
    parts: {
      verb: "summon",
      piece: { zone: "hand", seat: 0, id, card: 1 },
      target: { zone: "lane", seat: 0, id: lane, card: null },
    } satisfies Move,
  });
  const moves = hand.flatMap(({ id }) => [summon(id, 0), summon(id, 1)]);
  const question = (mana: number, legal = moves) =>
    unusedMoves({
      seat: 0,
      moves: legal,
      observations: new Map([[0, { me: { mana, hand } } as Partial<Observation>]]),
    } as unknown as BoardContext);
  expect(question(6)).toBe("You can still play 2 cards."); // 1 and 3; all five cost 19
  expect(question(19)).toBe("You can still play 5 cards.");
  expect(question(6, moves.slice(0, 2))).toBe("You can still play 1 card.");
  expect(question(6, [])).toBe("");
});

const target = (zone: "lane" | "board" | "player", seat: number, id: number) => ({ zone, seat, id, card: null });
const battle = (more: Partial<BoardContext>, me: Partial<Player> = {}) =>
  promptText({
    seat: 0,
    live: true,
    selected: null,
    position: { question: { code: "battle" } },
    session: { facts: { cards: { 99: { name: "Cave Crab" } } } },
    observations: new Map([[0, { me: { mana: 1, max_mana: 1, board: [], hand: [], ...me } }]]),
    ...more,
  } as unknown as BoardContext);

test("while a card is chosen, the bar says what to click now", () => {
  const move = (verb: Move["verb"], to: Move["target"]): LegalMove => ({
    text: `${verb} ${to?.zone} ${to?.seat} ${to?.id}`,
    phrase: "",
    parts: { verb, piece: { zone: "hand", seat: 0, id: 5, card: 99 }, target: to } satisfies Move,
  });
  const pass: LegalMove = { text: "PASS", phrase: "", parts: { verb: "pass", piece: null, target: null } };
  const summons = [pass, move("summon", target("lane", 0, 0)), move("summon", target("lane", 0, 1))];
  expect(battle({ moves: summons })).toBe("Summon, attack, use items");
  expect(battle({ moves: summons, selected: 5 })).toBe("Choose a lane for Cave Crab");
  const attacks = [pass, move("attack", target("board", 1, 3)), move("attack", target("player", 1, 1))];
  expect(battle({ moves: attacks, selected: 5 })).toBe(
    "Choose the target of Cave Crab: an enemy creature or the opponent",
  );
  expect(battle({ moves: [pass, move("use", target("board", 0, 3))], selected: 5 })).toBe(
    "Choose the target of Cave Crab: one of your creatures",
  );
});

test("a turn in which no card can be paid says so, and a turn whose moves are made does not", () => {
  const moves: LegalMove[] = [{ text: "PASS", phrase: "", parts: { verb: "pass", piece: null, target: null } }];
  const hand = [2, 3].map((cost) => ({ cost })) as HandCard[];
  expect(battle({ moves }, { hand })).toBe("You cannot pay for any card yet: end the turn");
  const done = "Nothing left to do in this turn";
  expect(battle({ moves })).toBe(done); // no card in hand
  expect(battle({ moves }, { hand, mana: 0 })).toBe(done); // mana was spent
  expect(battle({ moves }, { hand, board: [{} as Creature] })).toBe(done); // a creature waits for its turn
});

test("logs are offered where a bot plays that does not come with Ludus", () => {
  const known = [{ name: "greedy" }, { name: "coac" }];
  const offered = (...players: string[]) =>
    hasOwnBot(
      players.map((player) => ({ player, person: player === "person" })),
      known,
    );
  expect(offered("person", "greedy:depth=2")).toBe(false);
  expect(offered("person", "greedy+coac")).toBe(false);
  expect(offered("person", "@mine")).toBe(true);
  expect(offered("greedy", "python:bot.py")).toBe(true);
});

test("a name of a bot that the server refuses is explained while it is typed", () => {
  expect(nameFault("")).toBe("");
  expect(nameFault("w".repeat(40))).toBe("");
  expect(nameFault("w".repeat(41))).toContain("at most 40 characters; this one has 41");
  expect(nameFault("1st")).toContain("begins with a letter");
});

test("the result of a game for one player says what its number counts", async () => {
  const { describeResult } = await import("../src/pages/session/game-end");
  const { delve } = await import("../src/games/delve/index");
  const session = (shares: number[], points: number[]) =>
    ({ ending: { shares, points } }) as unknown as Pick<SessionSnapshot, "ending">;
  expect(describeResult(session([1], [2]), 0, delve.describeScore)).toBe("won, 2 encounters won");
  expect(describeResult(session([0], [1]), 0, delve.describeScore)).toBe("lost, 1 encounter won");
  expect(describeResult(session([1, 0], [21, 3]), 0)).toBe("21, won");
});

test("the end of a game by a fault names who made it", async () => {
  const { describeEnding } = await import("../src/endings");
  const ended = (ending: Partial<SessionSnapshot["ending"]>) =>
    ({ state: "over", outcome: "", ending: { fault: "crashed: x", ...ending } }) as unknown as SessionSnapshot;
  const names = ["greedy", "@mine"];
  expect(describeEnding(ended({ reason: "crashed", winner: 0, culprit: 1 }), names)).toBe("greedy won: @mine crashed");
  expect(describeEnding(ended({ reason: "timeout", winner: 0, culprit: 1 }), ["You", "@mine"])).toBe(
    "You won: @mine ran out of time",
  );
  expect(describeEnding(ended({ reason: "illegal move", winner: null, culprit: 2 }), [...names, "@third"])).toBe(
    "The others share the win: @third made an illegal move",
  );
  expect(describeEnding(ended({ reason: "crashed", winner: null, culprit: 0 }), ["@mine"])).toBe("Lost: @mine crashed");
  expect(describeEnding(ended({ reason: "no_cards", winner: 0, culprit: null, fault: "" }), names)).toBe(
    "greedy won (no cards)",
  );
});

test("a game that was aborted is no defeat, whatever the number of players", async () => {
  const { describeEnding } = await import("../src/endings");
  const stopped = (reason: string) =>
    ({ state: "broken off", outcome: "", ending: { reason, shares: [], points: [0], winner: null } }) as const;
  for (const names of [["You"], ["You", "greedy"]])
    expect(describeEnding(stopped("broken off") as never, names)).toBe("The game was aborted");
  expect(describeEnding(stopped("not finished") as never, ["You"])).toBe("The game was not finished");
  expect(describeEnding(stopped("no end after 9 moves") as never, ["You"])).toBe(
    "The game was aborted: no end after 9 moves",
  );
});

test("a row of the list says who won and why", async () => {
  const { describeState } = await import("../src/components/session-rows");
  const row = (more: object) =>
    describeState({ players: ["person", "greedy:depth=1"], own: true, outcome: "", moves: 129, ...more } as never);
  const ending = { reason: "three_piles", shares: [1, 0], points: [9, 3], winner: 0 };
  expect(row({ state: "over", ending, outcome: "You won with 9 points to greedy's 3" })).toBe(
    "You won with 9 points to greedy's 3 · 129 moves",
  );
  expect(row({ state: "over", ending })).toBe("You won (three piles) · 129 moves");
  expect(row({ state: "broken off", ending: { ...ending, reason: "broken off" }, moves: 1 })).toBe("aborted, 1 move");
  expect(row({ state: "playing", ending: null, moves: null })).toBe("in progress");
});

test("the picture of another position with the same ply has another address", async () => {
  const { versionOf } = await import("../src/games/generic/index");
  const [first, second] = [{ ply: 3 }, { ply: 3 }] as [PositionView, PositionView];
  expect(versionOf(first)).toBe(versionOf(first));
  expect(versionOf(second)).not.toBe(versionOf(first));
});

test("cards in an address are found in any writing, and those that do not exist are named", async () => {
  const { findPicked } = await import("../src/setup");
  const items = ["Village", "Throne Room"];
  expect(findPicked("throne-room, village,Village", items)).toEqual({ known: ["Throne Room", "Village"], unknown: [] });
  expect(findPicked("Foo,Village, Bar", items)).toEqual({ known: ["Village"], unknown: ["Foo", "Bar"] });
  expect(findPicked("", items)).toEqual({ known: [], unknown: [] });
});
