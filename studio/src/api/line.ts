/** A socket that is opened again by itself when it breaks, after a pause that grows. */

export type LineState = "connecting" | "open" | "lost" | "refused";

const FIRST_PAUSE = 300; // ms
const LONGEST_PAUSE = 8000;
/** Close codes of the server that trying again would not change. */
const FINAL: Record<number, string> = {
  4401: "Please open the link that `ludus studio` prints: it carries the key to this page.",
  4403: "This game is played by others, and is shown to everybody when it is over.",
  4404: "There is no such table: it may have been cleared away.",
};

export class Line {
  state: LineState = "connecting";
  reason = "";
  private socket: WebSocket | null = null;
  private pause = FIRST_PAUSE;
  private timer = 0;
  private over = false;

  constructor(
    private readonly path: string,
    private readonly hear: (message: unknown) => void,
    private readonly changed: () => void,
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
    this.over = true;
    clearTimeout(this.timer);
    removeEventListener("online", this.retry);
    removeEventListener("visibilitychange", this.retry);
    this.socket?.close();
  }

  /** Now rather than after the pause: somebody is looking, or the network is back. */
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
      this.pause = FIRST_PAUSE;
      this.become("open");
      this.hear(JSON.parse(String(event.data)));
    };
    socket.onclose = (event) => {
      if (this.over || this.socket !== socket) return;
      if (event.code in FINAL) {
        this.reason = event.reason || (FINAL[event.code] ?? "");
        this.become("refused");
      } else if (event.code === 1000) {
        this.become("open"); // the server has said all that there is
      } else {
        this.become("lost");
        this.timer = window.setTimeout(() => this.open(), this.pause);
        this.pause = Math.min(this.pause * 1.7, LONGEST_PAUSE);
      }
    };
  }

  private become(state: LineState): void {
    if (this.state === state) return;
    this.state = state;
    this.changed();
  }
}
