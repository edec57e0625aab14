import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { currentPath, currentRoute, isSameReplay, navigate, navigateLater } from "../src/route";

const MAX_CHANGES = 100; // in 30 seconds, as Safari allows; Chromium allows 200

let start = 0;
let entries: string[];
let changes: number[]; // times

beforeEach(() => {
  vi.useFakeTimers();
  start += 1_000_000; // ms: what earlier tests have used up is spare again
  vi.setSystemTime(start);
  [entries, changes] = [["/tables"], []];
  const location = {
    get pathname() {
      return entries.at(-1)?.split("?")[0];
    },
    get search() {
      return entries.at(-1)?.includes("?") ? `?${entries.at(-1)?.split("?")[1]}` : "";
    },
  };
  const replaceState = (_: unknown, __: string, path: string) => {
    changes.push(Date.now());
    entries[entries.length - 1] = path;
  };
  const pushState = (_: unknown, __: string, path: string) => entries.push(path);
  vi.stubGlobal("location", location);
  vi.stubGlobal("history", { replaceState, pushState, state: null });
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("dispatchEvent", () => true);
});

afterEach(() => {
  vi.runAllTimers();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("stepping quickly through a game moves the page at once and the address within the limits of browsers", () => {
  navigate("/tables/a/0");
  for (let ply = 1; ply <= 900; ply += 1) {
    navigate(`/tables/a/${ply}`, true);
    expect(currentRoute().parts).toEqual(["tables", "a", String(ply)]);
    vi.advanceTimersByTime(33);
  }
  expect(entries).toHaveLength(2);
  for (const time of changes)
    expect(changes.filter((other) => other >= time && other < time + 30_000).length).toBeLessThan(MAX_CHANGES);
  vi.advanceTimersByTime(1000);
  expect(entries).toEqual(["/tables", "/tables/a/900"]);
});

test("a few steps are in the address at once", () => {
  for (let ply = 1; ply <= 9; ply += 1) {
    navigate(`/tables/a/${ply}?open=1`, true);
    expect(entries).toEqual([`/tables/a/${ply}?open=1`]);
  }
});

test("a link that is followed while the address is behind leaves the newest position in the history", () => {
  for (let ply = 1; ply <= 50; ply += 1) navigate(`/tables/a/${ply}`, true);
  expect(entries).not.toEqual(["/tables/a/50"]);
  navigate("/runs");
  expect(entries).toEqual(["/tables/a/50", "/runs"]);
  expect(currentPath()).toBe("/runs");
});

test("positions of one game are one entry of the history, other games and pages are not", () => {
  expect(isSameReplay("/tables/a/0", "/tables/a")).toBe(true);
  expect(isSameReplay("/tables/a", "/tables/a/12")).toBe(true);
  expect(isSameReplay("/tables/b/0", "/tables/a/0")).toBe(false);
  expect(isSameReplay("/tables", "/tables")).toBe(false);
  expect(isSameReplay("/levels/a/runs/r", "/levels/a/runs/r")).toBe(true);
  expect(isSameReplay("/levels/a/runs/r", "/levels/a")).toBe(false);
  expect(isSameReplay("/runs/a", "/runs/a")).toBe(false);
});

test("an answer of the server leads on from its own page only", () => {
  const goTo = navigateLater();
  navigate("/tables?most=7");
  goTo("/tables/first");
  expect(currentPath()).toBe("/tables/first");
  const goOn = navigateLater();
  navigate("/tables/first/12", true); // a step through the game
  goOn("/tables/second");
  expect(currentPath()).toBe("/tables/second");
  const tooLate = navigateLater();
  navigate("/levels");
  tooLate("/tables/third");
  expect(currentPath()).toBe("/levels");
});
