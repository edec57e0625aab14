/** A piece of work while it goes on: how far it is, how fast, how long still; and at the end what it found. */

import { useEffect, useState } from "preact/hooks";
import { say } from "../components/toast";
import type { Found, FromWork, Progress, Result, Started, WorkRow } from "../protocol";
import { go } from "../route";
import { get, post } from "../api/http";
import { Line } from "../api/line";
import { Findings } from "./found";

/** Follow a piece of work by its socket. */
export function useWork(id: string): {
  progress: Progress | null;
  found: Found | null;
  shown: Record<string, unknown>; // results on the way
  lost: boolean;
  reason: string;
} {
  const [progress, setProgress] = useState<Progress | null>(null);
  const [found, setFound] = useState<Result | null>(null);
  const [line, setLine] = useState({ lost: false, reason: "" });
  useEffect(() => {
    if (!id) return;
    const own = new Line(
      `/socket/work/${encodeURIComponent(id)}`,
      (message) => {
        const heard = message as FromWork;
        if (heard.type === "progress") setProgress(heard);
        else if (heard.type === "result") setFound(heard);
        else say(heard.message);
      },
      () => setLine({ lost: own.state === "lost", reason: own.reason }),
    );
    return () => own.close();
  }, [id]);
  return {
    progress: found && progress ? { ...progress, work: found.work } : progress,
    found: found?.found ?? null,
    shown: found?.shown ?? progress?.shown ?? {},
    ...line,
  };
}

export function WorkRoom({ id }: { id: string }) {
  const { progress, found, lost, reason } = useWork(id);
  const [row, setRow] = useState<WorkRow | null>(null);
  useEffect(() => {
    get<WorkRow[]>("/work").then(
      (rows) => setRow(rows.find((each) => each.id === id) ?? null),
      () => {},
    );
  }, [id, found]);
  const work = progress?.work ?? row;
  useEffect(() => {
    if (work) document.title = `${KINDS[work.kind]} · Ludus Studio`;
  }, [work?.kind]);
  return (
    <main class="room">
      <header class="stage-head">
        <h1>{work ? `${KINDS[work.kind]} ${work.subject}` : "Work"}</h1>
        {work?.target && (
          <a href={`/${work.kind === "run" ? "runs" : "tournaments"}/${encodeURIComponent(work.target)}`}>
            {work.target}
          </a>
        )}
      </header>
      {reason && <p class="notice">{reason}</p>}
      {lost && (
        <p class="notice" role="status">
          The connection broke. Trying again by itself.
        </p>
      )}
      {progress && !found && <ProgressPanel progress={progress} />}
      {work && (work.state === "stopped" || work.state === "failed") && (
        <p>
          <button type="button" class="button main" onClick={() => again(work)}>
            {work.target ? "Go on" : "Begin again"}
          </button>
        </p>
      )}
      {found && <Findings found={found} game={work?.subject ?? ""} />}
    </main>
  );
}

/** A run or a tournament goes on where it was stopped; a designer begins anew. */
async function again(work: WorkRow): Promise<void> {
  try {
    go(`/work/${(await post<Started>(`/work/${encodeURIComponent(work.id)}/again`)).id}`);
  } catch (error) {
    say((error as Error).message);
  }
}

const KINDS = { inspect: "Inspecting", make: "Making", run: "Running", tournament: "Tournament of" };

/** Seconds since the work began: counted on between two messages. */
function useClock(progress: Progress, working: boolean): number {
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    setPassed(0);
    if (!working) return;
    const timer = setInterval(() => setPassed((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, [progress, working]);
  return progress.seconds + passed;
}

export function ProgressPanel({ progress }: { progress: Progress }) {
  const { work, steps, lines, left, pace } = progress;
  const working = work.state === "working";
  const seconds = useClock(progress, working);
  const stop = () => post(`/work/${encodeURIComponent(work.id)}/stop`).catch((error: Error) => say(error.message));
  return (
    <section class="panel part progress" aria-label="Progress">
      <div class="inline wrap">
        <span class={`state ${work.state}`}>{work.state}</span>
        <span class="quiet number">{duration(seconds)}</span>
        {pace !== null && working && (
          <span class="quiet number">{Math.round(pace).toLocaleString()} games a second</span>
        )}
        {left !== null && working && <span class="quiet number">about {duration(left)} left</span>}
        <span class="grow" />
        {working && (
          <button type="button" class="button" onClick={stop}>
            Stop
          </button>
        )}
      </div>
      {work.message && <p class={work.state === "failed" ? "fault" : "quiet"}>{work.message}</p>}
      {steps.map((step, k) => (
        <div key={k} class="step">
          <div class="inline wrap">
            <span>{step.what || "in all"}</span>
            <span class="quiet small number">
              {step.done.toLocaleString()}
              {step.total ? ` of ${step.total.toLocaleString()}` : ""} {step.thing}
              {step.done === 1 ? "" : "s"}
            </span>
            {Object.entries(step.facts)
              .filter(([key, value]) => key !== "known" || value !== 0)
              .map(([key, value]) => (
                <span class="chip" key={key}>
                  {key === "known" ? "from before" : key} <b>{short(value)}</b>
                </span>
              ))}
          </div>
          <div
            class="meter"
            role="progressbar"
            aria-label={step.what}
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

export function duration(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes} min ${Math.round(seconds % 60)} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

function short(value: unknown): string {
  return typeof value === "number" ? String(Math.round(value * 1000) / 1000) : String(value);
}
