/** A WebSocket that reconnects by itself, with growing delays, and notices a connection that has died silently. */

export type SocketState = "connecting" | "open" | "lost" | "refused";

const FIRST_DELAY = 300; // ms
const MAX_DELAY = 8000;
const CONNECT_TIMEOUT = 10_000; // ms until an attempt to connect is given up
const HEARTBEAT = 15_000; // ms between signs of life
const PONG_TIMEOUT = 8000; // ms for the answer
const ANSWER_TIMEOUT = 1000; // ms without any message after one was sent, until a sign of life is asked for
const CHECK_TIMEOUT = 4000; // ms for the answer to that
const SLEEP = 5000; // ms by which a timer is late after the machine has slept
const PING = JSON.stringify({ type: "ping" });
/** Close codes after which reconnecting would not help, with messages for people. */
const FINAL_CLOSE_CODES: Record<number, string> = {
  4401: "Please open the link that `ludus studio` prints. It contains the token of this Studio.",
  4403: "Other people are playing this game. Everybody can watch it when it is over.",
  4404: "It may have been deleted.",
};
const MISSING_CODE = 4404;

export class ReconnectingSocket {
  state: SocketState = "connecting";
  /** Why the connection was refused or lost, if the server has said so. */
  reason = "";
  /** Whether the connection was refused because there is nothing at its address. */
  isMissing = false;
  private socket: WebSocket | null = null;
  private delay = FIRST_DELAY;
  private timer = 0; // runs while there is no connection: until the next attempt, or its time limit
  private pongTimer = 0;
  private answerTimer = 0; // runs while nothing has come since a message was sent
  private lastBeat = Date.now();
  private readonly heart: number;
  private closed = false;

  constructor(
    private readonly path: string,
    /** `isLast`: no other message belongs to the same change. */
    private readonly onMessage: (message: unknown, isLast: boolean) => void,
    private readonly onStateChange: () => void,
  ) {
    this.open();
    this.heart = window.setInterval(() => this.beat(), HEARTBEAT);
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
  }

  send(message: unknown): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    if (!this.answerTimer) this.answerTimer = window.setTimeout(() => this.ping(CHECK_TIMEOUT), ANSWER_TIMEOUT);
    return true;
  }

  close(): void {
    this.closed = true;
    clearInterval(this.heart);
    removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.drop();
  }

  /**
   * The page is visible again, or the network is back: reconnect at once, or check whether the connection lives. An
   * attempt in flight goes on.
   */
  private readonly wake = (): void => {
    if (document.hidden) return;
    if (this.state === "lost" && !this.socket) this.open();
    else this.ping();
  };

  private beat(): void {
    const late = Date.now() - this.lastBeat - HEARTBEAT;
    this.lastBeat = Date.now();
    if (late > SLEEP && this.state === "lost") this.wake();
    else this.ping();
  }

  /** Ask for a sign of life; without an answer the connection counts as lost. */
  private ping(timeout = PONG_TIMEOUT): void {
    const socket = this.socket;
    if (socket?.readyState !== WebSocket.OPEN) return;
    socket.send(PING);
    clearTimeout(this.pongTimer);
    this.pongTimer = window.setTimeout(() => {
      if (this.socket === socket && !this.closed) this.lose(0);
    }, timeout);
  }

  /** A message has come, or none will: do not wait for one. */
  private stopWaiting(): void {
    clearTimeout(this.pongTimer);
    clearTimeout(this.answerTimer);
    this.answerTimer = 0;
  }

  private open(): void {
    this.drop();
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${this.path}`);
    this.socket = socket;
    this.timer = window.setTimeout(() => this.retry(), CONNECT_TIMEOUT);
    socket.onopen = () => {
      if (this.socket === socket) clearTimeout(this.timer);
    };
    socket.onmessage = (event) => {
      if (this.socket !== socket) return;
      this.stopWaiting();
      this.delay = FIRST_DELAY;
      this.reason = "";
      this.setState("open");
      const messages = [JSON.parse(String(event.data)) as { type?: string } | { type?: string }[]].flat();
      for (const [k, message] of messages.entries())
        if (message.type !== "pong") this.onMessage(message, k === messages.length - 1);
    };
    socket.onclose = (event) => {
      if (this.closed || this.socket !== socket) return;
      clearTimeout(this.timer);
      this.stopWaiting();
      if (event.code in FINAL_CLOSE_CODES) {
        this.reason = event.reason || (FINAL_CLOSE_CODES[event.code] ?? "");
        this.isMissing = event.code === MISSING_CODE;
        this.setState("refused");
      } else if (event.code === 1000) {
        this.setState("open"); // the server has sent everything
      } else {
        this.reason = event.reason;
        this.retry();
      }
    };
  }

  /** Try again, each time after a longer wait. */
  private retry(): void {
    this.lose(this.delay);
    this.delay = Math.min(this.delay * 1.7, MAX_DELAY);
  }

  /** Close the connection or the attempt: its own event comes late, if at all, and is ignored. */
  private drop(): void {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    clearTimeout(this.timer);
    this.stopWaiting();
  }

  private lose(delay: number): void {
    this.drop();
    this.setState("lost");
    this.timer = window.setTimeout(() => this.open(), delay);
  }

  private setState(state: SocketState): void {
    if (this.state === state) return;
    this.state = state;
    this.onStateChange();
  }
}
