/** Versions of a tree: undo and redo. Fast typing in one field is one step. */

import { useEffect, useState } from "preact/hooks";
import { addVersion, type History, newHistory, redo, undo } from "../../undo-history";
import { type Format, formatOf } from "./check";
import type { Tree } from "./tree";
import { EMPTY, reserveIds } from "./tree";

const STORAGE_KEY = "ludus-tree";

/** A text and the tree parsed from it. Its comments are kept until the drawing is edited, or has another format. */
export interface Source {
  text: string;
  format: Format;
  tree: Tree;
}

interface Versions extends History<Tree> {
  opened: Tree; // the pinned version, to compare with
  file: string;
  source: Source | null;
  opening: number; // another one for each tree that was opened
}

interface StoredDocument extends Pick<Versions, "now" | "opened" | "file"> {
  text: string | null;
  format: Format; // of the text
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
      JSON.stringify({
        now,
        opened,
        file,
        text: source?.tree === now ? source.text : null,
        format: source?.format ?? formatOf(file),
      } satisfies StoredDocument),
    );
  }, [versions.now, versions.opened, versions.file, versions.source]);
  return {
    ...versions,
    edit: (next, field = "") => set((previous) => ({ ...previous, ...addVersion(previous, next, field) })),
    undo: () => set((previous) => ({ ...previous, ...undo(previous) })),
    redo: () => set((previous) => ({ ...previous, ...redo(previous) })),
    open: (tree, file, text) =>
      set((previous) => ({ ...newVersions(tree, file, text), opening: previous.opening + 1 })),
    read: (source) => set((previous) => ({ ...previous, ...addVersion(previous, source.tree, "text"), source })),
    rename: (file) => set((previous) => ({ ...previous, file })),
    pin: () => set((previous) => ({ ...previous, opened: previous.now })),
  };
}

function newVersions(tree: Tree, file: string, text: string | null = null, format = formatOf(file)): Versions {
  const source = text === null ? null : { text, format, tree };
  return { ...newHistory(tree), opened: tree, file, source, opening: 0 };
}

/** The tree of this tab from before the page was reloaded. */
function restoreVersions(): Versions {
  try {
    const stored = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "null") as StoredDocument | null;
    if (stored) {
      reserveIds(stored.now);
      reserveIds(stored.opened);
      return { ...newVersions(stored.now, stored.file, stored.text, stored.format), opened: stored.opened };
    }
  } catch {
    sessionStorage.removeItem(STORAGE_KEY);
  }
  return newVersions(EMPTY, "");
}
