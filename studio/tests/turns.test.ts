import { expect, test } from "vitest";
import type { MoveRow } from "../src/protocol";
import { movesAfter, turnStarts } from "../src/turns";

const row = (ply: number, turn: string, seat: number) => ({ ply, turn, turn_of: seat, seat });

test("turns with numbers begin where the number changes", () => {
  expect(turnStarts([row(1, "turn 1", 0), row(2, "turn 1", 0), row(3, "turn 2", 1)])).toEqual([1, 3]);
});

test("turns with the same number belong to their players", () => {
  expect(turnStarts([row(1, "turn 1", 0), row(2, "turn 1", 1), row(3, "turn 1", 1)])).toEqual([1, 2]);
});

test("a draft is stepped by rounds, and by own picks where only those are seen", () => {
  const draft = [row(1, "draft", 0), row(2, "draft", 1), row(3, "draft", 0), row(4, "draft", 1)];
  expect(turnStarts([...draft, row(5, "turn 1", 0)])).toEqual([1, 3, 5]);
  expect(turnStarts([row(1, "draft", 1), row(3, "draft", 1)])).toEqual([1, 3]);
});

test("moves that are revealed at the end of a game are not new", () => {
  const move = (seat: number, text: string, turn = "draft") => ({ seat, text, turn, turn_of: seat }) as MoveRow;
  const before = [move(0, "PICK 0"), move(0, "PICK 1"), move(0, "PASS", "turn 1")];
  const last = move(1, "ATTACK", "turn 1");
  expect(movesAfter(before, [...before, last])).toEqual([last]);
  const revealed = [
    move(0, "PICK 0"),
    move(1, "PICK 2"),
    move(0, "PICK 1"),
    move(1, "PICK 0"),
    move(0, "PASS", "turn 1"),
  ];
  expect(movesAfter(before, [...revealed, last])).toEqual([last]);
  expect(movesAfter([], [last])).toEqual([last]);
  expect(movesAfter([...before, last], before)).toEqual([]);
});
