import { describe, expect, it } from "vitest";
import type { CheckResult } from "../src/pages/trees/check";
import { formatOf, nodesOfTextFault, textOf, whyNotNamed, whyNotUsable } from "../src/pages/trees/check";
import { listGoals } from "../src/pages/trees/pareto-front";
import { explainRating } from "../src/pages/trees/results";
import { fittingScale, zoomedScale } from "../src/pages/trees/view";
import type { Tree } from "../src/pages/trees/tree";

const node = (id: number, name: string) => ({ id, name, target: "area", value: 1, parents: [], price: 1 });
const TREE: Tree = { name: "t", nodes: [node(11, "Fury"), node(12, 'Say "A"'), node(13, "Aim")] };
const about = (text: string, line: number | null, nodes: number[] = []) => [
  ...nodesOfTextFault(TREE, text, { message: "", line, nodes }),
];

describe("a fault of the typed text", () => {
  it("is about the node whose lines it is in, in every format", () => {
    const toml = 'name = "t"\n\n[[nodes]]\nname = "Fury"\nvalue = 1\n\n[[nodes]]\nname = "Aim"\nvalue = x\n';
    expect(about(toml, 9)).toEqual([13]);
    expect(about(toml, 3)).toEqual([11]);
    expect(about('{\n "nodes": [\n  {\n   "name": "Aim",\n   "value": 1,,\n  }\n ]\n}', 5)).toEqual([13]);
    expect(about("name,target,value\nFury,area,1\nAim,arena,1", 3)).toEqual([13]);
  });

  it("is about the node at its place if no name is near, and about none if neither is known", () => {
    expect(about('[[nodes]]\nname = "Renamed"\nvalue = 0', 3, [1])).toEqual([12]);
    expect(about("", null)).toEqual([]);
    expect(about("[[nodes]]", 1, [99])).toEqual([]);
  });
});

describe("the text of the tree", () => {
  const checked: CheckResult = {
    tree: TREE,
    spots: new Map(),
    written: { tree: TREE, format: ".json", text: "{}" },
    fault: null,
    connectionError: "",
  };
  const source = { tree: TREE, format: formatOf("x.toml"), text: "# mine" };

  it("has the format that the ending of the file name says", () => {
    expect(textOf(TREE, formatOf("x.toml"), source, checked)).toBe("# mine");
    expect(textOf(TREE, formatOf("x.JSON"), source, checked)).toBe("{}");
    expect(textOf(TREE, formatOf("x.csv"), source, checked)).toBe(null);
    expect(textOf({ ...TREE }, formatOf("x.toml"), source, checked)).toBe(null);
    expect(whyNotNamed("x.json")).toBe("");
    expect(whyNotNamed("x.txt")).toContain(".json");
  });

  it("keeps the tree from being saved and played while it is not read or has a fault", () => {
    const fault = { message: "no number", nodes: [], line: 6 };
    expect(whyNotUsable(TREE, "# mine", null, checked)).toBe("");
    expect(whyNotUsable(TREE, "# mine", { text: "x", isRead: false, fault: null }, checked)).toContain("being read");
    expect(whyNotUsable(TREE, "# mine", { text: "x", isRead: true, fault }, checked)).toContain("error");
    expect(whyNotUsable(TREE, null, null, checked)).toContain("being checked");
    expect(whyNotUsable(TREE, "", null, { ...checked, connectionError: "no answer" })).toContain("no answer");
    expect(whyNotUsable(TREE, "", null, { ...checked, fault: { ...fault, ids: new Set() } })).toContain("error");
  });
});

describe("ratings", () => {
  const rating = (name: string, title: string) => ({ name, title, meaning: "", weight: 1 });
  const info = {
    ratings: [rating("MfcWinTurn", "most frequent turns of a win")],
    choice_ratings: [rating("NoForced", "no forced picks")],
  };

  it("have names for people on the axes of a front, of both kinds of searches", () => {
    expect(listGoals(["MfcWinTurn", "NoForced"], info).map(({ name }) => name)).toEqual([
      "most frequent turns of a win",
      "no forced picks",
      "total",
      "nodes",
    ]);
  });

  it("say in the tooltip how files and options call them", () => {
    expect(explainRating("who loses has nearly won", "GraciousLoss")).toBe(
      "Who loses has nearly won. In files and options: GraciousLoss.",
    );
    expect(explainRating("the weighted mean")).toBe("The weighted mean.");
  });
});

describe("the view", () => {
  it("shows the whole tree and is never larger than natural", () => {
    expect(fittingScale({ width: 1000, height: 500 }, 500, 640)).toBe(0.5);
    expect(fittingScale({ width: 1000, height: 1280 }, 1000, 640)).toBe(0.5);
    expect(fittingScale({ width: 300, height: 200 }, 900, 640)).toBe(1);
    expect(fittingScale({ width: 9000, height: 200 }, 300, 640)).toBe(0.3);
    expect(fittingScale({ width: 300, height: 200 }, 0, 0)).toBe(1);
  });

  it("zooms by steps within limits and comes back to 100 %", () => {
    expect(zoomedScale(1, 1.25)).toBe(1.25);
    expect(zoomedScale(0.78, 1.25)).toBe(1);
    expect(zoomedScale(2, 1.25)).toBe(2);
    expect(zoomedScale(0.3, 0.8)).toBe(0.3);
  });
});
