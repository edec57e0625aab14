/** One run: followed while it goes on, stopped, resumed; its curves, settings, files and report. */

import { useCallback } from "preact/hooks";
import { Curves } from "../../components/curves";
import { say } from "../../components/toast";
import type { MadeTable, RunDetail, Started } from "../../protocol";
import { go } from "../../route";
import { post } from "../../api/http";
import { useLooked } from "../../api/looked";
import { ReportFrame } from "../report";
import { ProgressPanel, useWork } from "../work";
import { FactCurves } from "./facts";
import { games, useRuns } from ".";

const EVERY = 2000; // ms between looks

export function RunRoom({ name, guest }: { name: string; guest: boolean }) {
  const path = `/runs/${encodeURIComponent(name)}`;
  const { found: run, fault, look } = useLooked<RunDetail>(path, name, EVERY);
  const { progress } = useWork(run?.row.work ?? "");
  const resume = () =>
    post<Started>(`${path}/resume`).then(
      () => look(),
      (error: Error) => say(error.message),
    );
  const open = useCallback((file: string) => openFile(path, file), [path]);
  const row = run?.row;
  return (
    <main class="room wide">
      <header class="stage-head">
        <h1>{name}</h1>
        {row && <span class={`state ${row.work ? "running" : row.state}`}>{row.work ? "running" : row.state}</span>}
        {row && <span class="quiet small number">{games(row)}</span>}
        <span class="grow" />
        {!guest && row?.state === "stopped" && !row.work && (
          <button type="button" class="button main" onClick={resume}>
            Resume
          </button>
        )}
        {run?.report && row?.state === "finished" && (
          <a class="button" href={`/api${path}/report`} target="_blank">
            Report alone
          </a>
        )}
      </header>
      {fault && <p class="notice">{fault}</p>}
      {row?.fault && <p class="fault">{row.fault}</p>}
      {row?.work && progress && <ProgressPanel progress={progress} />}
      {run?.report && row?.state === "finished" ? (
        <ReportFrame src={`/api${path}/report`} title={`Report of ${name}`} open={open} />
      ) : (
        row && <p class="quiet">The report is written when all games are played.</p>
      )}
      {run && run.curves.length > 0 && <FactCurves curves={[run.curves]} names={[name]} />}
      {run && <Pace run={run} />}
      {run && <Beside run={run} name={name} open={open} />}
    </main>
  );
}

function Pace({ run }: { run: RunDetail }) {
  if (run.pace.length < 2) return null;
  return (
    <section class="panel part">
      <h2>Games a second</h2>
      <Curves
        title="games a second"
        across="games done"
        lines={[{ name: run.row.name, side: 0, points: run.pace }]}
      />
    </section>
  );
}

/** What a click on a file of a run does: a game is opened as a table, anything else as itself. */
async function openFile(path: string, file: string): Promise<void> {
  if (!file.startsWith("replays/")) {
    window.open(`/api${path}/files/${file.split("/").map(encodeURIComponent).join("/")}`, "_blank");
    return;
  }
  try {
    const made = await post<MadeTable>(`${path}/${file.split("/").map(encodeURIComponent).join("/")}`);
    go(`/tables/${made.id}/0`);
  } catch (error) {
    say((error as Error).message);
  }
}

function Beside({ run, name, open }: { run: RunDetail; name: string; open: (file: string) => void }) {
  const others = (useRuns() ?? []).filter((row) => row.name !== name && row.state !== "unreadable");
  const shown = run.files.filter((file) => !file.path.endsWith(".parquet"));
  return (
    <div class="run-beside">
      {Object.keys(run.settings).length > 0 && (
        <details class="panel fold-part">
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
      {shown.length > 0 && (
        <details class="panel fold-part">
          <summary>Tables, figures, games ({shown.length})</summary>
          <ul class="files">
            {shown.map((file) => (
              <li key={file.path}>
                <button type="button" class="button plain" onClick={() => open(file.path)}>
                  {file.path}
                </button>
                <span class="quiet small number">{Math.ceil(file.size / 1000)} KB</span>
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
              go(`/compare/${encodeURIComponent(name)}/${encodeURIComponent(event.currentTarget.value)}`)
            }
          >
            <option value="" disabled>
              another run…
            </option>
            {others.map((row) => (
              <option key={row.name}>{row.name}</option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}
