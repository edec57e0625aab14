/** Form that uploads a bot: a file, source code or a command. Errors are shown with their line. */

import { useState } from "preact/hooks";
import type { BotRow, GameInfo, Hello, NewBot } from "../../protocol";
import { navigate } from "../../route";
import { get, post } from "../../api/http";
import { createBotGame, notifyBotsChanged } from "./bot-list";

const MAX_BYTES = 256 * 1024; // bytes of a bot's source
const SAMPLE = `import ludus


class First(ludus.Bot):
    """Plays the first legal move and logs the number of moves."""

    def choose(self, turn):
        self.log(f"{len(turn.moves)} moves")
        return turn.moves[0]
`;

type Kind = NewBot["kind"];
const KINDS: [Kind, string][] = [
  ["python", "Python"],
  ["command", "Command"],
  ["lines", "Command, JSON lines"],
];

export function UploadForm({ hello, existing }: { hello: Hello; existing: BotRow[] }) {
  const [kind, setKind] = useState<Kind>("python");
  const [name, setName] = useState("");
  const [game, setGame] = useState(hello.games[0]?.name ?? "");
  const [code, setCode] = useState(SAMPLE);
  const [command, setCommand] = useState("");
  const [cls, setCls] = useState("");
  const [options, setOptions] = useState("");
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);
  const [dragging, setDragging] = useState(false);
  const python = kind === "python";
  const readFile = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > MAX_BYTES) return setError(`${file.name}: a bot has at most ${MAX_BYTES / 1024} KB.`);
    setError("");
    setCode(await file.text());
    if (!name) setName(file.name.replace(/\.py$/, "").replace(/[^A-Za-z0-9_-]/g, "-"));
  };
  const upload = async (play: boolean) => {
    setBusy(true);
    setError("");
    try {
      const text = python ? code : command;
      const newBot: NewBot = python ? { name, game, kind, code: text, cls, options } : { name, game, kind, code: text };
      const row = await post<BotRow>("/bots", newBot);
      notifyBotsChanged();
      if (play) {
        const info = await get<GameInfo>(`/games/${encodeURIComponent(game)}`);
        navigate(await createBotGame(row, info.fewest, info.opponent));
        return;
      }
    } catch (error) {
      setError((error as Error).message);
    }
    setBusy(false);
  };
  const line = Number(/line (\d+)/.exec(error)?.[1] ?? 0);
  return (
    <form
      class={`panel padded drop ${dragging ? "over" : ""}`}
      aria-label="Upload a bot"
      onSubmit={(event) => {
        event.preventDefault();
        void upload(true);
      }}
      onDragOver={(event) => {
        event.preventDefault();
        setDragging(true);
      }}
      onDragLeave={() => setDragging(false)}
      onDrop={(event) => {
        event.preventDefault();
        setDragging(false);
        void readFile(event.dataTransfer?.files[0]);
      }}
    >
      <h2>Upload a bot</h2>
      <div class="segments" role="group" aria-label="Kind of bot">
        {KINDS.map(([value, label]) => (
          <button key={value} type="button" class="button" aria-pressed={kind === value} onClick={() => setKind(value)}>
            {label}
          </button>
        ))}
      </div>
      <div class="bot-fields">
        <label class="field">
          <span>Name: used as @name</span>
          <input
            class="input"
            required
            pattern="[A-Za-z][A-Za-z0-9_\-]*"
            maxLength={40}
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
        <label class="field">
          <span>Game</span>
          <select class="input" value={game} onChange={(event) => setGame(event.currentTarget.value)}>
            {hello.games.map((gameCard) => (
              <option key={gameCard.name} value={gameCard.name}>
                {gameCard.title}
              </option>
            ))}
          </select>
        </label>
        {python && (
          <>
            <label class="field">
              <span>Class, if there are several</span>
              <input class="input" value={cls} onInput={(event) => setCls(event.currentTarget.value)} />
            </label>
            <label class="field">
              <span>Options, such as depth=3,wide=1</span>
              <input class="input" value={options} onInput={(event) => setOptions(event.currentTarget.value)} />
            </label>
          </>
        )}
      </div>
      {python ? (
        <>
          <div class="inline wrap">
            <label class="button">
              Choose a file
              <input
                type="file"
                class="visually-hidden"
                accept=".py,text/x-python"
                onChange={(event) => {
                  void readFile(event.currentTarget.files?.[0]);
                  event.currentTarget.value = "";
                }}
              />
            </label>
            <span class="muted small">or drop it here, or write below.</span>
          </div>
          <SourceEditor code={code} line={line} change={setCode} />
        </>
      ) : (
        <label class="field">
          <span>
            As in a terminal, but without a shell.{" "}
            {kind === "lines" ? "It runs for many games." : "It is started for every game."}
          </span>
          <input
            class="input"
            placeholder="python3 /path/to/bot.py --fast"
            value={command}
            onInput={(event) => setCommand(event.currentTarget.value)}
          />
        </label>
      )}
      {error && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
      <div class="inline wrap">
        <button type="submit" class="button main" disabled={busy}>
          {busy ? "Uploading…" : "Upload and watch it play"}
        </button>
        <button type="button" class="button" disabled={busy || !name} onClick={() => upload(false)}>
          {existing.some((row) => row.name === name) ? "Replace it" : "Upload"}
        </button>
        <span class="muted small">
          It runs in a sandbox: no network, no writing of files, 2 GB of memory, 60 s per reply. It can read the files
          that you can read.
        </span>
      </div>
    </form>
  );
}

/** Source code, and below it the line with an error. */
function SourceEditor({ code, line, change }: { code: string; line: number; change: (code: string) => void }) {
  const lines = code.split("\n");
  return (
    <>
      <textarea
        class="input code"
        rows={12}
        spellcheck={false}
        aria-label="Source code"
        aria-invalid={line > 0}
        value={code}
        onInput={(event) => change(event.currentTarget.value)}
      />
      {line > 0 && lines[line - 1] !== undefined && (
        <pre class="log error-line" aria-label={`Line ${line}`}>
          {line} | {lines[line - 1]}
        </pre>
      )}
    </>
  );
}
