/** List of tournaments, and a form that starts one. */

import { useState } from "preact/hooks";
import { tooltip } from "../../components/tooltip";
import type { Hello, TournamentRow } from "../../protocol";
import { botName } from "../../player-names";
import { usePageTitle } from "../../route";
import { usePolling } from "../../api/polling";
import { PollError } from "../../components/notices";
import { useGameInfo } from "../../api/game-info";
import { OptionFields } from "../../components/option-fields";
import { useUploadedBots } from "../../api/uploaded-bots";
import { startJob } from "../../api/jobs";
import { gameTitles } from "../../components/session-rows";
import { formatCount } from "../../format";
import { explainTournament, tournamentTitle } from "../../titles";

const POLL_MS = 4000; // between requests of the list

export function TournamentListPage({ hello }: { hello: Hello | null }) {
  const { data: rows, error } = usePolling<TournamentRow[]>("/tournaments", POLL_MS);
  usePageTitle("Tournaments");
  const titles = gameTitles(hello);
  return (
    <main class="content">
      <h1>Tournaments</h1>
      {hello && !hello.guest && <NewTournamentForm hello={hello} />}
      <section class="recent">
        <h2>All tournaments</h2>
        <PollError error={error} />
        {rows?.length === 0 && <p class="muted">No tournament has been played in this folder yet.</p>}
        <ul class="row-list">
          {rows?.map((row) => (
            <li key={row.name}>
              <a
                class="panel list-row"
                href={`/tournaments/${encodeURIComponent(row.name)}`}
                aria-description={explainTournament(row)}
                {...tooltip(<p class="explanation">{explainTournament(row)}</p>)}
              >
                <b class="row-title">{tournamentTitle(row, titles)}</b>
                <span class="muted small number">
                  {formatCount(row.played)} of {formatCount(row.planned)} games, seed {row.seed}
                </span>
                <span class={`state ${row.work ? "working" : row.played < row.planned ? "stopped" : "finished"}`}>
                  {row.work ? "working" : row.played < row.planned ? "stopped" : "finished"}
                </span>
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
          onChange={(event) => {
            setGame(event.currentTarget.value);
            setPlayers([]);
            setOptions({});
          }}
        >
          {hello.games.map((gameCard) => (
            <option key={gameCard.name} value={gameCard.name}>
              {gameCard.title}
            </option>
          ))}
        </select>
        <label class="inline small">
          {info?.most === 1 ? "games of each bot" : "games of each pair"}{" "}
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
        ].map((name) => {
          const about = name.startsWith("@")
            ? "your uploaded bot"
            : info?.bots.find((bot) => bot.name === botName(name))?.summary;
          return (
            <button
              type="button"
              key={name}
              class="button"
              aria-pressed={players.includes(name)}
              aria-description={about}
              onClick={() => togglePlayer(name)}
              {...tooltip(about)}
            >
              {name}
            </button>
          );
        })}
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
          {players.length < 2 ? "Choose at least two players" : `Start with ${players.length} players`}
        </button>
      </div>
    </form>
  );
}
