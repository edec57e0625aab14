/** Converts keys and touch buttons to the buttons of each tick. */

import { DOWN, JUMP, LEFT, RIGHT } from "../rules/units";

/** Buttons with their keys, by place on the keyboard. */
export const BUTTONS: { button: number; codes: string[]; label: string }[] = [
  { button: LEFT, codes: ["ArrowLeft", "KeyA"], label: "Run to the left" },
  { button: RIGHT, codes: ["ArrowRight", "KeyD"], label: "Run to the right" },
  { button: JUMP, codes: ["ArrowUp", "KeyW", "Space"], label: "Jump; hold it to jump higher" },
  { button: DOWN, codes: ["ArrowDown", "KeyS"], label: "Let go" },
];

export class ButtonInput {
  private readonly held = new Map<string, number>(); // by source, in the order of pressing
  private tapped = 0; // pressed since the last tick, so that short taps count

  press(source: string, button: number): void {
    if (this.held.has(source)) return;
    this.held.set(source, button);
    this.tapped |= button;
  }

  release(source: string): void {
    this.held.delete(source);
  }

  /** Release everything, for example when the page loses the focus. */
  releaseAll(): void {
    this.held.clear();
    this.tapped = 0;
  }

  /** Buttons of the next tick. If left and right are held, the last one pressed counts. */
  nextButtons(): number {
    let buttons = this.tapped;
    for (const button of this.held.values()) buttons |= button;
    this.tapped = 0;
    if ((buttons & LEFT) === 0 || (buttons & RIGHT) === 0) return buttons;
    const lastPressed = [...this.held.values()].reverse().find((button) => button & (LEFT | RIGHT)) ?? RIGHT;
    return buttons & ~(lastPressed === LEFT ? RIGHT : LEFT);
  }
}
