/** Versions of a tree: undo and redo. What is typed in one go is one step. */

import { useEffect, useState } from "preact/hooks";
import type { Tree } from "./draft";
import { EMPTY, reserve } from "./draft";

const IN_ONE_GO = 1500; // ms
const MOST = 200; // steps back
const KEPT = "ludus-tree";

/** A text, and the version that it was read as: it keeps its comments until the drawing is changed. */
export interface Source {
  text: string;
  of: Tree;
}

interface Versions {
  past: Tree[];
  now: Tree;
  future: Tree[];
  opened: Tree; // what it is compared with, if not with the version before
  file: string;
  source: Source | null;
  field: string; // what was typed into last, and when
  at: number;
}

interface Kept extends Pick<Versions, "now" | "opened" | "file"> {
  text: string | null;
}

export interface Document extends Versions {
  /** Make a step; steps of the same field that follow quickly are one. */
  edit: (next: Tree, field?: string) => void;
  undo: () => void;
  redo: () => void;
  open: (tree: Tree, file: string, text?: string) => void;
  /** A version that was read from a text. */
  read: (source: Source) => void;
  rename: (file: string) => void;
  pin: () => void;
}

export function useDocument(): Document {
  const [versions, set] = useState<Versions>(restored);
  useEffect(() => {
    const { now, opened, file, source } = versions;
    sessionStorage.setItem(KEPT, JSON.stringify({ now, opened, file, text: source?.of === now ? source.text : null }));
  }, [versions.now, versions.opened, versions.file, versions.source]);
  return {
    ...versions,
    edit: (next, field = "") => set((before) => (next === before.now ? before : edited(before, next, field))),
    undo: () =>
      set((before) => {
        const now = before.past.at(-1);
        if (!now) return before;
        return { ...before, past: before.past.slice(0, -1), now, future: [before.now, ...before.future], field: "" };
      }),
    redo: () =>
      set((before) => {
        const [now, ...future] = before.future;
        return now ? { ...before, past: [...before.past, before.now], now, future, field: "" } : before;
      }),
    open: (tree, file, text) => set(fresh(tree, file, text)),
    read: (source) => set((before) => ({ ...edited(before, source.of, "text"), source })),
    rename: (file) => set((before) => ({ ...before, file })),
    pin: () => set((before) => ({ ...before, opened: before.now })),
  };
}

function edited(before: Versions, next: Tree, field: string): Versions {
  const at = Date.now();
  const goesOn = field !== "" && field === before.field && at - before.at < IN_ONE_GO && before.past.length > 0;
  const past = goesOn ? before.past : [...before.past, before.now].slice(-MOST);
  return { ...before, past, now: next, future: [], field, at };
}

function fresh(tree: Tree, file: string, text: string | null = null): Versions {
  const source = text === null ? null : { text, of: tree };
  return { past: [], now: tree, future: [], opened: tree, file, source, field: "", at: 0 };
}

/** What was edited in this tab before the page was loaded again. */
function restored(): Versions {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "null") as Kept | null;
    if (kept) {
      reserve(kept.now);
      reserve(kept.opened);
      return { ...fresh(kept.now, kept.file, kept.text), opened: kept.opened };
    }
  } catch {
    sessionStorage.removeItem(KEPT);
  }
  return fresh(EMPTY, "");
}
