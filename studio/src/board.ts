/** A position as the boards get it: what is seen, from where, and what can be done. */

import type { ComponentChildren } from "preact";
import type { MoveRow, Seen, Whole } from "./protocol";

export interface BoardContext {
  session: Whole;
  position: Seen;
  /** The seat at the lower edge of the board. */
  seat: number;
  /** By seat: the game's own views; there is one for every seat where everything is open. */
  observations: Map<number, unknown>;
  /** Whether a move can be made here and now by this page. */
  live: boolean;
  /** What can be played, by its text, with what it does. Empty where nothing can. */
  legal: Map<string, string>;
  names: string[];
  play(text: string): void;
  /** Have it explained why this cannot be played. */
  explain(text: string): void;
}

/** What a game has to be shown with. */
export interface GameBoard {
  /** The position itself. */
  Board(props: { context: BoardContext }): ComponentChildren;
  /** What is to be decided. */
  prompt(context: BoardContext): Prompt;
  /** The cards of a move that was made at any time, for the history. */
  cards(context: BoardContext, move: MoveRow): ComponentChildren;
}

export interface Prompt {
  /** A sentence to the one who decides. */
  text: string;
  /** The moves that need no card: END, STOP, PASS ... with what their button says. */
  buttons: { text: string; label: string; main?: boolean }[];
  /** A choice that is shown in a window of its own, with its bounds. */
  choice?: CardChoice;
}

export interface CardChoice {
  title: string;
  min: number;
  max: number;
  picked: number;
  options: { text: string; card: ComponentChildren; label: string }[];
}

/** The view of the lower seat, or of any that is there. */
export function observationOf<T>(context: BoardContext): T {
  return (context.observations.get(context.seat) ?? context.observations.values().next().value) as T;
}
