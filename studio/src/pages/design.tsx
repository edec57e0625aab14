/** Content of a game: kingdoms, skill trees, card lists, levels. Measured, explained, made to a target. */

import { useEffect, useState } from "preact/hooks";
import type { DesignerInfo, Hello, WorkRow } from "../protocol";
import { usePlace } from "../route";
import { get } from "../api/http";
import { Emblem } from "./emblem";
import { Inspect, Make } from "./orders";
import { ago, titlesOf } from "./tables";

const THINGS: Record<string, [string, string]> = {
  dominion: ["Kingdoms", "ten cards: how even, how skilful, how long; what to swap"],
  delve: ["Skill trees", "win rates against the flow zone, what every pick is worth"],
  locm: ["Card lists", "which cards are too strong or too weak, and what would mend it"],
  tribute: ["Cards and patrons", "what each is worth to those who have it"],
  platformer: ["Levels", "how hard they are, and where players die"],
};

/** Content that has a room of its own. */
const ROOMS: Record<string, string> = { dominion: "/kingdoms", delve: "/trees" };

export function DesignHome({ hello }: { hello: Hello | null }) {
  const [work, setWork] = useState<WorkRow[]>([]);
  useEffect(() => {
    document.title = "Design · Ludus Studio";
    get<WorkRow[]>("/work").then(
      (rows) => setWork(rows.filter((row) => row.kind === "inspect" || row.kind === "make")),
      () => {},
    );
  }, []);
  return (
    <main class="room">
      <h1>Design</h1>
      <ul class="games">
        {hello?.designers.map((game) => (
          <li class="panel tile" key={game}>
            <Emblem game={game} />
            <div class="tile-words">
              <h2>{THINGS[game]?.[0] ?? game}</h2>
              <p class="quiet small">
                {titlesOf(hello).get(game) ?? game}: {THINGS[game]?.[1]}
              </p>
            </div>
            <div class="actions">
              <a class="button main" href={ROOMS[game] ?? `/design/${game}`}>
                Inspect
              </a>
              {!hello.guest && (
                <a class="button" href={`${ROOMS[game] ?? `/design/${game}`}?make=1`}>
                  Make
                </a>
              )}
            </div>
          </li>
        ))}
      </ul>
      {work.length > 0 && (
        <section class="recent">
          <h2>Lately</h2>
          <WorkList rows={work} />
        </section>
      )}
    </main>
  );
}

export function WorkList({ rows }: { rows: WorkRow[] }) {
  return (
    <ul class="table-list">
      {rows.map((row) => (
        <li key={row.id}>
          <a class="panel table-row" href={`/work/${row.id}`}>
            <b>
              {row.kind} {row.subject}
            </b>
            <span>{row.target}</span>
            <span class={`state ${row.state}`}>{row.state}</span>
            <span class="quiet small">{row.message}</span>
            <span class="grow" />
            <time class="quiet small" dateTime={row.began}>
              {ago(row.began)}
            </time>
          </a>
        </li>
      ))}
    </ul>
  );
}

export function DesignRoom({ game }: { game: string }) {
  const place = usePlace();
  const [info, setInfo] = useState<DesignerInfo | null>(null);
  const [fault, setFault] = useState("");
  useEffect(() => {
    get<DesignerInfo>(`/design/${encodeURIComponent(game)}`).then(setInfo, (error: Error) => setFault(error.message));
  }, [game]);
  const making = place.query.has("make");
  const title = THINGS[game]?.[0] ?? game;
  useEffect(() => {
    document.title = `${title} · Ludus Studio`;
  }, [title]);
  return (
    <main class="room">
      <header class="setup-head">
        <Emblem game={game} />
        <div>
          <h1>{title}</h1>
          <p class="quiet">{THINGS[game]?.[1]}</p>
        </div>
      </header>
      <div class="segments" role="group" aria-label="What to do">
        <a class="button" role="button" aria-pressed={!making} href={`/design/${game}`}>
          Inspect
        </a>
        <a class="button" role="button" aria-pressed={making} href={`/design/${game}?make=1`}>
          Make
        </a>
      </div>
      {fault && <p class="fault">{fault}</p>}
      {info &&
        (making ? (
          <Make key="make" info={info} />
        ) : (
          <Inspect key="inspect" info={info} given={place.query.get("content") ?? ""} />
        ))}
    </main>
  );
}
