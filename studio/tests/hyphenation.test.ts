import { expect, test } from "vitest";
import { hyphenate } from "../src/hyphenation";

test("long words of card names may be broken between their syllables", () => {
  const words = [
    "Abomination",
    "Bewilderment",
    "Blackfeather",
    "Chameleskulk",
    "Deathstalker",
    "Marketplace",
    "Moneylender",
  ];
  expect(words.map((word) => hyphenate(word).replaceAll("\u00ad", "-"))).toEqual([
    "Abo-mi-na-tion",
    "Bewil-der-ment",
    "Black-fea-ther",
    "Cha-me-le-skulk",
    "Death-stal-ker",
    "Mar-ket-place",
    "Money-len-der",
  ]);
  expect(hyphenate("Nightmare").replaceAll("\u00ad", "-")).toBe("Night-mare");
  expect(hyphenate("Wickerbeast").replaceAll("\u00ad", "-")).toBe("Wick-er-beast");
});

test("a hyphen has three letters before and after it, and a word without vowels has none", () => {
  for (const word of ["Copper", "Moat", "Gold", "W".repeat(40), ""]) {
    const parts = hyphenate(word).split("\u00ad");
    expect(parts.join("")).toBe(word);
    expect(parts.length === 1 || parts.every((part) => part.length >= 3)).toBe(true);
  }
});
