/** Page of uploaded bots. */

import { useState } from "preact/hooks";
import { showToast } from "../../components/toast";
import type { BotRow, Hello } from "../../protocol";
import { navigateLater, usePageTitle } from "../../route";
import { post } from "../../api/http";
import { useGameInfo } from "../../api/game-info";
import { BotPicker } from "../../components/bot-picker";
import { gameTitles } from "../../components/session-rows";
import { type BotSource, findBotSource } from "./bot-sources";
import { UploadForm } from "./upload-form";
import { createBotGame, notifyBotsChanged, useUploadedBots } from "../../api/uploaded-bots";

export function UploadedBotsPage({ hello }: { hello: Hello | null }) {
  const rows = useUploadedBots(hello);
  const titles = gameTitles(hello);
  const [edited, setEdited] = useState<{ source: BotSource; round: number } | null>(null);
  usePageTitle("Bots");
  const edit = (source: BotSource) => {
    setEdited((before) => ({ source, round: (before?.round ?? 0) + 1 }));
    scrollTo(0, 0);
  };
  if (hello && !hello.uploads)
    return (
      <main class="content">
        <h1>{hello.guest ? "Bots you can play against" : "Your bots"}</h1>
        {hello.guest ? (
          <GuestNotice />
        ) : (
          <p class="notice">
            A bot is code, so uploads are off by default. To allow them, start the Studio with{" "}
            <code>ludus studio --uploads</code>.
          </p>
        )}
      </main>
    );
  return (
    <main class="content">
      <h1>{hello?.guest ? "Bots you can play against" : "Your bots"}</h1>
      {hello?.guest && <GuestNotice />}
      {hello && !hello.guest && (
        <UploadForm key={edited?.round ?? 0} hello={hello} existing={rows} edited={edited?.source ?? null} />
      )}
      <section class="recent">
        {!hello?.guest && <h2>Uploaded bots</h2>}
        {rows.length === 0 && <p class="muted">None yet.</p>}
        {rows.map((row) => (
          <UploadedBot
            key={row.name}
            row={row}
            title={titles.get(row.game) ?? row.game}
            guest={hello?.guest ?? true}
            edit={edit}
          />
        ))}
      </section>
    </main>
  );
}

const GuestNotice = () => (
  <p class="notice">You joined by a shared link. Only the owner of the Studio can write and upload bots.</p>
);

interface UploadedBotProps {
  row: BotRow;
  title: string;
  guest: boolean;
  edit: (source: BotSource) => void;
}

function UploadedBot({ row, title, guest, edit }: UploadedBotProps) {
  const source = guest || row.kind !== "python" ? undefined : findBotSource(row.name);
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
          {source && (
            <button type="button" class="button" onClick={() => edit(source)}>
              Edit
            </button>
          )}
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
    const goTo = navigateLater();
    try {
      goTo(await createBotGame(row, info.fewest, selected));
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
