/** Turns of a game, for stepping from one to the next. */

import type { MoveRow } from "./protocol";

/** Moves that come after those of before. At the end of a game, moves that were hidden until then may be among the old ones. */
export function movesAfter(before: MoveRow[], now: MoveRow[]): MoveRow[] {
  if (before.at(-1) === now[before.length - 1]) return now.slice(before.length);
  let next = 0;
  for (const row of before) {
    const at = now.findIndex((other, k) => k >= next && isSameMove(row, other));
    if (at < 0) return []; // a move was taken back
    next = at + 1;
  }
  return now.slice(next);
}

const isSameMove = (row: MoveRow, other: MoveRow): boolean =>
  row === other || (row.seat === other.seat && row.text === other.text && isSameTurn(row, other));

type MoveOfTurn = Pick<MoveRow, "ply" | "turn" | "turn_of" | "seat">;

/** Whether two moves belong to the same turn of the same player. */
export const isSameTurn = (
  row: Pick<MoveRow, "turn" | "turn_of">,
  other: Pick<MoveRow, "turn" | "turn_of"> | undefined,
): boolean => row.turn === other?.turn && row.turn_of === other.turn_of;

/** Plies at which turns begin. A phase without numbered turns, such as a draft, is divided into rounds of its players. */
export function turnStarts(moves: MoveOfTurn[]): number[] {
  const starts: number[] = [];
  let opener: number | null = null;
  moves.forEach((move, k) => {
    const previous = moves[k - 1];
    const isNumbered = /\d/.test(move.turn);
    const isNew = isNumbered ? !isSameTurn(move, previous) : move.turn !== previous?.turn;
    if (isNew) opener = move.seat;
    if (isNew || (!isNumbered && move.seat === opener)) starts.push(move.ply);
  });
  return starts;
}
