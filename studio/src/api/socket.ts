/** A WebSocket that reconnects by itself, with growing delays. */

export type SocketState = "connecting" | "open" | "lost" | "refused";

const FIRST_DELAY = 300; // ms
const MAX_DELAY = 8000;
/** Close codes after which reconnecting would not help, with messages for people. */
const FINAL_CLOSE_CODES: Record<number, string> = {
  4401: "Please open the link that `ludus studio` prints. It contains the access key.",
  4403: "Other people are playing this game. Everybody can watch it when it is over.",
  4404: "There is no such game. It may have been deleted.",
};

export class ReconnectingSocket {
  state: SocketState = "connecting";
  reason = "";
  private socket: WebSocket | null = null;
  private delay = FIRST_DELAY;
  private timer = 0;
  private closed = false;

  constructor(
    private readonly path: string,
    private readonly onMessage: (message: unknown) => void,
    private readonly onStateChange: () => void,
  ) {
    this.open();
    addEventListener("online", this.retry);
    addEventListener("visibilitychange", this.retry);
  }

  send(message: unknown): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    removeEventListener("online", this.retry);
    removeEventListener("visibilitychange", this.retry);
    this.socket?.close();
  }

  /** Reconnect now instead of after the delay: the page is visible again, or the network is back. */
  private readonly retry = (): void => {
    if (this.state === "lost" && !document.hidden) {
      clearTimeout(this.timer);
      this.open();
    }
  };

  private open(): void {
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${this.path}`);
    this.socket = socket;
    socket.onmessage = (event) => {
      this.delay = FIRST_DELAY;
      this.setState("open");
      this.onMessage(JSON.parse(String(event.data)));
    };
    socket.onclose = (event) => {
      if (this.closed || this.socket !== socket) return;
      if (event.code in FINAL_CLOSE_CODES) {
        this.reason = event.reason || (FINAL_CLOSE_CODES[event.code] ?? "");
        this.setState("refused");
      } else if (event.code === 1000) {
        this.setState("open"); // the server has sent everything
      } else {
        this.setState("lost");
        this.timer = window.setTimeout(() => this.open(), this.delay);
        this.delay = Math.min(this.delay * 1.7, MAX_DELAY);
      }
    };
  }

  private setState(state: SocketState): void {
    if (this.state === state) return;
    this.state = state;
    this.onStateChange();
  }
}
