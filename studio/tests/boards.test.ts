import { expect, test } from "vitest";
import { improves, plateOfCard } from "../src/games/delve/observation";
import type { CardInfo, Node } from "../src/games/delve/types";
import { readPiece } from "../src/games/tribute/observation";
import { splitPath } from "../src/route";
import { countItems, plural } from "../src/format";

test("a path with invalid escapes is split all the same", () => {
  expect(splitPath("/tables/%E0")).toEqual(["tables", "%E0"]);
  expect(splitPath("/runs/a%20b/%")).toEqual(["runs", "a b", "%"]);
  expect(splitPath("/")).toEqual([]);
});

test("counts have the right noun", () => {
  expect([plural(1, "card"), plural(0, "card"), plural(2, "copy", "copies")]).toEqual([
    "1 card",
    "0 cards",
    "2 copies",
  ]);
  expect(countItems(["a", "b", "a"])).toEqual([
    ["a", 2],
    ["b", 1],
  ]);
});

const card = (category: CardInfo["category"], resource: CardInfo["resource"]): CardInfo => ({
  category,
  resource,
  cost: 1,
  damage: 3,
  printed_damage: 3,
  copies: 2,
});
const node = (target: Node["target"]): Node => ({
  name: "node",
  target,
  value: 1,
  price: 1,
  parents: [],
  had: false,
  open: true,
  affordable: true,
});

test("a node of Delve improves cards of its category and resource", () => {
  expect(improves(node("area"), card("area", "mana"))).toBe(true);
  expect(improves(node("area mana"), card("area", "energy"))).toBe(false);
  expect(improves(node("targeted energy"), card("targeted", "energy"))).toBe(true);
  expect(improves(node(null), card("area", "mana"))).toBe(false);
  expect(plateOfCard(card("skill", "mana"))).toBe("plain");
});

test("a piece of Tribute has a card and a number", () => {
  expect(readPiece("gold#104")).toEqual({ card: "gold", number: 104 });
});
