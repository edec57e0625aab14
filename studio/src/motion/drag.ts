/** Drag and drop of pieces, beside clicks.

A piece can be dragged if a legal move has it as its piece, and be dropped on the targets of its legal moves. On touch
screens a piece is picked up by holding it for a moment, since a moving finger scrolls. */

import type { BoardContext } from "../board";
import { hideTooltip } from "../components/tooltip";
import { registerKeys } from "../keys";
import type { GameMotion } from "./changes";
import { copyInto } from "./effects";
import { dropMoves } from "./places";

const THRESHOLD = 6; // px that a mouse moves before it drags
const HOLD = 220; // ms that a finger holds a piece before it drags
const SHAKE = 10; // px that a finger may move while it holds

interface DragSource {
  context: BoardContext;
  motion: GameMotion | undefined;
}

interface Press {
  pointer: number;
  touch: boolean;
  x: number;
  y: number;
  element: HTMLElement;
  /** Moves by the place of their target. */
  moves: Map<string, string>;
  /** A finger has held the piece long enough. */
  armed: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** The copy that follows the pointer; null before the drag begins. */
  ghost: HTMLElement | null;
  targets: Map<HTMLElement, string>;
  over: HTMLElement | null;
}

export class DragControl {
  /** Where the last piece was dropped; the board animates it from there. */
  dropped: { place: string; box: DOMRect } | null = null;
  private press: Press | null = null;
  private endKeys = () => {}; // of the keys that work while a piece is dragged
  private wasDragged = false; // since the pointer was pressed
  private readonly controller = new AbortController();

  constructor(
    private readonly board: HTMLElement,
    private readonly layer: HTMLElement,
    private readonly source: () => DragSource,
  ) {
    const { signal } = this.controller;
    board.addEventListener("pointerdown", (event) => this.start(event), { signal });
    addEventListener("pointermove", (event) => this.move(event), { signal });
    addEventListener("pointerup", (event) => this.drop(event), { signal });
    addEventListener("pointercancel", () => this.cancel(), { signal });
    addEventListener("blur", () => this.cancel(), { signal });
    board.addEventListener("touchmove", (event) => this.press?.armed && event.preventDefault(), {
      signal,
      passive: false,
    });
    addEventListener("click", (event) => this.onClick(event), { signal, capture: true });
    board.addEventListener("dragstart", (event) => event.preventDefault(), { signal });
  }

  close(): void {
    this.cancel();
    this.controller.abort();
  }

  /** End the drag without a move. */
  cancel(): void {
    const press = this.press;
    this.press = null;
    if (!press) return;
    clearTimeout(press.timer);
    this.endKeys();
    this.endKeys = () => {};
    press.ghost?.remove();
    for (const element of press.targets.keys()) delete element.dataset.drop;
    delete press.element.dataset.dragged;
    document.documentElement.classList.remove("is-dragging");
  }

  private start(event: PointerEvent): void {
    this.cancel();
    this.wasDragged = false;
    const { context, motion } = this.source();
    const element = (event.target as Element).closest<HTMLElement>("[data-piece]");
    if (event.button !== 0 || !event.isPrimary || !context.live || !motion || !element) return;
    const place = element.dataset.place ?? "";
    const moves = dropMoves(context.moves, place, context.session.seat ?? context.seat, motion.destination);
    if (!moves.size) return;
    const touch = event.pointerType === "touch";
    const press: Press = {
      pointer: event.pointerId,
      touch,
      x: event.clientX,
      y: event.clientY,
      element,
      moves,
      armed: !touch,
      timer: undefined,
      ghost: null,
      targets: new Map(),
      over: null,
    };
    if (touch) press.timer = setTimeout(() => (press.armed = true), HOLD);
    this.press = press;
  }

  private move(event: PointerEvent): void {
    const press = this.press;
    if (!press || event.pointerId !== press.pointer) return;
    const distance = Math.hypot(event.clientX - press.x, event.clientY - press.y);
    if (!press.ghost) {
      if (distance < (press.touch ? SHAKE : THRESHOLD)) return;
      if (!press.armed) {
        this.cancel(); // the finger scrolls
        return;
      }
      this.lift(press);
    }
    if (press.ghost) press.ghost.style.translate = `${event.clientX - press.x}px ${event.clientY - press.y}px`;
    const over = this.targetAt(press, event.clientX, event.clientY);
    if (over === press.over) return;
    if (press.over) press.over.dataset.drop = "";
    if (over) over.dataset.drop = "over";
    press.over = over;
  }

  /** Begin the drag: a copy follows the pointer, and targets are marked. */
  private lift(press: Press): void {
    hideTooltip();
    this.wasDragged = true;
    press.ghost = copyInto(this.layer, press.element, press.element.getBoundingClientRect());
    press.ghost.classList.add("lifted");
    press.element.dataset.dragged = "";
    press.targets = this.findTargets(press.moves);
    for (const element of press.targets.keys()) element.dataset.drop = "";
    document.documentElement.classList.add("is-dragging");
    this.endKeys = registerKeys([
      { keys: ["Escape"], label: "Cancel the drag", everywhere: true, run: () => this.cancel() },
    ]);
  }

  /** Elements on which the piece can be dropped; a target that is alone in the area of a player is all of that area. */
  private findTargets(moves: Map<string, string>): Map<HTMLElement, string> {
    const elements = [...this.board.querySelectorAll<HTMLElement>("[data-place]")].filter((element) =>
      moves.has(element.dataset.place ?? ""),
    );
    return new Map(
      elements.map((element) => {
        const area = element.closest<HTMLElement>("[data-drop-area]");
        const alone = area && elements.filter((other) => area.contains(other)).length === 1;
        return [alone ? area : element, moves.get(element.dataset.place ?? "") ?? ""];
      }),
    );
  }

  /** The target under the pointer. */
  private targetAt({ targets }: Press, x: number, y: number): HTMLElement | null {
    const hit = document.elementFromPoint(x, y);
    return [...targets.keys()].findLast((target) => hit && target.contains(hit)) ?? null; // the innermost
  }

  private drop(event: PointerEvent): void {
    const press = this.press;
    if (!press || event.pointerId !== press.pointer) return;
    if (!press.ghost) {
      this.cancel(); // a click
      return;
    }
    const target = this.targetAt(press, event.clientX, event.clientY);
    const text = target && press.targets.get(target);
    const box = press.element.getBoundingClientRect();
    box.x += event.clientX - press.x;
    box.y += event.clientY - press.y;
    this.cancel();
    const { context } = this.source();
    if (!text || !context.legal.has(text)) return;
    this.dropped = { place: press.element.dataset.place ?? "", box };
    context.play(text);
  }

  /** The click at the end of a drag is none. Clicks by keyboard have no detail. */
  private onClick(event: MouseEvent): void {
    if (!this.wasDragged || event.detail === 0) return;
    this.wasDragged = false;
    event.stopPropagation();
    event.preventDefault();
  }
}
