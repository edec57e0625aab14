import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SessionClient } from "../src/api/session";

/** A WebSocket whose other end is the test. */
class FakeSocket {
  static readonly OPEN = 1;
  static newest: FakeSocket;
  readyState = FakeSocket.OPEN;
  sent: { type: string; ply: number }[] = [];
  onmessage: (event: { data: string }) => void = () => {};
  onclose: (event: { code: number; reason: string }) => void = () => {};

  constructor() {
    FakeSocket.newest = this;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as { type: string; ply: number });
  }

  close(): void {}

  receive(message: object): void {
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
