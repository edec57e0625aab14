import { expect, test } from "vitest";
import { Game } from "../src/games/platformer/stage/game";
import { GuidedProgress } from "../src/games/platformer/guided-progress";
import type { Run, World } from "../src/games/platformer/rules/run";
import { AIR, CELL, GROUND, HANG_RIGHT } from "../src/games/platformer/rules/units";
import type { GuidedRunStep } from "../src/protocol";

/** A game whose run dies in some ticks; only the run's counters matter here. */
function gameThatDiesAt(ticks: number[]): { game: Game; seen: number[] } {
  const seen: number[] = [];
  const world = { scene: { start: [1, 1], cells: [] }, cells: [], traps: [], trapAt: new Map() } as unknown as World;
  const game = new Game(world, "checkpoint", null, () => seen.push(game.run.deaths));
  game.run.step = () => {
    game.run.tick += 1;
    if (ticks.includes(game.run.tick)) game.run.deaths += 1;
  };
  return { game, seen };
}

test("the page hears of a death in the tick in which it happens", () => {
  const { game, seen } = gameThatDiesAt([2, 5]);
  let time = 1000;
  game.frame(time);
  game.start();
  seen.length = 0;
  for (let k = 0; k < 6; k += 1) {
    time += 1000 / 60;
    game.frame(time);
  }
  expect(game.run.deaths).toBe(2);
  expect(seen).toEqual([1, 2]);
});

const STEPS: GuidedRunStep[] = [
  { text: "run", place: [2, 1, 4, 1], stance: "ground", ticks: 1 },
  { text: "hang", place: [6, 2, 6, 2], stance: "hang", ticks: 1 },
  { text: "wait", place: [8, 1, 9, 1], stance: "ground", ticks: 3 },
  { text: "go", place: [12, 1, 12, 1], stance: "ground", ticks: 1 },
];

/** A run at a cell; only what a guide reads. */
const runAt = (x: number, y: number, stance: number, deaths = 0): Run =>
  ({ body: { x: x * CELL + 1, y: y * CELL, stance }, deaths, arrived: false }) as unknown as Run;

test("a guided run goes on when the body stands or hangs in the place of the step", () => {
  const progress = new GuidedProgress(STEPS);
  expect(progress.update(runAt(3, 1, AIR))).toBe(false);
  expect(progress.update(runAt(3, 1, GROUND))).toBe(true);
  expect(progress.update(runAt(6, 2, GROUND))).toBe(false);
  expect(progress.update(runAt(6, 2, HANG_RIGHT))).toBe(true);
  expect(progress.step).toBe(2);
});

test("a step with a number of ticks is done after a stay without a break", () => {
  const progress = new GuidedProgress(STEPS);
  for (const x of [8, 9, 10, 8, 9]) progress.update(runAt(x, 1, GROUND));
  expect(progress.step).toBe(0);
  progress.update(runAt(9, 1, GROUND));
  expect(progress.step).toBe(3); // and the steps before it are done, too
});

test("a death is said until the next step, and a restart begins anew", () => {
  const progress = new GuidedProgress(STEPS);
  expect(progress.update(runAt(1, 1, GROUND, 1))).toBe(true);
  expect([progress.step, progress.died]).toEqual([0, true]);
  progress.update(runAt(3, 1, GROUND, 1));
  expect([progress.step, progress.died]).toEqual([1, false]);
  progress.update({ ...runAt(12, 1, AIR, 1), arrived: true } as unknown as Run);
  expect(progress.step).toBe(STEPS.length);
  progress.restart();
  expect(progress.step).toBe(0);
});
