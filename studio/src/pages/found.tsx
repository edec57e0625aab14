/** What a designer found: the answer, pictures, tables with intervals, and files to play with. */

import { useState } from "preact/hooks";
import { say } from "../components/toast";
import type { ContentRow, Found, SheetTable } from "../protocol";
import { post } from "../api/http";
import { Estimate } from "./estimate";

/** The option of a game by which content of one's own is played. */
const PLAYED_AS: Record<string, string> = { delve: "tree", dominion: "kingdom", tribute: "cards", locm: "cards" };

export function Findings({ found, game }: { found: Found; game: string }) {
  return (
    <>
      <section class="panel part" aria-label="The answer">
        <h2>{found.title}</h2>
        {found.answer.map((line, k) => (
          <p key={k}>{line}</p>
        ))}
        {found.notes.map((note, k) => (
          <p key={k} class="quiet small">
            {note}
          </p>
        ))}
        {Object.keys(found.facts).length > 0 && (
          <dl class="counts">
            {Object.entries(found.facts).map(([key, value]) => (
              <div key={key}>
                <dt>{key}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </section>
      {Object.keys(found.files).length > 0 && (
        <section class="panel part" aria-label="What was made">
          <h2>What was made</h2>
          {Object.entries(found.files).map(([name, text]) => (
            <MadeFile key={name} name={name} text={text} game={game} />
          ))}
        </section>
      )}
      {found.pictures.map((picture) => (
        <figure key={picture.name} class="panel picture">
          <img
            src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture.svg)}`}
            alt={picture.caption || picture.name}
          />
          {picture.caption && <figcaption class="quiet small">{picture.caption}</figcaption>}
        </figure>
      ))}
      {found.sheets.map((sheet) => (
        <Sheet key={sheet.name} sheet={sheet} />
      ))}
      {Object.entries(found.texts).map(([name, text]) => (
        <details class="panel part" key={name}>
          <summary>{name}</summary>
          <pre class="log">{text}</pre>
        </details>
      ))}
      {Object.keys(found.commands).length > 0 && (
        <section class="panel part">
          <h2>On the command line</h2>
          {Object.entries(found.commands).map(([what, command]) => (
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

export function Sheet({ sheet }: { sheet: SheetTable }) {
  const [all, setAll] = useState(sheet.shown === null);
  const rows = all ? sheet.rows : sheet.rows.filter((_, k) => sheet.shown?.includes(k));
  const columns = sheet.columns.map((column, k) => [column, k] as const).filter(([column]) => column.shown);
  return (
    <section class="panel part" aria-label={sheet.name}>
      <h2>
        {sheet.name} <span class="quiet small">{sheet.about}</span>
      </h2>
      <div class="table-scroll">
        <table>
          <thead>
            <tr>
              {columns.map(([column]) => (
                <th key={column.name} class={column.kind === "text" ? "" : "number"}>
                  {column.title}
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
      {!all && (
        <button type="button" class="button" onClick={() => setAll(true)}>
          All {sheet.rows.length} rows
        </button>
      )}
    </section>
  );
}

function MadeFile({ name, text, game }: { name: string; text: string; game: string }) {
  const [kept, setKept] = useState<string | null>(null);
  const keep = async () => {
    try {
      setKept((await post<ContentRow>("/content", { name, text })).name);
    } catch (error) {
      say((error as Error).message);
    }
  };
  const option = PLAYED_AS[game];
  return (
    <div class="made">
      <div class="inline wrap">
        <b>{name}</b>
        <span class="grow" />
        {kept === null ? (
          <button type="button" class="button" onClick={keep}>
            Keep it
          </button>
        ) : (
          <>
            <span class="quiet small">kept as @{kept}</span>
            {option && (
              <a class="button main" href={`/new/${game}?${option}=@${encodeURIComponent(kept)}`}>
                Play with it
              </a>
            )}
            <a class="button" href={`/design/${game}?content=@${encodeURIComponent(kept)}`}>
              Inspect it
            </a>
            {game === "delve" && (
              <a class="button" href={`/trees?tree=@${encodeURIComponent(kept)}`}>
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
