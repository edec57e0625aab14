/** Pages that inspect and make content of games: kingdoms, skill trees, card lists, levels. */

import { useEffect, useState } from "preact/hooks";
import type { DesignerInfo, Hello, JobRow } from "../protocol";
import { useRoute } from "../route";
import { get, isOffline } from "../api/http";
import { NothingHere } from "../components/nothing-here";
import { Emblem } from "../games/emblem";
import { InspectForm, MakeForm } from "./design-forms";
import { gameTitles } from "../components/session-rows";
import { jobTitle } from "../titles";
import { asSentence, sentenceCase, timeAgo } from "../format";

const CONTENT_KINDS: Record<string, [string, string]> = {
  dominion: ["Kingdoms", "balance, skill and length of the games of ten cards, and cards to swap"],
  delve: ["Skill trees", "win rates, the flow zone (neither too easy nor too hard), and the value of every node"],
  locm: ["Card lists", "cards that are too strong or too weak, and how to fix them"],
  tribute: ["Cards and patrons", "the value of each for its owner"],
  platformer: ["Levels", "difficulty, and where players die"],
};

/** Content with its own page. */
const INSPECT_PAGES: Record<string, string> = { dominion: "/kingdoms" };
const MAKE_PAGES: Record<string, string> = { dominion: "/kingdoms", delve: "/trees" };

/** Games whose cards can be edited. */
const CARD_GAMES = new Set(["dominion", "locm", "tribute"]);

/** Content that is drawn by hand on a page of its own. */
const EDITORS: Record<string, [string, string]> = {
  delve: ["Edit a tree", "/trees"],
  platformer: ["Draw a level", "/levels/edit"],
};

export function DesignListPage({ hello }: { hello: Hello | null }) {
  const [jobs, setJobs] = useState<JobRow[]>([]);
  useEffect(() => {
    document.title = "Design · Ludus Studio";
    get<JobRow[]>("/work").then(
      (rows) => setJobs(rows.filter((row) => row.kind === "inspect" || row.kind === "make")),
      () => {},
    );
  }, []);
  return (
    <main class="content">
      <h1>Design</h1>
      <ul class="games">
        {hello?.designers.map((game) => (
          <li class="panel tile" key={game}>
            <Emblem game={game} />
            <div class="tile-text">
              <h2>{CONTENT_KINDS[game]?.[0] ?? game}</h2>
              <p class="muted small">
                {gameTitles(hello).get(game) ?? sentenceCase(game)}: {CONTENT_KINDS[game]?.[1]}
              </p>
            </div>
            <div class="actions">
              <a class="button main" href={INSPECT_PAGES[game] ?? `/design/${game}`}>
                Inspect
              </a>
              {!hello.guest && (
                <a class="button" href={`${MAKE_PAGES[game] ?? `/design/${game}`}?make=1`}>
                  Make
                </a>
              )}
              {!hello.guest && CARD_GAMES.has(game) && (
                <a class="button" href={`/cards/${game}`}>
                  Edit cards
                </a>
              )}
              {!hello.guest && EDITORS[game] && (
                <a class="button" href={EDITORS[game][1]}>
                  {EDITORS[game][0]}
                </a>
              )}
            </div>
          </li>
        ))}
      </ul>
      {jobs.length > 0 && (
        <section class="recent">
          <h2>Recent jobs</h2>
          <JobList rows={jobs} titles={gameTitles(hello)} />
        </section>
      )}
    </main>
  );
}

export function JobList({ rows, titles }: { rows: JobRow[]; titles: Map<string, string> }) {
  return (
    <ul class="row-list">
      {rows.map((row) => (
        <li key={row.id}>
          <a class="panel list-row" href={`/work/${row.id}`}>
            <b>{jobTitle(row, titles)}</b>
            <span>{row.target}</span>
            <span class={`state ${row.state}`}>{row.state}</span>
            <span class="muted small">{row.message}</span>
            <span class="grow" />
            <time class="muted small" dateTime={row.began}>
              {timeAgo(row.began)}
            </time>
          </a>
        </li>
      ))}
    </ul>
  );
}

export function DesignPage({ game, hello }: { game: string; hello: Hello | null }) {
  const route = useRoute();
  const [info, setInfo] = useState<DesignerInfo | null>(null);
  const [error, setError] = useState("");
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    get<DesignerInfo>(`/design/${encodeURIComponent(game)}`).then(setInfo, (error: Error) => {
      setError(error.message);
      setMissing(!isOffline(error)); // no such game, or none with a designer
    });
  }, [game]);
  const isMaking = route.query.has("make");
  const title = CONTENT_KINDS[game]?.[0] ?? game;
  useEffect(() => {
    document.title = `${title} · Ludus Studio`;
  }, [title]);
  if (missing) return <NothingHere reason={error} places={["design"]} />;
  return (
    <main class="content">
      <header class="setup-head">
        <Emblem game={game} />
        <div>
          <h1>{title}</h1>
          {CONTENT_KINDS[game] && <p class="muted">{asSentence(CONTENT_KINDS[game][1])}</p>}
        </div>
      </header>
      <div class="segments" role="group" aria-label="What to do">
        <a class="button" role="button" aria-pressed={!isMaking} href={`/design/${game}`}>
          Inspect
        </a>
        <a class="button" role="button" aria-pressed={isMaking} href={`/design/${game}?make=1`}>
          Make
        </a>
      </div>
      {error && <p class="error">{error}</p>}
      {info &&
        (isMaking ? (
          <MakeForm key="make" info={info} />
        ) : (
          <InspectForm
            key="inspect"
            info={info}
            initialContent={route.query.get("content") ?? ""}
            hasFiles={hello?.guest === false}
          />
        ))}
    </main>
  );
}
