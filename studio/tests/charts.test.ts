import { expect, test } from "vitest";
import { chanceTitle } from "../src/charts/evaluation-chart";
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
