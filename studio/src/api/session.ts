/** Client of a session: state of the game from its socket, a cache of positions, requests with responses. */

import type {
  FromSession,
  MoveEvent,
  PositionResponse,
  PositionView,
  Refused,
  SessionSnapshot,
  SessionUpdate,
  ToSession,
} from "../protocol";
import { ReconnectingSocket } from "./socket";
import { seatKey } from "./seat-keys";
import { isSame, keepSame } from "../memo";

type WithoutRequest<T> = T extends unknown ? Omit<T, "request"> : never;
type SessionRequest = WithoutRequest<ToSession>;
type SessionResponse = Exclude<FromSession, SessionSnapshot | MoveEvent | SessionUpdate | Refused>;

interface PendingRequest {
  resolve: (response: SessionResponse) => void;
  reject: (error: Error) => void;
}

interface SentMove {
  ply: number;
  text: string;
}

/** The old position if the new one is the same: what belongs to a position survives a reconnection. */
const keepOne = (old: PositionView, next: PositionView): PositionView => (isSame(old, next) ? old : next);

const RESPONSE_TIMEOUT = 120_000; // ms; a bot may need long for its opinion

export class SessionClient {
  session: SessionSnapshot | null = null;
  private readonly socket: ReconnectingSocket;
  private readonly positions = new Map<number, PositionView>();
  private readonly pending = new Map<number, PendingRequest>();
  private lastRequest = 0;
  private lastMove: SentMove | null = null; // a second click on its ply is not a second move
  private interruptedMove: SentMove | null = null; // sent, but the connection was lost before its answer
  private takingBack = false; // a move is being taken back, and the server has not answered yet

  constructor(
    readonly id: string,
    /** `isLast`: no other change came with this one. */
    private readonly onChange: (isLast: boolean) => void,
    private readonly onRefused: (why: string) => void,
  ) {
    const key = seatKey(id);
    const path = `/socket/tables/${encodeURIComponent(id)}${key ? `?key=${encodeURIComponent(key)}` : ""}`;
    this.socket = new ReconnectingSocket(
      path,
      (message, isLast) => this.handleMessage(message as FromSession, isLast),
      () => this.onSocketChange(),
    );
  }

  get state() {
    return this.socket.state;
  }

  /** Whether there is no such game. */
  get isMissing() {
    return this.socket.isMissing;
  }

  get reason() {
    return this.socket.reason;
  }

  /** Whether a move is sent again when the connection is back. */
  get isMoveWaiting(): boolean {
    return this.state === "lost" && this.interruptedMove !== null;
  }

  close(): void {
    this.socket.close();
  }

  /** Send a message whose only response is news of the session, or a refusal. Returns false if it was not sent. */
  send(message: SessionRequest): boolean {
    const sent = this.socket.send({ ...message, request: ++this.lastRequest });
    if (!sent) this.onRefused("Not connected. Trying again.");
    return sent;
  }

  play(ply: number, text: string): void {
    if (this.lastMove?.ply === ply) return;
    this.lastMove = { ply, text };
    this.send({ type: "play", ply, text });
  }

  /** Take back one's last move; the server refuses it with a reason if that is not fair.

  Nothing is sent before the last take-back was answered and its position is on the page. */
  takeBack(ply: number): void {
    if (this.takingBack || ply !== this.session?.now.ply) return;
    this.lastMove = null;
    this.takingBack = this.send({ type: "back", ply });
  }

  /** Send a message and wait for its response. */
  request<T extends SessionResponse>(message: SessionRequest): Promise<T> {
    const request = ++this.lastRequest;
    return new Promise<T>((resolve, reject) => {
      if (!this.socket.send({ ...message, request })) {
        reject(new Error("Not connected. Trying again."));
        return;
      }
      this.pending.set(request, { resolve: resolve as (response: SessionResponse) => void, reject });
      setTimeout(
        () => this.settleRequest(request, (pending) => pending.reject(new Error("No response."))),
        RESPONSE_TIMEOUT,
      );
    });
  }

  /** The position at a ply, if it is cached. */
  positionAt(ply: number): PositionView | undefined {
    return this.session?.now.ply === ply ? this.session.now : this.positions.get(ply);
  }

  async loadPosition(ply: number): Promise<PositionView> {
    const cached = this.positionAt(ply);
    if (cached) return cached;
    const response = await this.request<PositionResponse>({ type: "look", ply });
    this.positions.set(response.seen.ply, response.seen);
    return response.seen;
  }

  private handleMessage(message: FromSession, isLast: boolean): void {
    if (message.type === "whole") {
      this.positions.clear(); // more can be seen than before, or a move was taken back
      this.allowActions();
      this.session = this.session ? { ...message, now: keepOne(this.session.now, message.now) } : message;
      this.playInterruptedMove(message);
      this.onChange(isLast);
    } else if (message.type === "moved") {
      this.applyMove(message, isLast);
    } else if (message.type === "news") {
      this.applyNews(message, isLast);
    } else if (message.type === "refused") {
      if (!this.settleRequest(message.request, (pending) => pending.reject(new Error(message.message)))) {
        this.allowActions();
        this.onRefused(message.message);
      }
    } else {
      this.settleRequest(message.request, (pending) => pending.resolve(message));
    }
  }

  /** The last move or take-back was answered, or never will be. */
  private allowActions(): void {
    this.lastMove = null;
    this.takingBack = false;
  }

  /** After reconnecting: play the move that was not answered if its position is still there; else say that it is lost. */
  private playInterruptedMove({ now, moves, seat }: SessionSnapshot): void {
    const move = this.interruptedMove;
    this.interruptedMove = null;
    if (!move) return;
    if (now.ply === move.ply && now.legal.some(({ text }) => text === move.text)) this.play(move.ply, move.text);
    else if (!moves.some((row) => row.ply === move.ply && row.seat === seat && row.text === move.text))
      this.onRefused("Your last move did not arrive.");
  }

  private applyMove({ move, after }: MoveEvent, isLast: boolean): void {
    if (!this.session) return;
    const { now, moves } = this.session;
    this.positions.set(now.ply, now);
    this.session = { ...this.session, moves: [...moves, move], now: after ?? now };
    this.onChange(isLast);
  }

  private applyNews(news: SessionUpdate, isLast: boolean): void {
    if (!this.session) return;
    const { type: _, now, ...rest } = news;
    this.session = keepSame(this.session, { ...this.session, ...rest, now: now ?? this.session.now });
    this.onChange(isLast);
  }

  private settleRequest(request: number | null, action: (pending: PendingRequest) => void): boolean {
    const pending = request === null ? undefined : this.pending.get(request);
    if (!pending || request === null) return false;
    this.pending.delete(request);
    action(pending);
    return true;
  }

  private onSocketChange(): void {
    if (this.socket.state === "lost") {
      if (this.lastMove && this.lastMove.ply === this.session?.now.ply) this.interruptedMove = this.lastMove;
      this.allowActions();
      for (const request of [...this.pending.keys()]) {
        this.settleRequest(request, (pending) => pending.reject(new Error("The connection was lost. Reconnecting.")));
      }
    }
    this.onChange(true);
  }
}
