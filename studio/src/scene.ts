/** A position as the boards get it: what is seen, from where, and what can be done. */

import type { ComponentChildren } from "preact";
import type { MoveRow, Seen, Whole } from "./protocol";

export interface Scene {
  whole: Whole;
  seen: Seen;
  /** The seat at the lower edge of the board. */
  seat: number;
  /** By seat: the game's own views; there is one for every seat where everything is open. */
  views: Map<number, unknown>;
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
export interface Board {
  /** The position itself. */
  Table(props: { scene: Scene }): ComponentChildren;
  /** What is to be decided. */
  question(scene: Scene): Question;
  /** The cards of a move that was made at any time, for the history. */
  cards(scene: Scene, move: MoveRow): ComponentChildren;
}

export interface Question {
  /** A sentence to the one who decides. */
  words: string;
  /** The moves that need no card: END, STOP, PASS ... with what their button says. */
  lone: { text: string; label: string; main?: boolean }[];
  /** A choice that is shown in a window of its own, with its bounds. */
  choice?: Choice;
}

export interface Choice {
  title: string;
  least: number;
  most: number;
  picked: number;
  offers: { text: string; card: ComponentChildren; label: string }[];
}

/** The view of the lower seat, or of any that is there. */
export function viewOf<T>(scene: Scene): T {
  return (scene.views.get(scene.seat) ?? scene.views.values().next().value) as T;
}

export function many(n: number, thing: string, things = `${thing}s`): string {
  return `${n} ${n === 1 ? thing : things}`;
}

/** Things with how many there are of each, in the order given. */
export function counted<T extends string | number>(things: readonly T[]): [T, number][] {
  const found = new Map<T, number>();
  for (const thing of things) found.set(thing, (found.get(thing) ?? 0) + 1);
  return [...found];
}
