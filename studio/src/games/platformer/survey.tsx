/** Survey of a level by synthetic players: difficulty with intervals, traps, ghosts. */

import { useEffect, useState } from "preact/hooks";
import type { LevelSurvey, StoredSurvey } from "../../protocol";
import { get } from "../../api/http";
import { Estimate } from "../../components/estimate";
import { ReportTable } from "../../components/design-report";
import { ProgressPanel } from "../../components/progress-panel";
import { type LevelRequestState, useLevelRequest } from "./level-request";
import { formatFixed, formatSeconds, plural } from "../../format";

export interface SurveyState extends LevelRequestState {
  survey: LevelSurvey | null;
  start: () => void;
}

/** Load the survey of a level, and start one if there is none and `autoStart` is set. */
export function useSurvey(id: string, autoStart: boolean): SurveyState {
  const [survey, setSurvey] = useState<LevelSurvey | null>(null);
  const [missing, setMissing] = useState(false);
  const [started, setStarted] = useState(false);
  const request = useLevelRequest(started ? `/levels/${id}/survey` : "", {});
  useEffect(() => {
    let current = true; // the survey may be there before this answer
    get<StoredSurvey>(`/levels/${id}/survey`).then(
      (response) => {
        if (!current) return;
        setSurvey(response.survey);
        setMissing(!response.survey);
      },
      () => {},
    );
    return () => {
      current = false;
    };
  }, [id, request.id]);
  useEffect(() => {
    if (missing && autoStart) setStarted(true);
  }, [missing, autoStart]);
  return { ...request, survey, start: () => setStarted(true) };
}

export function DifficultyPanel({ surveyState, guest }: { surveyState: SurveyState; guest: boolean }) {
  const { survey, progress, error, start } = surveyState;
  if (!survey) {
    return (
      <section class="panel padded">
        <h2>How hard is it?</h2>
        {error && (
          <p class="error" role="alert">
            {error}
          </p>
        )}
        {progress ? (
          <ProgressPanel progress={progress} />
        ) : (
          <>
            <p class="muted small">
              300 synthetic players show how many die, and where. Then graph, routes and ghosts are available, too.
            </p>
            {!guest && (
              <div class="actions">
                <button type="button" class="button main" onClick={start}>
                  Simulate players
                </button>
              </div>
            )}
          </>
        )}
      </section>
    );
  }
  return (
    <section class="panel padded">
      <h2>Difficulty</h2>
      <dl class="level-numbers">
        <dt>players that die</dt>
        <dd>
          <Estimate value={survey.failure} kind="share" />
        </dd>
        <dt>deaths per player</dt>
        <dd>
          <Estimate value={survey.deaths} kind="number" />
        </dd>
        <dt>seconds per run</dt>
        <dd>
          <Estimate value={survey.seconds} kind="number" />
        </dd>
        <dt>predicted share that dies</dt>
        <dd>
          <Estimate value={survey.told} kind="share" />
        </dd>
        <dt>difficulty, Koens' model</dt>
        <dd>
          <Estimate value={survey.koens} kind="number" />
        </dd>
      </dl>
      <p class="muted small">
        {survey.order.players} synthetic players, seed {survey.order.seed}; intervals are 95 %, over players. The
        prediction has none.
      </p>
      <details>
        <summary>As text</summary>
        {survey.sentences.map((sentence) => (
          <p key={sentence} class="small">
            {sentence}
          </p>
        ))}
        <p class="small">
          <code>{survey.command}</code>
        </p>
      </details>
    </section>
  );
}

/** Tables by trap; they are wide, so they are below the level. */
export function TrapTables({ survey }: { survey: LevelSurvey }) {
  return (
    <details class="level-tables">
      <summary>By trap: challenges, and who dies where</summary>
      {survey.sheets.map((table) => (
        <ReportTable key={table.name} table={table} />
      ))}
    </details>
  );
}

export function GhostList(props: {
  id: string;
  survey: LevelSurvey;
  shownGhosts: ReadonlySet<number>;
  change: (shownGhosts: ReadonlySet<number>) => void;
}) {
  const { id, survey, shownGhosts, change } = props;
  const toggle = (k: number) => {
    const next = new Set(shownGhosts);
    if (!next.delete(k)) next.add(k);
    change(next);
  };
  const allShown = shownGhosts.size === survey.ghosts.length;
  return (
    <section class="panel padded">
      <h2>Ghosts</h2>
      <div class="actions">
        <button
          type="button"
          class="button"
          aria-pressed={allShown}
          onClick={() => change(allShown ? new Set() : new Set(survey.ghosts.keys()))}
        >
          Show all ghosts
        </button>
        <a class="button" href={`/levels/${id}/walk`}>
          Watch the agent
        </a>
      </div>
      <ul class="level-list">
        {survey.ghosts.map((ghost, k) => (
          <li key={ghost.seed}>
            <label class="inline">
              <input type="checkbox" checked={shownGhosts.has(k)} onChange={() => toggle(k)} />
              <span class="dot" style={{ background: `var(--level-${ghost.group})` }} />
              {ghost.group}, skill {formatFixed(ghost.skill, 2)}
            </label>
            <a class="small" href={`/levels/${id}/ghosts/${k}`}>
              {formatSeconds(ghost.ticks, 1)}, {plural(ghost.deaths, "death")}
              {ghost.arrived ? "" : ", gave up"}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
