/** Drafts of levels in the browser: every edit is stored, so that nothing is lost when the page is closed. */

export interface StoredDraft {
  id: string;
  name: string;
  text: string;
  edited: string; // time of the last edit
}

const STORAGE_KEY = "ludus-level-drafts";
export const MAX_DRAFTS = 150; // the oldest ones are dropped; a draft of a large level has about 15 KB, a browser 5 MB

type Storage = Pick<globalThis.Storage, "getItem" | "setItem">;

/** All drafts, the newest first. A damaged entry counts as none. */
export function listDrafts(storage: Storage = localStorage): StoredDraft[] {
  try {
    const stored = JSON.parse(storage.getItem(STORAGE_KEY) ?? "[]") as unknown;
    return Array.isArray(stored) ? stored.filter(isDraft) : [];
  } catch {
    return [];
  }
}

function isDraft(value: unknown): value is StoredDraft {
  const draft = value as Partial<StoredDraft> | null;
  return [draft?.id, draft?.name, draft?.text, draft?.edited].every((field) => typeof field === "string");
}

export function findDraft(id: string, storage: Storage = localStorage): StoredDraft | undefined {
  return listDrafts(storage).find((draft) => draft.id === id);
}

/** Store a draft; it becomes the first one. Throws an error if the browser has no room or stores nothing. */
export function storeDraft(draft: StoredDraft, storage: Storage = localStorage): void {
  const others = listDrafts(storage).filter((other) => other.id !== draft.id);
  try {
    storage.setItem(STORAGE_KEY, JSON.stringify([draft, ...others].slice(0, MAX_DRAFTS)));
  } catch {
    throw new Error(
      "This browser cannot store the draft: its storage is full or switched off. Save the level to a file.",
    );
  }
}

export function deleteDraft(id: string, storage: Storage = localStorage): void {
  storage.setItem(STORAGE_KEY, JSON.stringify(listDrafts(storage).filter((draft) => draft.id !== id)));
}

export function newDraftId(): string {
  return Math.floor(Math.random() * 36 ** 8)
    .toString(36)
    .padStart(8, "0");
}
