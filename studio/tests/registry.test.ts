import { expect, test, vi } from "vitest";
import type { GameInfo } from "../src/protocol";

vi.stubGlobal("addEventListener", () => {}); // some parts listen for keys as soon as they are loaded
vi.stubGlobal("document", { documentElement: { dataset: {} } });
vi.stubGlobal("localStorage", { getItem: () => null });

const { findGame, findTurnBasedGame, REAL_TIME_GAMES } = await import("../src/games/registry");
const { isReplayOf } = await import("../src/games/replays");
const folders = Object.keys(import.meta.glob("../src/games/*/emblem.tsx")).map((path) => path.split("/").at(-2) ?? "");

test("every folder of a game is in the registry, as a turn-based game or one in real time", () => {
  const generic = findGame("a game of the user");
  const own = folders.filter((name) => name !== "generic");
  expect(own).toEqual(["delve", "dominion", "locm", "platformer", "tribute"]);
  expect(own.filter((name) => findGame(name) === generic)).toEqual([]);
  expect(own.filter((name) => findGame(name).kind === "real-time")).toEqual(["platformer"]);
  expect([findGame("generic"), findGame("constructor")]).toEqual([generic, generic]);
});

test("every part of a game can be loaded", async () => {
  for (const name of folders) {
    const game = findGame(name);
    if (game.kind === "turn-based") {
      expect(typeof (await game.board()).Board).toBe("function");
      expect(typeof (await game.setup()).pickers).toBe("object");
    } else {
      const pages = await Promise.all(Object.values(game.pages).map((load) => load()));
      expect(pages.map((page) => typeof page)).toEqual(["function", "function"]);
      expect(Object.keys(game.pages)).toContain(game.links[0][1].slice(1));
    }
  }
}, 20_000);

test("the deck and the tree of a game of Delve name what they are without a choice", async () => {
  const { defaultItem } = await import("../src/games/delve/setup");
  const info = { offers: { default_deck: ["31"], default_tree: ["delver"] } } as unknown as GameInfo;
  expect(defaultItem({ info, values: {} }, "tree")).toBe("delver");
  expect(defaultItem({ info, values: { tree: "bad" } }, "deck")).toBe("31");
  expect(defaultItem({ info, values: { rules: "guardian" } }, "tree")).toBe("that of the rules");
});

test("a session of a game in real time would show the generic board", () => {
  expect(findTurnBasedGame("platformer")).toBe(findGame("generic"));
  expect(findTurnBasedGame("delve")).toBe(findGame("delve"));
});

test("a replay file says which game it is of", () => {
  const replay = '{"version": 1, "game": "platformer", "seed": 3}';
  expect(REAL_TIME_GAMES.map(([name]) => isReplayOf(name, replay))).toEqual([true]);
  expect(isReplayOf("platformer", replay.replace("platformer", "locm"))).toBe(false);
  expect(isReplayOf("platformer", 'level "game": "platformer"')).toBe(false);
});
