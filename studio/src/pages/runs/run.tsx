/** Page of a run: progress, learning curves, settings, files and report. */

import { useCallback } from "preact/hooks";
import { LineChart } from "../../charts/line-chart";
import { showToast } from "../../components/toast";
import type { CreatedSession, RunDetail, StartedJob } from "../../protocol";
import { navigate, navigateLater, usePageTitle } from "../../route";
import { post } from "../../api/http";
import { usePolling } from "../../api/polling";
import { NothingHere } from "../../components/nothing-here";
import { PollError } from "../../components/notices";
import { ReportFrame } from "../../components/report-frame";
import { useJob } from "../../api/jobs";
import { ProgressPanel } from "../../components/progress-panel";
import { LearningCurves } from "./learning-curves";
import { useRuns } from ".";
import { Explained } from "../../components/explained";
import { aboutRun, explainRun, runCount } from "../../titles";
import { sentenceCase } from "../../format";

const POLL_MS = 2000; // between requests

export function RunPage({ name, guest }: { name: string; guest: boolean }) {
  const path = `/runs/${encodeURIComponent(name)}`;
  const { data: run, error, missing, reload } = usePolling<RunDetail>(path, POLL_MS);
  const title = run?.row.title || name;
  usePageTitle(title);
  const { progress } = useJob(run?.row.work ?? "");
  const resume = () =>
    post<StartedJob>(`${path}/resume`).then(
      () => reload(),
      (error: Error) => showToast(error.message),
    );
  const open = useCallback((file: string) => openFile(path, file), [path]);
  const row = run?.row;
  if (missing) return <NothingHere reason={error} places={["runs"]} />;
  return (
    <main class="content wide">
      <header class="stage-head">
        <h1>
          <Explained about={row ? explainRun(row) : ""}>{title}</Explained>
        </h1>
        {row && <span class={`state ${row.work ? "running" : row.state}`}>{row.work ? "running" : row.state}</span>}
        {row && <span class="muted small number">{runCount(row)}</span>}
        <span class="grow" />
        {!guest && row?.state === "stopped" && !row.work && (
          <button type="button" class="button main" onClick={resume}>
            Resume
          </button>
        )}
        {run?.report && row?.state === "finished" && (
          <a class="button" href={`/api${path}/report`} target="_blank" rel="noopener">
            Report in a new tab
          </a>
        )}
      </header>
      <PollError error={error} />
      {row?.fault && <p class="error">{row.fault}</p>}
      {run && <Answer run={run} />}
      {row?.work && progress && <ProgressPanel progress={progress} />}
      {run?.report && row?.state === "finished" && (
        <ReportFrame src={`/api${path}/report?inside=true`} title={`Report of ${title}`} openFile={open} />
      )}
      {run && (
        <section class="recent" aria-labelledby="how-made">
          <h2 id="how-made">How it was made</h2>
          {run.curves.length > 0 && <LearningCurves curves={[run.curves]} names={[name]} />}
          <SpeedChart run={run} />
          <RunDetails run={run} name={name} open={open} />
        </section>
      )}
    </main>
  );
}

/** What the run has found out; before its end, what it asks. */
function Answer({ run }: { run: RunDetail }) {
  const { row, answer } = run;
  const about = aboutRun(row);
  const isWriting = row.state === "running" && row.planned > 0 && row.done >= row.planned;
  return (
    <section class="panel padded answer" aria-label="Answer">
      {row.state === "finished" && answer ? (
        <p>
          <InlineCode text={answer} />
        </p>
      ) : (
        <>
          {about && <p>{about}</p>}
          <p class="muted">
            {isWriting
              ? "All stages are done; the report is being written."
              : "There is no answer yet; the report is written at the end."}
          </p>
        </>
      )}
    </section>
  );
}

/** Text with `code` between backticks. */
function InlineCode({ text }: { text: string }) {
  return <>{text.split("`").map((part, k) => (k % 2 ? <code key={k}>{part}</code> : part))}</>;
}

function SpeedChart({ run }: { run: RunDetail }) {
  if (run.pace.length < 2) return null;
  const units = `${run.row.unit ?? "game"}s`;
  return (
    <section class="panel padded">
      <h2>{sentenceCase(units)} per second</h2>
      <LineChart
        title={`${units} per second`}
        xLabel={`${units} done`}
        lines={[{ name: run.row.name, side: 0, points: run.pace }]}
      />
    </section>
  );
}

/** Open a file of a run: a replay as a session, other files in a new tab. */
async function openFile(path: string, file: string): Promise<void> {
  if (!file.startsWith("replays/")) {
    window.open(`/api${path}/files/${file.split("/").map(encodeURIComponent).join("/")}`, "_blank");
    return;
  }
  const goTo = navigateLater();
  try {
    const created = await post<CreatedSession>(`${path}/${file.split("/").map(encodeURIComponent).join("/")}`);
    goTo(`/tables/${created.id}/0`);
  } catch (error) {
    showToast((error as Error).message);
  }
}

function RunDetails({ run, name, open }: { run: RunDetail; name: string; open: (file: string) => void }) {
  const others = (useRuns().data ?? []).filter((row) => row.name !== name && row.state !== "unreadable");
  const visibleFiles = run.files.filter((file) => !file.path.endsWith(".parquet"));
  return (
    <div class="run-details">
      {Object.keys(run.settings).length > 0 && (
        <details class="panel fold-panel">
          <summary>Settings ({Object.keys(run.settings).length})</summary>
          <dl class="settings">
            {Object.entries(run.settings).map(([key, value]) => (
              <div key={key}>
                <dt>{key}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      {visibleFiles.length > 0 && (
        <details class="panel fold-panel">
          <summary>Tables, figures, games ({visibleFiles.length})</summary>
          <ul class="files">
            {visibleFiles.map((file) => (
              <li key={file.path}>
                <button type="button" class="button plain" onClick={() => open(file.path)}>
                  {file.path}
                </button>
                <span class="muted small number">{Math.ceil(file.size / 1000)} KB</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {others.length > 0 && (
        <label class="inline small">
          Compare with{" "}
          <select
            class="input fit"
            value=""
            onChange={(event) =>
              navigate(`/compare/${encodeURIComponent(name)}/${encodeURIComponent(event.currentTarget.value)}`)
            }
          >
            <option value="" disabled>
              another run…
            </option>
            {others.map((row) => (
              <option key={row.name} value={row.name}>
                {row.title ? `${row.title} (${row.name})` : row.name}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}
