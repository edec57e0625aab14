import { expect, test } from "vitest";
import { searchPhrase } from "../src/components/move-history";

const MOVES = ["Beavrat attacks you", "Your Beavrat attacks novice", "Beavrat attacks your Slimer"];
const search = (query: string) => searchPhrase(MOVES, (text) => text, query);

test("a phrase of whole words is found first, then a phrase, then all its words in any order", () => {
  expect(search("attacks you").found).toEqual(["Beavrat attacks you"]);
  expect(search("ATTACKS  your").found).toEqual(["Beavrat attacks your Slimer"]);
  expect(search("attacks yo").found).toEqual(["Beavrat attacks you", "Beavrat attacks your Slimer"]);
  expect(search("novice beavrat").found).toEqual(["Your Beavrat attacks novice"]);
});

test("moves that have the words otherwise are known, too", () => {
  expect(search("attacks you").loose).toEqual(MOVES);
  expect(search("")).toEqual({ found: MOVES, loose: MOVES });
  expect(search("dragon")).toEqual({ found: [], loose: [] });
});
