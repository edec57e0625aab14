import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MoveQueue } from "../src/motion/queue";
import type { MoveRow, SessionSnapshot } from "../src/protocol";

const PAUSE = 100; // ms

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const row = (ply: number, seat: number): MoveRow => ({
  ply,
  seat,
  text: `M${ply}`,
  phrase: "",
  words: "",
  turn: "",
  turn_of: null,
  parts: null,
});

/** A session of seat 0 with the moves of these rows; its position is that after the last one. */
function session(moves: MoveRow[], more: Partial<SessionSnapshot> = {}): SessionSnapshot {
  const now = { ply: moves.length, decider: 0, turn: "", sights: [], legal: [], question: null };
  return { seat: 0, state: "playing", moves, now, ...more } as unknown as SessionSnapshot;
}

/** A queue, a list of the plies that it has shown, and a function that lets a seat move. */
function start(pause: () => number = () => PAUSE) {
  const plies: (number | undefined)[] = [];
  const queue: MoveQueue = new MoveQueue(() => plies.push(queue.shown?.now.ply), pause);
  let moves: MoveRow[] = [];
  queue.update(session(moves));
  const move = (seat: number, more: Partial<SessionSnapshot> = {}) => {
    moves = [...moves, row(moves.length, seat)];
    queue.update(session(moves, more));
  };
  return { queue, plies, move, moves: () => moves };
}

test("moves of others are shown one by one, however fast they arrive", () => {
  const { queue, plies, move } = start();
  move(0);
  for (let k = 0; k < 3; k += 1) move(1);
  expect(plies).toEqual([0, 1]); // one's own move at once
  expect(queue.isBehind).toBe(true);
  vi.advanceTimersByTime(PAUSE / 2); // after one's own move sooner
  expect(plies).toEqual([0, 1, 2]);
  vi.advanceTimersByTime(PAUSE);
  expect(plies).toEqual([0, 1, 2, 3]);
  vi.advanceTimersByTime(PAUSE);
  expect(plies).toEqual([0, 1, 2, 3, 4]);
  expect(queue.isBehind).toBe(false); // the player can move while the last one is animated
});

test("a move that arrives after a long time is not delayed", () => {
  const { queue, plies, move } = start();
  vi.advanceTimersByTime(10 * PAUSE);
  move(1);
  vi.advanceTimersByTime(0);
  expect(plies).toEqual([0, 1]);
  expect(queue.isBehind).toBe(false);
});

test("skipping shows the newest position, and nothing comes afterwards", () => {
  const { queue, plies, move } = start();
  for (let k = 0; k < 4; k += 1) move(1);
  queue.skip();
  expect([plies, queue.isBehind]).toEqual([[0, 4], false]);
  vi.advanceTimersByTime(10 * PAUSE);
  expect(plies).toEqual([0, 4]);
});

test("without a pause, as in a hidden tab or with reduced motion, nothing piles up", () => {
  let pause = PAUSE;
  const { queue, plies, move } = start(() => pause);
  move(1);
  move(1);
  pause = 0;
  move(1);
  expect([plies.at(-1), queue.isBehind]).toEqual([3, false]);
  vi.advanceTimersByTime(10 * PAUSE);
  move(1);
  expect(plies).toEqual([0, 3, 4]);
});

test("a taken back move and a reconnection are shown at once, without the waiting moves", () => {
  const { queue, plies, move } = start();
  move(1);
  move(1);
  queue.update(session([row(0, 1)])); // rows of a new snapshot are new objects
  expect([plies, queue.isBehind]).toEqual([[0, 1], false]);
  vi.advanceTimersByTime(10 * PAUSE);
  expect(plies).toEqual([0, 1]);
});

test("the end of the game waits until its last moves are shown", () => {
  const { queue, plies, move, moves } = start();
  move(1);
  move(1);
  const end = session(
    moves().map((played) => ({ ...played })),
    { state: "over", everything: true },
  );
  queue.update(end);
  expect(queue.shown?.state).toBe("playing");
  vi.advanceTimersByTime(PAUSE);
  expect([plies.at(-1), queue.shown?.state]).toEqual([1, "playing"]);
  vi.advanceTimersByTime(PAUSE);
  expect(queue.shown).toBe(end);
});

test("moves without a position, in the middle of a very long burst, are shown together with the next one", () => {
  const { queue, plies, move } = start();
  const old = session([]).now;
  move(1, { now: old });
  move(1, { now: old });
  move(1);
  vi.advanceTimersByTime(10 * PAUSE);
  expect(plies).toEqual([0, 3]);
  expect(queue.shown?.moves.length).toBe(3);
});

test("other changes of the session do not disturb the playback, and are there at its end", () => {
  const { queue, plies, move, moves } = start();
  move(1);
  move(1);
  queue.update(session(moves(), { thinking: 1 }));
  expect(plies).toEqual([0]);
  vi.advanceTimersByTime(10 * PAUSE);
  expect(plies).toEqual([0, 1, 2]);
  expect(queue.shown?.thinking).toBe(1);
});

test("a closed queue shows nothing more", () => {
  const { queue, plies, move } = start();
  move(1);
  queue.close();
  vi.advanceTimersByTime(10 * PAUSE);
  expect(plies).toEqual([0]);
});
