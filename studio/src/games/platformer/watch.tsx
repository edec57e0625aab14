/** Page that plays a run of a person, a synthetic player or the agent. Every tick has an address. */

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Game } from "./stage/game";
import { readPresses } from "./rules/presses";
import type { Respawn } from "./rules/run";
import type { LevelRun, LevelSurvey, StoredSurvey } from "../../protocol";
import { currentPath, currentRoute, navigate } from "../../route";
import { get } from "../../api/http";
import { NotLoaded } from "../../components/nothing-here";
import { useLevelScene } from "./level";
import { LevelStage } from "./stage";
import { OverlayToggles, useOverlays } from "./stage/overlay-toggles";
import { formatSeconds } from "../../format";

interface WatchedRun {
  title: string;
  presses: string;
  respawn: Respawn;
}

const NO_GHOSTS: never[] = [];

async function loadRun(id: string, what: string, which: string): Promise<WatchedRun> {
  if (what === "runs") {
    const run = await get<LevelRun>(`/levels/${id}/runs/${encodeURIComponent(which)}`);
    return { title: `A run of a ${run.player}`, presses: run.presses, respawn: run.respawn };
  }
  const { survey } = await get<StoredSurvey>(`/levels/${id}/survey`);
  if (!survey) throw new Error("No synthetic players have played this level yet.");
  const { respawn = "checkpoint" } = survey.order;
  if (what !== "walk" && what !== "ghosts") throw new Error(`There is no recording named '${what}'.`);
  if (what === "walk") return { title: "The agent, which never dies", presses: survey.walk.presses, respawn };
  const ghost = survey.ghosts[Number(which)];
  if (!ghost) throw new Error(`There is no ghost named '${which}'.`);
  const title = `A ${ghost.group} player, skill ${ghost.skill}, seed ${ghost.seed}`;
  return { title, presses: ghost.presses, respawn };
}

export function WatchPage({ id, what, which }: { id: string; what: string; which: string }) {
  const { scene, error } = useLevelScene(id);
  const [watched, setWatched] = useState<WatchedRun | null>(null);
  const [survey, setSurvey] = useState<LevelSurvey | null>(null);
  const [loadError, setLoadError] = useState<Error | null>(null);
  const [game, setGame] = useState<Game | null>(null);
  const overlays = useOverlays();
  useEffect(() => {
    loadRun(id, what, which).then(setWatched, setLoadError);
    get<StoredSurvey>(`/levels/${id}/survey`).then(
      (response) => setSurvey(response.survey),
      () => {},
    );
  }, [id, what, which]);
  const script = useMemo(() => (watched ? readPresses(watched.presses) : null), [watched]);
  const failure = error ?? loadError;
  const title = failure ? "" : (scene?.row.name ?? "");
  useEffect(() => {
    if (title) document.title = `${title} · Ludus Studio`;
  }, [title]);
  if (failure) return <NotLoaded error={failure} places={["levels"]} />;
  if (!scene || !watched || !script) return <main class="content" />;
  return (
    <main class="content level-page">
      <header class="level-head">
        <h1>{scene.row.name}</h1>
        <span class="muted">{watched.title}</span>
        <span class="grow" />
        {what === "runs" && (
          <a href={`/api/levels/${id}/runs/${which}/replay`} download>
            Save the replay
          </a>
        )}
        <a href={`/api/levels/${id}/file`} download>
          Save the level
        </a>
        <a href={`/levels/${id}`}>Play it</a>
      </header>
      <LevelStage
        scene={scene}
        respawn={watched.respawn}
        script={script}
        survey={survey}
        visibleOverlays={overlays.visibleOverlays}
        ghosts={NO_GHOSTS}
        wholeLevel={overlays.wholeLevel}
        onChange={setGame}
      >
        <div class="actions">
          <button type="button" class="button main" onClick={() => game?.start()}>
            Play again
          </button>
        </div>
      </LevelStage>
      {game && <PlaybackControls game={game} />}
      <OverlayToggles overlays={overlays} survey={survey} />
      <p class="muted small">
        <kbd>space</kbd> play and pause · <kbd>←</kbd> <kbd>→</kbd> one tick · <kbd>Page up</kbd> <kbd>Page down</kbd>{" "}
        one second · <kbd>Home</kbd> <kbd>End</kbd>
        {what === "runs" && (
          <>
            {" "}
            · on the command line, with both files saved: <code>ludus replay FILE</code>
          </>
        )}
      </p>
    </main>
  );
}

/** Playback controls. The address contains the tick while the run is paused. */
function PlaybackControls({ game }: { game: Game }) {
  const [tick, setTick] = useState(game.run.tick);
  const [speed, setSpeed] = useState("1");
  const started = useRef(false);
  useEffect(() => {
    const requestedTick = Number(currentRoute().query.get("tick"));
    if (requestedTick > 0) game.seek(Math.min(requestedTick, game.end));
    else if (game.state === "ready") game.start();
    started.current = true;
    let handle = requestAnimationFrame(function follow() {
      setTick(game.run.tick);
      handle = requestAnimationFrame(follow);
    });
    return () => cancelAnimationFrame(handle);
  }, [game]);
  useEffect(() => {
    if (started.current && game.state !== "playing")
      navigate(`${currentPath().split("?")[0]}?tick=${game.run.tick}`, true);
  }, [game.state, game.state === "playing" ? 0 : tick]);
  return (
    <div class="level-controls">
      <button type="button" class="button main" onClick={() => game.toggle()}>
        {game.state === "playing" ? "Pause" : game.state === "over" ? "Play again" : "Play"}
      </button>
      <input
        class="slider"
        type="range"
        min={0}
        max={game.end}
        value={tick}
        aria-label="Tick"
        aria-valuetext={formatSeconds(tick)}
        onInput={(event) => game.seek(Number(event.currentTarget.value))}
      />
      <span class="number muted">
        {formatSeconds(tick)} of {formatSeconds(game.end)}
      </span>
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
          <option value="0.25">a quarter</option>
          <option value="0.5">half</option>
          <option value="1">normal</option>
          <option value="2">double</option>
          <option value="4">four times</option>
        </select>
      </label>
    </div>
  );
}
