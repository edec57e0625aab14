import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SessionClient } from "../src/api/session";

/** A WebSocket whose other end is the test. */
class FakeSocket {
  static readonly OPEN = 1;
  static newest: FakeSocket;
  readyState = FakeSocket.OPEN;
  sent: { type: string; ply: number; text?: string }[] = [];
  onopen: () => void = () => {};
  onmessage: (event: { data: string }) => void = () => {};
  onclose: (event: { code: number; reason: string }) => void = () => {};

  constructor() {
    FakeSocket.newest = this;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as { type: string; ply: number; text?: string });
  }

  close(): void {}

  receive(message: object): void {
    this.onopen();
    this.onmessage({ data: JSON.stringify(message) });
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("document", { addEventListener: () => {}, removeEventListener: () => {} });
  vi.stubGlobal("location", { protocol: "http:", host: "studio", hash: "" });
  for (const name of ["localStorage", "sessionStorage"]) vi.stubGlobal(name, { getItem: () => null });
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("removeEventListener", () => {});
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function openSession(ply: number) {
  const refusals: string[] = [];
  const client = new SessionClient(
    "x",
    () => {},
    (why) => refusals.push(why),
  );
  const socket = FakeSocket.newest;
  socket.receive({ type: "whole", moves: [], now: { ply } });
  return { client, socket, refusals, backs: () => socket.sent.filter(({ type }) => type === "back") };
}

test("a second take-back waits for the answer to the first", () => {
  const { client, socket, backs } = openSession(2);
  client.takeBack(2);
  client.takeBack(2);
  expect(backs()).toHaveLength(1);
  socket.receive({ type: "whole", moves: [], now: { ply: 1 } });
  client.takeBack(2); // of a page that was not drawn again yet
  expect(backs()).toHaveLength(1);
  client.takeBack(1);
  expect(backs().map(({ ply }) => ply)).toEqual([2, 1]);
});

test("after a refused take-back one can ask again", () => {
  const { client, socket, refusals, backs } = openSession(2);
  client.takeBack(2);
  socket.receive({ type: "refused", request: null, message: "it has shown something new" });
  client.takeBack(2);
  expect(backs()).toHaveLength(2);
  expect(refusals).toEqual(["it has shown something new"]);
});

/** Play END at ply 2, lose the connection before the answer, and reconnect to a session that has gone on so. */
function reconnect(change: object, socketsLost = 1) {
  const { client, refusals } = openSession(2);
  client.play(2, "END");
  for (let k = 0; k < socketsLost; k++) {
    FakeSocket.newest.onclose({ code: 1006, reason: "" });
    vi.advanceTimersByTime(10_000);
  }
  const socket = FakeSocket.newest;
  socket.receive({ type: "whole", seat: 0, moves: [], now: { ply: 2, legal: [{ text: "END" }] }, ...change });
  return { plays: socket.sent.filter(({ type }) => type === "play"), refusals };
}

test("a move that a lost connection has swallowed is played again if its position is still the same", () => {
  for (const socketsLost of [1, 3]) {
    const { plays, refusals } = reconnect({}, socketsLost);
    expect(plays.map(({ ply, text }) => [ply, text])).toEqual([[2, "END"]]);
    expect(refusals).toEqual([]);
  }
});

test("a move waits while the connection is lost, and only then", () => {
  const { client, socket } = openSession(2);
  socket.onclose({ code: 1006, reason: "" });
  expect([client.state, client.isMoveWaiting]).toEqual(["lost", false]);
  vi.advanceTimersByTime(1000);
  FakeSocket.newest.receive({ type: "whole", moves: [], now: { ply: 2 } });
  client.play(2, "END");
  expect(client.isMoveWaiting).toBe(false); // its answer may be on the way
  FakeSocket.newest.onclose({ code: 1006, reason: "" });
  expect(client.isMoveWaiting).toBe(true);
  vi.advanceTimersByTime(1000);
  FakeSocket.newest.receive({ type: "whole", seat: 0, moves: [], now: { ply: 2, legal: [{ text: "END" }] } });
  expect([client.state, client.isMoveWaiting]).toEqual(["open", false]);
});

test("a move that arrived before the connection was lost is not played again", () => {
  const { plays, refusals } = reconnect({ moves: [{ ply: 2, seat: 0, text: "END" }], now: { ply: 3, legal: [] } });
  expect([plays, refusals]).toEqual([[], []]);
});

test("a move that did not arrive in time is told", () => {
  for (const now of [
    { ply: 2, legal: [] },
    { ply: 3, legal: [{ text: "END" }] },
  ]) {
    const { plays, refusals } = reconnect({ moves: [{ ply: 2, seat: 0, text: "PASS" }], now });
    expect(plays).toEqual([]);
    expect(refusals).toEqual(["Your last move did not arrive."]);
  }
});

test("a move that was answered is not played again after a lost connection", () => {
  const { client, socket, refusals } = openSession(2);
  client.play(2, "END");
  socket.receive({ type: "moved", move: { ply: 2, seat: 0, text: "END" }, after: { ply: 3 } });
  socket.onclose({ code: 1006, reason: "" });
  vi.advanceTimersByTime(1000);
  FakeSocket.newest.receive({ type: "whole", seat: 0, moves: [], now: { ply: 2, legal: [{ text: "END" }] } });
  expect(FakeSocket.newest.sent).toEqual([]);
  expect(refusals).toEqual([]);
});

test("a move and the news that came with it are one change of the page", () => {
  const changes: boolean[] = [];
  const client = new SessionClient(
    "x",
    (isLast) => changes.push(isLast),
    () => {},
  );
  const socket = FakeSocket.newest;
  const seats = [{ seat: 0 }, { seat: 1 }];
  socket.receive({ type: "whole", moves: [], now: { ply: 0 }, seats, state: "playing", take_back: { ply: 0 } });
  const before = client.session;
  changes.length = 0;
  const move = { ply: 0, text: "END" };
  const news = { type: "news", now: null, seats, state: "playing", take_back: { ply: 1 } };
  socket.receive([{ type: "moved", move, after: { ply: 1 } }, news]);
  expect(changes).toEqual([false, true]);
  expect(client.session?.moves).toEqual([move]);
  expect(client.session?.take_back).toEqual({ ply: 1 });
  expect(client.session?.seats).toBe(before?.seats); // nothing about the players has changed
  socket.receive({ ...news, state: "over" });
  expect(changes).toEqual([false, true, true]);
});

test("the same position after a reconnection is the same object, the same ply after a take-back is not", () => {
  const { client, socket } = openSession(2);
  const before = client.session?.now;
  socket.receive({ type: "whole", moves: [], now: { ply: 2 } });
  expect(client.session?.now).toBe(before);
  socket.receive({ type: "whole", moves: [], now: { ply: 1 } });
  socket.receive({ type: "whole", moves: [], now: { ply: 2 } });
  expect(client.session?.now).not.toBe(before);
});
