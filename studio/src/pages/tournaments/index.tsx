/** List of tournaments, and a form that starts one. */

import { useEffect, useState } from "preact/hooks";
import { tooltip } from "../../components/tooltip";
import type { Hello, TournamentRow } from "../../protocol";
import { get } from "../../api/http";
import { useGameInfo } from "../../api/game-info";
import { OptionFields } from "../option-fields";
import { useUploadedBots } from "../uploaded-bots/bot-list";
import { startJob } from "../start-job";
import { gameTitles } from "../session-list";

const POLL_MS = 4000; // between requests of the list

export function TournamentListPage({ hello }: { hello: Hello | null }) {
  const [rows, setRows] = useState<TournamentRow[] | null>(null);
  useEffect(() => {
    document.title = "Tournaments · Ludus Studio";
    const reload = () => document.hidden || get<TournamentRow[]>("/tournaments").then(setRows, () => {});
    reload();
    const timer = setInterval(reload, POLL_MS);
    return () => clearInterval(timer);
  }, []);
  const titles = gameTitles(hello);
  return (
    <main class="content">
      <h1>Tournaments</h1>
      {hello && !hello.guest && <NewTournamentForm hello={hello} />}
      <section class="recent">
        <h2>All tournaments</h2>
        {rows?.length === 0 && <p class="muted">No tournament has been played in this folder yet.</p>}
        <ul class="row-list">
          {rows?.map((row) => (
            <li key={row.name}>
              <a class="panel list-row" href={`/tournaments/${encodeURIComponent(row.name)}`}>
                <b class="row-title">{titles.get(row.game) ?? row.game}</b>
                <span>{row.players.join(", ")}</span>
                <span class="muted small number">
                  {row.played.toLocaleString()} of {row.planned.toLocaleString()} games, seed {row.seed}
                </span>
                <span class={`state ${row.work ? "working" : row.played < row.planned ? "stopped" : "finished"}`}>
                  {row.work ? "working" : row.played < row.planned ? "stopped" : "finished"}
                </span>
                <span class="grow" />
                <span class="muted small">{row.name}</span>
              </a>
            </li>
          ))}
        </ul>
      </section>
    </main>
  );
}

function NewTournamentForm({ hello }: { hello: Hello }) {
  const [game, setGame] = useState(hello.games[0]?.name ?? "");
  const info = useGameInfo(game);
  const [players, setPlayers] = useState<string[]>([]);
  const [games, setGames] = useState("200");
  const [seed, setSeed] = useState("7");
  const [custom, setCustom] = useState("");
  const [error, setError] = useState("");
  const [options, setOptions] = useState<Record<string, string>>({});
  const uploaded = useUploadedBots(hello).filter((bot) => bot.game === game);
  useEffect(() => {
    setPlayers([]);
    setOptions({});
  }, [game]);
  const togglePlayer = (name: string) =>
    setPlayers(players.includes(name) ? players.filter((player) => player !== name) : [...players, name]);
  return (
    <form
      class="panel padded"
      onSubmit={(event) => {
        event.preventDefault();
        void startJob("/tournaments", { game, players, games: Number(games), seed: Number(seed), options }, setError);
      }}
    >
      <h2>New tournament</h2>
      <div class="inline wrap">
        <select
          class="input fit"
          aria-label="Game"
          value={game}
          onChange={(event) => setGame(event.currentTarget.value)}
        >
          {hello.games.map((gameCard) => (
            <option key={gameCard.name} value={gameCard.name}>
              {gameCard.title}
            </option>
          ))}
        </select>
        <label class="inline small">
          games of each pair{" "}
          <input
            class="input short"
            inputMode="numeric"
            value={games}
            onInput={(event) => setGames(event.currentTarget.value)}
          />
        </label>
        <label class="inline small">
          seed{" "}
          <input
            class="input short"
            inputMode="numeric"
            value={seed}
            onInput={(event) => setSeed(event.currentTarget.value)}
          />
        </label>
      </div>
      <div class="spread" role="group" aria-label="Players">
        {[
          ...new Set([
            ...(info?.bots.map((bot) => bot.name) ?? []),
            ...uploaded.map((bot) => `@${bot.name}`),
            ...players,
          ]),
        ].map((name) => (
          <button
            type="button"
            key={name}
            class="button"
            aria-pressed={players.includes(name)}
            onClick={() => togglePlayer(name)}
            {...tooltip(info?.bots.find((bot) => bot.name === name)?.summary)}
          >
            {name}
          </button>
        ))}
      </div>
      {error && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
      {info && (
        <details>
          <summary class="small">Options of the game</summary>
          <OptionFields info={info} values={options} change={setOptions} />
        </details>
      )}
      <div class="inline wrap">
        <input
          class="input fit"
          placeholder="such as mcts:iterations=100"
          aria-label="Another player"
          value={custom}
          onInput={(event) => setCustom(event.currentTarget.value)}
        />
        <button
          type="button"
          class="button"
          disabled={!custom.trim()}
          onClick={() => {
            togglePlayer(custom.trim());
            setCustom("");
          }}
        >
          Add
        </button>
        <span class="grow" />
        <button type="submit" class="button main" disabled={players.length < 2}>
          Start with {players.length} players
        </button>
      </div>
    </form>
  );
}
