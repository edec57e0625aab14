/** Page of a job: progress, speed, remaining time, and its report at the end. */

import { useEffect, useState } from "preact/hooks";
import { showToast } from "../components/toast";
import type { Hello, JobRow, StartedJob } from "../protocol";
import { navigateLater } from "../route";
import { get, post } from "../api/http";
import { useJob } from "../api/jobs";
import { DesignReport } from "../components/design-report";
import { NothingHere } from "../components/nothing-here";
import { JobNotices } from "../components/notices";
import { ProgressPanel } from "../components/progress-panel";
import { gameTitles } from "../components/session-rows";
import { jobTitle } from "../titles";

export function JobPage({ id, hello }: { id: string; hello: Hello | null }) {
  const followed = useJob(id);
  const { progress, report, missing, reason } = followed;
  const [row, setRow] = useState<JobRow | null>(null);
  useEffect(() => {
    get<JobRow[]>("/work").then(
      (rows) => setRow(rows.find((job) => job.id === id) ?? null),
      () => {},
    );
  }, [id, report]);
  const job = progress?.work ?? row;
  const title = job ? jobTitle(job, gameTitles(hello)) : "";
  useEffect(() => {
    if (title) document.title = `${title} · Ludus Studio`;
  }, [title]);
  if (missing) return <NothingHere reason={reason} places={["design", "tournaments", "runs"]} />;
  return (
    <main class="content">
      <header class="stage-head">
        <h1>{title || "Job"}</h1>
        {job?.target && (
          <a href={`/${job.kind === "run" ? "runs" : "tournaments"}/${encodeURIComponent(job.target)}`}>{job.target}</a>
        )}
      </header>
      <JobNotices job={followed} back={["/design", "Design"]} />
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
