/** Progress of a job: its state, speed, remaining time and steps, with a button that stops it. */

import { useEffect, useState } from "preact/hooks";
import { post } from "../api/http";
import { formatCount, formatDuration, formatRounded, nounFor, timeLeft } from "../format";
import type { JobProgress } from "../protocol";
import { showToast } from "./toast";

export function ProgressPanel({ progress }: { progress: JobProgress }) {
  const { work: job, steps, lines, left, pace } = progress;
  const working = job.state === "working";
  const seconds = useClock(progress, working);
  const total = steps.find((step) => !step.what); // of all steps, where a job has one
  const isPlayed = steps.length > 0 && (total ? [total] : steps).every((step) => step.done >= step.total);
  const stop = () => post(`/work/${encodeURIComponent(job.id)}/stop`).catch((error: Error) => showToast(error.message));
  return (
    <section class="panel padded progress" aria-label="Progress">
      <div class="inline wrap">
        <span class={`state ${job.state}`}>{job.state}</span>
        <span class="muted number">{formatDuration(seconds)}</span>
        {pace !== null && working && !isPlayed && (
          <span class="muted number">
            {formatCount(pace)} {nounFor(Math.round(pace), total?.thing || "game")} per second
          </span>
        )}
        {working && isPlayed && (
          <span class="muted">{job.kind === "run" ? "writing the report" : "evaluating what was played"}</span>
        )}
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
              {step.total ? ` of ${formatCount(step.total)}` : ""}{" "}
              {step.thing && nounFor(step.total || step.done, step.thing)}
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

function formatFact(value: unknown): string {
  return typeof value === "number" ? formatRounded(value, 3) : String(value);
}
