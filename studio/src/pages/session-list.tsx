/** List of all sessions, with a filter. */

import { useCallback, useRef, useState } from "preact/hooks";
import { PollError } from "../components/notices";
import { showToast } from "../components/toast";
import type { Hello, SessionRow } from "../protocol";
import { usePageTitle } from "../route";
import { get } from "../api/http";
import { useRepeatedRequest } from "../api/polling";
import { gameTitles, SessionRows } from "../components/session-rows";
import { OpenReplay } from "../components/replay-files";

const POLL_MS = 5000; // between requests of the list
const PAGE_SIZE = 100; // games per request

export function SessionListPage({ hello }: { hello: Hello | null }) {
  const [rows, setRows] = useState<SessionRow[] | null>(null);
  const [more, setMore] = useState(false);
  const [game, setGame] = useState("");
  const [query, setQuery] = useState("");
  const known = useRef<SessionRow[]>([]);
  const showRows = (all: SessionRow[]) => {
    known.current = all;
    setRows(all);
  };
  const mergeNewest = useCallback((newest: SessionRow[]) => {
    const gap = !overlaps(newest, known.current);
    showRows(gap ? newest : mergeRows(newest, known.current));
    if (gap) setMore(true);
  }, []);
  usePageTitle("Games");
  const { error } = useRepeatedRequest(`/tables?most=${PAGE_SIZE}`, POLL_MS, mergeNewest);
  const loadOlder = async () => {
    const last = known.current.at(-1);
    const next = await get<SessionRow[]>(`/tables?most=${PAGE_SIZE}&before=${last?.id ?? ""}`);
    showRows(mergeRows(next, known.current));
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
      <PollError error={error} />
      {rows === null ? (
        <p class="muted">Loading…</p>
      ) : matches.length ? (
        <SessionRows rows={matches} titles={titles} />
      ) : (
        <p class="muted">
          {rows.length ? (
            "No game matches."
          ) : (
            <>
              No game has been played here yet. <a href="/">Choose one</a>
            </>
          )}
        </p>
      )}
      {rows && more && (
        <p class="inline">
          <button
            type="button"
            class="button"
            onClick={() => void loadOlder().catch((error: Error) => showToast(error.message))}
          >
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
