import { expect, test, vi } from "vitest";
import type { KingdomsInfo } from "../src/protocol";

vi.stubGlobal("addEventListener", () => {});
vi.stubGlobal("location", { pathname: "/", search: "" });

const { levelAddress, readRecipe } = await import("../src/games/platformer/recipe");
const { unknownCards } = await import("../src/pages/kingdoms/url-state");

test("an address of a generated level is read back, and a wrong value is named", () => {
  const recipe = { seed: 7, rooms: "3x2", loops: 0, difficulty: 0.4 };
  expect(readRecipe(new URL(levelAddress(recipe), "http://x").searchParams)).toEqual(recipe);
  expect(readRecipe(new URLSearchParams())).toEqual({ seed: 1, rooms: "5x1", loops: 0.25, difficulty: null });
  for (const [query, words] of [
    ["seed=abc", 'seed is "abc"'],
    ["seed=-1", 'seed is "-1"'],
    ["seed=1e3", 'seed is "1e3"'],
    ["rooms=banana", 'rooms are "banana"'],
    ["rooms=0x3", 'rooms are "0x3"'],
    ["loops=2", 'loops is "2"'],
    ["loops=x", 'loops is "x"'],
    ["difficulty=1", 'difficulty is "1"'],
    ["difficulty=NaN", 'difficulty is "NaN"'],
  ])
    expect(readRecipe(new URLSearchParams(query))).toContain(words);
});

test("cards of an address that the edition does not have are named", () => {
  const info = { editions: [{ name: "first", cards: ["Chapel", "Moat"] }] } as unknown as KingdomsInfo;
  expect(unknownCards(info, { edition: "first", cards: ["Foo", "Chapel"] })).toEqual(["Foo"]);
  expect(unknownCards(info, { edition: "first", cards: ["Moat"] })).toEqual([]);
  expect(unknownCards(info, { edition: "third", cards: ["Moat"] })).toEqual(["Moat"]);
});
