/** Replay files: open by a click or by dropping, and save. */

import { useState } from "preact/hooks";
import { showToast } from "./toast";
import type { SessionSnapshot } from "../protocol";
import { navigateLater } from "../route";
import { openReplay } from "../games/replays";

const MAX_BYTES = 2 * 1024 * 1024; // limit of the server

/** Opens a replay file at its first position. */
export function OpenReplay() {
  const [dragging, setDragging] = useState(false);
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);
  const open = async (file: File | undefined) => {
    if (!file) return;
    setError("");
    if (file.size > MAX_BYTES) {
      setError(`${file.name} has ${Math.ceil(file.size / 1e6)} MB; a replay here has at most 2 MB.`);
      return;
    }
    setBusy(true);
    const goTo = navigateLater();
    try {
      goTo(await openReplay(await file.text()));
    } catch (error) {
      setError(`${file.name}: ${(error as Error).message}`);
      setBusy(false);
    }
  };
  return (
    <section
      class={`panel padded drop ${dragging ? "over" : ""}`}
      aria-label="Import a replay"
      onDragOver={(event) => {
        event.preventDefault();
        setDragging(true);
      }}
      onDragLeave={() => setDragging(false)}
      onDrop={(event) => {
        event.preventDefault();
        setDragging(false);
        const files = event.dataTransfer?.files;
        if (files && files.length > 1) showToast("Only the first replay is opened.");
        void open(files?.[0]);
      }}
    >
      <div class="inline wrap">
        <label class="button">
          {busy ? "Reading…" : "Open a replay file"}
          <input
            type="file"
            class="visually-hidden"
            accept=".json,application/json"
            onChange={(event) => {
              void open(event.currentTarget.files?.[0]);
              event.currentTarget.value = "";
            }}
          />
        </label>
        <span class="muted small">
          or drop one here: a game saved on a page of the Studio, or by ludus play --save and ludus match --save-replay.
        </span>
      </div>
      {error && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
    </section>
  );
}

/** Link that saves the game so far, when no secrets are left. */
export function SaveReplay({ session }: { session: SessionSnapshot }) {
  if (!session.everything) return null;
  return (
    <p class="small save-replay">
      <a href={`/api/tables/${session.id}/replay`} download={`${session.game}-${session.id}.json`}>
        Save the replay
      </a>{" "}
      <span class="muted">{session.state === "playing" ? "so far" : "as a file"}</span>
    </p>
  );
}
