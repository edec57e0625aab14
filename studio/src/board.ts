/** Interface between the session page and the boards of the games. */

import type { ComponentChildren } from "preact";
import type { LegendEntry } from "./components/pictogram";
import type { LegalMove, MoveParts, MoveRow, PositionView, SessionSnapshot } from "./protocol";
import type { GameMotion } from "./motion/changes";

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
  /** Whether this page plays this game, also while others are to move: its cards stay buttons, which say why they wait. */
  playing: boolean;
  /** Legal moves: notation and description. Empty if this page cannot move. */
  legal: Map<string, string>;
  /** The same moves with verb, piece and target. */
  moves: LegalMove[];
  names: string[];
  /** The card or creature that is chosen, to click its target next; null: none. */
  selected: number | string | null;
  select(card: number | string | null): void;
  /** A move that is chosen but not sent, because it would end the turn by itself. Nothing else can be played meanwhile. */
  held: LegalMove | null;
  /** Play a legal move, by the text that came with it. */
  play(text: string): void;
  /** Send the held move. */
  confirm(): void;
  /** Forget the held move. */
  release(): void;
  /** Ask the server why this move is illegal, and show the answer. */
  explain(parts: MoveParts): void;
}

/** What drawing a card needs of a session: the facts about the content. */
export interface FactsContext {
  session: Pick<SessionSnapshot, "facts">;
}

/** Draws an entry of a card file as the board does. */
export type CardPicture = (props: { facts: unknown; kind: string; entry: string }) => ComponentChildren;

/** A legal move of a game with declared types. */
export interface TypedMove<M> {
  text: string;
  phrase: string;
  parts: M;
}

/** How a game is drawn. */
export interface GameBoard {
  /** Symbols on the cards, for the legend. */
  legend?: LegendEntry[];
  /** Component that draws the position. */
  Board(props: { context: BoardContext }): ComponentChildren;
  /** What the current player has to decide. */
  prompt(context: BoardContext): Prompt;
  /** What is said of a move that ends the turn by itself, while the page waits for "End turn"; empty: it ends no turn. */
  heldMove?(context: BoardContext, move: LegalMove): string;
  /** The score at the end of a game, with its unit, for games whose scores are no points. */
  describeScore?(score: number): string;
  /** What the list of moves says before the first move. */
  firstMove?: string;
  /** What the current player gives up by ending the turn now, as a sentence; empty: nothing that matters. */
  unusedMoves?(context: BoardContext): string;
  /** Cards of a move, for its tooltip in the history; the move may belong to another position. */
  cards(context: BoardContext, move: MoveRow): ComponentChildren;
  /** How its moves are animated and dragged; boards without it change at once. */
  motion?: GameMotion;
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
  /** `about` is the name of the card, for screen readers, where the label does not say it. */
  options: { text: string; card: ComponentChildren; label: string; about?: string }[];
}

/** Legal moves with the type that the game declares; empty if this page cannot move. */
export function movesOf<M extends MoveParts>(context: BoardContext): TypedMove<M>[] {
  return context.moves as TypedMove<unknown>[] as TypedMove<M>[];
}

/** The pending decision with the type that the game declares; null at the end of the game. */
export function questionOf<Q>(context: BoardContext): Q | null {
  return context.position.question as Q | null;
}

/** Facts about the content with the type that the game declares. */
export function factsOf<F>(context: FactsContext): F {
  return context.session.facts as F;
}

/** Observation of the lower seat, or of another seat if that is missing. */
export function observationOf<T>(context: BoardContext): T {
  return (context.observations.get(context.seat) ?? context.observations.values().next().value) as T;
}
