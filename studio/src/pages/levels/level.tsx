/** One level: played, with what is known of it over and beside it. */

import { useEffect, useMemo, useState } from "preact/hooks";
import { say } from "../../components/toast";
import type { Game } from "../../platformer/game";
import { writePresses } from "../../platformer/presses";
import type { Hello, LevelRecipe, LevelRun, LevelRunRow, LevelScene } from "../../protocol";
import { many } from "../../scene";
import { get, post } from "../../api/http";
import { ProgressPanel } from "../work";
import { useAsked } from "./asking";
import { Beside, GhostList, Traps, useSurvey } from "./beside";
import { recipeWords } from "./index";
import { type Haunting, Stage } from "./stage";
import { Toggles, useOverlays } from "./toggles";

/** A level that is made when nobody made it before. */
export function MadeRoom({ recipe, hello }: { recipe: LevelRecipe; hello: Hello | null }) {
  const { id, progress, fault } = useAsked("/levels/make", recipe);
  useEffect(() => {
    document.title = `Seed ${recipe.seed} · Ludus Studio`;
  }, [recipe.seed]);
  if (id) return <LevelRoom key={id} id={id} hello={hello} />;
  return (
    <main class="room">
      <h1>Making a level</h1>
      <p class="quiet">
        {recipeWords(recipe)}. Every level is walked by an agent, and played by players that decided nothing.
      </p>
      {fault && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
      {progress && <ProgressPanel progress={progress} />}
    </main>
  );
}

export function useScene(id: string): { scene: LevelScene | null; fault: string } {
  const [scene, setScene] = useState<LevelScene | null>(null);
  const [fault, setFault] = useState("");
  useEffect(() => {
    setScene(null);
    get<LevelScene>(`/levels/${encodeURIComponent(id)}`).then(setScene, (error: Error) => setFault(error.message));
  }, [id]);
  useEffect(() => {
    if (scene) document.title = `${scene.row.name} · Ludus Studio`;
  }, [scene]);
  return { scene, fault };
}

export function LevelRoom({ id, hello }: { id: string; hello: Hello | null }) {
  const { scene, fault } = useScene(id);
  if (fault) return <p class="notice room">{fault}</p>;
  if (!scene) return <main class="room" />;
  return <Play scene={scene} guest={hello?.guest ?? true} />;
}

function Play({ scene, guest }: { scene: LevelScene; guest: boolean }) {
  const { id, name, recipe } = scene.row;
  const [game, setGame] = useState<Game | null>(null);
  const [, setState] = useState("");
  const [haunted, setHaunted] = useState<ReadonlySet<number>>(new Set());
  const [runs, setRuns] = useState<LevelRunRow[]>([]);
  const overlays = useOverlays();
  const surveyed = useSurvey(id, Boolean(recipe) && !guest);
  const { survey } = surveyed;
  const ghosts = useMemo<Haunting[]>(
    () =>
      (survey?.ghosts ?? [])
        .filter((_, k) => haunted.has(k))
        .map(({ presses, group }) => ({ presses, group, respawn: survey?.order.respawn ?? "checkpoint" })),
    [survey, haunted],
  );
  const load = () => get<LevelRunRow[]>(`/levels/${id}/runs`).then(setRuns, () => {});
  useEffect(() => {
    void load();
  }, [id]);
  return (
    <main class="room level-room">
      <header class="level-head">
        <h1>{name}</h1>
        <span class="quiet">
          {scene.row.width} × {scene.row.height} cells{recipe ? `, ${recipeWords(recipe)}` : ""}
        </span>
        <span class="grow" />
        <a href={`/api/levels/${id}/file`} download>
          Save the level
        </a>
        <a href="/levels">All levels</a>
      </header>
      <div class="level-body">
        <div class="level-main">
          <Stage
            scene={scene}
            respawn="checkpoint"
            script={null}
            survey={survey}
            shown={overlays.shown}
            ghosts={ghosts}
            whole={overlays.whole}
            changed={(own) => {
              setGame(own);
              setState(`${own.state} ${own.run.deaths}`);
            }}
          >
            {game && <Ending game={game} id={id} kept={load} />}
          </Stage>
          {game && <Controls game={game} />}
          <Toggles overlays={overlays} survey={survey} />
          <Keys />
          {survey && <Traps survey={survey} />}
        </div>
        <aside class="level-beside">
          <Beside surveyed={surveyed} guest={guest} />
          {survey && <GhostList id={id} survey={survey} haunted={haunted} change={setHaunted} />}
          <Runs id={id} runs={runs} />
        </aside>
      </div>
    </main>
  );
}

function Controls({ game }: { game: Game }) {
  const [speed, setSpeed] = useState("1");
  return (
    <div class="level-controls">
      <button type="button" class="button" disabled={game.state === "over"} onClick={() => game.toggle()}>
        {game.state === "playing" ? "Pause" : game.state === "paused" ? "Go on" : "Run"}
      </button>
      <button type="button" class="button" onClick={() => game.restart()}>
        Restart
      </button>
      <button type="button" class="button" disabled={game.state === "over"} onClick={() => game.advance()}>
        One tick
      </button>
      <label class="inline">
        <span class="quiet small">Speed</span>
        <select
          class="input fit"
          value={speed}
          onChange={(event) => {
            game.speed = Number(event.currentTarget.value);
            setSpeed(event.currentTarget.value);
          }}
        >
          <option value="1">as it is</option>
          <option value="0.5">half</option>
          <option value="0.25">a quarter</option>
        </select>
      </label>
    </div>
  );
}

function Keys() {
  return (
    <p class="level-keys quiet small keys-only">
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
    </p>
  );
}

function Ending({ game, id, kept }: { game: Game; id: string; kept: () => void }) {
  const [run, setRun] = useState<LevelRun | null>(null);
  const keep = async () => {
    const { moves, tick, deaths, arrived, respawn } = game.run;
    try {
      const body = { level: id, presses: writePresses(moves), ticks: tick, deaths, arrived, respawn };
      setRun(await post<LevelRun>("/levels/runs", body));
      kept();
    } catch (error) {
      say((error as Error).message);
    }
  };
  return (
    <div class="actions">
      <button type="button" class="button main" onClick={() => game.restart()}>
        Again
      </button>
      {run ? (
        <a class="button" href={`/levels/${id}/runs/${run.id}`}>
          Watch it
        </a>
      ) : (
        <button type="button" class="button" onClick={keep}>
          Keep this run
        </button>
      )}
    </div>
  );
}

function Runs({ id, runs }: { id: string; runs: LevelRunRow[] }) {
  if (!runs.length) return null;
  return (
    <section class="panel part">
      <h2>Runs</h2>
      <ul class="level-list">
        {runs.map((run) => (
          <li key={run.id}>
            <a href={`/levels/${id}/runs/${run.id}`}>{(run.ticks / 60).toFixed(2)} s</a>
            <span class="quiet small">
              {many(run.deaths, "death")}
              {run.arrived ? "" : ", not through"}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
