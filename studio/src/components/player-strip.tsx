/** Frame of a player on a board: a plate with name, numbers and piles, and the hand beside it. */

import type { ComponentChildren } from "preact";
import type { BoardContext } from "../board";
import { zoneAt } from "../motion/places";

interface PlayerStripProps {
  context: BoardContext;
  seat: number;
  /** Health, points and other numbers of the player. */
  numbers: ComponentChildren;
  piles: ComponentChildren;
  handLabel?: string;
  /** The hand. */
  children: ComponentChildren;
}

export function PlayerStrip({ context, seat, numbers, piles, handLabel, children }: PlayerStripProps) {
  const name = context.names[seat] ?? "";
  const scrollable = seat === context.seat && !context.live ? { tabIndex: 0 } : {}; // keys scroll cards that are no buttons
  const isCurrent = context.position.decider === seat;
  return (
    <section class={`strip ${seat === context.seat ? "own" : "other"}`} aria-label={name} data-drop-area>
      <div {...zoneAt("plate", seat)} class={`plate seat${seat} ${isCurrent ? "current-player" : ""}`}>
        <div class="plate-name">{name}</div>
        <div class="plate-numbers">{numbers}</div>
        <div class="piles">{piles}</div>
      </div>
      <div
        class="hand"
        role="group"
        aria-label={handLabel ?? `Hand of ${name}`}
        {...scrollable}
        {...zoneAt("hand", seat)}
      >
        {children}
      </div>
    </section>
  );
}
