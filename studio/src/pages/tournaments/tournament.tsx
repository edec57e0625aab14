/** Page of a tournament: standings, win rates of pairs, their games, and the report. */

import { useState } from "preact/hooks";
import { ScrollableTable } from "../../components/scrollable-table";
import { showToast } from "../../components/toast";
import type { Hello, PairPayoffs, StartedJob, TournamentTable } from "../../protocol";
import { usePageTitle } from "../../route";
import { post } from "../../api/http";
import { usePolling } from "../../api/polling";
import { NothingHere } from "../../components/nothing-here";
import { PollError } from "../../components/notices";
import { Estimate, withoutEmptyInterval } from "../../components/estimate";
import { ReportFrame } from "../../components/report-frame";
import { useJob } from "../../api/jobs";
import { ProgressPanel } from "../../components/progress-panel";
import { PairGames } from "./pair-games";
import { WinMatrix } from "./win-matrix";
import { formatCount } from "../../format";
import { Explained } from "../../components/explained";
import { gameTitles } from "../../components/session-rows";
import { explainTournament, RATING, tournamentAnswer, tournamentTitle, WIN_RATE } from "../../titles";

const POLL_MS = 3000; // between requests

export function TournamentPage({ name, guest, hello }: { name: string; guest: boolean; hello: Hello | null }) {
  const path = `/tournaments/${encodeURIComponent(name)}`;
  const { data: table, error, missing, reload } = usePolling<TournamentTable>(path, POLL_MS);
  const title = table ? tournamentTitle(table.row, gameTitles(hello)) : name;
  usePageTitle(title);
  const [pair, setPair] = useState("");
  const job = useJob(table?.row.work ?? "");
  if (missing) return <NothingHere reason={error} places={["tournaments"]} />;
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
        <h1>
          <Explained about={explainTournament(row)}>{title}</Explained>
        </h1>
        {stopped && <span class="state stopped">stopped</span>}
        <span class="muted number">
          {formatCount(row.played)} of {formatCount(row.planned)} games, seed {row.seed}
        </span>
        <span class="grow" />
        {stopped && !guest && (
          <button type="button" class="button main" onClick={resume}>
            Resume
          </button>
        )}
      </header>
      <PollError error={error} />
      <TournamentAnswer table={table} />
      {row.work && job.progress && <ProgressPanel progress={job.progress} />}
      <Standings table={table} />
      {cells.length > 0 && (
        <WinMatrix table={table} choose={(chosen: PairPayoffs) => setPair(chosen.pair)} chosen={cell ?? null} />
      )}
      {cell && <PairGames key={cell.pair} name={name} cell={cell} players={row.players} />}
      {table.report && (
        <details class="panel fold-panel">
          <summary>The report</summary>
          <ReportFrame src={`/api${path}/report`} title={`Report of ${title}`} openFile={() => {}} />
          <p>
            <a href={`/api${path}/report`} target="_blank" rel="noopener">
              Report in a new tab
            </a>
          </p>
        </details>
      )}
    </main>
  );
}

function TournamentAnswer({ table }: { table: TournamentTable }) {
  const answer = tournamentAnswer(table);
  return answer ? (
    <section class="panel padded answer" aria-label="Answer">
      <p>{answer}</p>
    </section>
  ) : null;
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
              <th class="number">
                <Explained about={WIN_RATE}>Win rate</Explained>
              </th>
              <th class="number">
                <Explained about={RATING}>Rating</Explained>
              </th>
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
                    <Estimate value={withoutEmptyInterval(standing.rating)} kind="rating" />
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
