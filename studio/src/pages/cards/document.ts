/** The edited card file: text with undo, entries and the first error from the server, and a draft in this browser. */

import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { showToast } from "../../components/toast";
import type { CardFileEdit, CardFileText, CardGameInfo, CheckedCardFile } from "../../protocol";
import { post } from "../../api/http";
import { addVersion, newHistory, redo, undo } from "../../undo-history";
import type { EntryName } from "./card-text";
import { findEntry } from "./card-text";

const DEBOUNCE_MS = 300; // typing in the text
const TYPED = "text"; // the field of edits of the whole text
const PREFIX = "ludus-cards-";

export interface CardDocument {
  file: string;
  text: string;
  /** Entries of the last text that could be read. */
  checked: CheckedCardFile | null;
  /** Whether `checked` is about the current text. */
  current: boolean;
  canUndo: boolean;
  canRedo: boolean;
  selected: EntryName | null;
  select: (name: EntryName | null) => void;
  /** Replace the text, as it is typed. */
  write: (text: string) => void;
  /** Change one entry; edits wait for each other. Resolves when the server has answered and the page is drawn. */
  edit: (edit: Partial<CardFileEdit> & Pick<CardFileEdit, "action">) => Promise<void>;
  open: (file: string, text: string) => void;
  rename: (file: string) => void;
  undo: () => void;
  redo: () => void;
}

export function useCardDocument(info: CardGameInfo): CardDocument {
  const [stored] = useState(() => loadDraft(info.game));
  const [file, setFile] = useState(stored?.file ?? info.file);
  const [versions, setVersions] = useState(() => newHistory(stored?.text ?? info.text));
  const [checked, setChecked] = useState<CheckedCardFile | null>(null);
  const [selected, select] = useState<EntryName | null>(null);
  const latest = useRef(versions);
  latest.current = versions;
  const queue = useRef(Promise.resolve());
  const text = versions.now;

  const show = useCallback((response: CheckedCardFile) => {
    // a text that cannot be read keeps the list of the last one that could
    setChecked((previous) =>
      response.entries.length || !response.problem ? response : { ...response, entries: previous?.entries ?? [] },
    );
    select((name) => {
      const edited = response.entries.find((entry) => entry.line !== null && entry.line === response.line);
      const entry = edited ?? findEntry(response.entries, name);
      return entry ? { kind: entry.kind, key: entry.key, line: entry.line } : name;
    });
  }, []);

  useEffect(() => {
    if (checked?.text === text) return;
    const timer = setTimeout(
      () => {
        const request: CardFileText = { game: info.game, name: file, text };
        post<CheckedCardFile>("/cards/check", request).then(
          (response) => latest.current.now === text && show(response),
          (error: Error) => showToast(error.message),
        );
      },
      versions.field === TYPED ? DEBOUNCE_MS : 0,
    );
    return () => clearTimeout(timer);
  }, [text, checked]);
  useEffect(() => saveDraft(info, file, text), [file, text]);

  const edit: CardDocument["edit"] = (change) => {
    queue.current = queue.current.then(async () => {
      try {
        const before = latest.current.now;
        const request: CardFileEdit = { game: info.game, name: file, text: before, ...change };
        const response = await post<CheckedCardFile>("/cards/edit", request);
        if (latest.current.now !== before) return showToast("The text was changed meanwhile. Please try again.");
        const field = change.action === "set" ? `${change.line ?? ""}.${change.field ?? ""}` : "";
        latest.current = addVersion(latest.current, response.text, field, Date.now());
        setVersions(latest.current);
        show(response);
      } catch (error) {
        showToast((error as Error).message);
      }
    });
    return queue.current;
  };
  return {
    file,
    text,
    checked,
    current: checked?.text === text,
    canUndo: versions.past.length > 0,
    canRedo: versions.future.length > 0,
    selected,
    select,
    write: (next) => setVersions((previous) => addVersion(previous, next, TYPED, Date.now())),
    edit,
    open: (name, next) => {
      setFile(name);
      setVersions(newHistory(next));
      select(null);
    },
    rename: setFile,
    undo: () => setVersions(undo),
    redo: () => setVersions(redo),
  };
}

interface Draft {
  file: string;
  text: string;
}

function loadDraft(game: string): Draft | null {
  try {
    const draft = JSON.parse(localStorage.getItem(PREFIX + game) ?? "null") as Draft | null;
    return draft && typeof draft.file === "string" && typeof draft.text === "string" ? draft : null;
  } catch {
    return null;
  }
}

/** Keep the draft in this browser; the game's own file needs none. */
function saveDraft(info: CardGameInfo, file: string, text: string): void {
  try {
    if (text === info.text && file === info.file) localStorage.removeItem(PREFIX + info.game);
    else localStorage.setItem(PREFIX + info.game, JSON.stringify({ file, text }));
  } catch {
    showToast("This browser has no room for the draft. Save it under a name, or download it.");
  }
}
