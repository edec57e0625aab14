/** Pages of the platformer: list of levels, forms to generate and open levels. */

import { useEffect, useState } from "preact/hooks";
import type { Hello, LevelOrJob, LevelRow } from "../../protocol";
import { navigate, navigateLater, useRoute } from "../../route";
import { get, post } from "../../api/http";
import { NothingHere } from "../../components/nothing-here";
import { Emblem } from "../emblem";
import { HowToPlay } from "../../learn/primer";
import { LevelLinks, usePlayLevels } from "../../learn/play-now";
import { GuidedRunPage } from "./guided-run";
import { GeneratedLevelPage, LevelPage } from "./level";
import { describeRecipe, levelAddress, readRecipe } from "./recipe";
import { isReplayOf, openReplay } from "../replays";
import { WatchPage } from "./watch";
import { formatPercent, plural, timeAgo } from "../../format";
import { lazyPage } from "../../components/lazy";
import "./style.css";

const LevelEditorPage = lazyPage(() => import("./editor").then((module) => module.LevelEditorPage));

export function LevelPages({ hello }: { hello: Hello | null }) {
  const { parts, query } = useRoute();
  const [, id, what, which] = parts;
  if (id === "edit") return <LevelEditorPage hello={hello} />;
  if (id === "guide") return <GuidedRunPage />;
  if (id === "made") {
    const recipe = readRecipe(query);
    if (typeof recipe === "string") return <NothingHere reason={recipe} places={["levels"]} />;
    return <GeneratedLevelPage key={query.toString()} recipe={recipe} hello={hello} />;
  }
  if (id && what) return <WatchPage key={`${id} ${what} ${which}`} id={id} what={what} which={which ?? ""} />;
  if (id) return <LevelPage key={id} id={id} hello={hello} />;
  return <LevelListPage hello={hello} />;
}

const MAX_CHARACTERS = 100_000; // of a level file

function LevelListPage({ hello }: { hello: Hello | null }) {
  const [rows, setRows] = useState<LevelRow[] | null>(null);
  const [error, setError] = useState("");
  useEffect(() => {
    document.title = "Levels · Ludus Studio";
    get<LevelRow[]>("/levels").then(setRows, (error: Error) => setError(error.message));
  }, []);
  const { levels } = usePlayLevels("platformer");
  const measured = new Set(levels?.levels.map(({ options }) => options.level)); // they are under Play now
  const gameLevels = (rows?.filter((row) => !row.kept && !measured.has(row.id)) ?? []).sort(
    (one, other) => one.traps - other.traps, // easy first
  );
  const savedLevels = rows?.filter((row) => row.kept) ?? [];
  return (
    <main class="content">
      <header class="setup-head">
        <Emblem game="platformer" />
        <div>
          <h1>Levels</h1>
          <p class="muted">
            Run, jump and hang past moving traps. Make levels of any difficulty, and see where players die.
          </p>
        </div>
        {!hello?.guest && (
          <a class="button main" href="/levels/edit">
            Level editor
          </a>
        )}
      </header>
      {error && <p class="error">{error}</p>}
      <section class="panel padded play-now" aria-labelledby="play-now">
        <h2 id="play-now">Play now</h2>
        <div class="actions">
          <a class="button main" href="/levels/guide">
            Guided first run
          </a>
          <HowToPlay game="platformer" />
        </div>
        {levels && <LevelLinks levels={levels.levels} />}
      </section>
      <section class="recent">
        <h2>Levels of the game</h2>
        <LevelTiles rows={gameLevels} />
      </section>
      {!hello?.guest && (
        <div class="level-forms">
          <GenerateForm />
          <OpenForm />
        </div>
      )}
      {savedLevels.length > 0 && (
        <section class="recent">
          <h2>Made and opened levels</h2>
          <LevelTiles rows={savedLevels} />
        </section>
      )}
      <section class="panel padded">
        <h2>Study</h2>
        <p class="muted">
          Two tutorial levels, ten levels to play, and a rating of each. The results improve the difficulty model.
        </p>
        <div class="actions">
          <a class="button" href="/study">
            Take part
          </a>
        </div>
      </section>
    </main>
  );
}

function LevelTiles({ rows }: { rows: LevelRow[] }) {
  return (
    <ul class="level-tiles">
      {rows.map((row) => (
        <li key={row.id}>
          <a class="panel level-tile" href={`/levels/${row.id}`}>
            <b>{row.name}</b>
            <span class="muted small">
              {row.width} × {row.height} cells, {plural(row.traps, "trap")}
            </span>
            {row.recipe && <span class="muted small">{describeRecipe(row.recipe)}</span>}
            {row.kept && (
              <time class="muted small" dateTime={row.kept}>
                {timeAgo(row.kept)}
              </time>
            )}
          </a>
        </li>
      ))}
    </ul>
  );
}

function GenerateForm() {
  const [seed, setSeed] = useState(() => String(Math.floor(Math.random() * 1e6)));
  const [columns, setColumns] = useState("5");
  const [floors, setFloors] = useState("1");
  const [loops, setLoops] = useState("25");
  const [difficulty, setDifficulty] = useState("");
  const generate = () =>
    navigate(
      levelAddress({
        seed: Number(seed) || 0,
        rooms: `${columns}x${floors}`,
        loops: Number(loops) / 100,
        difficulty: difficulty ? Number(difficulty) / 100 : null,
      }),
    );
  const numberField = (label: string, value: string, set: (to: string) => void, most: number) => (
    <label class="field">
      <span>{label}</span>
      <input
        class="input"
        type="number"
        min={1}
        max={most}
        required
        value={value}
        onInput={(event) => set(event.currentTarget.value)}
      />
    </label>
  );
  return (
    <form
      class="panel padded"
      onSubmit={(event) => {
        event.preventDefault();
        generate();
      }}
    >
      <h2>Make a level</h2>
      <div class="option-fields two">
        <label class="field">
          <span>Seed</span>
          <input
            class="input"
            type="number"
            min={0}
            max={Number.MAX_SAFE_INTEGER}
            required
            value={seed}
            onInput={(event) => setSeed(event.currentTarget.value)}
          />
        </label>
        {numberField("Rooms side by side", columns, setColumns, 11)}
        {numberField("Rooms above each other", floors, setFloors, 9)}
        <label class="field">
          <span>Loops: dead ends with a second connection</span>
          <select class="input" value={loops} onChange={(event) => setLoops(event.currentTarget.value)}>
            {["0", "25", "50", "100"].map((percent) => (
              <option key={percent} value={percent}>
                {formatPercent(Number(percent) / 100, 0)}
              </option>
            ))}
          </select>
        </label>
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
      </div>
      <div class="actions">
        <button type="submit" class="button main">
          Make
        </button>
      </div>
    </form>
  );
}

function OpenForm() {
  const [text, setText] = useState("");
  const [error, setError] = useState("");
  const open = async () => {
    if (text.length > MAX_CHARACTERS && !isReplayOf("platformer", text)) {
      setError(`A level file has at most ${MAX_CHARACTERS} characters; this has ${text.length}.`);
      return;
    }
    const goTo = navigateLater();
    try {
      goTo(
        isReplayOf("platformer", text)
          ? await openReplay(text)
          : `/levels/${(await post<LevelOrJob>("/levels", { text })).id}`,
      );
    } catch (error) {
      setError((error as Error).message);
    }
  };
  const readFile = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > 10 * MAX_CHARACTERS) setError("This file is too large for a level or a replay.");
    else setText(await file.text());
  };
  return (
    <form
      class="panel padded"
      onSubmit={(event) => {
        event.preventDefault();
        void open();
      }}
    >
      <h2>Open a level or a replay</h2>
      <label class="field">
        <span>A file</span>
        <input
          class="input"
          type="file"
          accept=".level,.txt,.json"
          onChange={(event) => void readFile(event.currentTarget.files?.[0])}
        />
      </label>
      <label class="field">
        <span>or its text</span>
        <textarea
          class="input code"
          rows={5}
          spellcheck={false}
          placeholder={"level First steps\n\ncells\n##########\n#oooooooo#\n..."}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      {error && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
      <div class="actions">
        <button type="submit" class="button main" disabled={!text.trim()}>
          Open
        </button>
      </div>
    </form>
  );
}
