/** Report of a designer: answer, pictures, tables with intervals, files. */

import { useState } from "preact/hooks";
import { showToast } from "./toast";
import type { ContentRow, DesignReportMessage, ReportTableMessage } from "../protocol";
import { post } from "../api/http";
import { Estimate } from "./estimate";
import { Explained } from "./explained";
import { sentenceCase, withMinus } from "../format";
import { explainColumn } from "../titles";

/** Option of a game that takes a content file. */
const PLAY_OPTION: Record<string, string> = { delve: "tree", dominion: "kingdom", tribute: "cards", locm: "cards" };

export function DesignReport({ report, game }: { report: DesignReportMessage; game: string }) {
  return (
    <>
      <section class="panel padded" aria-label="Answer">
        <h2>{report.title}</h2>
        {report.answer.map((line, k) => (
          <p key={k}>{withMinus(line)}</p>
        ))}
        {report.notes.map((note, k) => (
          <p key={k} class="muted small">
            {withMinus(note)}
          </p>
        ))}
        {Object.keys(report.facts).length > 0 && (
          <dl class="counts">
            {Object.entries(report.facts).map(([key, value]) => (
              <div key={key}>
                <dt>{key}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </section>
      {Object.keys(report.files).length > 0 && (
        <section class="panel padded" aria-label="Generated files">
          <h2>Generated files</h2>
          {Object.entries(report.files).map(([name, text]) => (
            <ReportFile key={name} name={name} text={text} game={game} />
          ))}
        </section>
      )}
      {report.pictures.map((picture) => (
        <figure key={picture.name} class="panel picture">
          <img
            src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture.svg)}`}
            alt={picture.caption || picture.name}
          />
          {picture.caption && <figcaption class="muted small">{picture.caption}</figcaption>}
        </figure>
      ))}
      {report.sheets.map((table) => (
        <ReportTable key={table.name} table={table} />
      ))}
      {Object.entries(report.texts).map(([name, text]) => (
        <details class="panel padded" key={name}>
          <summary>{name}</summary>
          <pre class="log">{text}</pre>
        </details>
      ))}
      {Object.keys(report.commands).length > 0 && (
        <section class="panel padded">
          <h2>On the command line</h2>
          {Object.entries(report.commands).map(([what, command]) => (
            <p key={what}>
              {what}
              <code class="link">{command}</code>
            </p>
          ))}
        </section>
      )}
    </>
  );
}

export function ReportTable({ table }: { table: ReportTableMessage }) {
  const [showAll, setShowAll] = useState(table.shown === null);
  const rows = showAll ? table.rows : table.rows.filter((_, k) => table.shown?.includes(k));
  const columns = table.columns.map((column, k) => [column, k] as const).filter(([column]) => column.shown);
  return (
    <section class="panel padded" aria-label={table.name}>
      <h2>
        {sentenceCase(table.name.replaceAll("_", " "))} <span class="muted small">{table.about}</span>
      </h2>
      <div class="table-scroll">
        <table>
          <thead>
            <tr>
              {columns.map(([column]) => (
                <th key={column.name} class={column.kind === "text" ? "" : "number"}>
                  <Explained about={explainColumn(column)}>{column.title}</Explained>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, k) => (
              <tr key={k}>
                {columns.map(([column, j]) => (
                  <td key={column.name} class={column.kind === "text" ? "" : "number"}>
                    <Estimate value={row[j] ?? null} kind={column.kind} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {!showAll && (
        <button type="button" class="button" onClick={() => setShowAll(true)}>
          Show all {table.rows.length} rows
        </button>
      )}
    </section>
  );
}

function ReportFile({ name, text, game }: { name: string; text: string; game: string }) {
  const [savedName, setSavedName] = useState<string | null>(null);
  const save = async () => {
    try {
      setSavedName((await post<ContentRow>("/content", { name, text })).name);
    } catch (error) {
      showToast((error as Error).message);
    }
  };
  const option = PLAY_OPTION[game];
  return (
    <div class="made">
      <div class="inline wrap">
        <b>{name}</b>
        <span class="grow" />
        {savedName === null ? (
          <button type="button" class="button" onClick={save}>
            Save it
          </button>
        ) : (
          <>
            <span class="muted small">saved as @{savedName}</span>
            {option && (
              <a class="button main" href={`/new/${game}?${option}=@${encodeURIComponent(savedName)}`}>
                Play with it
              </a>
            )}
            <a class="button" href={`/design/${game}?content=@${encodeURIComponent(savedName)}`}>
              Inspect it
            </a>
            {game === "delve" && (
              <a class="button" href={`/trees?tree=@${encodeURIComponent(savedName)}`}>
                Edit it
              </a>
            )}
            {option === "cards" && (
              <a class="button" href={`/cards/${game}?file=@${encodeURIComponent(savedName)}`}>
                Edit it
              </a>
            )}
          </>
        )}
      </div>
      <details>
        <summary class="small">Show the file</summary>
        <pre class="log">{text}</pre>
      </details>
    </div>
  );
}
