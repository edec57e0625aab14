import { expect, test } from "vitest";
import { defaultOf } from "../src/components/option-fields";
import * as format from "../src/format";

test("counts have commas and the right noun", () => {
  expect(format.formatCount(12_500)).toBe("12,500");
  expect([format.plural(1, "card"), format.plural(0, "card")]).toEqual(["1 card", "0 cards"]);
  expect(format.plural(2, "copy", "copies")).toBe("2 copies");
  expect([1, 2].map((n) => format.nounFor(n, "buy"))).toEqual(["buy", "buys"]);
});

test("numbers have the minus sign and the digits that are asked for", () => {
  expect(format.formatFixed(-0.5, 2)).toBe("−0.50");
  expect(format.formatRounded(0.5001, 2)).toBe("0.5");
  expect([format.formatRounded(-3.004, 2), format.formatRounded(-0.001, 2)]).toEqual(["−3", "0"]);
  expect([format.formatNumber(-3), format.formatNumber(20)]).toEqual(["−3", "20"]);
  expect(format.formatPercent(-0.125, 1)).toBe("−12.5 %");
  expect([format.formatCount(-1200), format.formatShort(-0.5), format.formatShort(-12_000)]).toEqual([
    "−1,200",
    "−0.5",
    "−12k",
  ]);
  expect(format.formatPercent(0.125, 1)).toBe("12.5 %");
  expect(format.formatPercent(0.5, 0)).toBe("50 %");
  expect(format.formatSeconds(75)).toBe("1.25 s");
});

test("texts of the server get the minus sign of the page, options keep theirs", () => {
  expect(format.withMinus("-0.1 points [-0.5, -0.2], -3.0 to +1 (-2)")).toBe(
    "−0.1 points [−0.5, −0.2], −3.0 to +1 (−2)",
  );
  expect(format.withMinus("ludus inspect -n 4000 --seed 2, first-game, 2-3")).toBe(
    "ludus inspect -n 4000 --seed 2, first-game, 2-3",
  );
});

test("numbers on axes are short", () => {
  expect([12_345, 1234.5, 0.123456, 3].map(format.formatShort)).toEqual(["12.3k", "1235", "0.123", "3"]);
});

test("measures are written by their kind", () => {
  const cases: [number, string, string][] = [
    [0.541, "share", "54.1 %"],
    [0.02, "difference", "+2.0"],
    [1234, "count", "1,234"],
    [-0.5, "change", "−0.500"],
    [12.34, "number", "12.3"],
    [-0.02, "rating", "0"],
    [-536.4, "rating", "−536"],
    [Number.NaN, "share", "–"],
  ];
  for (const [value, kind, text] of cases) expect(format.formatMeasure(value, kind)).toBe(text);
});

test("time spans carry over, and an estimate of nothing is not written as 0 s", () => {
  expect([0, 59.6, 119.7, 3599.9, 7260].map(format.formatDuration)).toEqual([
    "0 s",
    "1 min 0 s",
    "2 min 0 s",
    "1 h 0 min",
    "2 h 1 min",
  ]);
  expect([30, 1, 0.6, 0, -5].map(format.timeLeft)).toEqual([
    "about 30 s left",
    "about 1 s left",
    "almost done",
    "almost done",
    "almost done",
  ]);
});

test("an option without a default says so in words", () => {
  expect([null, "", 5, false].map((value) => defaultOf({ default: value }))).toEqual(["none", "none", "5", "false"]);
});
