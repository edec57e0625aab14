/** Queue of moves: shows the moves of other players one by one, although they may arrive all at once.

The page draws the session as it was after the move that is shown (`shown`), not the newest one. */

import type { SessionSnapshot } from "../protocol";
import { motionSettings, prefersReducedMotion, SPEEDS } from "./settings";

const LONGEST_PLAYBACK = 9000; // ms for all waiting moves together; more moves are shown faster
const OWN_MOVE_PAUSE = 0.5; // of a pause: one knows one's own moves

export class MoveQueue {
  shown: SessionSnapshot | null = null;
  private newest: SessionSnapshot | null = null;
  private waiting: SessionSnapshot[] = []; // the session after each move that is not shown yet
  private timer: ReturnType<typeof setTimeout> | undefined;
  private shownAt = 0; // ms

  /** `pause` says for how many ms a move is shown alone while so many are waiting; 0: show the newest at once. */
  constructor(
    private readonly onChange: () => void,
    private readonly pause: (session: SessionSnapshot, waiting: number) => number = pauseBetweenMoves,
  ) {}

  /** Whether moves are waiting that the page has not shown yet. */
  get isBehind(): boolean {
    return this.waiting.length > 0;
  }

  /** Take a new state of the session; at most one move is new, otherwise it is shown at once. */
  update(session: SessionSnapshot): void {
    const last = this.newest;
    this.newest = session;
    if (last && continues(last, session)) {
      if (session.moves.length > last.moves.length) this.addMove(session);
      else if (!this.isBehind) this.show(session);
    } else if (!last || !this.isBehind || !isRevealed(last, session)) {
      this.skip(); // the first state, a reconnection, or a move was taken back
    }
  }

  /** Show the newest state now. */
  skip(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.waiting = [];
    if (this.newest) this.show(this.newest);
  }

  close(): void {
    clearTimeout(this.timer);
    this.waiting = [];
  }

  private addMove(session: SessionSnapshot): void {
    if (session.now.ply !== session.moves.length) return; // in the middle of a very long burst: without a position
    const own = session.moves.at(-1)?.seat === session.seat;
    if (this.pause(session, this.waiting.length) <= 0) this.skip();
    else if (own && !this.isBehind) this.show(session);
    else {
      this.waiting.push(session);
      this.schedule(session);
    }
  }

  private schedule(session: SessionSnapshot): void {
    if (this.timer !== undefined) return;
    const shownMove = this.shown?.moves.at(-1);
    const share = shownMove?.seat === session.seat ? OWN_MOVE_PAUSE : 1;
    const due = this.shownAt + share * this.pause(session, this.waiting.length);
    this.timer = setTimeout(() => this.advance(), Math.max(0, due - Date.now()));
  }

  private advance(): void {
    this.timer = undefined;
    const next = this.waiting.shift();
    if (!next || !this.newest) return;
    // The last move needs no pause after it: the player can move while it is animated.
    if (!this.isBehind || this.pause(next, this.waiting.length) <= 0) {
      this.skip();
      return;
    }
    this.show(next);
    this.schedule(next);
  }

  private show(session: SessionSnapshot): void {
    this.shown = session;
    this.shownAt = Date.now();
    this.onChange();
  }
}

/** Whether a session is the last one with at most further moves: its rows are the same objects. */
function continues(last: SessionSnapshot, session: SessionSnapshot): boolean {
  const count = last.moves.length;
  return session.moves.length >= count && session.moves[count - 1] === last.moves[count - 1];
}

/** Whether a new snapshot only shows the same game with nothing hidden, at its end. */
function isRevealed(last: SessionSnapshot, session: SessionSnapshot): boolean {
  return session.state !== "playing" && session.moves.length >= last.moves.length;
}

/** The pause that the settings ask for. Games without people have their own playback, and nobody sees a hidden tab. */
function pauseBetweenMoves(session: SessionSnapshot, waiting: number): number {
  if (document.hidden || prefersReducedMotion() || !session.seats.some((seat) => seat.person)) return 0;
  return Math.min(SPEEDS[motionSettings().speed], LONGEST_PLAYBACK / (waiting + 1));
}
