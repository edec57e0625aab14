import { describe, expect, it } from "vitest";
import {
  describeCard,
  entryIds,
  faultyEntries,
  faultyField,
  fieldTitle,
  findEntry,
  fitsSearch,
  maskNames,
  toggleMask,
  typedNumber,
} from "../src/pages/cards/card-text";
import { nextRow } from "../src/pages/cards/card-list";
import { addVersion, newHistory, redo, undo } from "../src/undo-history";
import { contentName, isCardFile } from "../src/pages/cards/files";
import { cardTables, moreGames, namedBots } from "../src/pages/cards/measurement";
import type { CardEntryInfo, CardFieldInfo, CardKindInfo, DesignReportMessage } from "../src/protocol";

const field = (key: string, kind: CardFieldInfo["kind"], more: Partial<CardFieldInfo> = {}): CardFieldInfo => ({
  key,
  kind,
  least: null,
  most: null,
  choices: [],
  default: kind === "number" ? 0 : "",
  required: false,
  meaning: "",
  ...more,
});
const KEYWORDS = field("keywords", "mask", { choices: ["Breakthrough", "Charge", "Drain"], default: "---" });
const KIND: CardKindInfo = {
  name: "card",
  key: "",
  fields: [
    field("cost", "number"),
    field("kind", "choice", { default: "creature" }),
    field("attack", "number"),
    KEYWORDS,
    field("do", "texts", { default: [] }),
    field("price.coins", "number"),
    field("combo2", "text"),
  ],
};
const entry = (key: string, line: number | null, values: Record<string, unknown> = {}): CardEntryInfo => ({
  kind: "card",
  key,
  title: key,
  line,
  last: line === null ? null : line + 3,
  values,
  state: "same",
});

describe("errors of a card file", () => {
  const entries = [entry("a", 1), entry("b", 5), entry("c", null)];

  it("belong to the entry that has their line", () => {
    const wrong = (line: number | null, also: number[] = []) =>
      faultyEntries(entries, { message: "", line, field: "", also }).map(({ key }) => key);
    expect(wrong(8)).toEqual(["b"]);
    expect(wrong(9)).toEqual([]);
    expect(wrong(null)).toEqual([]);
    expect(wrong(5, [2])).toEqual(["a", "b"]); // two cards with the same number: neither alone is to blame
  });

  it("belong to the field that the reader names, in the words of every game", () => {
    const at = (name: string) =>
      faultyField(KIND, entry("weaver", 1), { message: "", line: 1, field: name, also: [] })?.key;
    expect(at("cost")).toBe("cost");
    expect(at("do[0]")).toBe("do");
    expect(at("cards.weaver.combo2")).toBe("combo2");
    expect(at("patrons.weaver.price")).toBe("price.coins");
    expect(at("")).toBeUndefined();
    expect(at("version")).toBeUndefined();
  });
});

describe("files of the user", () => {
  it("are offered to the editor of their cards; those that nothing tells apart by their suffix", () => {
    const row = (name: string, editor: string) => ({ name, size: 1, editor });
    const offered = (name: string, editor: string) =>
      isCardFile(row(name, editor), { game: "dominion", suffix: ".toml" });
    expect(offered("mine.toml", "/cards/dominion")).toBe(true);
    expect(offered("mine.toml", "/cards/tribute")).toBe(false);
    expect(offered("tree.toml", "/trees")).toBe(false);
    expect(offered("empty.toml", "")).toBe(true);
    expect(offered("empty.csv", "")).toBe(false);
  });
});

describe("cards in words", () => {
  it("name what differs from the defaults", () => {
    const card = entry("x", 1, { cost: 3, kind: "green", attack: 2, keywords: "B-D", do: ["trash this"] });
    expect(describeCard(KIND, card)).toBe("green, attack 2, Breakthrough Drain, trash this");
    expect(describeCard(KIND, entry("y", 1))).toBe("creature");
    expect(describeCard(KIND, entry("z", 1, { attack: -1 }))).toBe("creature, attack −1");
  });

  it("say effects in words of the game", () => {
    const kind = { ...KIND, fields: ["my_health", "opp_health", "draw"].map((key) => field(key, "number")) };
    const words = (values: Record<string, number>) => describeCard(kind, entry("x", 1, values));
    expect(words({ my_health: 1, opp_health: -1, draw: 1 })).toBe(
      "you gain 1 health, the opponent loses 1 health, 1 more card next turn",
    );
    expect(words({ my_health: -2, opp_health: 3 })).toBe("you lose 2 health, the opponent gains 3 health");
    expect(fieldTitle("opp_health")).toBe("opponent's health");
  });

  it("are found by all words of a search", () => {
    const card = entry("Owl", 1, { cost: 3, keywords: "--D" });
    expect(fitsSearch(KIND, card, "owl drain")).toBe(true);
    expect(fitsSearch(KIND, card, "owl charge")).toBe(false);
    expect(fitsSearch(KIND, card, "")).toBe(true);
    expect(fitsSearch(KIND, entry("z", 1, { attack: -1 }), "attack -1")).toBe(true);
  });

  it("keep their selection across edits: by key and line, then by key, then by line", () => {
    const entries = [entry("a", 1), entry("a", 5), entry("b", 9)];
    expect(findEntry(entries, { kind: "card", key: "a", line: 5 })?.line).toBe(5);
    expect(findEntry(entries, { kind: "card", key: "b", line: 99 })?.line).toBe(9);
    expect(findEntry(entries, { kind: "card", key: "renamed", line: 9 })?.key).toBe("b");
    expect(findEntry(entries, { kind: "card", key: "gone", line: 70 })).toBeNull();
  });
});

describe("the list", () => {
  it("names its rows without their lines, so that they stay when lines move", () => {
    const ids = (...entries: CardEntryInfo[]) => [...entryIds(entries).values()];
    const [first, twin, other] = ids(entry("a", 1), entry("a", 5), entry("b", 9));
    expect(new Set([first, twin, other]).size).toBe(3);
    expect(ids(entry("new", 1), entry("a", 2), entry("a", 6), entry("b", 10)).slice(1)).toEqual([first, twin, other]);
  });

  it("is walked by arrow keys, Home and End, and stops at its ends", () => {
    expect([nextRow("ArrowDown", 0, 3), nextRow("ArrowDown", 2, 3)]).toEqual([1, 2]);
    expect([nextRow("ArrowUp", 1, 3), nextRow("ArrowUp", 0, 3)]).toEqual([0, 0]);
    expect([nextRow("Home", 2, 3), nextRow("End", 0, 3)]).toEqual([0, 2]);
    expect([nextRow("x", 0, 3), nextRow("End", -1, 0)]).toEqual([null, null]);
  });
});

describe("fields of the form", () => {
  it("toggle one letter of a mask", () => {
    expect(maskNames(KEYWORDS, "B-D")).toEqual(["Breakthrough", "Drain"]);
    expect(toggleMask(KEYWORDS, "B-D", "Charge")).toBe("BCD");
    expect(toggleMask(KEYWORDS, "B-D", "Drain")).toBe("B--");
    expect(toggleMask(KEYWORDS, "odd", "Drain")).toBe("--D");
  });

  it("send a number, nothing, or the text that is wrong", () => {
    const optional = field("health", "number");
    expect(typedNumber(optional, " 7 ")).toBe(7);
    expect(typedNumber(optional, "")).toBeNull();
    expect(typedNumber({ ...optional, required: true }, "")).toBe("");
    expect(typedNumber(optional, "all")).toBe("all");
    expect(typedNumber(optional, "1e9")).toBe("1e9");
  });
});

describe("versions of a text", () => {
  it("merge fast edits of one field and go back and forward", () => {
    let versions = addVersion(newHistory("a"), "b", "2.cost", 1000);
    versions = addVersion(versions, "c", "2.cost", 1500);
    expect(versions.past).toEqual(["a"]);
    versions = addVersion(versions, "d", "2.attack", 1600);
    versions = addVersion(versions, "d", "2.attack", 1700);
    expect(versions.past).toEqual(["a", "c"]);
    const back = undo(undo(undo(versions)));
    expect([back.now, back.future]).toEqual(["a", ["c", "d"]]);
    expect(redo(redo(redo(back))).now).toBe("d");
  });
});

describe("files and reports", () => {
  it("give imported files a name that the server accepts", () => {
    expect(contentName("my cards!.csv", ".csv")).toBe("my-cards.csv");
    expect(contentName("../../etc/passwd", ".toml")).toBe("etc-passwd.toml");
    expect(contentName("....", ".toml")).toBe("cards.toml");
  });

  it("begin with the use of the changed cards", () => {
    const table = (name: string, ...cards: string[]) => ({
      name,
      about: name,
      columns: [{ name: "card", title: "card", kind: "text", shown: true }],
      rows: cards.map((card) => [card]),
      shown: [],
    });
    const report = {
      sheets: [table("cards", "Owl", "Elk"), table("use_1", "Elk", "Owl"), table("use_2", "Owl"), table("game", "x")],
    };
    const shown = cardTables(report as unknown as DesignReportMessage, ["Owl"]);
    expect(shown.map((sheet) => [sheet.name, sheet.rows])).toEqual([
      ["use", [["Owl"]]],
      ["use", [["Owl"]]],
      ["cards", [["Owl"]]],
    ]);
    expect(shown[1]?.about).toContain("your cards");
  });

  it("say which bots they name", () => {
    const bots = ["earl", "turn", "steward", "drew", "mcts", "lookahead", "weighted"].map((name) => ({ name }));
    const table = {
      name: "use",
      about: "how often bots take the cards",
      columns: [{ name: "taken_1", title: "played by mcts when taken", kind: "share", shown: true }],
      rows: [
        ["Smithy", "taken by steward", 0.4],
        ["Smithy", "lookahead:depth=50", 0.4],
        ["drew, earl", "one turn later"],
        ["weighted+coac", null],
      ],
      shown: null,
    };
    expect(namedBots(bots, [table]).map((bot) => bot.name)).toEqual([
      "earl",
      "steward",
      "drew",
      "mcts",
      "lookahead",
      "weighted",
    ]);
  });
});

it("more games are four times as many, on other deals", () => {
  expect(moreGames({ games: 1000, seed: 1 })).toEqual({ games: 4000, seed: 2 });
});
