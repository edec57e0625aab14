import { describe, expect, it } from "vitest";
import {
  cellAt,
  changeTrap,
  describeCell,
  type DraftLevel,
  emptyLevel,
  height,
  moveThing,
  newTrap,
  paintCell,
  paintLine,
  placeTrap,
  readLevel,
  removeThing,
  resizeLevel,
  thingAt,
  toggleOrnament,
  trapAt,
  width,
  writeLevel,
} from "../src/games/platformer/editor/draft";
import { deleteDraft, findDraft, listDrafts, MAX_DRAFTS, storeDraft } from "../src/games/platformer/editor/drafts";
import { applyTool, applyToolAlong, TOOLS } from "../src/games/platformer/editor/tools";
import { addVersion, newHistory, redo, undo } from "../src/undo-history";

const SCHOOL = `level Trap school

cells
############
#o.oooooooo#
#oooooooooo#
#ootttoodoo#
#####=######

start 1 1
exit 10 1
safe 1 1
saw 3 1 period 120 phase 40
spikes 8 1 up
coin 5 2
`;

function withTrap(level: DraftLevel, kind: Parameters<typeof newTrap>[1], x: number, y: number): DraftLevel {
  return placeTrap(level, newTrap(level, kind, x, y)) as DraftLevel;
}

describe("level files", () => {
  it("come back unchanged", () => {
    expect(writeLevel(readLevel(SCHOOL))).toBe(SCHOOL);
  });
  it("keep physics and pieces", () => {
    const text = SCHOOL.replace("start 1 1", "physics name Moon\nphysics gravity 20\nstart 1 1");
    expect(writeLevel(readLevel(text))).toBe(text);
  });
  it("need cells", () => {
    expect(() => readLevel("level Nothing\n")).toThrow("cells");
  });
});

describe("ground", () => {
  const level = readLevel(SCHOOL);
  it("removes what does not fit any more, but not the start", () => {
    expect(paintCell(level, 4, 1, true).traps.map((trap) => trap.kind)).toEqual(["spikes"]);
    expect(paintCell(level, 10, 1, true).exits).toEqual([]);
    expect(paintCell(level, 1, 1, true)).toMatchObject({ start: [1, 1], safe: [] });
    expect(paintCell(level, 5, 2, true).ornaments).toEqual([]);
  });
  it("is drawn without holes by a fast pointer", () => {
    const drawn = paintLine(level, [2, 3], [9, 2], true);
    const columns = [2, 3, 4, 5, 6, 7, 8, 9];
    expect(columns.every((x) => [2, 3].some((y) => cellAt(drawn, x, y) === "#"))).toBe(true);
  });
  it("stays the same object without a change, so that no step of undo is made", () => {
    expect(paintCell(level, 0, 0, true)).toBe(level);
    expect(paintCell(level, -1, 0, true)).toBe(level);
  });
  it("can be fixed for generators", () => {
    expect(cellAt(paintCell(level, 2, 2, false, true), 2, 2)).toBe(".");
  });
});

describe("traps", () => {
  const level = emptyLevel(12, 7);
  it("are centred on the cell and open the ground", () => {
    const saw = withTrap(level, "saw", 5, 1);
    expect(trapAt(saw, 4, 1)).toMatchObject({ kind: "saw", x: 4, y: 1, period: 120, phase: 0 });
    expect([4, 5, 6].map((x) => cellAt(saw, x, 1))).toEqual(["o", "o", "o"]);
    expect(newTrap(level, "saw", 11, 2).x).toBe(9);
  });
  it("point away from the ground that holds them", () => {
    expect(newTrap(level, "spikes", 5, 2).facing).toBe("up");
    expect(newTrap(level, "spikes", 5, 5).facing).toBe("down");
    expect(newTrap(level, "wall-spikes", 1, 3).facing).toBe("right");
    expect(newTrap(level, "wall-spikes", 10, 3).facing).toBe("left");
  });
  it("keep their phase below their period", () => {
    const squeeze = withTrap(level, "squeeze", 5, 2);
    const [trap] = squeeze.traps;
    if (!trap) throw new Error("no trap");
    expect(changeTrap(squeeze, trap, { phase: 130 }).traps[0]).toMatchObject({ period: 120, phase: 10 });
    expect(changeTrap(squeeze, trap, { phase: -1 }).traps[0]?.phase).toBe(119);
    const late = changeTrap(squeeze, trap, { phase: 100 });
    expect(changeTrap(late, late.traps[0] as typeof trap, { period: 60 }).traps[0]?.phase).toBe(40);
  });
  it("replace each other, move and are removed", () => {
    const mine = withTrap(withTrap(level, "saw", 5, 2), "mine", 5, 2);
    expect(mine.traps.map((trap) => trap.kind)).toEqual(["mine"]);
    const thing = thingAt(mine, 5, 2);
    const moved = thing && moveThing(mine, thing, 2, 0);
    expect(moved?.traps[0]).toMatchObject({ kind: "mine", x: 7, y: 2 });
    expect(thing && moveThing(mine, thing, -9, 0)).toBe(mine);
    expect(removeThing(mine, 5, 2).traps).toEqual([]);
  });
  it("are described with their timing", () => {
    expect(describeCell(withTrap(level, "saw", 5, 2), 6, 2)).toBe("saw, period 120, phase 0");
    expect(describeCell(level, 1, 2)).toBe("start, open");
  });
});

describe("tools", () => {
  it("have keys of their own", () => {
    const keys = TOOLS.map((tool) => tool.key).filter(Boolean);
    expect(new Set(keys).size).toBe(keys.length);
  });
  it("change a level, and only the drawing ones work along a line", () => {
    const level = emptyLevel(12, 7);
    expect(applyTool(level, "exit", 5, 2).exits).toHaveLength(2);
    expect(applyTool(applyTool(level, "exit", 5, 2), "exit", 5, 2).exits).toHaveLength(1);
    expect(applyTool(level, "start", 3, 2).start).toEqual([3, 2]);
    expect(applyTool(level, "select", 3, 2)).toBe(level);
    const drawn = applyToolAlong(level, "ground", [2, 3], [6, 3]);
    expect(drawn.rows[height(drawn) - 4]).toBe("#o#####oooo#");
  });
  it("put ornaments where they belong", () => {
    const level = emptyLevel(12, 7);
    expect(cellAt(toggleOrnament(level, "fossil", 5, 3), 5, 3)).toBe("#");
    expect(toggleOrnament(toggleOrnament(level, "coin", 5, 3), "coin", 5, 3).ornaments).toEqual([]);
  });
});

describe("size", () => {
  const level = withTrap(emptyLevel(12, 7), "saw", 9, 2);
  it("grows inside the border", () => {
    const large = resizeLevel(level, 14, 9);
    expect([width(large), height(large)]).toEqual([14, 9]);
    expect(large.rows[0]).toBe("#".repeat(14));
    expect(large.rows[4]).toBe(`#${"o".repeat(12)}#`);
    expect(large.traps).toEqual(level.traps);
  });
  it("shrinks and removes what is cut off", () => {
    const small = resizeLevel(level, 9, 5);
    expect([width(small), height(small)]).toEqual([9, 5]);
    expect(small.rows[0]).toBe("#".repeat(9));
    expect(small.rows.every((row) => row.endsWith("#"))).toBe(true);
    expect([small.traps, small.exits]).toEqual([[], []]);
  });
});

describe("undo", () => {
  it("goes back and forth, and a new edit ends the way forth", () => {
    let history = addVersion(addVersion(newHistory(1), 2), 3);
    history = undo(history);
    expect([history.now, redo(history).now]).toEqual([2, 3]);
    expect(redo(addVersion(history, 4)).now).toBe(4);
    expect(undo(undo(undo(history))).now).toBe(1);
  });
  it("takes quick edits of one field as one step", () => {
    let history = addVersion(newHistory("a"), "ab", "name", 1000);
    history = addVersion(history, "abc", "name", 1500);
    expect(undo(history).now).toBe("a");
    expect(undo(addVersion(history, "abcd", "name", 9000)).now).toBe("abc");
  });
});

describe("stored drafts", () => {
  function memory(limit = Number.POSITIVE_INFINITY) {
    let text: string | null = null;
    return {
      getItem: () => text,
      setItem: (_: string, value: string) => {
        if (value.length > limit) throw new Error("full");
        text = value;
      },
    };
  }
  const draft = (id: string) => ({ id, name: id, text: "level A\n", edited: "2026-01-01T00:00:00Z" });
  it("are found again, the newest first, and the oldest are dropped", () => {
    const storage = memory();
    for (let k = 0; k < MAX_DRAFTS + 2; k += 1) storeDraft(draft(`d${k}`), storage);
    storeDraft(draft("d5"), storage);
    expect(listDrafts(storage).map(({ id }) => id)[0]).toBe("d5");
    expect(listDrafts(storage)).toHaveLength(MAX_DRAFTS);
    deleteDraft("d5", storage);
    expect(findDraft("d5", storage)).toBeUndefined();
  });
  it("say that the storage is full, and survive damage", () => {
    expect(() => storeDraft(draft("a"), memory(10))).toThrow("storage");
    const broken = memory();
    broken.setItem("", '{"no": "list"}');
    expect(listDrafts(broken)).toEqual([]);
    broken.setItem("", '[{"id": 1}, "x", null]');
    expect(listDrafts(broken)).toEqual([]);
  });
});
