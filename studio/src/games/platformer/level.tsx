/** Page of a level: play it, with overlays and its survey. */

import { useEffect, useMemo, useState } from "preact/hooks";
import { showToast } from "../../components/toast";
import type { Game } from "./stage/game";
import { writePresses } from "./rules/presses";
import type { Hello, LevelRecipe, LevelRun, LevelRunRow, LevelScene } from "../../protocol";
import { get, post } from "../../api/http";
import { useNewest } from "../../api/newest";
import { usePageTitle } from "../../route";
import { NotLoaded } from "../../components/nothing-here";
import { ProgressPanel } from "../../components/progress-panel";
import { HowToPlay } from "../../learn/primer";
import { useLevelRequest } from "./level-request";
import { DifficultyPanel, GhostList, TrapTables, useSurvey } from "./survey";
import { describeRecipe } from "./recipe";
import { type GhostRecording, LevelStage } from "./stage";
import { OverlayToggles, useOverlays } from "./stage/overlay-toggles";
import { formatSeconds, plural } from "../../format";

/** Generates a level, if it does not exist yet, and shows it. */
export function GeneratedLevelPage({ recipe, hello }: { recipe: LevelRecipe; hello: Hello | null }) {
  const { id, progress, error } = useLevelRequest("/levels/make", recipe);
  useEffect(() => {
    document.title = `Seed ${recipe.seed} · Ludus Studio`;
  }, [recipe.seed]);
  if (id) return <LevelPage key={id} id={id} hello={hello} />;
  return (
    <main class="content">
      <h1>Making a level</h1>
      <p class="muted">
        {describeRecipe(recipe)}. An agent checks that every level can be finished. Held-out players measure its
        difficulty.
      </p>
      {error && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
      {progress && <ProgressPanel progress={progress} />}
    </main>
  );
}

export function useLevelScene(id: string): { scene: LevelScene | null; error: Error | null } {
  const [scene, setScene] = useState<LevelScene | null>(null);
  const [error, setError] = useState<Error | null>(null);
  useEffect(() => {
    setScene(null);
    get<LevelScene>(`/levels/${encodeURIComponent(id)}`).then(setScene, setError);
  }, [id]);
  return { scene, error };
}

export function LevelPage({ id, hello }: { id: string; hello: Hello | null }) {
  const { scene, error } = useLevelScene(id);
  if (error) return <NotLoaded error={error} places={["levels"]} />;
  if (!scene) return <main class="content" />;
  return <PlayLevel scene={scene} guest={hello?.guest ?? true} />;
}

function PlayLevel({ scene, guest }: { scene: LevelScene; guest: boolean }) {
  const { id, name, recipe } = scene.row;
  usePageTitle(name);
  const [game, setGame] = useState<Game | null>(null);
  const [, setState] = useState("");
  const [shownGhosts, setShownGhosts] = useState<ReadonlySet<number>>(new Set());
  const [runs, setRuns] = useState<LevelRunRow[]>([]);
  const overlays = useOverlays();
  const surveyState = useSurvey(id, Boolean(recipe) && !guest);
  const { survey } = surveyState;
  const ghosts = useMemo<GhostRecording[]>(
    () =>
      (survey?.ghosts ?? [])
        .filter((_, k) => shownGhosts.has(k))
        .map(({ presses, group }) => ({ presses, group, respawn: survey?.order.respawn ?? "checkpoint" })),
    [survey, shownGhosts],
  );
  const begin = useNewest();
  const loadRuns = () => {
    const counts = begin();
    return get<LevelRunRow[]>(`/levels/${id}/runs`).then(
      (rows) => counts() && setRuns(rows),
      () => {},
    );
  };
  useEffect(() => {
    void loadRuns();
  }, [id]);
  return (
    <main class="content level-page">
      <header class="level-head">
        <h1>{name}</h1>
        <span class="muted">
          {scene.row.width} × {scene.row.height} cells{recipe ? `, ${describeRecipe(recipe)}` : ""}
        </span>
        <span class="grow" />
        <HowToPlay game="platformer" />
        {!guest && <a href={`/levels/edit?from=${encodeURIComponent(id)}`}>Edit the level</a>}
        <a href={`/api/levels/${id}/file`} download>
          Save the level
        </a>
        <a href="/levels">All levels</a>
      </header>
      <div class="level-body">
        <div class="level-main">
          <LevelStage
            scene={scene}
            respawn="checkpoint"
            script={null}
            survey={survey}
            visibleOverlays={overlays.visibleOverlays}
            ghosts={ghosts}
            wholeLevel={overlays.wholeLevel}
            onChange={(changedGame) => {
              setGame(changedGame);
              setState(`${changedGame.state} ${changedGame.run.deaths}`);
            }}
          >
            {game && <RunEnd game={game} id={id} onSaved={loadRuns} />}
          </LevelStage>
          {game && <PlayControls game={game} />}
          <OverlayToggles overlays={overlays} survey={survey} />
          <KeyHelp />
          {survey && <TrapTables survey={survey} />}
        </div>
        <aside class="level-sidebar">
          <DifficultyPanel surveyState={surveyState} guest={guest} />
          {survey && <GhostList id={id} survey={survey} shownGhosts={shownGhosts} change={setShownGhosts} />}
          <RunList id={id} runs={runs} />
        </aside>
      </div>
    </main>
  );
}

function PlayControls({ game }: { game: Game }) {
  const [speed, setSpeed] = useState("1");
  return (
    <div class="level-controls">
      <button type="button" class="button" disabled={game.state === "over"} onClick={() => game.toggle()}>
        {game.state === "playing" ? "Pause" : game.state === "paused" ? "Continue" : "Run"}
      </button>
      <button type="button" class="button" onClick={() => game.restart()}>
        Restart
      </button>
      <button type="button" class="button" disabled={game.state === "over"} onClick={() => game.stepOnce()}>
        One tick
      </button>
      <label class="inline">
        <span class="muted small">Speed</span>
        <select
          class="input fit"
          value={speed}
          onChange={(event) => {
            game.speed = Number(event.currentTarget.value);
            setSpeed(event.currentTarget.value);
          }}
        >
          <option value="1">normal</option>
          <option value="0.5">half</option>
          <option value="0.25">a quarter</option>
        </select>
      </label>
    </div>
  );
}

function KeyHelp() {
  return (
    <p class="level-keys muted small keys-only">
      <span>
        <kbd>←</kbd> <kbd>→</kbd> or <kbd>A</kbd> <kbd>D</kbd> run
      </span>
      <span>
        <kbd>space</kbd>, <kbd>↑</kbd> or <kbd>W</kbd> jump
      </span>
      <span>
        <kbd>↓</kbd> or <kbd>S</kbd> let go
      </span>
      <span>
        <kbd>R</kbd> restart
      </span>
      <span>
        <kbd>P</kbd> pause
      </span>
      <span>
        <kbd>.</kbd> one tick
      </span>
      <span>
        <kbd>I</kbd> say where you are
      </span>
    </p>
  );
}

function RunEnd({ game, id, onSaved }: { game: Game; id: string; onSaved: () => void }) {
  const [run, setRun] = useState<LevelRun | null>(null);
  const save = async () => {
    const { moves, tick, deaths, arrived, respawn } = game.run;
    try {
      const body = { level: id, presses: writePresses(moves), ticks: tick, deaths, arrived, respawn };
      setRun(await post<LevelRun>("/levels/runs", body));
      onSaved();
    } catch (error) {
      showToast((error as Error).message);
    }
  };
  return (
    <div class="actions">
      <button type="button" class="button main" onClick={() => game.restart()}>
        Play again
      </button>
      {run ? (
        <a class="button" href={`/levels/${id}/runs/${run.id}`}>
          Watch it
        </a>
      ) : (
        <button type="button" class="button" onClick={save}>
          Save this run
        </button>
      )}
    </div>
  );
}

function RunList({ id, runs }: { id: string; runs: LevelRunRow[] }) {
  if (!runs.length) return null;
  return (
    <section class="panel padded">
      <h2>Runs</h2>
      <ul class="level-list">
        {runs.map((run) => (
          <li key={run.id}>
            <a href={`/levels/${id}/runs/${run.id}`}>{formatSeconds(run.ticks)}</a>
            <span class="muted small">
              {plural(run.deaths, "death")}
              {run.arrived ? "" : ", not finished"}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
