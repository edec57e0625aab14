/** Versions of a tree: undo and redo. Fast typing in one field is one step. */

import { useEffect, useState } from "preact/hooks";
import type { Tree } from "./tree";
import { EMPTY, reserveIds } from "./tree";

const MERGE_MS = 1500; // ms
const MAX_STEPS = 200; // steps back
const STORAGE_KEY = "ludus-tree";

/** A text and the tree parsed from it. Its comments are kept until the drawing is edited. */
export interface Source {
  text: string;
  tree: Tree;
}

interface Versions {
  past: Tree[];
  now: Tree;
  future: Tree[];
  opened: Tree; // the pinned version, to compare with
  file: string;
  source: Source | null;
  field: string; // the field of the last edit, and its time
  editedAt: number;
}

interface StoredDocument extends Pick<Versions, "now" | "opened" | "file"> {
  text: string | null;
}

export interface TreeDocument extends Versions {
  /** Add a version; fast edits of the same field are merged. */
  edit: (next: Tree, field?: string) => void;
  undo: () => void;
  redo: () => void;
  open: (tree: Tree, file: string, text?: string) => void;
  /** Add a version that was parsed from a text. */
  read: (source: Source) => void;
  rename: (file: string) => void;
  pin: () => void;
}

export function useTreeDocument(): TreeDocument {
  const [versions, set] = useState<Versions>(restoreVersions);
  useEffect(() => {
    const { now, opened, file, source } = versions;
    sessionStorage.setItem(
      STORAGE_KEY,
      JSON.stringify({ now, opened, file, text: source?.tree === now ? source.text : null }),
    );
  }, [versions.now, versions.opened, versions.file, versions.source]);
  return {
    ...versions,
    edit: (next, field = "") => set((previous) => (next === previous.now ? previous : withEdit(previous, next, field))),
    undo: () =>
      set((previous) => {
        const now = previous.past.at(-1);
        if (!now) return previous;
        return {
          ...previous,
          past: previous.past.slice(0, -1),
          now,
          future: [previous.now, ...previous.future],
          field: "",
        };
      }),
    redo: () =>
      set((previous) => {
        const [now, ...future] = previous.future;
        return now ? { ...previous, past: [...previous.past, previous.now], now, future, field: "" } : previous;
      }),
    open: (tree, file, text) => set(newVersions(tree, file, text)),
    read: (source) => set((previous) => ({ ...withEdit(previous, source.tree, "text"), source })),
    rename: (file) => set((previous) => ({ ...previous, file })),
    pin: () => set((previous) => ({ ...previous, opened: previous.now })),
  };
}

function withEdit(previous: Versions, next: Tree, field: string): Versions {
  const editedAt = Date.now();
  const merges =
    field !== "" && field === previous.field && editedAt - previous.editedAt < MERGE_MS && previous.past.length > 0;
  const past = merges ? previous.past : [...previous.past, previous.now].slice(-MAX_STEPS);
  return { ...previous, past, now: next, future: [], field, editedAt };
}

function newVersions(tree: Tree, file: string, text: string | null = null): Versions {
  const source = text === null ? null : { text, tree };
  return { past: [], now: tree, future: [], opened: tree, file, source, field: "", editedAt: 0 };
}

/** The tree of this tab from before the page was reloaded. */
function restoreVersions(): Versions {
  try {
    const stored = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "null") as StoredDocument | null;
    if (stored) {
      reserveIds(stored.now);
      reserveIds(stored.opened);
      return { ...newVersions(stored.now, stored.file, stored.text), opened: stored.opened };
    }
  } catch {
    sessionStorage.removeItem(STORAGE_KEY);
  }
  return newVersions(EMPTY, "");
}
