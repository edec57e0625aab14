/** List of all sessions, with a filter. */

import { useEffect, useRef, useState } from "preact/hooks";
import type { Hello, SessionRow } from "../protocol";
import { get } from "../api/http";
import { botName } from "./player-names";
import { OpenReplay } from "./replay-files";

const POLL_MS = 5000; // between requests of the list
const PAGE_SIZE = 100; // games per request

export function SessionListPage({ hello }: { hello: Hello | null }) {
  const [rows, setRows] = useState<SessionRow[] | null>(null);
  const [more, setMore] = useState(false);
  const [game, setGame] = useState("");
  const [query, setQuery] = useState("");
  const known = useRef<SessionRow[]>([]);
  const mergeNewest = (newest: SessionRow[]) => {
    const gap = !overlaps(newest, known.current);
    setRows((known.current = gap ? newest : mergeRows(newest, known.current)));
    if (gap) setMore(true);
  };
  useEffect(() => {
    document.title = "Games · Ludus Studio";
    const reload = () => document.hidden || get<SessionRow[]>(`/tables?most=${PAGE_SIZE}`).then(mergeNewest, () => {});
    reload();
    const timer = setInterval(reload, POLL_MS);
    return () => clearInterval(timer);
  }, []);
  const loadOlder = async () => {
    const last = known.current.at(-1);
    const next = await get<SessionRow[]>(`/tables?most=${PAGE_SIZE}&before=${last?.id ?? ""}`);
    setRows((known.current = mergeRows(next, known.current)));
    setMore(next.length === PAGE_SIZE);
  };
  const titles = gameTitles(hello);
  const matches = (rows ?? []).filter(
    (row) =>
      (!game || row.game === game) &&
      `${row.game} ${row.players.join(" ")} ${row.seed ?? ""} ${row.id}`.toLowerCase().includes(query.toLowerCase()),
  );
  return (
    <main class="content">
      <h1>Games</h1>
      {hello && !hello.guest && <OpenReplay />}
      <div class="inline filters">
        <input
          class="input"
          type="search"
          placeholder="Search players, seeds"
          aria-label="Search the games"
          value={query}
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
        <select class="input" aria-label="Game" value={game} onChange={(event) => setGame(event.currentTarget.value)}>
          <option value="">all games</option>
          {hello?.games.map((gameCard) => (
            <option key={gameCard.name} value={gameCard.name}>
              {gameCard.title}
            </option>
          ))}
        </select>
      </div>
      {rows === null ? (
        <p class="muted">Loading…</p>
      ) : matches.length ? (
        <SessionList rows={matches} titles={titles} />
      ) : (
        <p class="muted">No game matches.</p>
      )}
      {rows && more && (
        <p class="inline">
          <button type="button" class="button" onClick={() => void loadOlder().catch(() => {})}>
            Older games
          </button>
          <span class="muted small">These are the newest {rows.length} games.</span>
        </p>
      )}
    </main>
  );
}

/** Whether no game can be missing between the newest and the known ones. */
function overlaps(newest: SessionRow[], known: SessionRow[]): boolean {
  const ids = new Set(known.map((row) => row.id));
  return newest.length < PAGE_SIZE || newest.some((row) => ids.has(row.id));
}

/** Both lists without duplicates, newest first; new rows replace known ones. */
function mergeRows(newRows: SessionRow[], known: SessionRow[]): SessionRow[] {
  const ids = new Set(newRows.map((row) => row.id));
  const all = [...newRows, ...known.filter((row) => !ids.has(row.id))];
  return all.sort((a, b) => (`${a.began} ${a.id}` < `${b.began} ${b.id}` ? 1 : -1));
}

export function SessionList({ rows, titles }: { rows: SessionRow[]; titles: Map<string, string> }) {
  return (
    <ul class="row-list">
      {rows.map((row) => (
        <li key={row.id}>
          <a
            class="panel list-row"
            href={`/tables/${row.id}${row.state === "over" && row.moves ? `/${row.moves}` : ""}${row.open ? "?open=1" : ""}`}
          >
            <b class="row-title">{titles.get(row.game) ?? row.game}</b>
            <span class="row-players">
              {row.players.map((player, k) => (
                <span key={k}>
                  <span class={`dot seat${k}`} /> {player === "person" ? "a person" : botName(player)}
                  {row.ending?.winner === k && (
                    <span class="won-mark" title="won">
                      {" "}
                      ★
                    </span>
                  )}
                </span>
              ))}
            </span>
            <span class="muted small">{describeState(row)}</span>
            {row.open && <span class="mark small">open play</span>}
            {row.origin && <span class="muted small">branched off</span>}
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

export function gameTitles(hello: Hello | null): Map<string, string> {
  return new Map(hello?.games.map((game) => [game.name, game.title]) ?? []);
}

function describeState(row: SessionRow): string {
  const moves = row.moves === null ? "" : `${row.moves} moves`;
  if (row.state === "playing") return ["in progress", moves].filter(Boolean).join(", ");
  return [row.state === "over" ? (row.ending?.reason.replaceAll("_", " ") ?? "over") : row.state, moves]
    .filter(Boolean)
    .join(", ");
}

export function timeAgo(time: string): string {
  const minutes = Math.round((Date.now() - Date.parse(time)) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 60 * 24) return `${Math.round(minutes / 60)} h ago`;
  return new Date(time).toLocaleDateString();
}
