/** Moves, turns and results in words. The words come from the server; the page adds names where it has none. */

import { useEffect, useState } from "preact/hooks";
import type { MoveRow, PositionView } from "./protocol";

/** A move and its consequences as a sentence; for games without words its notation and description. */
export function moveWords(row: MoveRow, names: string[]): string {
  return row.words || `${names[row.seat] ?? ""}: ${[spokenNotation(row.text), row.phrase].filter(Boolean).join(", ")}`;
}

/** The turn, and whose it is if that matters: "turn 3 · coac". */
export function turnText({ turn, turn_of }: Pick<PositionView, "turn" | "turn_of">, names: string[]): string {
  const name = turn_of === null || names.length < 2 ? undefined : names[turn_of];
  return name && turn ? `${turn} · ${name}` : turn;
}

/** "You are to move", "coac is to move". */
export const isToMove = (name: string): string => (name === "You" ? "You are to move" : `${name} is to move`);

/** Whose turn it was, after a colon: "your turn", "greedy's turn". */
export const whoseTurn = (name: string): string => (name === "You" ? "your turn" : `${name}'s turn`);

/** Notation without numbers of pieces and underscores, for screen readers. */
function spokenNotation(text: string): string {
  return text.replaceAll(/#\d+/g, "").replaceAll("_", " ").toLowerCase();
}

const NOTATION = "ludus-notation"; // setting of this browser
const CHANGED = "ludus-notation-changed";

/** Whether moves are shown with their notation, and a function that changes it for all parts of the page. */
export function useNotation(): [boolean, (shown: boolean) => void] {
  const [shown, setShown] = useState(() => localStorage.getItem(NOTATION) === "shown");
  useEffect(() => {
    const read = () => setShown(localStorage.getItem(NOTATION) === "shown");
    addEventListener(CHANGED, read);
    return () => removeEventListener(CHANGED, read);
  }, []);
  const change = (next: boolean) => {
    localStorage.setItem(NOTATION, next ? "shown" : "hidden");
    dispatchEvent(new Event(CHANGED));
  };
  return [shown, change];
}
