/** Keys for the pieces on the board: digits for cards, arrows between legal moves. */

import { useLayoutEffect } from "preact/hooks";
import type { BoardContext } from "../../board";
import { useKeys } from "../../keys";

const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"];
/** Lists of cards that digits number: the first one that is on the page. */
const NUMBERED = [
  ".choice .choice-option",
  ".offer button[data-card]",
  ".patron-offer button",
  ".strip.own .hand button[data-card]",
];
const LEGAL = ".stage [data-legal]:not(:disabled)";

export function useHandKeys({ live, position }: BoardContext): void {
  const cards = () => (live ? numberedCards() : []);
  useKeys([
    {
      keys: DIGITS,
      label: "Play or choose the card with this number",
      active: live,
      everywhere: true,
      run: (event) => {
        if (event.target instanceof Element && event.target.closest("input, select, textarea, dialog")) return false;
        const card = cards()[DIGITS.indexOf(event.key)];
        if (!card) return false;
        if (event.repeat) return true; // a key that is held plays one card
        card.focus();
        card.click();
        setTimeout(() => focusTargetOf(card), 30); // after the page is drawn again
      },
    },
    { keys: ["ArrowUp"], label: "Previous legal move", active: live, run: () => moveFocus(-1) },
    { keys: ["ArrowDown"], label: "Next legal move", active: live, run: () => moveFocus(1) },
  ]);
  // The style sheet shows the digits once a key was pressed.
  useLayoutEffect(() => showDigits(cards()), [live, position]);
  useLayoutEffect(() => () => showDigits([]), []);
}

/** Give cards their digits. Only digits that differ are written: every card that is written to is styled again. */
function showDigits(cards: HTMLElement[]): void {
  const numbered = cards.slice(0, DIGITS.length);
  for (const card of document.querySelectorAll<HTMLElement>("[data-digit]"))
    if (!numbered.includes(card)) delete card.dataset.digit;
  for (const [k, card] of numbered.entries()) if (card.dataset.digit !== DIGITS[k]) card.dataset.digit = DIGITS[k];
}

function numberedCards(): HTMLElement[] {
  for (const selector of NUMBERED) {
    const found = [...document.querySelectorAll<HTMLElement>(selector)];
    if (found.length) return found;
  }
  return [];
}

/** If this card is selected now, go to its first target. A card that was refused keeps the focus. */
function focusTargetOf(card: HTMLElement): void {
  if (card.matches(".board .chosen")) document.querySelector<HTMLElement>(".board [data-legal]:not(.chosen)")?.focus();
}

/** Move the focus to another legal move; false if it is elsewhere on the page. */
function moveFocus(step: number): boolean {
  const focused = document.activeElement;
  if (!focused?.closest(".stage")) return false;
  const legal = [...document.querySelectorAll<HTMLElement>(LEGAL)].filter((element) => element.checkVisibility());
  if (!legal.length) return false;
  const at = legal.indexOf(focused as HTMLElement);
  const first = step > 0 ? 0 : legal.length - 1; // from the board itself
  legal[at < 0 ? first : (at + step + legal.length) % legal.length]?.focus();
  return true;
}

addEventListener("keydown", () => (document.documentElement.dataset.input = "keys"), true);
// At the click, not before: the digits take room, and what lies under a pointer that is down must not move.
addEventListener("click", (event) => event.detail > 0 && delete document.documentElement.dataset.input, true);
