/** Comparison of two runs: different settings, numbers of both, learning curves. */

import { useEffect, useState } from "preact/hooks";
import { ScrollableTable } from "../../components/scrollable-table";
import type { ComparedTable, RunComparison, RunRow } from "../../protocol";
import { navigate } from "../../route";
import { get } from "../../api/http";
import { Estimate } from "../../components/estimate";
import { NotLoaded } from "../../components/nothing-here";
import { LearningCurves } from "./learning-curves";
import { formatCount, formatMeasure } from "../../format";
import { runCount } from "../../titles";

const FIRST_ROWS = 40;

export function ComparePage({ first, second }: { first: string; second: string }) {
  const [comparison, setComparison] = useState<RunComparison | null>(null);
  const [error, setError] = useState<Error | null>(null);
  useEffect(() => {
    document.title = "Compare runs · Ludus Studio";
    setComparison(null);
    setError(null);
    get<RunComparison>(`/runs/${encodeURIComponent(first)}/against/${encodeURIComponent(second)}`).then(
      setComparison,
      setError,
    );
  }, [first, second]);
  if (error) return <NotLoaded error={error} places={["runs"]} />;
  if (!comparison)
    return (
      <main class="content">
        <h1>Compare runs</h1>
        <p class="muted">Loading…</p>
      </main>
    );
  const names = [first, second];
  return (
    <main class="content wide compare">
      <header class="stage-head">
        <h1>Compare runs</h1>
        <span class="grow" />
        <button
          type="button"
          class="button"
          onClick={() => navigate(`/compare/${encodeURIComponent(second)}/${encodeURIComponent(first)}`)}
        >
          Swap the runs
        </button>
      </header>
      <div class="sides">
        <RunPanel row={comparison.first} side={0} />
        <RunPanel row={comparison.second} side={1} />
      </div>
      <Verdict comparison={comparison} />
      <Settings comparison={comparison} />
      {comparison.curves.some((runCurves) => runCurves.length > 0) && (
        <LearningCurves curves={comparison.curves} names={names} />
      )}
      {comparison.tables.map((table) => (
        <NumberTable key={table.name} table={table} />
      ))}
      {Object.keys(comparison.left_out).length > 0 && (
        <p class="muted small">
          Not compared:{" "}
          {Object.entries(comparison.left_out)
            .map(([name, reason]) => `${name} (${reason})`)
            .join("; ")}
          .
        </p>
      )}
    </main>
  );
}

function RunPanel({ row, side }: { row: RunRow; side: number }) {
  return (
    <section class="panel padded side">
      <h2>
        <span class={`stroke side${side}`} /> <a href={`/runs/${encodeURIComponent(row.name)}`}>{row.name}</a>
      </h2>
      <p class="inline wrap">
        <span class={`state ${row.state}`}>{row.state}</span>
        <span class="muted small number">{runCount(row)}</span>
      </p>
    </section>
  );
}

function Verdict({ comparison }: { comparison: RunComparison }) {
  return (
    <section class="panel padded" aria-label="Answer">
      <h2>
        {comparison.decided === 0
          ? "No number with an interval is in both runs"
          : `${formatCount(comparison.differing)} of ${formatCount(comparison.decided)} numbers surely differ`}
      </h2>
      {comparison.decided > 0 && (
        <p class="muted small">
          A number surely differs if the interval of the difference, corrected for {comparison.decided} comparisons,
          excludes 0: if the runs are equal, no number differs with a probability of 95 %. The runs are treated as
          independent. With the same seed they share deals, and the intervals are wider than necessary. The reports of
          the runs list the games behind each number.
        </p>
      )}
    </section>
  );
}

function Settings({ comparison }: { comparison: RunComparison }) {
  return (
    <section class="panel padded">
      <h2>Settings that differ</h2>
      {comparison.first.study !== comparison.second.study && (
        <p>
          They are runs of two studies: {comparison.first.study} and {comparison.second.study}.
        </p>
      )}
      {comparison.settings.length === 0 ? (
        <p class="muted">None.</p>
      ) : (
        <ScrollableTable label="Settings that differ">
          <table>
            <thead>
              <tr>
                <th>Setting</th>
                <th>First</th>
                <th>Second</th>
              </tr>
            </thead>
            <tbody>
              {comparison.settings.map((setting) => (
                <tr key={setting.key}>
                  <td>
                    <code>{setting.key}</code>
                  </td>
                  <td>{setting.first}</td>
                  <td>{setting.second}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollableTable>
      )}
    </section>
  );
}

function NumberTable({ table }: { table: ComparedTable }) {
  const [onlyDiffering, setOnlyDiffering] = useState(false);
  const [showAll, setShowAll] = useState(false);
  const filtered = onlyDiffering ? table.numbers.filter((number) => number.differs) : table.numbers;
  const rows = showAll ? filtered : filtered.slice(0, FIRST_ROWS);
  const differing = table.numbers.filter((number) => number.differs).length;
  const decided = table.numbers.filter((number) => number.differs !== null).length;
  const [onlyFirst = 0, onlySecond = 0] = table.alone;
  return (
    <details class="panel fold-panel" open={differing > 0}>
      <summary>
        {table.name}{" "}
        <span class="muted small number">
          {decided > 0 ? `${differing} of ${decided} surely differ` : "no intervals"}
          {table.equal > 0 && `, ${table.equal} others are the same`}
          {onlyFirst > 0 && `, ${onlyFirst} rows only in the first`}
          {onlySecond > 0 && `, ${onlySecond} rows only in the second`}
        </span>
      </summary>
      {differing > 0 && (
        <label class="check small">
          <input
            type="checkbox"
            checked={onlyDiffering}
            onChange={(event) => setOnlyDiffering(event.currentTarget.checked)}
          />
          only those that differ
        </label>
      )}
      <ScrollableTable label={`Numbers of ${table.name}`}>
        <table>
          <thead>
            <tr>
              <th>Row</th>
              <th>Number</th>
              <th class="number">First</th>
              <th class="number">Second</th>
              <th class="number">Second minus first</th>
              <th>Surely differs</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((number, k) => (
              <tr key={k} class={number.differs ? "differs" : ""}>
                <td class="row-name">{number.row}</td>
                <td>{number.column}</td>
                <td class={typeof number.first === "string" ? "small" : "number"}>
                  <Estimate value={number.first} kind="number" />
                </td>
                <td class={typeof number.second === "string" ? "small" : "number"}>
                  <Estimate value={number.second} kind="number" />
                </td>
                <td class="number">
                  <Estimate value={number.change} kind="number" />
                </td>
                <td>
                  {number.differs === null ? <span class="muted">no interval</span> : number.differs ? "yes" : "no"}
                  {number.corrected && (
                    <small class="muted number">
                      {" "}
                      [{formatMeasure(number.corrected.low, "number")}, {formatMeasure(number.corrected.high, "number")}
                      ]
                    </small>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollableTable>
      {rows.length < filtered.length && (
        <button type="button" class="button" onClick={() => setShowAll(true)}>
          Show all {formatCount(filtered.length)} numbers
        </button>
      )}
    </details>
  );
}
