import { expect, test } from "vitest";
import { keyRows } from "../src/components/keys-dialog";
import { joinWords } from "../src/format";
import type { MoveRow } from "../src/protocol";
import { isToMove, moveWords, turnText, whoseTurn } from "../src/words";
import { isSameTurn } from "../src/turns";

const row = (more: Partial<MoveRow>): MoveRow => ({
  ply: 0,
  seat: 1,
  text: "PLAY gold#104",
  phrase: "+1 coin",
  words: "",
  turn: "turn 3",
  turn_of: 1,
  parts: null,
  ...more,
});
const names = ["You", "coac"];

test("a move is told in the words of its game, otherwise by notation without numbers of pieces", () => {
  expect(moveWords(row({ words: "Coac plays Gold: +1 coin" }), names)).toBe("Coac plays Gold: +1 coin");
  expect(moveWords(row({}), names)).toBe("coac: play gold, +1 coin");
});

test("a turn is named with its player, if there are several", () => {
  expect(turnText(row({}), names)).toBe("turn 3 · coac");
  expect(turnText(row({ turn_of: 0 }), ["You"])).toBe("turn 3");
  expect(turnText(row({ turn_of: null }), names)).toBe("turn 3");
  expect(isSameTurn(row({}), row({ turn_of: 0 }))).toBe(false);
});

test("the verb agrees with the player", () => {
  expect([isToMove("You"), isToMove("coac")]).toEqual(["You are to move", "coac is to move"]);
  expect([whoseTurn("You"), whoseTurn("coac")]).toEqual(["your turn", "coac's turn"]);
});

test("words are listed as in a sentence", () => {
  expect([joinWords(["a"]), joinWords(["a", "b"]), joinWords(["a", "b", "c"], "or")]).toEqual([
    "a",
    "a and b",
    "a, b or c",
  ]);
});

test("the list of keys has one row for every action", () => {
  const run = () => {};
  const rows = keyRows([
    { keys: ["e"], label: "End turn", run },
    { keys: ["s"], label: "Skip", run },
    { keys: [" "], label: "Skip", run },
    { keys: ["1", "2", "3"], label: "Card", run },
    { keys: ["z"], label: "Undo", control: true, run },
  ]);
  expect(rows).toEqual([
    ["End turn", ["E"]],
    ["Skip", ["S", "Space"]],
    ["Card", ["1 … 3"]],
    ["Undo", ["Ctrl Z"]],
  ]);
});

test("the list of keys names keys by their place, too", () => {
  const jump = { codes: ["ArrowUp", "KeyW", "Space"], label: "Jump", run: () => {} };
  const tick = { codes: ["Period"], label: "Play one tick", run: () => {} };
  expect(keyRows([jump, tick])).toEqual([
    ["Jump", ["↑", "W", "Space"]],
    ["Play one tick", ["."]],
  ]);
});
