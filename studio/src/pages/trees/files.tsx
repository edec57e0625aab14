/** Open and save trees: of the game, of the user, and files on this machine. */

import { useEffect, useState } from "preact/hooks";
import { showToast } from "../../components/toast";
import type { CheckedTree, ContentRow, TreesInfo, TreeText } from "../../protocol";
import { get, post } from "../../api/http";
import { useNewest } from "../../api/newest";
import { formatOf, whyNotNamed } from "./check";
import type { TreeDocument } from "./undo-history";
import { EMPTY, fromDraft } from "./tree";
import { formatCount } from "../../format";

interface Props {
  info: TreesInfo;
  doc: TreeDocument;
  text: string | null; // as the page shows it; null: not yet known
  canSave: boolean; // the text is the tree of the drawing
}

export function TreeFiles({ info, doc, text, canSave }: Props) {
  const [ownFiles, setOwnFiles] = useState<string[]>([]);
  const load = () =>
    get<ContentRow[]>("/content").then(
      (rows) => setOwnFiles(rows.filter((row) => row.editor === "/trees").map((row) => row.name)),
      () => {},
    );
  useEffect(() => {
    void load();
  }, []);
  const openChecked = (checked: CheckedTree, file: string) => {
    if (!checked.draft) return showToast(checked.fault?.message ?? "This cannot be read.");
    doc.open(fromDraft(checked.draft), file, checked.text);
  };
  const begin = useNewest();
  const open = async (name: string) => {
    const counts = begin();
    try {
      const checked = await post<CheckedTree>("/trees/open", { name });
      if (counts()) openChecked(checked, name.startsWith("@") ? name.slice(1) : `${name}.toml`);
    } catch (error) {
      showToast((error as Error).message);
    }
  };
  const upload = async (file: File | undefined) => {
    if (!file) return;
    const counts = begin();
    const text = await file.text();
    if (text.length > info.longest_text)
      return showToast(
        `${file.name} is too long: up to ${formatCount(info.longest_text)} characters can be edited here.`,
      );
    const request: TreeText = { format: formatOf(file.name), text };
    try {
      const checked = await post<CheckedTree>("/trees/written", request);
      if (counts()) openChecked(checked, file.name);
    } catch (error) {
      showToast((error as Error).message);
    }
  };
  const openNew = () => {
    begin(); // a tree that was asked for before is not wanted any more
    doc.open({ ...EMPTY }, "new.toml");
  };
  const wrongName = whyNotNamed(doc.file);
  const save = async () => {
    try {
      const row = await post<ContentRow>("/content", { name: doc.file, text });
      showToast(`Saved as @${row.name}.`);
      await load();
    } catch (error) {
      showToast((error as Error).message);
    }
  };
  return (
    <div class="tree-files">
      <label class="field">
        <span>Open</span>
        <select class="input" value="" onChange={(event) => open(event.currentTarget.value)}>
          <option value="">a tree…</option>
          <optgroup label="of the game">
            {info.trees.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </optgroup>
          {ownFiles.length > 0 && (
            <optgroup label="your own">
              {ownFiles.map((name) => (
                <option key={name}>@{name}</option>
              ))}
            </optgroup>
          )}
        </select>
      </label>
      <button type="button" class="button" onClick={openNew}>
        New
      </button>
      <label class="button file-button">
        From a file
        <input
          class="visually-hidden"
          type="file"
          accept={info.formats.join(",")}
          onChange={(event) => {
            void upload(event.currentTarget.files?.[0]);
            event.currentTarget.value = "";
          }}
        />
      </label>
      <label class="field grow">
        <span>File</span>
        <input
          class="input"
          value={doc.file}
          spellcheck={false}
          placeholder="tree.toml"
          aria-invalid={Boolean(wrongName)}
          aria-describedby={wrongName ? "tree-file-fault" : undefined}
          onInput={(event) => doc.rename(event.currentTarget.value.trim())}
        />
      </label>
      <button
        type="button"
        class="button"
        onClick={save}
        disabled={!canSave || !doc.file || Boolean(wrongName)}
        aria-describedby="tree-unusable"
      >
        Save
      </button>
      <a
        class="button"
        download={doc.file || "tree.toml"}
        href={text === null ? undefined : `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
        aria-disabled={text === null || undefined}
      >
        Download
      </a>
      {wrongName && (
        <p id="tree-file-fault" class="error small" role="alert">
          {wrongName}
        </p>
      )}
    </div>
  );
}
