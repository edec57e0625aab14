import { expect, test } from "vitest";
import { chanceTitle, describeFlat } from "../src/charts/evaluation-chart";
import { paretoIndices } from "../src/charts/scatter";
import { axisSteps, linearScale, rangeOf } from "../src/charts/scales";
import type { FrontMember } from "../src/protocol";

test("a scale maps its range to pixels, also upside down", () => {
  expect([0, 5, 10].map(linearScale([0, 10], [100, 0]))).toEqual([100, 50, 0]);
});

test("the chance to win is named as one speaks", () => {
  expect(["you", "Bob"].map(chanceTitle)).toEqual(["Your chance to win", "Chance of Bob to win"]);
});

test("a range is never empty and has its margin", () => {
  expect(rangeOf([3, 3])).toEqual([2.5, 3.5]);
  expect(rangeOf([0, 10], 0.1)).toEqual([-1, 11]);
});

test("marks of an axis are round numbers within the range", () => {
  expect(axisSteps([0, 1], 5)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
  expect(axisSteps([0, 3], 6, 1)).toEqual([0, 1, 2, 3]);
  expect(axisSteps([-7, 23], 5)).toEqual([0, 10, 20]);
});

test("the Pareto front has no tree that another one beats in both goals", () => {
  const members = [
    [1, 5],
    [2, 4],
    [2, 3],
    [3, 1],
  ] as unknown as FrontMember[];
  const goal = (k: number) => ({
    key: String(k),
    name: String(k),
    of: (member: FrontMember) => (member as unknown as number[])[k] ?? 0,
  });
  expect(paretoIndices(members, goal(0), goal(1))).toEqual([0, 1, 3]);
});

test("a flat curve is explained, and another one is not", () => {
  const curve = (...values: number[]) => ({
    bot: "greedy",
    points: [...values, 1].map((value, k) => ({ ply: 10 * k, value, low: value, high: value })),
  });
  expect(describeFlat(curve(0.5, 0.52, 0.49, 0.5, 0.9))).toBe(
    "The evaluation hardly changed until move 30: about 50 %.",
  );
  expect(describeFlat(curve(0.5, 0.7, 0.9, 0.9))).toBe("");
  expect(describeFlat(curve(0.5, 0.52, 0.49))).toMatch(/hardly changed before the end .* about 50 %.* greedy does not/);
  expect(describeFlat(curve(0, 0.01, 0))).toMatch(/greedy hardly ever wins .* cannot tell/);
  expect(describeFlat(curve(1, 1, 0.99))).toMatch(/greedy nearly always wins .* cannot tell/);
  expect(describeFlat(curve(0.5))).toBe("");
});
