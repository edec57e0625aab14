import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ReconnectingSocket } from "../src/api/socket";

/** A WebSocket whose other end is the test. */
class FakeSocket {
  static readonly OPEN = 1;
  static readonly CLOSED = 3;
  static opened: FakeSocket[] = [];
  readyState = 0; // connecting
  sent: string[] = [];
  onopen: () => void = () => {};
  onmessage: (event: { data: string }) => void = () => {};
  onclose: (event: { code: number; reason: string }) => void = () => {};

  constructor(readonly url: string) {
    FakeSocket.opened.push(this);
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.readyState = FakeSocket.CLOSED;
  }

  /** Closed by the server. */
  end(code: number, reason = ""): void {
    this.readyState = FakeSocket.CLOSED;
    this.onclose({ code, reason });
  }

  receive(message: object): void {
    if (this.readyState !== FakeSocket.OPEN) {
      this.readyState = FakeSocket.OPEN;
      this.onopen();
    }
    this.onmessage({ data: JSON.stringify(message) });
  }
}

const newest = () => FakeSocket.opened.at(-1) as FakeSocket;
const listeners = new Map<string, () => void>();
const page = {
  hidden: false,
  addEventListener: (name: string, call: () => void) => listeners.set(name, call),
  removeEventListener: (name: string) => listeners.delete(name),
};

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.opened = [];
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("document", page);
  vi.stubGlobal("location", { protocol: "http:", host: "studio" });
  vi.stubGlobal("addEventListener", page.addEventListener);
  vi.stubGlobal("removeEventListener", page.removeEventListener);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function connect() {
  const received: unknown[] = [];
  const socket = new ReconnectingSocket(
    "/socket/x",
    (message) => received.push(message),
    () => {},
  );
  newest().receive({ type: "whole" });
  return { socket, received };
}

test("a connection that answers signs of life stays open", () => {
  const { socket, received } = connect();
  for (let k = 0; k < 10; k++) {
    vi.advanceTimersByTime(15_000);
    expect(newest().sent.at(-1)).toBe('{"type":"ping"}');
    newest().receive({ type: "pong" });
  }
  expect(FakeSocket.opened.length).toBe(1);
  expect(socket.state).toBe("open");
  expect(received).toEqual([{ type: "whole" }]);
});

test("a connection that falls silent is replaced", () => {
  const { socket } = connect();
  vi.advanceTimersByTime(15_000 + 8000);
  expect(socket.state).toBe("lost");
  vi.advanceTimersByTime(1);
  expect(FakeSocket.opened.length).toBe(2);
  newest().receive({ type: "whole" });
  expect(socket.state).toBe("open");
});

test("a message without an answer is followed by a sign of life, and a silent connection is replaced within seconds", () => {
  const { socket } = connect();
  socket.send({ type: "play" });
  vi.advanceTimersByTime(1000);
  expect(newest().sent).toEqual(['{"type":"play"}', '{"type":"ping"}']);
  newest().receive({ type: "pong" });
  vi.advanceTimersByTime(5000);
  expect(socket.state).toBe("open"); // a bot may think for long
  socket.send({ type: "play" });
  vi.advanceTimersByTime(5000);
  expect(socket.state).toBe("lost");
  vi.advanceTimersByTime(1);
  expect(FakeSocket.opened.length).toBe(2);
});

test("an answered message asks for no sign of life", () => {
  const { socket } = connect();
  socket.send({ type: "play" });
  newest().receive({ type: "moved" });
  vi.advanceTimersByTime(5000);
  expect(newest().sent).toEqual(['{"type":"play"}']);
});

test("when the page is visible again, it asks for a sign of life at once", () => {
  connect();
  listeners.get("visibilitychange")?.();
  expect(newest().sent).toEqual(['{"type":"ping"}']);
});

test("a server that does not answer has one connection at a time, and each attempt has a time limit", () => {
  const { socket } = connect();
  const unclosed = () => FakeSocket.opened.filter(({ readyState }) => readyState !== FakeSocket.CLOSED).length;
  socket.send({ type: "play" });
  vi.advanceTimersByTime(5001); // the server has stopped
  for (let k = 0; k < 5; k++) listeners.get("visibilitychange")?.();
  expect([socket.state, FakeSocket.opened.length, unclosed()]).toEqual(["lost", 2, 1]);
  vi.advanceTimersByTime(10_000);
  expect([FakeSocket.opened.length, unclosed()]).toEqual([2, 0]);
  listeners.get("visibilitychange")?.(); // does not wait for the next attempt
  expect([FakeSocket.opened.length, unclosed()]).toEqual([3, 1]);
  vi.advanceTimersByTime(60_000);
  expect(unclosed()).toBeLessThan(2);
  const attempts = FakeSocket.opened.length;
  if (unclosed() === 0) listeners.get("visibilitychange")?.();
  newest().receive({ type: "whole" });
  vi.advanceTimersByTime(12_000);
  expect([socket.state, unclosed()]).toEqual(["open", 1]);
  expect(FakeSocket.opened.length - attempts).toBeLessThan(2);
});

test("a refused connection names the reason and does not try again", () => {
  const { socket } = connect();
  newest().end(4404);
  vi.advanceTimersByTime(60_000);
  expect(socket.state).toBe("refused");
  expect(socket.reason).not.toBe("");
  expect(socket.isMissing).toBe(true);
  expect(FakeSocket.opened.length).toBe(1);
});

test("a busy server is asked again, later and later", () => {
  const { socket } = connect();
  newest().end(1013, "too many connections");
  expect([socket.state, socket.reason]).toEqual(["lost", "too many connections"]);
  vi.advanceTimersByTime(300);
  expect(FakeSocket.opened.length).toBe(2);
  newest().end(1013, "too many connections");
  vi.advanceTimersByTime(300);
  expect(FakeSocket.opened.length).toBe(2);
  vi.advanceTimersByTime(300);
  expect(FakeSocket.opened.length).toBe(3);
});

test("a closed socket stays closed", () => {
  const { socket } = connect();
  socket.close();
  newest().end(1006);
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.opened.length).toBe(1);
});
