/** Focus and Enter on the page of a session: a key that is pressed again never plays what one has not looked at. */

import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { BoardContext } from "../../board";
import { PressGuard } from "../../click-guard";
import { isUsingKeyboard } from "../../focus";
import { ownTurn } from "./announcer";

const PLAYING = ".board, .prompt, .choice, .guide, dialog"; // controls in here play moves, or lead to moves
const ARRIVED = ":is(.board, .prompt, .choice) button"; // the page itself focuses none of them between two presses of Enter

/** With keyboard input, focus the board at the beginning of one's turn, and when the focused element has disappeared.

The board itself plays nothing: with the focus on a legal move, another Enter would play it. */
export function useNeutralFocus({ session, position, live }: BoardContext): void {
  const turn = ownTurn(session, live);
  const last = useRef(turn);
  useLayoutEffect(() => {
    if (turn && turn !== last.current && isUsingKeyboard() && document.activeElement?.closest(".board, .prompt"))
      focusBoard();
    if (turn) last.current = turn;
  }, [turn]);
  useEffect(() => {
    if (!live || !isUsingKeyboard()) return;
    const timer = setTimeout(() => {
      const focused = document.activeElement;
      if (!focused || focused.matches("body, main") || !focused.isConnected) focusBoard();
    }, 30); // after dialogs have taken the focus
    return () => clearTimeout(timer);
  }, [live, position]);
}

function focusBoard(): void {
  document.querySelector<HTMLElement>(".stage .board")?.focus({ preventScroll: true });
}

/** Ignore a key that is held down or pressed twice in quick succession on a control that plays moves. */
export function usePressGuard(): void {
  useEffect(() => {
    const guard = new PressGuard();
    let isPressing = false; // what gets the focus meanwhile gets it from the page
    const onKey = (event: KeyboardEvent) => guard.keyDown(event.key, event.repeat);
    const onClick = (event: MouseEvent) => {
      const isByKey = event.isTrusted && event.detail === 0;
      if (!isByKey || !(event.target instanceof Element) || !event.target.closest(PLAYING)) return;
      isPressing = true;
      setTimeout(() => (isPressing = false));
      if (guard.allows()) return;
      event.stopPropagation();
      event.preventDefault();
    };
    addEventListener("keydown", onKey, true);
    const onFocus = ({ target }: FocusEvent) => {
      if (!isPressing && target instanceof Element && target.matches(ARRIVED)) guard.arrive();
    };
    addEventListener("click", onClick, true);
    addEventListener("focusin", onFocus, true);
    return () => {
      removeEventListener("keydown", onKey, true);
      removeEventListener("click", onClick, true);
      removeEventListener("focusin", onFocus, true);
    };
  }, []);
}
