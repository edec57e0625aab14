/** Page of uploaded bots. */

import { useEffect, useState } from "preact/hooks";
import { showToast } from "../../components/toast";
import type { BotRow, Hello } from "../../protocol";
import { navigate } from "../../route";
import { post } from "../../api/http";
import { useGameInfo } from "../../api/game-info";
import { BotPicker } from "../bot-picker";
import { gameTitles } from "../session-list";
import { UploadForm } from "./upload-form";
import { createBotGame, notifyBotsChanged, useUploadedBots } from "./bot-list";

export function UploadedBotsPage({ hello }: { hello: Hello | null }) {
  const rows = useUploadedBots(hello);
  const titles = gameTitles(hello);
  useEffect(() => {
    document.title = "Bots · Ludus Studio";
  }, []);
  if (hello && !hello.uploads)
    return (
      <main class="content">
        <h1>Your bots</h1>
        <p class="notice">
          A bot is code, so uploads are off by default. To allow them, start the Studio with{" "}
          <code>ludus studio --uploads</code>.
        </p>
      </main>
    );
  return (
    <main class="content">
      <h1>{hello?.guest ? "Bots you can play against" : "Your bots"}</h1>
      {hello && !hello.guest && <UploadForm hello={hello} existing={rows} />}
      <section class="recent">
        {!hello?.guest && <h2>Uploaded bots</h2>}
        {rows.length === 0 && <p class="muted">None yet.</p>}
        {rows.map((row) => (
          <UploadedBot key={row.name} row={row} title={titles.get(row.game) ?? row.game} guest={hello?.guest ?? true} />
        ))}
      </section>
    </main>
  );
}

function UploadedBot({ row, title, guest }: { row: BotRow; title: string; guest: boolean }) {
  const update = (change: Promise<unknown>) =>
    change.then(notifyBotsChanged, (error: Error) => showToast(error.message));
  const path = `/bots/${encodeURIComponent(row.name)}`;
  return (
    <section class="panel padded uploaded-bot" aria-label={`@${row.name}`}>
      <h2>
        @{row.name} <span class="muted small">{title}</span>
      </h2>
      {row.detail && (
        <p class="muted small">
          <code>{row.detail}</code>
          {row.kind === "python" && `, ${Math.ceil(row.size / 1000)} KB of Python`}
        </p>
      )}
      <QuickGame row={row} />
      {!guest && (
        <div class="inline wrap">
          <label class="check small">
            <input
              type="checkbox"
              checked={row.offered}
              onChange={(event) => update(post(`${path}/offer`, { offered: event.currentTarget.checked }))}
            />
            guests may play against it; nobody can download it
          </label>
          <span class="grow" />
          <button type="button" class="button plain" onClick={() => update(post(`${path}/remove`))}>
            Remove
          </button>
        </div>
      )}
    </section>
  );
}

/** Starts a game of the bot against another bot, with its log open. */
function QuickGame({ row }: { row: BotRow }) {
  const info = useGameInfo(row.game);
  const [opponent, setOpponent] = useState("");
  const [busy, setBusy] = useState(false);
  if (!info) return null;
  const selected = opponent || info.opponent;
  const play = async () => {
    setBusy(true);
    try {
      navigate(await createBotGame(row, info.fewest, selected));
    } catch (error) {
      showToast((error as Error).message);
      setBusy(false);
    }
  };
  return (
    <div class="inline wrap top">
      {info.fewest > 1 && (
        <div class="opponent">
          <span class="small muted">against</span>
          <BotPicker info={info} value={selected} uploads={true} change={setOpponent} />
        </div>
      )}
      <button type="button" class="button main" disabled={busy} onClick={play}>
        {busy ? "Starting…" : "Watch it play"}
      </button>
      <a class="button" href={`/new/${row.game}?bot=@${encodeURIComponent(row.name)}`}>
        Play against it
      </a>
    </div>
  );
}
