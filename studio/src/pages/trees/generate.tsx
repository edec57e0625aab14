/** Search for trees to a target, with its Pareto front. */

import { useEffect, useState } from "preact/hooks";
import { showToast } from "../../components/toast";
import type { DesignerInfo, JobRow, MakeRequest, StartedJob, TreeFront, TreeSetting, TreesInfo } from "../../protocol";
import { navigateLater } from "../../route";
import { get, post } from "../../api/http";
import { DesignReport } from "../../components/design-report";
import { type DesignRequest, numberFields, RequestFields } from "../../components/request-fields";
import { useJob } from "../../api/jobs";
import { JobNotices } from "../../components/notices";
import { ProgressPanel } from "../../components/progress-panel";
import type { Tree } from "./tree";
import { ParetoFront } from "./pareto-front";
import { timeAgo } from "../../format";

interface Props {
  info: TreesInfo;
  setting: TreeSetting;
  jobId: string; // id of the search to show; empty: show the form
  openInEditor: (tree: Tree) => void;
}

export function Generate({ info, setting, jobId, openInEditor }: Props) {
  return jobId ? (
    <SearchProgress key={jobId} info={info} setting={setting} jobId={jobId} openInEditor={openInEditor} />
  ) : (
    <SearchForm />
  );
}

function SearchForm() {
  const [designer, setDesigner] = useState<DesignerInfo | null>(null);
  const [request, setRequest] = useState<DesignRequest>({ asks: {}, games: "", seed: "" });
  const [recentJobs, setRecentJobs] = useState<JobRow[]>([]);
  useEffect(() => {
    get<DesignerInfo>("/design/delve").then(setDesigner, (error: Error) => showToast(error.message));
    get<JobRow[]>("/work").then(
      (rows) => setRecentJobs(rows.filter((row) => row.kind === "make" && row.subject === "delve")),
      () => {},
    );
  }, []);
  const start = async () => {
    const body: MakeRequest = { ...numberFields(request), asks: request.asks };
    const goTo = navigateLater();
    try {
      goTo(`/trees/generate?work=${(await post<StartedJob>("/design/delve/make", body)).id}`);
    } catch (error) {
      showToast((error as Error).message);
    }
  };
  if (!designer) return null;
  return (
    <form
      class="setup-form"
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      <section class="panel padded">
        <h2>Make to a target</h2>
        <p class="muted small">
          The same on the command line: <code>ludus make delve {designer.target}</code>. Empty fields keep their
          defaults.
        </p>
        <div class="setup-actions">
          <button type="submit" class="button main">
            Make
          </button>
        </div>
        {recentJobs.length > 0 && (
          <>
            <h3>Recent searches</h3>
            <ul>
              {recentJobs.map((row) => (
                <li key={row.id} class="inline wrap">
                  <a class="button plain" href={`/trees/generate?work=${row.id}`}>
                    a search
                  </a>
                  <span class={`state ${row.state}`}>{row.state}</span>
                  <time class="muted small" dateTime={row.began}>
                    {timeAgo(row.began)}
                  </time>
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
      <RequestFields options={designer.makes} request={request} change={setRequest} />
    </form>
  );
}

function SearchProgress({ info, setting, jobId, openInEditor }: Props) {
  const job = useJob(jobId);
  const { progress, report, partial } = job;
  const front = partial.front as TreeFront | undefined;
  return (
    <>
      <JobNotices job={job} back={["/trees/generate", "Search for trees"]} />
      {progress && !report && <ProgressPanel progress={progress} />}
      {report && (
        <section class="panel padded" aria-label="Summary">
          {report.answer.map((line, k) => (
            <p key={k}>{line}</p>
          ))}
        </section>
      )}
      {front && front.members.length > 0 && (
        <ParetoFront
          info={info}
          front={front}
          running={progress?.work.state === "working" && !report}
          setting={setting}
          openInEditor={openInEditor}
        />
      )}
      {report && (
        <details class="panel padded">
          <summary>Full report</summary>
          <div class="full-report-body">
            <DesignReport report={report} game="delve" />
          </div>
        </details>
      )}
      <p>
        <a class="button" href="/trees/generate">
          Start another search
        </a>
      </p>
    </>
  );
}
