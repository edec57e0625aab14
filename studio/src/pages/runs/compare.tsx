/** Two runs side by side: settings that differ, every number that both have, curves over each other. */

import { useEffect, useState } from "preact/hooks";
import { Scroll } from "../../components/scroll";
import type { ComparedTable, RunComparison, RunRow } from "../../protocol";
import { go } from "../../route";
import { get } from "../../api/http";
import { Estimate } from "../estimate";
import { FactCurves } from "./facts";
import { games } from ".";

const FIRST_ROWS = 40;

export function CompareRoom({ first, second }: { first: string; second: string }) {
  const [found, setFound] = useState<RunComparison | null>(null);
  const [fault, setFault] = useState("");
  useEffect(() => {
    document.title = "Two runs · Ludus Studio";
    setFound(null);
    setFault("");
    get<RunComparison>(`/runs/${encodeURIComponent(first)}/against/${encodeURIComponent(second)}`).then(
      setFound,
      (error: Error) => setFault(error.message),
    );
  }, [first, second]);
  if (!found)
    return (
      <main class="room">
        <h1>Two runs</h1>
        {fault ? <p class="notice">{fault}</p> : <p class="quiet">Reading both…</p>}
      </main>
    );
  const names = [first, second];
  return (
    <main class="room wide compare">
      <header class="stage-head">
        <h1>Two runs</h1>
        <span class="grow" />
        <button
          type="button"
          class="button"
          onClick={() => go(`/compare/${encodeURIComponent(second)}/${encodeURIComponent(first)}`)}
        >
          The other way round
        </button>
      </header>
      <div class="sides">
        <Side row={found.first} side={0} />
        <Side row={found.second} side={1} />
      </div>
      <Verdict found={found} />
      <Settings found={found} />
      {found.curves.some((some) => some.length > 0) && <FactCurves curves={found.curves} names={names} />}
      {found.tables.map((table) => (
        <Numbers key={table.name} table={table} />
      ))}
      {Object.keys(found.left_out).length > 0 && (
        <p class="quiet small">
          Not compared:{" "}
          {Object.entries(found.left_out)
            .map(([name, why]) => `${name} (${why})`)
            .join("; ")}
          .
        </p>
      )}
    </main>
  );
}

function Side({ row, side }: { row: RunRow; side: number }) {
  return (
    <section class="panel part side">
      <h2>
        <span class={`stroke side${side}`} /> <a href={`/runs/${encodeURIComponent(row.name)}`}>{row.name}</a>
      </h2>
      <p class="inline wrap">
        <span class={`state ${row.state}`}>{row.state}</span>
        <span class="quiet small number">{games(row)}</span>
      </p>
    </section>
  );
}

function Verdict({ found }: { found: RunComparison }) {
  return (
    <section class="panel part" aria-label="The answer">
      <h2>
        {found.decided === 0
          ? "No number with an interval is in both"
          : `${found.differing.toLocaleString("en")} of ${found.decided.toLocaleString("en")} numbers differ`}
      </h2>
      {found.decided > 0 && (
        <p class="quiet small">
          A number differs if the 95 % interval of the difference leaves out 0. If nothing differed, about{" "}
          {Math.round(found.by_chance)} of {found.decided} would by chance. The runs are taken to be independent; with
          the same seed they share deals, and intervals of differences are then rather too wide. The games behind a
          number are told in the reports of its runs.
        </p>
      )}
    </section>
  );
}

function Settings({ found }: { found: RunComparison }) {
  return (
    <section class="panel part">
      <h2>Settings that differ</h2>
      {found.first.study !== found.second.study && (
        <p>
          They are runs of two studies: {found.first.study} and {found.second.study}.
        </p>
      )}
      {found.settings.length === 0 ? (
        <p class="quiet">None.</p>
      ) : (
        <Scroll label="Settings that differ">
          <table>
            <thead>
              <tr>
                <th>Setting</th>
                <th>First</th>
                <th>Second</th>
              </tr>
            </thead>
            <tbody>
              {found.settings.map((each) => (
                <tr key={each.key}>
                  <td>
                    <code>{each.key}</code>
                  </td>
                  <td>{each.first}</td>
                  <td>{each.second}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
    </section>
  );
}

function Numbers({ table }: { table: ComparedTable }) {
  const [only, setOnly] = useState(false);
  const [all, setAll] = useState(false);
  const fitting = only ? table.numbers.filter((each) => each.differs) : table.numbers;
  const rows = all ? fitting : fitting.slice(0, FIRST_ROWS);
  const differing = table.numbers.filter((each) => each.differs).length;
  const decided = table.numbers.filter((each) => each.differs !== null).length;
  const [alone = 0, others = 0] = table.alone;
  return (
    <details class="panel fold-part" open={differing > 0}>
      <summary>
        {table.name}{" "}
        <span class="quiet small number">
          {decided > 0 ? `${differing} of ${decided} differ` : "no intervals"}
          {table.equal > 0 && `, ${table.equal} others are the same`}
          {alone > 0 && `, ${alone} rows only in the first`}
          {others > 0 && `, ${others} rows only in the second`}
        </span>
      </summary>
      {differing > 0 && (
        <label class="check small">
          <input type="checkbox" checked={only} onChange={(event) => setOnly(event.currentTarget.checked)} />
          only those that differ
        </label>
      )}
      <Scroll label={`Numbers of ${table.name}`}>
        <table>
          <thead>
            <tr>
              <th>Row</th>
              <th>Number</th>
              <th class="number">First</th>
              <th class="number">Second</th>
              <th class="number">Second less first</th>
              <th>Differs</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((each, k) => (
              <tr key={k} class={each.differs ? "differs" : ""}>
                <td class="row-name">{each.row}</td>
                <td>{each.column}</td>
                <td class={typeof each.first === "string" ? "small" : "number"}>
                  <Estimate value={each.first} kind="number" />
                </td>
                <td class={typeof each.second === "string" ? "small" : "number"}>
                  <Estimate value={each.second} kind="number" />
                </td>
                <td class="number">
                  <Estimate value={each.change} kind="number" />
                </td>
                <td>{each.differs === null ? <span class="quiet">no interval</span> : each.differs ? "yes" : "no"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {rows.length < fitting.length && (
        <button type="button" class="button" onClick={() => setAll(true)}>
          All {fitting.length.toLocaleString("en")} numbers
        </button>
      )}
    </details>
  );
}
