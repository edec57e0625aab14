/** Guard against clicks on a button whose meaning has just changed under the pointer.

A double click on "Continue to buy" must not also press "End turn", which appears at the same place. */

import { useEffect, useMemo } from "preact/hooks";

const QUIET = 400; // ms after a change of meaning in which presses do not count

export class ClickGuard {
  private meaning = "";
  private changedAt = -Infinity;
  private pressed: string | null = null; // meaning when the pointer went down
  private repeating = false; // a key is held down, so that the browser presses the focused button again and again

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Note what the button means now; empty: it is not there. */
  update(meaning: string): void {
    if (meaning === this.meaning) return;
    if (this.meaning && meaning) this.changedAt = this.now();
    this.meaning = meaning;
  }

  pointerDown(): void {
    this.pressed = this.meaning;
  }

  keyDown(repeat: boolean): void {
    this.pressed = null;
    this.repeating = repeat;
  }

  /** Whether a click on the button counts; `byPointer`: it comes from a mouse or a finger. */
  allowsClick(byPointer: boolean): boolean {
    const pressed = this.pressed;
    this.pressed = null;
    if (!byPointer) return !this.repeating;
    return (pressed === null || pressed === this.meaning) && this.isQuiet();
  }

  /** Whether a shortcut for the button counts. */
  allowsKey(repeat: boolean): boolean {
    return !repeat && this.isQuiet();
  }

  private isQuiet(): boolean {
    return this.now() - this.changedAt >= QUIET;
  }
}

/** Guard against Enter that is held down, or pressed again and again: the second press does not count.

Another key in between, such as Tab, or the focus that a screen reader moves, shows that one has gone to what one presses. */
export class PressGuard {
  private pressedAt = -Infinity;
  private repeating = false;

  constructor(private readonly now: () => number = () => performance.now()) {}

  keyDown(key: string, repeat: boolean): void {
    this.repeating = repeat;
    if (!PRESSING.includes(key) && !MODIFIERS.includes(key) && !repeat) this.arrive();
  }

  /** The person has gone to a control. */
  arrive(): void {
    this.pressedAt = -Infinity;
  }

  /** Whether a control that is pressed by a key now is pressed indeed. */
  allows(): boolean {
    const elapsed = this.now() - this.pressedAt;
    this.pressedAt = this.now(); // also if it does not count: whoever goes on pressing gets no further
    return !this.repeating && elapsed >= QUIET;
  }
}

const PRESSING = ["Enter", " "];
const MODIFIERS = ["Shift", "Control", "Alt", "Meta"];

/** Guard against clicks that close a dialog by mistake: the second click of the double click that has opened it, or a
pointer that went down inside the dialog and came up on the backdrop. */
export class BackdropGuard {
  private readonly openedAt: number;
  private pressed = false; // the pointer went down on the backdrop

  constructor(private readonly now: () => number = () => performance.now()) {
    this.openedAt = now();
  }

  pointerDown(onBackdrop: boolean): void {
    this.pressed = onBackdrop && !this.isNew();
  }

  /** Whether the dialog has just opened: a double click that has opened it must not select its text. */
  isNew(): boolean {
    return this.now() - this.openedAt < QUIET;
  }

  /** Whether a click on the backdrop counts. */
  allowsClick(): boolean {
    const pressed = this.pressed;
    this.pressed = false;
    return pressed;
  }
}

/** Guard of the buttons at one place; `meaning` is what they say now. */
export function useClickGuard(meaning: string): ClickGuard {
  const guard = useMemo(() => new ClickGuard(), []);
  guard.update(meaning);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => guard.keyDown(event.repeat);
    addEventListener("keydown", onKey, true);
    return () => removeEventListener("keydown", onKey, true);
  }, []);
  return guard;
}
