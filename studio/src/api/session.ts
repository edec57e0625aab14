/** Client of a session: state of the game from its socket, a cache of positions, requests with responses. */

import type {
  FromSession,
  PositionResponse,
  PositionView,
  Refused,
  SessionSnapshot,
  SessionUpdate,
  ToSession,
} from "../protocol";
import { ReconnectingSocket } from "./socket";
import { seatKey } from "./seat-keys";

type WithoutRequest<T> = T extends unknown ? Omit<T, "request"> : never;
type SessionRequest = WithoutRequest<ToSession>;
type SessionResponse = Exclude<FromSession, SessionSnapshot | SessionUpdate | Refused>;

interface PendingRequest {
  resolve: (response: SessionResponse) => void;
  reject: (error: Error) => void;
}

const RESPONSE_TIMEOUT = 120_000; // ms; a bot may need long for its opinion

export class SessionClient {
  session: SessionSnapshot | null = null;
  private readonly socket: ReconnectingSocket;
  private readonly positions = new Map<number, PositionView>();
  private readonly pending = new Map<number, PendingRequest>();
  private lastRequest = 0;
  private lastPlayedPly = -1; // ply of the last move sent: a second click is not a second move

  constructor(
    readonly id: string,
    private readonly onChange: () => void,
    private readonly onRefused: (why: string) => void,
  ) {
    const key = seatKey(id);
    const path = `/socket/tables/${encodeURIComponent(id)}${key ? `?key=${encodeURIComponent(key)}` : ""}`;
    this.socket = new ReconnectingSocket(
      path,
      (message) => this.handleMessage(message as FromSession),
      () => this.onSocketChange(),
    );
  }

  get state() {
    return this.socket.state;
  }

  get reason() {
    return this.socket.reason;
  }

  close(): void {
    this.socket.close();
  }

  /** Send a message whose only response is news of the session, or a refusal. */
  send(message: SessionRequest): void {
    if (!this.socket.send({ ...message, request: ++this.lastRequest })) this.onRefused("Not connected. Trying again.");
  }

  play(ply: number, text: string): void {
    if (this.lastPlayedPly === ply) return;
    this.lastPlayedPly = ply;
    this.send({ type: "play", ply, text });
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

  private handleMessage(message: FromSession): void {
    if (message.type === "whole") {
      if (this.session?.everything !== message.everything) this.positions.clear();
      this.session = message;
      this.onChange();
    } else if (message.type === "news") {
      this.applyNews(message);
    } else if (message.type === "refused") {
      if (!this.settleRequest(message.request, (pending) => pending.reject(new Error(message.message)))) {
        this.lastPlayedPly = -1;
        this.onRefused(message.message);
      }
    } else {
      this.settleRequest(message.request, (pending) => pending.resolve(message));
    }
  }

  private applyNews(news: SessionUpdate): void {
    if (!this.session) return;
    const { type: _, moves, ...rest } = news;
    this.positions.set(this.session.now.ply, this.session.now);
    this.session = { ...this.session, ...rest, moves: [...this.session.moves, ...moves] };
    this.onChange();
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
      this.lastPlayedPly = -1;
      for (const request of [...this.pending.keys()]) {
        this.settleRequest(request, (pending) => pending.reject(new Error("The connection was lost. Reconnecting.")));
      }
    }
    this.onChange();
  }
}
