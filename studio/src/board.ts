/** Interface between the session page and the boards of the games. */

import type { ComponentChildren } from "preact";
import type { MoveRow, PositionView, SessionSnapshot } from "./protocol";

/** Everything a board needs to draw a position and to play moves. */
export interface BoardContext {
  session: SessionSnapshot;
  position: PositionView;
  /** Seat at the lower edge of the board. */
  seat: number;
  /** Observations by seat; one for every seat if all hands are visible. */
  observations: Map<number, unknown>;
  /** Whether this page can make a move in this position now. */
  live: boolean;
  /** Legal moves: notation and description. Empty if this page cannot move. */
  legal: Map<string, string>;
  names: string[];
  play(text: string): void;
  /** Ask the server why this move is illegal, and show the answer. */
  explain(text: string): void;
}

/** How a game is drawn. */
export interface GameBoard {
  /** Component that draws the position. */
  Board(props: { context: BoardContext }): ComponentChildren;
  /** What the current player has to decide. */
  prompt(context: BoardContext): Prompt;
  /** Cards of a move, for its tooltip in the history; the move may belong to another position. */
  cards(context: BoardContext, move: MoveRow): ComponentChildren;
}

export interface Prompt {
  /** One sentence for the current player. */
  text: string;
  /** Moves that need no card, such as END, STOP and PASS, with the labels of their buttons. */
  buttons: { text: string; label: string; main?: boolean }[];
  /** A choice that is shown in its own dialog. */
  choice?: CardChoice;
}

export interface CardChoice {
  title: string;
  min: number;
  max: number;
  picked: number;
  options: { text: string; card: ComponentChildren; label: string }[];
}

/** Observation of the lower seat, or of another seat if that is missing. */
export function observationOf<T>(context: BoardContext): T {
  return (context.observations.get(context.seat) ?? context.observations.values().next().value) as T;
}
