/** Page of a job: progress, speed, remaining time, and its report at the end. */

import { useEffect, useState } from "preact/hooks";
import { showToast } from "../components/toast";
import type { DesignReportMessage, FromJob, JobProgress, JobResult, JobRow, StartedJob } from "../protocol";
import { navigateLater } from "../route";
import { get, post } from "../api/http";
import { ReconnectingSocket } from "../api/socket";
import { DesignReport } from "../components/design-report";
import { formatCount, formatDuration, formatRounded, timeLeft } from "../format";

/** Follow a job through its socket. */
export function useJob(id: string): {
  progress: JobProgress | null;
  report: DesignReportMessage | null;
  partial: Record<string, unknown>; // results before the end
  lost: boolean;
  reason: string;
} {
  const [progress, setProgress] = useState<JobProgress | null>(null);
  const [result, setResult] = useState<JobResult | null>(null);
  const [connection, setConnection] = useState({ lost: false, reason: "" });
  useEffect(() => {
    setProgress(null); // of another job
    setResult(null);
    if (!id) return;
    const socket = new ReconnectingSocket(
      `/socket/work/${encodeURIComponent(id)}`,
      (message) => {
        const update = message as FromJob;
        if (update.type === "progress") setProgress(update);
        else if (update.type === "result") setResult(update);
        else showToast(update.message);
      },
      () => setConnection({ lost: socket.state === "lost", reason: socket.reason }),
    );
    return () => socket.close();
  }, [id]);
  return {
    progress: result && progress ? { ...progress, work: result.work } : progress,
    report: result?.found ?? null,
    partial: result?.shown ?? progress?.shown ?? {},
    ...connection,
  };
}

export function JobPage({ id }: { id: string }) {
  const { progress, report, lost, reason } = useJob(id);
  const [row, setRow] = useState<JobRow | null>(null);
  useEffect(() => {
    get<JobRow[]>("/work").then(
      (rows) => setRow(rows.find((job) => job.id === id) ?? null),
      () => {},
    );
  }, [id, report]);
  const job = progress?.work ?? row;
  useEffect(() => {
    if (job) document.title = `${JOB_TITLES[job.kind]} · Ludus Studio`;
  }, [job?.kind]);
  return (
    <main class="content">
      <header class="stage-head">
        <h1>{job ? `${JOB_TITLES[job.kind]} ${job.subject}` : "Job"}</h1>
        {job?.target && (
          <a href={`/${job.kind === "run" ? "runs" : "tournaments"}/${encodeURIComponent(job.target)}`}>{job.target}</a>
        )}
      </header>
      {reason && <p class="notice">{reason}</p>}
      {lost && (
        <p class="notice" role="status">
          Connection lost. Reconnecting.
        </p>
      )}
      {progress && !report && <ProgressPanel progress={progress} />}
      {job && (job.state === "stopped" || job.state === "failed") && (
        <p>
          <button type="button" class="button main" onClick={() => restart(job)}>
            {job.target ? "Resume" : "Start again"}
          </button>
        </p>
      )}
      {report && <DesignReport report={report} game={job?.subject ?? ""} />}
    </main>
  );
}

/** Runs and tournaments resume where they were stopped; designers start again. */
async function restart(job: JobRow): Promise<void> {
  const goTo = navigateLater();
  try {
    goTo(`/work/${(await post<StartedJob>(`/work/${encodeURIComponent(job.id)}/again`)).id}`);
  } catch (error) {
    showToast((error as Error).message);
  }
}

const JOB_TITLES = { inspect: "Inspecting", make: "Making", run: "Running", tournament: "Tournament of" };

/** Seconds since the start of the job, also counted between two messages. */
function useClock(progress: JobProgress, working: boolean): number {
  const [elapsed, setElapsed] = useState(0);
  useEffect(() => {
    setElapsed(0);
    if (!working) return;
    const timer = setInterval(() => setElapsed((seconds) => seconds + 1), 1000);
    return () => clearInterval(timer);
  }, [progress, working]);
  return progress.seconds + elapsed;
}

export function ProgressPanel({ progress }: { progress: JobProgress }) {
  const { work: job, steps, lines, left, pace } = progress;
  const working = job.state === "working";
  const seconds = useClock(progress, working);
  const isPlayed = steps.length > 0 && steps.every((step) => step.total !== null && step.done >= step.total);
  const stop = () => post(`/work/${encodeURIComponent(job.id)}/stop`).catch((error: Error) => showToast(error.message));
  return (
    <section class="panel padded progress" aria-label="Progress">
      <div class="inline wrap">
        <span class={`state ${job.state}`}>{job.state}</span>
        <span class="muted number">{formatDuration(seconds)}</span>
        {pace !== null && working && <span class="muted number">{formatCount(pace)} games per second</span>}
        {working && isPlayed && <span class="muted">evaluating what was played</span>}
        {left !== null && working && !isPlayed && (
          <span class="muted number">{timeLeft(left - (seconds - progress.seconds))}</span>
        )}
        <span class="grow" />
        {working && (
          <button type="button" class="button" onClick={stop}>
            Stop
          </button>
        )}
      </div>
      {job.message && <p class={job.state === "failed" ? "error" : "muted"}>{job.message}</p>}
      {steps.map((step, k) => (
        <div key={k} class="step">
          <div class="inline wrap">
            <span>{step.what || "total"}</span>
            <span class="muted small number">
              {formatCount(step.done)}
              {step.total ? ` of ${formatCount(step.total)}` : ""} {step.thing}
              {step.done === 1 ? "" : "s"}
            </span>
            {Object.entries(step.facts)
              .filter(([key, value]) => key !== "known" || value !== 0)
              .map(([key, value]) => (
                <span class="chip" key={key}>
                  {key === "known" ? "already known" : key} <b>{formatFact(value)}</b>
                </span>
              ))}
          </div>
          <div
            class="meter"
            role="progressbar"
            aria-label={step.what || "Progress"}
            aria-valuenow={step.done}
            aria-valuemax={step.total || undefined}
          >
            <span class="fill steady" style={{ width: `${step.total ? (100 * step.done) / step.total : 0}%` }} />
          </div>
        </div>
      ))}
      {lines.length > 0 && (
        <pre class="log" aria-live="off">
          {lines.join("\n")}
        </pre>
      )}
    </section>
  );
}

function formatFact(value: unknown): string {
  return typeof value === "number" ? formatRounded(value, 3) : String(value);
}
