/** Form that uploads a bot: a file, source code or a command. The source is checked while it is written. */

import { useEffect, useState } from "preact/hooks";
import type { BotRow, GameInfo, Hello, NewBot } from "../../protocol";
import { navigateLater } from "../../route";
import { get, post } from "../../api/http";
import { createBotGame, notifyBotsChanged } from "../../api/uploaded-bots";
import { nameFault } from "./bot-name";
import { BotEditor } from "./bot-editor";
import { type BotSource, loadBotDraft, storeBotDraft, storeBotSource } from "./bot-sources";

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

interface Props {
  hello: Hello;
  existing: BotRow[];
  /** A source to edit; null: the draft of this browser. */
  edited: BotSource | null;
}

export function UploadForm({ hello, existing, edited }: Props) {
  const [first] = useState(() => edited ?? loadBotDraft());
  const [kind, setKind] = useState<Kind>("python");
  const [name, setName] = useState(first?.name ?? "");
  const fault = nameFault(name);
  const [game, setGame] = useState(knownGame(hello, first?.game));
  const [code, setCode] = useState(first?.code ?? SAMPLE);
  const [command, setCommand] = useState("");
  const [cls, setCls] = useState(first?.cls ?? "");
  const [options, setOptions] = useState(first?.options ?? "");
  const [stored, setStored] = useState(true);
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);
  const [dragging, setDragging] = useState(false);
  const python = kind === "python";
  useEffect(() => {
    if (code !== SAMPLE) setStored(storeBotDraft({ name, game, code, cls, options }));
  }, [name, game, code, cls, options]);
  const readFile = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > MAX_BYTES) return setError(`${file.name}: a bot has at most ${MAX_BYTES / 1024} KB.`);
    setError("");
    setCode(await file.text());
    setName((typed) => typed || file.name.replace(/\.py$/, "").replace(/[^A-Za-z0-9_-]/g, "-"));
  };
  const upload = async (play: boolean) => {
    setBusy(true);
    setError("");
    const goTo = navigateLater();
    try {
      const text = python ? code : command;
      const newBot: NewBot = python ? { name, game, kind, code: text, cls, options } : { name, game, kind, code: text };
      const row = await post<BotRow>("/bots", newBot);
      if (python) storeBotSource({ name, game, code, cls, options });
      notifyBotsChanged();
      if (play) {
        const info = await get<GameInfo>(`/games/${encodeURIComponent(game)}`);
        goTo(await createBotGame(row, info.fewest, info.opponent));
        return;
      }
    } catch (error) {
      setError((error as Error).message);
    }
    setBusy(false);
  };
  return (
    <form
      class={`panel padded drop ${dragging ? "over" : ""}`}
      aria-label="Write or upload a bot"
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
      <h2>Write or upload a bot</h2>
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
            value={name}
            aria-invalid={Boolean(fault)}
            aria-describedby={fault ? "bot-name-fault" : undefined}
            onInput={(event) => setName(event.currentTarget.value)}
          />
          {fault && (
            <span id="bot-name-fault" class="error small" role="status">
              {fault}
            </span>
          )}
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
          <BotEditor bot={{ name, game, kind, code, cls, options }} change={setCode} />
          {!stored && <p class="notice">This browser does not store the source. Copy it before you leave the page.</p>}
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
        <button type="submit" class="button main" disabled={busy || Boolean(fault)}>
          {busy ? "Uploading…" : "Upload and watch it play"}
        </button>
        <button
          type="button"
          class="button"
          disabled={busy || !name || Boolean(fault)}
          aria-describedby={name ? undefined : "bot-needs-name"}
          onClick={() => upload(false)}
        >
          {existing.some((row) => row.name === name) ? "Replace it" : "Upload"}
        </button>
        {!name && (
          <span id="bot-needs-name" class="small">
            Give the bot a name first.
          </span>
        )}
        <span class="muted small">
          It runs in a sandbox: no network, no writing of files, 2 GB of memory, 60 s per reply. It can read the files
          that you can read.
        </span>
      </div>
    </form>
  );
}

/** The game of a source, if it is here; otherwise the first game. */
function knownGame(hello: Hello, game: string | undefined): string {
  return hello.games.some(({ name }) => name === game) ? (game ?? "") : (hello.games[0]?.name ?? "");
}
