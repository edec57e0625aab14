/** Tournaments: those that were played, and new ones. */

import { useEffect, useState } from "preact/hooks";
import { tip } from "../../components/tip";
import type { Hello, TournamentRow } from "../../protocol";
import { get } from "../../api/http";
import { useGame } from "../beside";
import { OptionFields } from "../options";
import { useOwnBots } from "../ownbots/list";
import { start } from "../start";
import { titlesOf } from "../tables";

const EVERY = 4000; // ms between looks at the list

export function TournamentsRoom({ hello }: { hello: Hello | null }) {
  const [rows, setRows] = useState<TournamentRow[] | null>(null);
  useEffect(() => {
    document.title = "Tournaments · Ludus Studio";
    const look = () => document.hidden || get<TournamentRow[]>("/tournaments").then(setRows, () => {});
    look();
    const timer = setInterval(look, EVERY);
    return () => clearInterval(timer);
  }, []);
  const titles = titlesOf(hello);
  return (
    <main class="room">
      <h1>Tournaments</h1>
      {hello && !hello.guest && <NewTournamentPanel hello={hello} />}
      <section class="recent">
        <h2>Tournaments here</h2>
        {rows?.length === 0 && <p class="quiet">No tournament has been played in this folder yet.</p>}
        <ul class="table-list">
          {rows?.map((row) => (
            <li key={row.name}>
              <a class="panel table-row" href={`/tournaments/${encodeURIComponent(row.name)}`}>
                <b class="table-game">{titles.get(row.game) ?? row.game}</b>
                <span>{row.players.join(", ")}</span>
                <span class="quiet small number">
                  {row.played.toLocaleString()} of {row.planned.toLocaleString()} games, seed {row.seed}
                </span>
                <span class={`state ${row.work ? "working" : row.played < row.planned ? "stopped" : "finished"}`}>
                  {row.work ? "working" : row.played < row.planned ? "stopped" : "finished"}
                </span>
                <span class="grow" />
                <span class="quiet small">{row.name}</span>
              </a>
            </li>
          ))}
        </ul>
      </section>
    </main>
  );
}

function NewTournamentPanel({ hello }: { hello: Hello }) {
  const [game, setGame] = useState(hello.games[0]?.name ?? "");
  const info = useGame(game);
  const [players, setPlayers] = useState<string[]>([]);
  const [games, setGames] = useState("200");
  const [seed, setSeed] = useState("7");
  const [own, setOwn] = useState("");
  const [fault, setFault] = useState("");
  const [options, setOptions] = useState<Record<string, string>>({});
  const mine = useOwnBots(hello).filter((bot) => bot.game === game);
  useEffect(() => {
    setPlayers([]);
    setOptions({});
  }, [game]);
  const turn = (name: string) =>
    setPlayers(players.includes(name) ? players.filter((each) => each !== name) : [...players, name]);
  return (
    <form
      class="panel part"
      onSubmit={(event) => {
        event.preventDefault();
        void start("/tournaments", { game, players, games: Number(games), seed: Number(seed), options }, setFault);
      }}
    >
      <h2>Everybody against everybody</h2>
      <div class="inline wrap">
        <select
          class="input fit"
          aria-label="Game"
          value={game}
          onChange={(event) => setGame(event.currentTarget.value)}
        >
          {hello.games.map((each) => (
            <option key={each.name} value={each.name}>
              {each.title}
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
          ...new Set([...(info?.bots.map((bot) => bot.name) ?? []), ...mine.map((bot) => `@${bot.name}`), ...players]),
        ].map((name) => (
          <button
            type="button"
            key={name}
            class="button"
            aria-pressed={players.includes(name)}
            onClick={() => turn(name)}
            {...tip(info?.bots.find((bot) => bot.name === name)?.summary)}
          >
            {name}
          </button>
        ))}
      </div>
      {fault && (
        <p class="fault" role="alert">
          {fault}
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
          placeholder="written out: mcts:iterations=100"
          aria-label="A player written out"
          value={own}
          onInput={(event) => setOwn(event.currentTarget.value)}
        />
        <button
          type="button"
          class="button"
          disabled={!own.trim()}
          onClick={() => {
            turn(own.trim());
            setOwn("");
          }}
        >
          Add
        </button>
        <span class="grow" />
        <button type="submit" class="button main" disabled={players.length < 2}>
          Begin with {players.length} players
        </button>
      </div>
    </form>
  );
}
