/** Replay files: brought in by a click or by dropping them, and saved again. */

import { useState } from "preact/hooks";
import { say } from "../components/toast";
import type { MadeTable, Whole } from "../protocol";
import { go } from "../route";
import { postText } from "../api/http";
import { isRun, openRun } from "./levels/replays";

const LARGEST = 2 * 1024 * 1024; // bytes that the server takes

/** Brings in a replay, and opens it at its beginning. */
export function BringReplay() {
  const [over, setOver] = useState(false);
  const [fault, setFault] = useState("");
  const [busy, setBusy] = useState(false);
  const bring = async (file: File | undefined) => {
    if (!file) return;
    setFault("");
    if (file.size > LARGEST) {
      setFault(`${file.name} has ${Math.ceil(file.size / 1e6)} MB; a replay here has at most 2 MB.`);
      return;
    }
    setBusy(true);
    try {
      const text = await file.text();
      go(isRun(text) ? await openRun(text) : `/tables/${(await postText<MadeTable>("/replays", text)).id}/0`);
    } catch (error) {
      setFault(`${file.name}: ${(error as Error).message}`);
      setBusy(false);
    }
  };
  return (
    <section
      class={`panel part drop ${over ? "over" : ""}`}
      aria-label="Bring in a replay"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const files = event.dataTransfer?.files;
        if (files && files.length > 1) say("One replay at a time; the first one is opened.");
        void bring(files?.[0]);
      }}
    >
      <div class="inline wrap">
        <label class="button">
          {busy ? "Reading it…" : "Open a replay file"}
          <input
            type="file"
            class="unseen"
            accept=".json,application/json"
            onChange={(event) => {
              void bring(event.currentTarget.files?.[0]);
              event.currentTarget.value = "";
            }}
          />
        </label>
        <span class="quiet small">or drop one here: a game saved in this page, or by ludus play --save and ludus match --save-replay.</span>
      </div>
      {fault && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
    </section>
  );
}

/** Save the game as it stands, once everybody may see it. */
export function SaveReplay({ whole }: { whole: Whole }) {
  if (!whole.everything) return null;
  return (
    <p class="small save-replay">
      <a href={`/api/tables/${whole.id}/replay`} download={`${whole.game}-${whole.id}.json`}>
        Save the replay
      </a>{" "}
      <span class="quiet">{whole.state === "playing" ? "as far as it is played" : "as a file"}</span>
    </p>
  );
}
