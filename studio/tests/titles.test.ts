import { expect, test } from "vitest";
import type { RunRow, TournamentTable } from "../src/protocol";
import {
  aboutRun,
  explainTournament,
  jobTitle,
  joinNames,
  runCount,
  tournamentAnswer,
  tournamentTitle,
} from "../src/titles";

const TITLES = new Map([["locm", "Legends of Code and Magic"]]);
test("jobs have titles for people", () => {
  expect(jobTitle({ kind: "make", subject: "platformer" }, new Map([["platformer", "Platformer"]]))).toBe(
    "Platformer: make levels",
  );
  expect(jobTitle({ kind: "inspect", subject: "locm" }, TITLES)).toBe("Legends of Code and Magic: inspect card lists");
  expect(jobTitle({ kind: "tournament", subject: "locm" }, TITLES)).toBe("Legends of Code and Magic: tournament");
  expect(jobTitle({ kind: "run", subject: "delve-trees" }, TITLES)).toBe("Study delve-trees");
});

const row = { name: "locm-1a2b", game: "locm", players: ["coac", "greedy", "random"], played: 600, planned: 600 };
const share = (value: number) => ({ value, low: value - 0.02, high: value + 0.02 });

function table(sure: boolean): TournamentTable {
  return {
    row: { ...row, seed: 7, work: "" },
    standings: [
      { player: 1, name: "greedy", share: share(0.7), rating: share(60) },
      { player: 0, name: "coac", share: share(0.6), rating: share(40) },
      { player: 2, name: "random", share: share(0.2), rating: share(-100) },
    ],
    cells: [
      { pair: "0-1", games: 200, shares: [share(0.48), share(0.52)], sure },
      { pair: "1-2", games: 200, shares: [share(0.9), share(0.1)], sure: true },
      { pair: "0-2", games: 200, shares: [share(0.9), share(0.1)], sure: true },
    ],
    whole: true,
    report: true,
  };
}

test("a tournament is titled by its game and its bots", () => {
  expect(tournamentTitle(row, TITLES)).toBe("Legends of Code and Magic: coac, greedy and random");
  expect(tournamentTitle({ game: "own", players: ["mcts:iterations=1", "mcts:iterations=2"] }, TITLES)).toBe(
    "own: mcts:iterations=1 and mcts:iterations=2",
  );
  expect(joinNames(["a", "b", "c", "d", "e"])).toBe("a, b, c and 2 more");
  expect(explainTournament({ ...row, seed: 7, work: "" })).toMatch(/3 bots.*200 games.*7.*locm-1a2b/);
});

test("the answer of a tournament names the winner and how sure it is", () => {
  expect(tournamentAnswer(table(false))).toMatch(/^greedy .*70\.0 %.*68\.0 %.*72\.0 %.* 1 of 2 opponents/);
  expect(tournamentAnswer(table(true))).toMatch(/ 2 of 2 opponents/);
  expect(tournamentAnswer({ ...table(true), whole: false })).toMatch(/so far/);
  expect(tournamentAnswer({ ...table(true), standings: [] })).toBe("");
});

test("a run counts what its study counts, and says of it what the title does not say", () => {
  const run = { done: 750, planned: 4622, seed: 1, work: "" } as RunRow;
  expect(runCount(run)).toBe("750 of 4,622 games, seed 1");
  expect(runCount({ ...run, unit: "step" })).toBe("750 of 4,622 steps, seed 1");
  expect(runCount({ ...run, planned: 0, work: "a1" })).toBe("starting");
  expect(aboutRun({ title: "How often rooms are filled", about: "How often rooms are filled." })).toBe("");
  expect(aboutRun({ title: "Which sets are fair", about: "Which sets are fair: tables and claims." })).toBe(
    "Tables and claims.",
  );
});
