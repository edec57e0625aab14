/** A run that is watched: of a person, a synthetic player or the agent. Every tick of it has an address. */

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Game } from "../../platformer/game";
import { readPresses } from "../../platformer/presses";
import type { Respawn } from "../../platformer/run";
import type { LevelKnown, LevelRun, LevelSurvey } from "../../protocol";
import { go, here } from "../../route";
import { get } from "../../api/http";
import { useScene } from "./level";
import { seconds, Stage } from "./stage";
import { Toggles, useOverlays } from "./toggles";

interface Watched {
  title: string;
  presses: string;
  respawn: Respawn;
}

const NOBODY: never[] = [];

async function find(id: string, what: string, which: string): Promise<Watched> {
  if (what === "runs") {
    const run = await get<LevelRun>(`/levels/${id}/runs/${encodeURIComponent(which)}`);
    return { title: `A run of a ${run.player}`, presses: run.presses, respawn: run.respawn };
  }
  const { survey } = await get<LevelKnown>(`/levels/${id}/survey`);
  if (!survey) throw new Error("Nobody has let synthetic players loose on this level yet.");
  const { respawn = "checkpoint" } = survey.order;
  if (what === "walk") return { title: "The agent, which never dies", presses: survey.walk.presses, respawn };
  const ghost = survey.ghosts[Number(which)];
  if (!ghost) throw new Error("There is no such ghost.");
  const title = `A ${ghost.group} player, skill ${ghost.skill}, seed ${ghost.seed}`;
  return { title, presses: ghost.presses, respawn };
}

export function WatchRoom({ id, what, which }: { id: string; what: string; which: string }) {
  const { scene, fault } = useScene(id);
  const [watched, setWatched] = useState<Watched | null>(null);
  const [survey, setSurvey] = useState<LevelSurvey | null>(null);
  const [wrong, setWrong] = useState("");
  const [game, setGame] = useState<Game | null>(null);
  const overlays = useOverlays();
  useEffect(() => {
    find(id, what, which).then(setWatched, (error: Error) => setWrong(error.message));
    get<LevelKnown>(`/levels/${id}/survey`).then(
      (known) => setSurvey(known.survey),
      () => {},
    );
  }, [id, what, which]);
  const script = useMemo(() => (watched ? readPresses(watched.presses) : null), [watched]);
  if (fault || wrong) return <p class="notice room">{fault || wrong}</p>;
  if (!scene || !watched || !script) return <main class="room" />;
  return (
    <main class="room level-room">
      <header class="level-head">
        <h1>{scene.row.name}</h1>
        <span class="quiet">{watched.title}</span>
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
      <Stage
        scene={scene}
        respawn={watched.respawn}
        script={script}
        survey={survey}
        shown={overlays.shown}
        ghosts={NOBODY}
        whole={overlays.whole}
        changed={setGame}
      >
        <div class="actions">
          <button type="button" class="button main" onClick={() => game?.begin()}>
            Again
          </button>
        </div>
      </Stage>
      {game && <Player game={game} />}
      <Toggles overlays={overlays} survey={survey} />
      <p class="quiet small">
        <kbd>space</kbd> run and halt · <kbd>←</kbd> <kbd>→</kbd> one tick · <kbd>Page up</kbd> <kbd>Page down</kbd> one
        second · <kbd>Home</kbd> <kbd>End</kbd>
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

/** The slider follows the run; the address follows whoever halts or goes somewhere. */
function Player({ game }: { game: Game }) {
  const [tick, setTick] = useState(game.run.tick);
  const [speed, setSpeed] = useState("1");
  const begun = useRef(false);
  useEffect(() => {
    const asked = Number(here().query.get("tick"));
    if (asked > 0) game.seek(Math.min(asked, game.end));
    else if (game.state === "ready") game.begin();
    begun.current = true;
    let handle = requestAnimationFrame(function follow() {
      setTick(game.run.tick);
      handle = requestAnimationFrame(follow);
    });
    return () => cancelAnimationFrame(handle);
  }, [game]);
  useEffect(() => {
    if (begun.current && game.state !== "playing") go(`${location.pathname}?tick=${game.run.tick}`, true);
  }, [game.state, game.state === "playing" ? 0 : tick]);
  return (
    <div class="level-controls">
      <button type="button" class="button main" onClick={() => game.toggle()}>
        {game.state === "playing" ? "Halt" : game.state === "over" ? "Again" : "Run"}
      </button>
      <input
        class="slider"
        type="range"
        min={0}
        max={game.end}
        value={tick}
        aria-label="Tick"
        aria-valuetext={seconds(tick)}
        onInput={(event) => game.seek(Number(event.currentTarget.value))}
      />
      <span class="number quiet">
        {seconds(tick)} of {seconds(game.end)}
      </span>
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
          <option value="0.25">a quarter</option>
          <option value="0.5">half</option>
          <option value="1">as it was</option>
          <option value="2">double</option>
          <option value="4">fourfold</option>
        </select>
      </label>
    </div>
  );
}
