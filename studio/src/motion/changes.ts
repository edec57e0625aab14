/** Numbers that a move changes, as each game computes them from the observations before and after it. */

import type { MoveParts } from "../protocol";
import type { Destination, Place } from "./places";

export type Quantity =
  | "health"
  | "attack"
  | "block"
  | "mana"
  | "energy"
  | "coins"
  | "power"
  | "prestige"
  | "points"
  | "actions"
  | "buys"
  | "cards";

/** A number that has changed, and the place on the board where that is shown. */
export interface NumberChange {
  place: Place;
  quantity: Quantity;
  amount: number;
}

/** What the page needs to know of a game to show and to drag its moves. */
export interface GameMotion {
  /** Where a move of a seat without a target takes its piece; null: nowhere. */
  destination: Destination;
  /** Whether a move with a target takes its piece there; otherwise the piece stays, or goes where it can be seen. */
  travels(parts: MoveParts): boolean;
  /** What the board shows, such as a phase or an encounter. A move to another scene has no arrow, flight or number:
      its pieces and places belong to a board that is gone. */
  scene(observation: unknown): string;
  /** Numbers that a move has changed, by the observations of one seat. */
  changes(before: unknown, after: unknown, parts: MoveParts): NumberChange[];
}

/** The changes among some quantities; those that did not change are left out. */
export function listChanges(rows: [place: Place, quantity: Quantity, amount: number][]): NumberChange[] {
  return rows.flatMap(([place, quantity, amount]) => (amount ? [{ place, quantity, amount }] : []));
}

/** What was gained; what was paid is not shown, since the player has just decided to pay it. */
export const gain = (before: number, after: number): number => Math.max(0, after - before);

/** Whether a change is damage. */
export const isHit = ({ quantity, amount }: NumberChange): boolean => quantity === "health" && amount < 0;
