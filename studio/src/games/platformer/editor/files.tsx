/** Where a level comes from and where it goes: drafts of this browser, levels of the Studio, files, generated levels. */

import { useEffect, useState } from "preact/hooks";
import { Dialog } from "../../../components/dialog";
import { showToast } from "../../../components/toast";
import { formatCount, formatPercent, timeAgo } from "../../../format";
import type { ImportedDraft, LevelEditorInfo, LevelOrJob, LevelRecipe, LevelRow, LevelScene } from "../../../protocol";
import { navigateLater } from "../../../route";
import { get, post } from "../../../api/http";
import { useNewest } from "../../../api/newest";
import { ProgressPanel } from "../../../components/progress-panel";
import { useLevelRequest } from "../level-request";
import { deleteDraft, listDrafts } from "./drafts";

const MAX_FILE = 1_500_000; // characters

/** Called with the text of a level file, and sentences about what was not carried over. */
type OpenLevel = (text: string, notes?: string[]) => void;

interface OpenDialogProps {
  info: LevelEditorInfo;
  close: () => void;
  open: OpenLevel;
  openDraft: (id: string) => void;
}

export function OpenDialog({ info, close, open, openDraft }: OpenDialogProps) {
  const [rows, setRows] = useState<LevelRow[]>([]);
  const [drafts, setDrafts] = useState(listDrafts);
  const [error, setError] = useState("");
  const fail = (problem: Error) => setError(problem.message);
  useEffect(() => {
    get<LevelRow[]>("/levels").then(setRows, fail);
  }, []);
  const begin = useNewest(); // a level that is there after the dialog was closed is not opened
  const openStored = (id: string) => {
    const counts = begin();
    return get<LevelScene>(`/levels/${encodeURIComponent(id)}`).then((scene) => counts() && open(scene.text), fail);
  };
  const readFile = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > MAX_FILE) return setError(`${file.name} is too large: at most ${formatCount(MAX_FILE)} bytes.`);
    const counts = begin();
    await post<ImportedDraft>("/levels/import", { name: file.name, text: await file.text() }).then(
      (imported) => counts() && open(imported.text, imported.notes),
      fail,
    );
  };
  const readable = info.formats.filter((format) => format.reads);
  return (
    <Dialog title="Open a level" close={close}>
      <div class="open-level">
        {error && (
          <p class="error" role="alert">
            {error}
          </p>
        )}
        <label class="field">
          <span>A level file, or a file of Tiled, LDtk, Godot or a spreadsheet</span>
          <input
            class="input"
            type="file"
            accept={[...readable.map((format) => format.suffix), ".txt"].join(",")}
            onChange={(event) => void readFile(event.currentTarget.files?.[0])}
          />
        </label>
        {drafts.length > 0 && (
          <section>
            <h3>Drafts in this browser</h3>
            <ul class="draft-list">
              {drafts.map((draft) => (
                <li key={draft.id} class="inline">
                  <button type="button" class="button plain grow" onClick={() => openDraft(draft.id)}>
                    {draft.name} <span class="muted small">{timeAgo(draft.edited)}</span>
                  </button>
                  <button
                    type="button"
                    class="button plain"
                    aria-label={`Delete the draft ${draft.name}`}
                    onClick={() => {
                      deleteDraft(draft.id);
                      setDrafts(listDrafts());
                    }}
                  >
                    Delete
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )}
        <section>
          <h3>Levels of the Studio</h3>
          <ul class="draft-list">
            {rows.map((row) => (
              <li key={row.id}>
                <button type="button" class="button plain grow" onClick={() => void openStored(row.id)}>
                  {row.name}{" "}
                  <span class="muted small">
                    {row.width} × {row.height}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </Dialog>
  );
}

/** Start from a generated level. */
export function GenerateDialog({ close, open }: { close: () => void; open: OpenLevel }) {
  const [columns, setColumns] = useState("3");
  const [floors, setFloors] = useState("1");
  const [difficulty, setDifficulty] = useState("");
  const [recipe, setRecipe] = useState<LevelRecipe | null>(null);
  const request = useLevelRequest(recipe ? "/levels/make" : "", recipe ?? {});
  const [error, setError] = useState("");
  const begin = useNewest();
  useEffect(() => {
    if (!request.id || !recipe) return;
    const counts = begin();
    get<LevelScene>(`/levels/${request.id}`).then(
      (scene) => counts() && open(scene.text),
      (problem: Error) => setError(problem.message),
    );
  }, [request.id]);
  const numberField = (label: string, value: string, set: (to: string) => void, most: number) => (
    <label class="field">
      <span>{label}</span>
      <input
        class="input"
        type="number"
        required
        min={1}
        max={most}
        value={value}
        onInput={(event) => set(event.currentTarget.value)}
      />
    </label>
  );
  const problem = error || request.error;
  return (
    <Dialog title="Start from a generated level" close={close}>
      <form
        class="open-level"
        onSubmit={(event) => {
          event.preventDefault();
          setRecipe({
            seed: Math.floor(Math.random() * 1e6),
            rooms: `${columns}x${floors}`,
            loops: 0.25,
            difficulty: difficulty ? Number(difficulty) / 100 : null,
          });
        }}
      >
        {numberField("Rooms side by side", columns, setColumns, 11)}
        {numberField("Rooms above each other", floors, setFloors, 9)}
        <label class="field">
          <span>Difficulty: players that die at least once</span>
          <select class="input" value={difficulty} onChange={(event) => setDifficulty(event.currentTarget.value)}>
            <option value="">any</option>
            {[20, 40, 60, 80].map((percent) => (
              <option key={percent} value={percent}>
                {formatPercent(percent / 100, 0)}
              </option>
            ))}
          </select>
        </label>
        {problem && (
          <p class="error" role="alert">
            {problem}
          </p>
        )}
        {request.progress && !problem && <ProgressPanel progress={request.progress} />}
        <div class="actions">
          <button type="submit" class="button main" disabled={recipe !== null && !problem}>
            {recipe && !problem ? "Making…" : "Make"}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

interface SaveDialogProps {
  info: LevelEditorInfo;
  name: string;
  text: string;
  faulty: boolean;
  close: () => void;
}

/** Save to a file in any format, or among the levels of the Studio. */
export function SaveDialog({ info, name, text, faulty, close }: SaveDialogProps) {
  const [suffix, setSuffix] = useState(".level");
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);
  const writable = info.formats.filter((format) => format.writes);
  const format = writable.find((candidate) => candidate.suffix === suffix);
  const file = `${fileName(name)}${suffix}`;
  const download = async () => {
    setError("");
    setBusy(true);
    try {
      saveBlob(suffix === ".level" ? new Blob([text]) : await exportLevel(text, suffix), file);
    } catch (problem) {
      setError((problem as Error).message);
    }
    setBusy(false);
  };
  const keep = async () => {
    setError("");
    const goTo = navigateLater();
    try {
      const { id } = await post<LevelOrJob>("/levels", { text });
      showToast("The level is among the levels of the Studio. The draft stays in this browser.");
      goTo(`/levels/${id}`);
    } catch (problem) {
      setError((problem as Error).message);
    }
  };
  return (
    <Dialog title="Save the level" close={close}>
      <div class="open-level">
        <p class="muted small">The draft is stored in this browser with every edit.</p>
        <label class="field">
          <span>Format</span>
          <select class="input" value={suffix} onChange={(event) => setSuffix(event.currentTarget.value)}>
            {writable.map((candidate) => (
              <option key={candidate.suffix} value={candidate.suffix}>
                {candidate.suffix}: {candidate.tool}
              </option>
            ))}
          </select>
        </label>
        {faulty && suffix !== ".level" && (
          <p class="notice">The level has faults. Other tools get it when they are mended; a .level file keeps them.</p>
        )}
        {error && (
          <p class="error" role="alert">
            {error}
          </p>
        )}
        <div class="actions">
          <button type="button" class="button main" disabled={busy} onClick={download}>
            {busy ? "Writing…" : `Download ${file}`}
          </button>
          {format?.tiles && (
            <a class="button" href="/api/levels/tiles" download="ludus-tiles.png">
              Pictures of its tiles
            </a>
          )}
        </div>
        {suffix === ".png" && <p class="muted small">A picture cannot be opened again.</p>}
        <h3>In the Studio</h3>
        <p class="muted small">Its page plays it, stores runs, and rates it with tables, graph and ghosts.</p>
        <div class="actions">
          <button type="button" class="button" disabled={faulty} onClick={keep}>
            Keep it in the Studio
          </button>
        </div>
      </div>
    </Dialog>
  );
}

/** A name as a file name: letters, digits and hyphens. */
export function fileName(name: string): string {
  return (
    name
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
      .replaceAll(/^-|-$/g, "") || "level"
  );
}

async function exportLevel(text: string, suffix: string): Promise<Blob> {
  const response = await fetch("/api/levels/export", {
    method: "POST",
    credentials: "same-origin",
    body: JSON.stringify({ text, suffix }),
    headers: { "content-type": "application/json" },
  });
  if (response.ok) return response.blob();
  const problem = (await response.json().catch(() => null)) as { message?: string } | null;
  throw new Error(problem?.message ?? `The Studio answered with status ${response.status}.`);
}

function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
