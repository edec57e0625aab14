/** Card files on the page: which entry and which field an error belongs to, and cards in words. */

import { formatNumber, plural, withMinus } from "../../format";
import type { CardEntryInfo, CardFieldInfo, CardKindInfo, CardProblem } from "../../protocol";

/** What names an entry across edits. Lines move, and during an edit two entries may have the same key. */
export interface EntryName {
  kind: string;
  key: string;
  line: number | null;
}

/** The entry with this name after an edit; its line decides between entries with the same key. */
export function findEntry(entries: CardEntryInfo[], name: EntryName | null): CardEntryInfo | null {
  if (!name) return null;
  const same = entries.filter((entry) => entry.kind === name.kind && entry.key === name.key);
  return (
    same.find((entry) => entry.line === name.line) ??
    same[0] ??
    entries.find((entry) => entry.line !== null && entry.line === name.line) ??
    null
  );
}

/** One name for each entry that does not depend on its line: a row keeps its element, and the focus, when lines move. */
export function entryIds(entries: CardEntryInfo[]): Map<CardEntryInfo, string> {
  const counts = new Map<string, number>();
  const ids = new Map<CardEntryInfo, string>();
  for (const entry of entries) {
    const name = JSON.stringify([entry.kind, entry.key]);
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    ids.set(entry, `${name}${count}`);
  }
  return ids;
}

/** Lines that an error is about, the first one first. */
export function faultyLines(problem: CardProblem | null): number[] {
  if (!problem?.line) return [];
  return [...problem.also, problem.line].sort((a, b) => a - b);
}

/** The entries that an error is in: two if they have the same number. */
export function faultyEntries(entries: CardEntryInfo[], problem: CardProblem | null): CardEntryInfo[] {
  return faultyLines(problem).flatMap((line) => entryAt(entries, line) ?? []);
}

/** The entry that has a line. */
export function entryAt(entries: CardEntryInfo[], line: number): CardEntryInfo | null {
  return (
    entries.find((entry) => entry.line !== null && entry.line <= line && line <= (entry.last ?? entry.line)) ?? null
  );
}

/** The field of an entry that an error is about: "cards.weaver.combo2" and "do[0]" name combo2 and do. */
export function faultyField(kind: CardKindInfo, entry: CardEntryInfo, problem: CardProblem): CardFieldInfo | null {
  const place = `${entry.key}.`;
  const start = problem.field.indexOf(place);
  const path = (start < 0 ? problem.field : problem.field.slice(start + place.length)).replace(/\[.*$/, "");
  return (
    kind.fields.find((field) => field.key === path) ??
    kind.fields.find(
      (field) => path !== "" && (path.startsWith(`${field.key}.`) || field.key.startsWith(`${path}.`)),
    ) ??
    null
  );
}

/** Value of a field: the one of the file, or the default. */
export function fieldValue(field: CardFieldInfo, values: Record<string, unknown>): unknown {
  return field.key in values ? values[field.key] : field.default;
}

/** A value as one line of text. */
export function describeValue(value: unknown): string {
  if (value === null || value === undefined || value === "") return "nothing";
  if (Array.isArray(value)) return value.length ? value.map(String).join("; ") : "nothing";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return formatNumber(value);
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

const NAMING = new Set(["number", "name", "cost"]); // shown elsewhere in a list
const UNNAMED = new Set(["play", "call"]); // the main effects
const ALWAYS_SHOWN = new Set(["kind", "type"]); // also the default

/** A card in one line: everything that differs from the defaults. */
export function describeCard(kind: CardKindInfo, entry: CardEntryInfo): string {
  return kind.fields
    .filter((field) => !NAMING.has(field.key) && field.kind !== "table")
    .map((field) => describeField(field, fieldValue(field, entry.values)))
    .filter(Boolean)
    .join(", ");
}

function describeField(field: CardFieldInfo, value: unknown): string {
  const isDefault = JSON.stringify(value) === JSON.stringify(field.default);
  if (value === null || value === undefined || (isDefault && !ALWAYS_SHOWN.has(field.key))) return "";
  switch (field.kind) {
    case "flag":
      return value === true ? fieldTitle(field.key) : "";
    case "number":
      return value === 0 ? "" : describeNumber(field.key, value);
    case "mask":
      return maskNames(field, String(value)).join(" ");
    case "choices":
      return field.required ? describeValue(value) : "";
    case "text":
      return UNNAMED.has(field.key) ? String(value) : `${fieldTitle(field.key)} ${String(value)}`;
    default:
      return describeValue(value);
  }
}

/** Numbers that are effects, in words of the game. */
const EFFECTS: Record<string, (n: number) => string> = {
  my_health: (n) => `you ${n > 0 ? "gain" : "lose"} ${Math.abs(n)} health`,
  opp_health: (n) => `the opponent ${n > 0 ? "gains" : "loses"} ${Math.abs(n)} health`,
  draw: (n) => `${plural(n, "more card")} next turn`,
};

function describeNumber(key: string, value: unknown): string {
  const effect = typeof value === "number" && EFFECTS[key];
  return effect ? effect(value) : `${fieldTitle(key)} ${describeValue(value)}`;
}

const TITLES: Record<string, string> = { my_health: "your health", opp_health: "opponent's health" };

/** Name of a field for people: price.coins is "price coins". */
export function fieldTitle(key: string): string {
  return TITLES[key] ?? key.replaceAll(/[._]/g, " ");
}

/** Names of the letters in a mask: "B---L-" is Breakthrough and Lethal. */
export function maskNames(field: CardFieldInfo, mask: string): string[] {
  return field.choices.filter((name, k) => mask[k] === name[0]);
}

/** The mask with one letter added or removed. */
export function toggleMask(field: CardFieldInfo, mask: string, name: string): string {
  return field.choices
    .map((choice, k) => {
      const has = mask[k] === choice[0];
      return (choice === name ? !has : has) ? choice[0] : "-";
    })
    .join("");
}

/** Value of a number field from what was typed: a number, nothing, or the text itself, so that the reader names the error. */
export function typedNumber(field: CardFieldInfo, typed: string): number | string | null {
  const text = typed.trim();
  if (text === "") return field.required ? "" : null;
  return /^[+-]?[0-9]{1,9}$/.test(text) ? Number(text) : text;
}

/** Whether a card fits a search: all words occur in its name, key or text. */
export function fitsSearch(kind: CardKindInfo, entry: CardEntryInfo, search: string): boolean {
  const text =
    `${entry.title} ${entry.key} ${String(entry.values.cost ?? "")} ${describeCard(kind, entry)}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(withMinus(word)));
}
