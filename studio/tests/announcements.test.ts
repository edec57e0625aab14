import { expect, test } from "vitest";
import { describePlace, Reporter, trapState } from "../src/games/platformer/stage/announcements";
import { Game } from "../src/games/platformer/stage/game";
import { makeWorld, Run } from "../src/games/platformer/rules/run";
import type { LevelScene, TrapInfo } from "../src/protocol";
import { CELL, RIGHT, SOLID, TRAP } from "../src/games/platformer/rules/units";

const COLUMNS = 14;

/** A corridor of twelve cells with these traps, whose first column is 1. */
function corridor(traps: Partial<TrapInfo>[]): Game {
  const inner = Array.from({ length: 4 }, (_, y) =>
    Array.from({ length: COLUMNS }, (_, x) => {
      if (x === 0 || x === COLUMNS - 1) return SOLID;
      return traps.some((trap) => trap.x === x && (trap.y ?? 1) === y + 1) ? TRAP : 0;
    }),
  );
  const wall = Array<number>(COLUMNS).fill(SOLID);
  const bordered = [wall, wall, ...inner, wall].map((row) => [SOLID, ...row, SOLID]);
  const filled = traps.map((trap) => ({ name: "", facing: "up", period: 60, phase: 0, cells: 1, y: 1, ...trap }));
  const scene = { cells: bordered, start: [1, 1], exits: [[12, 1]], traps: filled } as unknown as LevelScene;
  return new Game(makeWorld(scene), "checkpoint", null, () => {});
}

test("a place is described with the next trap and the exit", () => {
  const game = corridor([{ kind: "spikes", x: 6 }]);
  expect(describePlace(game)).toBe(
    "Column 1, row 1, on the ground. Next trap: spikes, 5 cells to the right, always deadly. Exit 11 cells to the right.",
  );
  game.run.body.x = 8 * CELL;
  expect(describePlace(game)).toContain("Nearest trap: spikes, 2 cells to the left");
});

test("the state of a trap changes with its period", () => {
  const texts = (trap: Partial<TrapInfo>, ticks: number[]) => {
    const { run } = corridor([trap]);
    return ticks.map((tick) => {
      run.tick = tick;
      const first = run.world.traps[0];
      return first && trapState(run, first).text;
    });
  };
  expect(texts({ kind: "squeeze", x: 6 }, [0, 6, 30])).toEqual([
    "closed",
    "open, closes in 0.9 s",
    "open, closes in 0.5 s",
  ]);
  expect(texts({ kind: "wall-spikes", x: 6, facing: "left" }, [0, 30])).toEqual([
    "spikes out",
    "spikes in, come out in 0.5 s",
  ]);
  expect(texts({ kind: "saw", x: 4, cells: 3 }, [0, 30])).toEqual([
    "the saw is 3 cells to the right",
    "the saw is 5 cells to the right",
  ]);
  expect(texts({ kind: "jaws", x: 6 }, [0])).toEqual(["left spikes out, right spikes in, come out in 0.5 s"]);
});

test("a mine says when it explodes", () => {
  const { run } = corridor([{ kind: "mine", x: 6 }]);
  const [mine] = run.world.traps;
  run.tick = 10;
  run.lit[0] = 10;
  expect(mine && trapState(run, mine).text).toBe("explodes in 0.6 s");
  run.tick = 46;
  expect(mine && trapState(run, mine)).toEqual({ deadly: true, text: "explodes" });
});

test("a reporter tells of the start, each new cell, deaths and the end, each once", () => {
  const game = corridor([{ kind: "spikes", x: 3 }]);
  const reporter = new Reporter();
  const heard = () => reporter.news(game);
  expect(heard()[0]).toMatch(/^Ready\. Column 1/);
  expect(heard()).toEqual([]);
  game.input.press("test", RIGHT);
  const sentences: string[] = [];
  for (let tick = 0; tick < 60 && game.run.deaths === 0; tick += 1) {
    game.stepOnce();
    sentences.push(...heard());
  }
  expect(sentences[0]).toMatch(/^Paused\. Column 1/);
  expect(sentences.filter((text) => /^Column 2, /.test(text))).toHaveLength(1);
  expect(sentences.at(-1)).toMatch(/^Death 1 by spikes in column 2, row 1\. Column 1, row 1/);
  game.run = new Run(game.world);
  game.run.arrived = true;
  game.state = "over";
  expect(heard()).toEqual(["Finished in 0.00 s, 0 deaths."]);
  expect(heard()).toEqual([]);
});
