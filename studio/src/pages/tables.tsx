/** All games that were played here: to watch, to go on with, to go through again. */

import { useEffect, useRef, useState } from "preact/hooks";
import type { Hello, TableRow } from "../protocol";
import { get } from "../api/http";
import { botName } from "./names";
import { BringReplay } from "./replays";

const EVERY = 5000; // ms between looks at the list
const PAGE = 100; // games that are asked for at once

export function TablesRoom({ hello }: { hello: Hello | null }) {
  const [rows, setRows] = useState<TableRow[] | null>(null);
  const [more, setMore] = useState(false);
  const [game, setGame] = useState("");
  const [sought, setSought] = useState("");
  const known = useRef<TableRow[]>([]);
  const take = (newest: TableRow[]) => {
    const gap = !meet(newest, known.current);
    setRows((known.current = gap ? newest : merged(newest, known.current)));
    if (gap) setMore(true);
  };
  useEffect(() => {
    document.title = "Games · Ludus Studio";
    const look = () => document.hidden || get<TableRow[]>(`/tables?most=${PAGE}`).then(take, () => {});
    look();
    const timer = setInterval(look, EVERY);
    return () => clearInterval(timer);
  }, []);
  const older = async () => {
    const last = known.current.at(-1);
    const next = await get<TableRow[]>(`/tables?most=${PAGE}&before=${last?.id ?? ""}`);
    setRows((known.current = merged(next, known.current)));
    setMore(next.length === PAGE);
  };
  const titles = titlesOf(hello);
  const found = (rows ?? []).filter(
    (row) =>
      (!game || row.game === game) &&
      `${row.game} ${row.players.join(" ")} ${row.seed ?? ""} ${row.id}`.toLowerCase().includes(sought.toLowerCase()),
  );
  return (
    <main class="room">
      <h1>Games</h1>
      {hello && !hello.guest && <BringReplay />}
      <div class="inline filters">
        <input
          class="input"
          type="search"
          placeholder="Search players, seeds"
          aria-label="Search the games"
          value={sought}
          onInput={(event) => setSought(event.currentTarget.value)}
        />
        <select class="input" aria-label="Game" value={game} onChange={(event) => setGame(event.currentTarget.value)}>
          <option value="">all games</option>
          {hello?.games.map((each) => (
            <option key={each.name} value={each.name}>
              {each.title}
            </option>
          ))}
        </select>
      </div>
      {rows === null ? (
        <p class="quiet">Looking…</p>
      ) : found.length ? (
        <TableList rows={found} titles={titles} />
      ) : (
        <p class="quiet">No game is like that.</p>
      )}
      {rows && more && (
        <p class="inline">
          <button type="button" class="button" onClick={() => void older().catch(() => {})}>
            Older games
          </button>
          <span class="quiet small">These are the newest {rows.length}.</span>
        </p>
      )}
    </main>
  );
}

/** Whether nothing can be missing between the newest games and those that are known. */
function meet(newest: TableRow[], known: TableRow[]): boolean {
  const ids = new Set(known.map((row) => row.id));
  return newest.length < PAGE || newest.some((row) => ids.has(row.id));
}

/** Both, the newest first; what is fresh counts. */
function merged(fresh: TableRow[], known: TableRow[]): TableRow[] {
  const ids = new Set(fresh.map((row) => row.id));
  const all = [...fresh, ...known.filter((row) => !ids.has(row.id))];
  return all.sort((a, b) => (`${a.began} ${a.id}` < `${b.began} ${b.id}` ? 1 : -1));
}

export function TableList({ rows, titles }: { rows: TableRow[]; titles: Map<string, string> }) {
  return (
    <ul class="table-list">
      {rows.map((row) => (
        <li key={row.id}>
          <a
            class="panel table-row"
            href={`/tables/${row.id}${row.state === "over" && row.moves ? `/${row.moves}` : ""}${row.open ? "?open=1" : ""}`}
          >
            <b class="table-game">{titles.get(row.game) ?? row.game}</b>
            <span class="table-players">
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
            <span class="quiet small">{stateWords(row)}</span>
            {row.open && <span class="mark small">open play</span>}
            {row.origin && <span class="quiet small">branched off</span>}
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

export function titlesOf(hello: Hello | null): Map<string, string> {
  return new Map(hello?.games.map((game) => [game.name, game.title]) ?? []);
}

function stateWords(row: TableRow): string {
  const moves = row.moves === null ? "" : `${row.moves} moves`;
  if (row.state === "playing") return ["being played", moves].filter(Boolean).join(", ");
  return [row.state === "over" ? (row.ending?.reason.replaceAll("_", " ") ?? "over") : row.state, moves]
    .filter(Boolean)
    .join(", ");
}

export function ago(time: string): string {
  const minutes = Math.round((Date.now() - Date.parse(time)) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 60 * 24) return `${Math.round(minutes / 60)} h ago`;
  return new Date(time).toLocaleDateString();
}
