import { describe, expect, it } from "vitest";
import { lineRange, newLine } from "../src/components/code-area";
import { findBotSource, loadBotDraft, storeBotDraft, storeBotSource } from "../src/pages/uploaded-bots/bot-sources";
import { applyMessage, connectionLost, faultsOf, NO_CHECK } from "../src/games/platformer/editor/check";
import type { CheckedLevel, CheckLevel, LevelRating, LevelWalk } from "../src/protocol";

describe("code area", () => {
  it("indents a new line as the one above, and deeper after a colon", () => {
    expect(newLine("    x = 1")).toBe("\n    ");
    expect(newLine("def a():")).toBe("\n    ");
    expect(newLine("    def a(self): ")).toBe("\n        ");
    expect(newLine("a:\nb")).toBe("\n");
  });
  it("finds a line", () => {
    expect(lineRange("ab\ncde\n", 2)).toEqual([3, 6]);
    expect(lineRange("ab", 9)).toEqual([3, 3]);
  });
});

describe("sources of bots", () => {
  function memory() {
    const texts = new Map<string, string>();
    return {
      getItem: (key: string) => texts.get(key) ?? null,
      setItem: (key: string, text: string) => void texts.set(key, text),
    };
  }
  const source = { name: "mine", game: "locm", code: "x", cls: "", options: "" };
  it("are found again in the browser that wrote them", () => {
    const storage = memory();
    expect([loadBotDraft(storage), findBotSource("mine", storage)]).toEqual([null, undefined]);
    expect(storeBotDraft(source, storage)).toBe(true);
    storeBotSource({ ...source, code: "y" }, storage);
    storeBotSource({ ...source, code: "z" }, storage);
    expect(loadBotDraft(storage)?.code).toBe("x");
    expect(findBotSource("mine", storage)?.code).toBe("z");
  });
  it("are none if the storage is damaged, and say if it is full", () => {
    const broken = {
      getItem: () => "{",
      setItem: () => {
        throw new Error("full");
      },
    };
    expect(loadBotDraft(broken)).toBeNull();
    expect(storeBotDraft(source, broken)).toBe(false);
  });
});

describe("check of a level", () => {
  const asked: CheckLevel = { type: "check", request: 2, text: "level A", setting: {} };
  const scene = { row: {}, text: "" } as unknown as CheckedLevel["scene"];
  const fault = { message: "no way", line: null, cells: [[1, 2]] };
  const checked = (more: Partial<CheckedLevel>): CheckedLevel => ({
    type: "checked",
    request: 2,
    text: "level A",
    faults: [],
    scene,
    ...more,
  });
  const walked: LevelWalk = {
    type: "walked",
    request: 2,
    fault: null,
    presses: "",
    ticks: 60,
    notes: [],
    predicted: 0.5,
    koens: 0.5,
  };
  const rated = (last: boolean) =>
    ({ type: "rated", request: 2, last, players: 60, traps: [] }) as unknown as LevelRating;
  it("goes from faults to a walk to a rating", () => {
    let check = applyMessage(NO_CHECK, checked({}), asked);
    expect([check.state, check.text]).toEqual(["working", "level A"]);
    check = applyMessage(applyMessage(check, walked, asked), rated(false), asked);
    expect(check.state).toBe("working");
    expect(applyMessage(check, rated(true), asked).state).toBe("done");
  });
  it("ends with a fault, and keeps no rating of an earlier level", () => {
    const before = { ...NO_CHECK, rating: rated(true) };
    const wrong = applyMessage(before, checked({ scene: null, faults: [fault] }), asked);
    expect([wrong.state, wrong.earlier, faultsOf(wrong)]).toEqual(["done", null, [fault]]);
    const blocked = applyMessage(applyMessage(before, checked({}), asked), { ...walked, fault }, asked);
    expect([blocked.state, faultsOf(blocked)]).toEqual(["done", [fault]]);
  });
  it("ignores answers to older requests", () => {
    expect(applyMessage(NO_CHECK, { ...walked, request: 1 }, asked)).toBe(NO_CHECK);
    expect(applyMessage(NO_CHECK, walked, undefined)).toBe(NO_CHECK);
  });
  it("says when it failed or waits for the Studio", () => {
    expect(applyMessage(NO_CHECK, { type: "refused", request: 2, message: "broke off" }, asked)).toMatchObject({
      state: "failed",
      error: "broke off",
    });
    expect(connectionLost(NO_CHECK, "").state).toBe("working");
    expect(connectionLost(NO_CHECK, "").error).not.toBe("");
    expect(connectionLost(NO_CHECK, "only the owner")).toMatchObject({ state: "failed", error: "only the owner" });
  });
});
