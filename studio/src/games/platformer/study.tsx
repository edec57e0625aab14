/** Study with people: two tutorial levels, ten levels on the schedule of the thesis, and difficulty ratings. */

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { showToast } from "../../components/toast";
import type { Game } from "./stage/game";
import { readPresses, writePresses } from "./rules/presses";
import type { Hello, LevelScene, StudyPlan, StudyRow, StudyState } from "../../protocol";
import { navigateLater, useRoute } from "../../route";
import { get, post } from "../../api/http";
import { NotLoaded } from "../../components/nothing-here";
import { LevelStage } from "./stage";
import { formatSeconds, plural } from "../../format";
import "./style.css";

const NO_OVERLAYS: ReadonlySet<never> = new Set();
const NO_GHOSTS: never[] = [];
const STORAGE_PREFIX = "ludus-study-"; // an unfinished level is stored in this browser

/** The start of the study, or the page of a participant. */
export function StudyPages({ hello }: { hello: Hello | null }) {
  const [, id] = useRoute().parts;
  return id ? <StudyPage key={id} id={id} /> : <StudyStartPage hello={hello} />;
}

function StudyStartPage({ hello }: { hello: Hello | null }) {
  const [plan, setPlan] = useState<StudyPlan | null>(null);
  const [player, setPlayer] = useState("");
  useEffect(() => {
    document.title = "Study · Ludus Studio";
    if (hello && !hello.guest) get<StudyPlan>("/study").then(setPlan, (error: Error) => showToast(error.message));
  }, [hello]);
  const start = async () => {
    const goTo = navigateLater();
    try {
      goTo(`/study/${(await post<StudyRow>("/study", { player })).id}`);
    } catch (error) {
      showToast((error as Error).message);
    }
  };
  return (
    <main class="content">
      <header class="welcome">
        <h1>How hard is a level?</h1>
        <p class="muted">
          Two levels to learn the game, then ten that get faster. Run to the exit. If you touch a trap, you return to
          your last safe place. You can skip a level. After each level, rate how hard it was. The study takes about 15
          minutes. You can close the page and come back.
        </p>
      </header>
      <form
        class="panel padded"
        onSubmit={(event) => {
          event.preventDefault();
          void start();
        }}
      >
        <h2>Take part</h2>
        <label class="field">
          <span>A name for the file; any name is fine</span>
          <input
            class="input"
            maxLength={60}
            required
            value={player}
            onInput={(event) => setPlayer(event.currentTarget.value)}
          />
        </label>
        <div class="actions">
          <button type="submit" class="button main">
            Start
          </button>
        </div>
      </form>
      {plan && plan.rows.length > 0 && (
        <section class="recent">
          <h2>Participants</h2>
          <ul class="row-list">
            {plan.rows.map((row) => (
              <li key={row.id}>
                <a class="panel list-row" href={`/study/${row.id}`}>
                  <b>{row.player}</b>
                  <span class="muted small">session {row.session}</span>
                  <span class="grow" />
                  <span class="number">
                    {row.step} of {row.steps} levels
                  </span>
                </a>
              </li>
            ))}
          </ul>
          <SessionDownload command={plan.command} file="/api/study/sessions" label="Save all sessions" />
        </section>
      )}
    </main>
  );
}

function SessionDownload({ command, file, label }: { command: string; file: string; label: string }) {
  return (
    <div class="panel padded">
      {command && (
        <>
          <h2>Use in the difficulty study</h2>
          <p class="muted small">This command improves the difficulty model with all recorded sessions:</p>
          <code class="link">{command}</code>
        </>
      )}
      <div class="actions">
        <a class="button" href={file} download>
          {label}
        </a>
      </div>
    </div>
  );
}

function StudyPage({ id }: { id: string }) {
  const [state, setState] = useState<StudyState | null>(null);
  const [error, setError] = useState<Error | null>(null);
  useEffect(() => {
    document.title = "Study · Ludus Studio";
    get<StudyState>(`/study/${encodeURIComponent(id)}`).then(setState, setError);
  }, [id]);
  if (error) return <NotLoaded error={error} places={["study", "levels"]} />;
  if (!state) return <main class="content" />;
  const { row, scene, waits } = state;
  return (
    <main class="content level-page">
      <header class="level-head">
        <h1>{waits === "nothing" ? `Thank you, ${row.player}` : stepTitle(state)}</h1>
        <span class="grow" />
        <StudyProgress state={state} />
      </header>
      {waits === "play" && scene && <StudyLevel key={row.step} state={state} scene={scene} next={setState} />}
      {waits === "rating" && <RatingForm key={row.step} state={state} next={setState} />}
      {waits === "nothing" && <StudyResults state={state} />}
    </main>
  );
}

function stepTitle({ row, tutorials, waits }: StudyState): string {
  const step = waits === "rating" ? row.step - 1 : row.step;
  if (step < tutorials) return `Tutorial ${step + 1} of ${tutorials}`;
  return `Level ${step - tutorials + 1} of ${row.steps - tutorials}`;
}

function StudyProgress({ state }: { state: StudyState }) {
  const { row, played } = state;
  return (
    <ol class="study-steps" aria-label={`${row.step} of ${row.steps} levels played`}>
      {Array.from({ length: row.steps }, (_, k) => (
        <li key={k} class={played[k]?.skipped ? "skipped" : k < row.step ? "done" : k === row.step ? "now" : ""} />
      ))}
    </ol>
  );
}

/** Moves from before the page was reloaded. */
function useUnfinishedMoves(key: string): readonly number[] {
  return useMemo(() => readPresses(localStorage.getItem(key) ?? ""), [key]);
}

function StudyLevel(props: { state: StudyState; scene: LevelScene; next: (state: StudyState) => void }) {
  const { state, scene, next } = props;
  const { id, step } = state.row;
  const key = `${STORAGE_PREFIX}${id}-${step}`;
  const earlierMoves = useUnfinishedMoves(key);
  const game = useRef<Game | null>(null);
  const submitted = useRef(false);
  const [error, setError] = useState("");
  const submit = async (skipped: boolean) => {
    const run = game.current?.run;
    if (!run || submitted.current) return;
    submitted.current = true;
    game.current?.pause();
    if (!run.tick) run.step(0); // a play has at least one tick
    try {
      const { moves, tick: ticks, deaths } = run;
      const body = { study: id, step, presses: writePresses(moves), ticks, deaths, skipped };
      next(await post<StudyState>("/study/plays", body));
      localStorage.removeItem(key);
    } catch (error) {
      submitted.current = false;
      setError((error as Error).message);
    }
  };
  useEffect(() => {
    const save = () => {
      const moves = game.current?.run.moves ?? [];
      if (moves.length && !submitted.current) localStorage.setItem(key, writePresses(moves));
    };
    const timer = setInterval(save, 2000);
    addEventListener("pagehide", save);
    return () => {
      clearInterval(timer);
      removeEventListener("pagehide", save);
    };
  }, [key]);
  const onChange = (changedGame: Game) => {
    game.current = changedGame;
    if (changedGame.state !== "over") return;
    localStorage.setItem(key, writePresses(changedGame.run.moves)); // not lost without a server
    void submit(!changedGame.run.arrived);
  };
  return (
    <>
      <LevelStage
        scene={scene}
        respawn="checkpoint"
        script={null}
        survey={null}
        visibleOverlays={NO_OVERLAYS}
        ghosts={NO_GHOSTS}
        wholeLevel={false}
        strict
        earlierMoves={earlierMoves}
        onChange={onChange}
      >
        {error && (
          <div class="actions">
            <p class="error" role="alert">
              {error}
            </p>
            <button type="button" class="button main" onClick={() => submit(!game.current?.run.arrived)}>
              Send again
            </button>
          </div>
        )}
      </LevelStage>
      <div class="level-controls">
        <button type="button" class="button" onClick={() => game.current?.pause()}>
          Pause
        </button>
        <button type="button" class="button" onClick={() => submit(true)}>
          Skip this level
        </button>
        <span class="muted small">
          {state.row.step < state.tutorials ? "Take your time: this is a tutorial." : "The level ends at the exit."}{" "}
          <span class="keys-only">
            <kbd>P</kbd> pauses.
          </span>
        </span>
        {error && <span class="error small">{error}</span>}
      </div>
    </>
  );
}

const RATINGS = ["very easy", "easy", "medium", "hard", "very hard"];

function RatingForm({ state, next }: { state: StudyState; next: (state: StudyState) => void }) {
  const last = state.played[state.row.step - 1];
  const rate = (rating: number) =>
    post<StudyState>("/study/ratings", { study: state.row.id, step: state.row.step - 1, rating }).then(
      next,
      (error: Error) => showToast(error.message),
    );
  return (
    <section class="panel study-rating">
      <h2>How hard was it?</h2>
      {last && (
        <p class="muted">
          {last.skipped ? "Skipped after" : "Finished in"} {formatSeconds(last.ticks)}, {plural(last.deaths, "death")}.
        </p>
      )}
      <div class="stars" role="group" aria-label="From very easy to very hard">
        {RATINGS.map((label, k) => (
          <button key={label} type="button" class="button" onClick={() => rate(k + 1)}>
            <b>{k + 1}</b>
            {label}
          </button>
        ))}
      </div>
    </section>
  );
}

function StudyResults({ state }: { state: StudyState }) {
  const { row, played, tutorials, command } = state;
  return (
    <>
      <div class="panel padded level-scroll">
        <table class="sheet">
          <thead>
            <tr>
              <th>level</th>
              <th class="number">time</th>
              <th class="number">deaths</th>
              <th>rating</th>
            </tr>
          </thead>
          <tbody>
            {played.map((play, k) => (
              <tr key={k}>
                <td>{k < tutorials ? `tutorial: ${play.level}` : play.level}</td>
                <td class="number">
                  {formatSeconds(play.ticks)}
                  {play.skipped ? ", skipped" : ""}
                </td>
                <td class="number">{play.deaths}</td>
                <td>{play.rating ? RATINGS[play.rating - 1] : ""}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <SessionDownload command={command} file={`/api/study/${row.id}/sessions`} label="Save your session" />
    </>
  );
}
