/** Level editor: draw a level, see at once whether it can be finished and how hard it is, and play it. */

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { CodeArea } from "../../../components/code-area";
import { goToFirstMark } from "../../../components/first-mark";
import { showToast } from "../../../components/toast";
import { useKeys } from "../../../keys";
import type { Hello, LevelEditorInfo, LevelScene } from "../../../protocol";
import { navigate, usePageTitle, useRoute } from "../../../route";
import { get } from "../../../api/http";
import { useNewest } from "../../../api/newest";
import { addVersion, type History, newHistory, redo, undo } from "../../../undo-history";
import { faultsOf, isOfText, useLevelCheck } from "./check";
import { type Cell, type DraftLevel, type Edit, emptyLevel, readLevel, width, writeLevel } from "./draft";
import { findDraft, listDrafts, newDraftId, storeDraft } from "./drafts";
import { GenerateDialog, OpenDialog, SaveDialog } from "./files";
import { fitZoom, LevelMap, ZOOMS } from "./map";
import { PlayDraft } from "./play";
import { ResultsPanel } from "./results";
import { ThingForm } from "./thing-form";
import { LevelForm, ToolBar, TrapList } from "./tool-panels";
import { findTool, TOOLS, type ToolName } from "./tools";
import "./editor.css";

const SETTING = { players: 300, seed: 1, respawn: "checkpoint" } as const;

export function LevelEditorPage({ hello }: { hello: Hello | null }) {
  usePageTitle("Level editor");
  const { query } = useRoute();
  const [info, setInfo] = useState<LevelEditorInfo | null>(null);
  const [opened, setOpened] = useState<{ id: string; level: DraftLevel } | null>(null);
  const [error, setError] = useState("");
  const [from, draft] = [query.get("from"), query.get("draft")];
  const fail = (problem: Error) => setError(problem.message);
  const begin = useNewest();
  useEffect(() => {
    if (hello && !hello.guest) get<LevelEditorInfo>("/levels/editor").then(setInfo, fail);
  }, [hello]);
  useEffect(() => {
    if (!hello || hello.guest) return;
    if (from) {
      const counts = begin();
      get<LevelScene>(`/levels/${encodeURIComponent(from)}`).then(
        (scene) => counts() && setOpened({ id: newDraftId(), level: readLevel(scene.text) }),
        fail,
      );
      return;
    }
    begin(); // a level that was asked for before is not wanted any more
    if (opened && opened.id === draft) return;
    const stored = draft ? findDraft(draft) : listDrafts()[0];
    if (draft && !stored) showToast("This draft is not in this browser. This is a new level.");
    setOpened({ id: stored?.id ?? newDraftId(), level: stored ? openStored(stored.text) : emptyLevel() });
  }, [from, draft, hello]);
  const openNew = () => {
    const id = newDraftId();
    setOpened({ id, level: emptyLevel() });
    navigate(`/levels/edit?draft=${id}`);
  };
  if (hello?.guest)
    return (
      <main class="content">
        <h1>Level editor</h1>
        <p class="notice">You joined by a shared link. Only the owner of the Studio can edit levels.</p>
        <p>
          <a href="/levels">Play the levels that are here</a>
        </p>
      </main>
    );
  return (
    <main class="content wide level-editor">
      {error && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
      {info && opened && <Editor key={opened.id} id={opened.id} first={opened.level} info={info} openNew={openNew} />}
    </main>
  );
}

/** A stored draft; one that cannot be read becomes a new level. */
function openStored(text: string): DraftLevel {
  try {
    return readLevel(text);
  } catch {
    return emptyLevel();
  }
}

/** Keep an edited draft in the browser, and its address; says if that fails. */
function useStoredDraft(id: string, level: DraftLevel, text: string, edited: boolean): string {
  const [error, setError] = useState("");
  useEffect(() => {
    if (!edited) return;
    try {
      storeDraft({ id, name: level.name, text, edited: new Date().toISOString() });
      navigate(`/levels/edit?draft=${id}`, true); // a reload opens it again
      setError("");
    } catch (problem) {
      setError((problem as Error).message);
    }
  }, [text]);
  return error;
}

type Shown = { type: "edit" } | { type: "play"; start: Cell | null } | { type: "agent" };
type OpenedDialog = "" | "open" | "generate" | "save";

interface EditorProps {
  id: string; // of the draft
  first: DraftLevel;
  info: LevelEditorInfo;
  openNew: () => void;
}

function Editor({ id, first, info, openNew }: EditorProps) {
  const [history, setHistory] = useState<History<DraftLevel>>(() => newHistory(first));
  const [tool, setTool] = useState<ToolName>("ground");
  const [fixed, setFixed] = useState(false);
  const [cursor, setCursor] = useState<Cell>(first.start);
  const fileFold = useRef<HTMLDetailsElement>(null);
  const [zoom, setZoom] = useState(() => fitZoom(width(first)));
  const [moving, setMoving] = useState(false);
  const [shown, setShown] = useState<Shown>({ type: "edit" });
  const [dialog, setDialog] = useState<OpenedDialog>("");
  const [typed, setTyped] = useState<{ text: string; level: DraftLevel } | null>(null);
  const level = history.now;
  const written = useMemo(() => writeLevel(level), [level]);
  const isTyped = typed !== null && typed.level === level;
  const text = isTyped ? typed.text : written;
  const check = useLevelCheck(text, SETTING);
  const current = check.text === text;
  const storeError = useStoredDraft(id, level, written, history.past.length > 0 || history.future.length > 0);
  const faults = faultsOf(check);
  const scene = current ? (check.checked?.scene ?? null) : null;
  const ratings = (check.rating ?? check.earlier)?.traps ?? [];

  const edit: Edit = (change, field) =>
    setHistory((before) => addVersion(before, change(before.now), field, field.startsWith("stroke") ? 0 : undefined));
  useEffect(() => {
    // a typed text that the server could read becomes the level
    const read = check.checked?.text;
    if (!isTyped || !current || !read || read === writeLevel(typed.level)) return;
    const next = readLevel(read);
    setTyped({ text: typed.text, level: next });
    edit(() => next, "text");
  }, [check.checked]);
  const openText = (opened: string, notes: string[] = []) => {
    const draft = newDraftId();
    const level = readLevel(opened);
    storeDraft({ id: draft, name: level.name, text: opened, edited: new Date().toISOString() });
    setDialog("");
    if (notes.length) showToast(`Not carried over: ${notes.join("; ")}.`);
    navigate(`/levels/edit?draft=${draft}`);
  };
  const play = (start: Cell | null) => scene && setShown({ type: "play", start });
  useEditorKeys({ setTool, setHistory, play: () => play(null), active: shown.type === "edit" && dialog === "" });

  if (shown.type !== "edit" && scene)
    return (
      <PlayDraft
        scene={shown.type === "play" && shown.start ? { ...scene, start: [...shown.start] } : scene}
        presses={shown.type === "agent" ? (check.walk?.presses ?? "") : ""}
        close={() => setShown({ type: "edit" })}
      />
    );
  return (
    <>
      <header class="editor-head">
        <h1>Level editor</h1>
        <label class="inline grow">
          <span class="small muted">Name</span>
          <input
            class="input"
            value={level.name}
            maxLength={info.longest_name}
            onInput={({ currentTarget: { value } }) => edit((now) => ({ ...now, name: value.trimStart() }), "name")}
          />
        </label>
        <div class="actions">
          <button type="button" class="button" disabled={!history.past.length} onClick={() => setHistory(undo)}>
            Undo
          </button>
          <button type="button" class="button" disabled={!history.future.length} onClick={() => setHistory(redo)}>
            Redo
          </button>
          <button type="button" class="button" onClick={openNew}>
            New
          </button>
          <button type="button" class="button" onClick={() => setDialog("open")}>
            Open…
          </button>
          <button type="button" class="button" onClick={() => setDialog("generate")}>
            Generate…
          </button>
          <button type="button" class="button" onClick={() => setDialog("save")}>
            Save…
          </button>
          <button type="button" class="button main" disabled={!scene} onClick={() => play(null)}>
            Play
          </button>
        </div>
      </header>
      {storeError && (
        <p class="error" role="alert">
          {storeError}
        </p>
      )}
      <ToolBar tool={tool} setTool={setTool} fixed={fixed} setFixed={setFixed} />
      <div class="editor-body">
        <div class="editor-main">
          <LevelMap
            level={level}
            tool={tool}
            fixed={fixed}
            cell={ZOOMS[zoom] ?? 32}
            cursor={cursor}
            faults={current ? faults : []}
            ratings={ratings}
            moving={moving}
            edit={edit}
            setCursor={setCursor}
          />
          <p class="muted small">
            {findTool(tool).label}: {findTool(tool).help}.
          </p>
          <div class="inline wrap map-controls">
            <button type="button" class="button" disabled={zoom === 0} onClick={() => setZoom(zoom - 1)}>
              Smaller
            </button>
            <button type="button" class="button" disabled={zoom === ZOOMS.length - 1} onClick={() => setZoom(zoom + 1)}>
              Larger
            </button>
            <button type="button" class="button" aria-pressed={moving} onClick={() => setMoving(!moving)}>
              Traps move
            </button>
            <button type="button" class="button" disabled={!scene} onClick={() => play(cursor)}>
              Play from column {cursor[0]}, row {cursor[1]}
            </button>
          </div>
          <p class="muted small keys-only">
            <kbd>←</kbd> <kbd>→</kbd> <kbd>↑</kbd> <kbd>↓</kbd> on the map: cursor · <kbd>space</kbd> use the tool ·{" "}
            <kbd>shift</kbd> with an arrow: draw or move · <kbd>delete</kbd> remove · right button: the opposite ·{" "}
            <kbd>ctrl</kbd> <kbd>Z</kbd> undo · <kbd>P</kbd> play
          </p>
          <details class="panel padded" ref={fileFold}>
            <summary>The level as a file</summary>
            <CodeArea
              label="Level file"
              rows={18}
              value={text}
              marks={
                current
                  ? faults.flatMap((fault) =>
                      fault.line === null
                        ? []
                        : [{ line: fault.line, message: isOfText(fault) ? fault.message : "", kind: "error" as const }],
                    )
                  : []
              }
              change={(next) => setTyped({ text: next, level })}
            />
          </details>
        </div>
        <aside class="editor-side">
          <ResultsPanel
            check={check}
            current={current}
            select={setCursor}
            showLine={() => {
              if (fileFold.current) fileFold.current.open = true;
              requestAnimationFrame(() => goToFirstMark(".editor-main"));
            }}
            watchAgent={() => setShown({ type: "agent" })}
          />
          <ThingForm level={level} cursor={cursor} info={info} ratings={ratings} edit={edit} />
          <TrapList level={level} ratings={ratings} cursor={cursor} select={setCursor} />
          <LevelForm level={level} info={info} edit={edit} />
        </aside>
      </div>
      {dialog === "open" && (
        <OpenDialog
          info={info}
          close={() => setDialog("")}
          open={openText}
          openDraft={(draft) => {
            setDialog("");
            navigate(`/levels/edit?draft=${draft}`);
          }}
        />
      )}
      {dialog === "generate" && <GenerateDialog close={() => setDialog("")} open={openText} />}
      {dialog === "save" && (
        <SaveDialog info={info} name={level.name} text={written} faulty={!scene} close={() => setDialog("")} />
      )}
    </>
  );
}

interface EditorKeys {
  active: boolean;
  setTool: (name: ToolName) => void;
  setHistory: (change: (history: History<DraftLevel>) => History<DraftLevel>) => void;
  play: () => void;
}

/** Keys of tools, undo and play; not in text fields. */
function useEditorKeys({ active, setTool, setHistory, play }: EditorKeys): void {
  const whenActive = (run: (event: KeyboardEvent) => unknown) => (event: KeyboardEvent) =>
    active ? run(event) : false;
  useKeys([
    ...TOOLS.filter((tool) => tool.key).map((tool) => ({
      keys: [tool.key],
      label: tool.label,
      run: whenActive(() => setTool(tool.name)),
    })),
    {
      keys: ["z"],
      label: "Undo; with Shift redo",
      control: true,
      run: whenActive((event) => setHistory(event.shiftKey ? redo : undo)),
    },
    { keys: ["y"], label: "Redo", control: true, run: whenActive(() => setHistory(redo)) },
    { keys: ["p"], label: "Play the level", run: whenActive(play) },
  ]);
}
