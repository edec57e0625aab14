/** Bots of one's own: brought as a file, pasted or as a command, and seen playing at once. */

import { useEffect, useState } from "preact/hooks";
import { say } from "../../components/toast";
import type { BotRow, Hello } from "../../protocol";
import { go } from "../../route";
import { post } from "../../api/http";
import { useGame } from "../beside";
import { BotPicker } from "../bots";
import { titlesOf } from "../tables";
import { BringBot } from "./bring";
import { botsChanged, setUpGame, useOwnBots } from "./list";

export function OwnBotsRoom({ hello }: { hello: Hello | null }) {
  const rows = useOwnBots(hello);
  const titles = titlesOf(hello);
  useEffect(() => {
    document.title = "Bots · Ludus Studio";
  }, []);
  if (hello && !hello.uploads)
    return (
      <main class="room">
        <h1>Bots of your own</h1>
        <p class="notice">
          A bot is code, so none is taken in unless you ask for it: start the studio with{" "}
          <code>ludus studio --uploads</code>.
        </p>
      </main>
    );
  return (
    <main class="room">
      <h1>{hello?.guest ? "Bots that are offered" : "Bots of your own"}</h1>
      {hello && !hello.guest && <BringBot hello={hello} taken={rows} />}
      <section class="recent">
        {!hello?.guest && <h2>Bots here</h2>}
        {rows.length === 0 && <p class="quiet">There is none yet.</p>}
        {rows.map((row) => (
          <OwnBot key={row.name} row={row} title={titles.get(row.game) ?? row.game} guest={hello?.guest ?? true} />
        ))}
      </section>
    </main>
  );
}

function OwnBot({ row, title, guest }: { row: BotRow; title: string; guest: boolean }) {
  const tell = (change: Promise<unknown>) => change.then(botsChanged, (error: Error) => say(error.message));
  const path = `/bots/${encodeURIComponent(row.name)}`;
  return (
    <section class="panel part own-bot" aria-label={`@${row.name}`}>
      <h2>
        @{row.name} <span class="quiet small">{title}</span>
      </h2>
      {row.detail && (
        <p class="quiet small">
          <code>{row.detail}</code>
          {row.kind === "python" && `, ${Math.ceil(row.size / 1000)} KB of Python`}
        </p>
      )}
      <PlayAtOnce row={row} />
      {!guest && (
        <div class="inline wrap">
          <label class="check small">
            <input
              type="checkbox"
              checked={row.offered}
              onChange={(event) => tell(post(`${path}/offer`, { offered: event.currentTarget.checked }))}
            />
            guests may play against it; nobody can download it
          </label>
          <span class="grow" />
          <button type="button" class="button plain" onClick={() => tell(post(`${path}/remove`))}>
            Remove
          </button>
        </div>
      )}
    </section>
  );
}

/** A game against a bot of one's choice, with what the bot writes beside the board. */
function PlayAtOnce({ row }: { row: BotRow }) {
  const info = useGame(row.game);
  const [rival, setRival] = useState("");
  const [busy, setBusy] = useState(false);
  if (!info) return null;
  const against = rival || info.opponent;
  const play = async () => {
    setBusy(true);
    try {
      go(await setUpGame(row, info.fewest, against));
    } catch (error) {
      say((error as Error).message);
      setBusy(false);
    }
  };
  return (
    <div class="inline wrap top">
      {info.fewest > 1 && (
        <div class="rival">
          <span class="small quiet">against</span>
          <BotPicker info={info} value={against} uploads={true} change={setRival} />
        </div>
      )}
      <button type="button" class="button main" disabled={busy} onClick={play}>
        {busy ? "Sitting down…" : "Watch it play"}
      </button>
      <a class="button" href={`/new/${row.game}?bot=@${encodeURIComponent(row.name)}`}>
        Play against it
      </a>
    </div>
  );
}
