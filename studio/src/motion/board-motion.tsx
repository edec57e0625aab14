/** Frame of a board that animates moves and lets pieces be dragged.

A move is animated when the position on the board is followed by the next one: while one plays, in the playback of a
bot's turn, and when one steps through a game. Elements are compared before and after the page is drawn again. */

import { Component, type ComponentChildren, createRef } from "preact";
import { type BoardContext, observationOf } from "../board";
import type { MoveRow } from "../protocol";
import { type GameMotion, isHit } from "./changes";
import { DragControl } from "./drag";
import { drawArrow, fadeOut, fly, showNumbers, slide } from "./effects";
import { type Place, place, placeIn, placeOf, zoneOf } from "./places";
import { isAnimated, motionSettings } from "./settings";
import { playSound } from "./sounds";

interface BoardMotionProps {
  context: BoardContext;
  motion: GameMotion | undefined;
  children: ComponentChildren;
}

const DURATIONS = { off: 0, fast: 240, normal: 420, slow: 800 }; // ms for the way of a piece
const SHORTEST = 60; // ms; shorter animations only flicker
const LINGER = 2.2; // numbers and arrows last longer than the way of a piece

/** Elements with a place, and where they are in the window. */
interface Layout {
  pieces: Map<string, PlacedElement>;
  places: Map<string, PlacedElement>;
}

interface PlacedElement {
  element: HTMLElement;
  box: DOMRect;
  place: string;
  zone: string;
  seat: number | null;
}

export class BoardMotion extends Component<BoardMotionProps> {
  private readonly board = createRef<HTMLDivElement>();
  private readonly layer = createRef<HTMLDivElement>();
  private drag: DragControl | null = null;
  private animatedAt = -Infinity; // ms

  override componentDidMount(): void {
    if (!this.board.current || !this.layer.current) return;
    this.drag = new DragControl(this.board.current, this.layer.current, () => this.props);
    addEventListener("scroll", this.clearAfterScroll, { passive: true, capture: true });
  }

  override componentWillUnmount(): void {
    this.drag?.close();
    removeEventListener("scroll", this.clearAfterScroll, { capture: true });
  }

  /** Effects have places in the window: where the board has scrolled away, they are removed. */
  private readonly clearAfterScroll = ({ target }: Event): void => {
    if (!(target instanceof Node) || !target.contains(this.board.current)) return;
    for (const effect of this.layer.current?.querySelectorAll(":scope > :not(.lifted)") ?? []) effect.remove();
  };

  override getSnapshotBeforeUpdate(previous: BoardMotionProps): Layout | null {
    const next = isNextPosition(previous.context, this.props.context);
    return next && this.props.motion && this.board.current && isAnimated() ? measure(this.board.current) : null;
  }

  override componentDidUpdate(previous: BoardMotionProps, _state: unknown, before: Layout | null): void {
    const { context, motion } = this.props;
    const dropped = this.drag?.dropped;
    if (this.drag && previous.context.position !== context.position) this.drag.dropped = null;
    if (previous.context.position !== context.position || !context.live) this.drag?.cancel();
    const changesScene = motion !== undefined && !sameScene(motion, previous.context, context);
    if (changesScene) this.layer.current?.replaceChildren();
    const row = context.session.moves[previous.context.position.ply];
    if (!motion || !row?.parts || !isNextPosition(previous.context, context)) return;
    const changes = motion.changes(observationOf(previous.context), observationOf(context), row.parts);
    if (changes.some(isHit)) playSound("hit");
    else if (row.parts.piece) playSound("card");
    const layer = this.layer.current;
    if (changesScene || !before || !layer || !this.board.current) return;
    const after = measure(this.board.current);
    const locate = (address: string) => after.places.get(address) ?? before.places.get(address);
    const duration = this.nextDuration();
    if (duration < SHORTEST) return;
    aimArrow(layer, before, after, row, LINGER * duration);
    movePieces(layer, before, after, row, motion, duration, dropped?.box);
    showNumbers(
      layer,
      changes.flatMap((change) => {
        const { seat } = change.place;
        const at = locate(placeOf(change.place)) ?? locate(place("plate", seat)) ?? locate(zoneOf(change.place));
        return at ? [{ ...change, box: at.box }] : [];
      }),
      LINGER * duration,
    );
  }

  /** Time for an animation, in ms. When one steps through a game, it is at most that since the last step. */
  private nextDuration(): number {
    const { state, seats } = this.props.context.session;
    const now = performance.now();
    const elapsed = now - this.animatedAt;
    this.animatedAt = now;
    const played = state === "playing" && seats.some((seat) => seat.person); // the queue paces these moves
    return Math.min(DURATIONS[motionSettings().speed], played ? Infinity : elapsed);
  }

  override render({ context, children }: BoardMotionProps) {
    return (
      <>
        <div
          ref={this.board}
          class="board"
          role="group"
          aria-label="Board"
          tabIndex={-1}
          data-game={context.session.game}
          data-ply={context.position.ply}
        >
          {children}
        </div>
        <div ref={this.layer} class="motion-layer" aria-hidden="true" />
      </>
    );
  }
}

/** Whether a position follows the other one in the same game, seen from the same seat. */
function isNextPosition(previous: BoardContext, next: BoardContext): boolean {
  return next.position.ply === previous.position.ply + 1 && next.seat === previous.seat;
}

/** Whether the board shows the same scene in both positions. */
const sameScene = (motion: GameMotion, previous: BoardContext, next: BoardContext): boolean =>
  motion.scene(observationOf(previous)) === motion.scene(observationOf(next));

function measure(board: HTMLElement): Layout {
  const layout: Layout = { pieces: new Map(), places: new Map() };
  for (const element of board.querySelectorAll<HTMLElement>("[data-place]")) {
    const { place: address = "", zone = "", seat, piece } = element.dataset;
    const box = element.getBoundingClientRect();
    const placed = { element, box, place: address, zone, seat: seat ? Number(seat) : null };
    layout.places.set(address, placed);
    if (piece !== undefined) layout.pieces.set(piece, placed);
  }
  return layout;
}

/** Move every piece from its old place to its new one; those that came or went do so by the places of the move. */
function movePieces(
  layer: HTMLElement,
  before: Layout,
  after: Layout,
  { seat, parts }: MoveRow,
  motion: GameMotion,
  duration: number,
  dropped: DOMRect | undefined,
): void {
  if (!parts) return;
  const source = parts.piece ? placeOf(parts.piece) : "";
  const startOf = (placed: PlacedElement) => (dropped && placed.place === source ? dropped : placed.box);
  const moved = before.places.get(source)?.element.dataset.piece;
  const to = parts.target ? (motion.travels(parts) ? placeOf(parts.target) : null) : motion.destination(parts, seat);
  const destination = to === null ? undefined : (after.places.get(to) ?? before.places.get(to));
  for (const [piece, old] of before.pieces) {
    const now = after.pieces.get(piece);
    if (now && zoneOf(now) === zoneOf(old)) slide(now.element, old.box, now.box, duration);
    else if (now) fly(layer, old, startOf(old), now.box, duration, now.element);
    else if (piece !== moved || !destination) {
      const pile = discardPile(old, after);
      if (pile) fly(layer, old, old.box, pile.box, duration);
      else fadeOut(layer, old.element, old.box, duration);
    }
  }
  const arrived = moved === undefined ? undefined : after.pieces.get(moved);
  const zone = parts.piece ? zoneOf(parts.piece) : "";
  const identified = arrived !== undefined && zoneOf(arrived) !== zone;
  const from = before.places.get(source) ?? before.places.get(zone);
  if (destination && from && !identified) {
    const face = before.places.get(source) ?? faceOf(parts.piece?.id, after);
    if (face) fly(layer, face, startOf(from), destination.box, duration);
  }
  for (const [piece, now] of after.pieces) {
    if (before.pieces.has(piece)) continue;
    const isMoved = parts.piece !== null && now.place === placeOf({ ...now, id: parts.piece.id }) && from !== undefined;
    const origin = isMoved ? from : sourceOfDraw(now, before);
    if (origin) fly(layer, now, origin.box, now.box, duration, now.element);
    else now.element.animate([{ opacity: 0 }, { opacity: 1 }], { duration });
  }
}

/** An element that shows a card by its id, for a card that came from a hidden hand. */
function faceOf(id: number | string | undefined, layout: Layout): PlacedElement | undefined {
  return id === undefined ? undefined : layout.places.get(place("supply", null, id));
}

const DRAWN_INTO = ["hand", "row"];

/** The pile from which a card comes into a hand or a row. */
function sourceOfDraw({ zone, seat }: PlacedElement, layout: Layout): PlacedElement | undefined {
  return DRAWN_INTO.includes(zone) ? layout.places.get(place("deck", seat)) : undefined;
}

const DISCARDED_FROM = ["hand", "played", "agents"];
const DISCARD_PILES = ["discard", "cooldown"];

/** The pile to which a card goes that has left a hand or the table. */
function discardPile({ zone, seat }: PlacedElement, layout: Layout): PlacedElement | undefined {
  if (!DISCARDED_FROM.includes(zone)) return undefined;
  return DISCARD_PILES.map((pile) => layout.places.get(place(pile, seat))).find(Boolean);
}

/** An arrow from the piece of a move, or from its player, to a target that the piece does not go into. */
function aimArrow(layer: HTMLElement, before: Layout, after: Layout, { seat, parts }: MoveRow, duration: number): void {
  if (!parts?.target || parts.target.id === "") return; // a zone
  const at = placeOf(parts.target);
  const target = before.places.get(at) ?? after.places.get(at);
  const source: Place = parts.piece ?? placeIn("plate", seat);
  const from = before.places.get(placeOf(source)) ?? before.places.get(zoneOf(source));
  const piece = from?.element.dataset.piece;
  const now = piece === undefined ? undefined : after.pieces.get(piece)?.element;
  if (!target || !from || (now && target.element.contains(now))) return;
  drawArrow(layer, from.box, target.box, duration);
}
