/** Content files of the user, to inspect and to edit. */

import { useEffect, useState } from "preact/hooks";
import { showToast } from "./toast";
import type { ContentRow, ContentText } from "../protocol";
import { get, post } from "../api/http";
import { useNewest } from "../api/newest";

export function ContentFiles({ onSelect }: { onSelect: (name: string) => void }) {
  const [rows, setRows] = useState<ContentRow[]>([]);
  const [file, setFile] = useState<ContentText | null>(null);
  const load = () => get<ContentRow[]>("/content").then(setRows, () => {});
  useEffect(() => {
    void load();
  }, []);
  const begin = useNewest();
  const open = (name: string) => {
    const counts = begin();
    return get<ContentText>(`/content/${encodeURIComponent(name)}`).then(
      (answer) => counts() && setFile(answer),
      (error: Error) => showToast(error.message),
    );
  };
  const openNew = () => {
    begin(); // a file that was asked for before is not wanted any more
    setFile({ name: "", text: "" });
  };
  const save = async () => {
    if (!file) return;
    try {
      const row = await post<ContentRow>("/content", file);
      onSelect(row.name);
      setFile((shown) => (shown === file ? null : shown)); // not if it was changed meanwhile
      await load();
    } catch (error) {
      showToast((error as Error).message);
    }
  };
  return (
    <div class="content-files">
      <h3>Your files</h3>
      <div class="spread">
        {rows.map((row) => (
          <span key={row.name} class="chip">
            @{row.name}
            <button type="button" class="button plain" onClick={() => onSelect(row.name)}>
              use
            </button>
            <button type="button" class="button plain" onClick={() => open(row.name)}>
              edit
            </button>
          </span>
        ))}
        <button type="button" class="button" onClick={openNew}>
          New file
        </button>
      </div>
      {file && (
        <div class="option-fields">
          <label class="field">
            <span>Name with extension (tree.toml, kingdom.txt, cards.csv)</span>
            <input
              class="input"
              value={file.name}
              onInput={(event) => setFile({ ...file, name: event.currentTarget.value.trim() })}
            />
          </label>
          <textarea
            class="input code"
            rows={14}
            spellcheck={false}
            aria-label="Content of the file"
            value={file.text}
            onInput={(event) => setFile({ ...file, text: event.currentTarget.value })}
          />
          <div class="inline">
            <button type="button" class="button main" onClick={save}>
              Save and select it
            </button>
            <button type="button" class="button" onClick={() => setFile(null)}>
              Cancel
            </button>
          </div>
        </div>
      )}
    </div>
  );
}
