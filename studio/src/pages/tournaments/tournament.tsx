/** Page of a tournament: standings, win rates of pairs, their games, and the report. */

import { useState } from "preact/hooks";
import { ScrollableTable } from "../../components/scrollable-table";
import { showToast } from "../../components/toast";
import type { PairPayoffs, StartedJob, TournamentTable } from "../../protocol";
import { post } from "../../api/http";
import { usePolling } from "../../api/polling";
import { Estimate } from "../estimate";
import { ReportFrame } from "../report-frame";
import { ProgressPanel, useJob } from "../job";
import { PairGames } from "./pair-games";
import { WinMatrix } from "./win-matrix";

const POLL_MS = 3000; // between requests

export function TournamentPage({ name, guest }: { name: string; guest: boolean }) {
  const path = `/tournaments/${encodeURIComponent(name)}`;
  const { data: table, error, reload } = usePolling<TournamentTable>(path, name, POLL_MS);
  const [pair, setPair] = useState("");
  const job = useJob(table?.row.work ?? "");
  if (!table)
    return (
      <main class="content">
        <p class="muted">{error || "Loading…"}</p>
      </main>
    );
  const { row, cells } = table;
  const resume = () =>
    post<StartedJob>(`${path}/resume`).then(
      () => reload(),
      (error: Error) => showToast(error.message),
    );
  const cell = cells.find((cell) => cell.pair === pair);
  const stopped = !row.work && !table.whole;
  return (
    <main class="content wide">
      <header class="stage-head">
        <h1>{name}</h1>
        {stopped && <span class="state stopped">stopped</span>}
        <span class="muted number">
          {row.played.toLocaleString("en")} of {row.planned.toLocaleString("en")} games, seed {row.seed}
        </span>
        <span class="grow" />
        {stopped && !guest && (
          <button type="button" class="button main" onClick={resume}>
            Resume
          </button>
        )}
      </header>
      {error && <p class="notice">{error}</p>}
      {row.work && job.progress && <ProgressPanel progress={job.progress} />}
      <Standings table={table} />
      {cells.length > 0 && (
        <WinMatrix table={table} choose={(chosen: PairPayoffs) => setPair(chosen.pair)} chosen={cell ?? null} />
      )}
      {cell && <PairGames key={cell.pair} name={name} cell={cell} players={row.players} />}
      {table.report && (
        <details class="panel fold-panel">
          <summary>The report</summary>
          <ReportFrame src={`/api${path}/report`} title={`Report of ${name}`} openFile={() => {}} />
          <p>
            <a href={`/api${path}/report`} target="_blank">
              Report in a new tab
            </a>
          </p>
        </details>
      )}
    </main>
  );
}

function Standings({ table }: { table: TournamentTable }) {
  if (!table.standings.length) return <p class="muted">Results appear after the first games.</p>;
  return (
    <section class="panel padded">
      <h2>
        Standings <span class="muted small">{table.whole ? "" : "so far, "}with 95 % intervals</span>
      </h2>
      <ScrollableTable label="Standings">
        <table>
          <thead>
            <tr>
              <th>Player</th>
              <th class="number">Win rate</th>
              <th class="number">Rating</th>
            </tr>
          </thead>
          <tbody>
            {table.standings.map((standing) => (
              <tr key={standing.player}>
                <td>{standing.name}</td>
                <td class="number">
                  <Estimate value={standing.share} kind="share" />
                </td>
                <td class="number">
                  {table.whole ? (
                    <Estimate value={standing.rating} kind="number" />
                  ) : (
                    <span class="muted">at the end</span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollableTable>
    </section>
  );
}
