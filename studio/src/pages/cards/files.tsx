/** Card files: open, import, save and download. */

import { useEffect, useState } from "preact/hooks";
import { showToast } from "../../components/toast";
import type { CardGameInfo, ContentRow, ContentText } from "../../protocol";
import { get, post } from "../../api/http";
import { useNewest } from "../../api/newest";
import { formatCount } from "../../format";
import type { CardDocument } from "./document";

const OWN = ""; // the game's own cards

export function CardFiles({ info, doc }: { info: CardGameInfo; doc: CardDocument }) {
  const [files, setFiles] = useState<string[]>([]);
  const load = () =>
    get<ContentRow[]>("/content").then(
      (rows) => setFiles(rows.filter((row) => isCardFile(row, info)).map((row) => row.name)),
      (error: Error) => showToast(error.message),
    );
  useEffect(() => {
    void load();
  }, []);
  const begin = useNewest();
  const open = async (name: string) => {
    const counts = begin();
    if (name === OWN) return doc.open(info.file, info.text);
    try {
      const content = await get<ContentText>(`/content/${encodeURIComponent(name)}`);
      if (counts()) doc.open(content.name, content.text);
    } catch (error) {
      showToast((error as Error).message);
    }
  };
  const save = async () => {
    try {
      const row = await post<ContentRow>("/content", { name: doc.file, text: doc.text });
      showToast(`Saved as @${row.name}.`);
      await load();
    } catch (error) {
      showToast((error as Error).message);
    }
  };
  const upload = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > info.largest)
      return showToast(`${file.name} has ${formatCount(file.size)} bytes; at most ${formatCount(info.largest)}.`);
    const counts = begin();
    const text = await file.text();
    if (counts()) doc.open(contentName(file.name, info.suffix), text);
  };
  return (
    <div class="card-files">
      <label class="field">
        <span>Open</span>
        <select class="input" value="-" onChange={(event) => void open(event.currentTarget.value)}>
          <option value="-" disabled>
            choose…
          </option>
          <option value={OWN}>the game's own cards</option>
          {files.map((name) => (
            <option key={name} value={name}>
              @{name}
            </option>
          ))}
        </select>
      </label>
      <label class="button file-button">
        From a file
        <input
          class="visually-hidden"
          type="file"
          accept={`${info.suffix},.txt`}
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
          onInput={(event) => doc.rename(event.currentTarget.value.trim())}
        />
      </label>
      <button type="button" class="button" onClick={() => void save()} disabled={!doc.text || !doc.file}>
        Save
      </button>
      <a
        class="button"
        download={doc.file || info.file}
        href={`data:text/plain;charset=utf-8,${encodeURIComponent(doc.text)}`}
      >
        Download
      </a>
    </div>
  );
}

/** Whether a file has cards of this game, as far as its text says so. */
export function isCardFile(row: ContentRow, info: Pick<CardGameInfo, "game" | "suffix">): boolean {
  return row.editor ? row.editor === `/cards/${info.game}` : row.name.endsWith(info.suffix);
}

/** A name under which the Studio stores a file: letters, digits, - and _, and the suffix of the game. */
export function contentName(name: string, suffix: string): string {
  const stem = name
    .replace(/\.[^./]*$/, "")
    .replaceAll(/[^A-Za-z0-9_-]+/g, "-")
    .replaceAll(/^[-_]+|[-_]+$/g, "")
    .slice(0, 40);
  return `${stem || "cards"}${suffix}`;
}
