/** Versions of a document: undo and redo. Edits of one field in quick succession are one step. */

const MERGE_MS = 1500;
const MAX_STEPS = 200; // steps back

export interface History<T> {
  past: T[];
  now: T;
  future: T[];
  field: string; // field of the last edit; empty: the next edit is a step of its own
  editedAt: number; // ms
}

export function newHistory<T>(now: T): History<T> {
  return { past: [], now, future: [], field: "", editedAt: 0 };
}

/** Add a version. Edits with the same field that follow quickly are merged into one step. */
export function addVersion<T>(history: History<T>, next: T, field = "", editedAt = Date.now()): History<T> {
  if (next === history.now) return history;
  const merges =
    field !== "" && field === history.field && editedAt - history.editedAt < MERGE_MS && history.past.length > 0;
  const past = merges ? history.past : [...history.past, history.now].slice(-MAX_STEPS);
  return { past, now: next, future: [], field, editedAt };
}

export function undo<T>(history: History<T>): History<T> {
  const now = history.past.at(-1);
  if (now === undefined) return history;
  return { past: history.past.slice(0, -1), now, future: [history.now, ...history.future], field: "", editedAt: 0 };
}

export function redo<T>(history: History<T>): History<T> {
  const [now, ...future] = history.future;
  if (now === undefined) return history;
  return { past: [...history.past, history.now], now, future, field: "", editedAt: 0 };
}
