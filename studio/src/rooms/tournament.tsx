/** A tournament: its standings, who wins against whom, and the games behind every number. */

import { useEffect, useState } from "preact/hooks";
import { tip } from "../parts/tip";
import { say } from "../parts/toast";
import type { Cell, MadeTable, Started, TournamentTable } from "../protocol";
import { go } from "../route";
import { get, post } from "../wire/http";
import { Estimate, say as number } from "./estimate";
import { ProgressPanel, useWork } from "./work";

const EVERY = 4000; // ms between looks while games are played

export function TournamentRoom({ name }: { name: string }) {
  const [table, setTable] = useState<TournamentTable | null>(null);
  const [fault, setFault] = useState("");
  const [cell, setCell] = useState<Cell | null>(null);
  useEffect(() => {
    document.title = `${name} · Ludus Studio`;
    const look = () =>
      document.hidden ||
      get<TournamentTable>(`/tournaments/${encodeURIComponent(name)}`).then(setTable, (error: Error) =>
        setFault(error.message),
      );
    look();
    const timer = setInterval(look, EVERY);
    return () => clearInterval(timer);
  }, [name]);
  const work = useWork(table?.row.work ?? "");
  if (!table)
    return (
      <main class="room">
        <p class="quiet">{fault || "Looking…"}</p>
      </main>
    );
  const { row, standings, cells } = table;
  const resume = () =>
    post<Started>(`/tournaments/${encodeURIComponent(name)}/resume`).catch((error: Error) => say(error.message));
  return (
    <main class="room wide">
      <header class="stage-head">
        <h1>{name}</h1>
        <span class="quiet number">
          {row.played.toLocaleString()} of {row.planned.toLocaleString()} games, seed {row.seed}
        </span>
        <span class="grow" />
        {!row.work && row.played < row.planned && (
          <button type="button" class="button main" onClick={resume}>
            Resume
          </button>
        )}
      </header>
      {row.work && work.progress && <ProgressPanel progress={work.progress} />}
      <section class="panel part">
        <h2>
          Standings <span class="quiet small">with 95 % intervals</span>
        </h2>
        <div class="table-scroll">
          <table>
            <thead>
              <tr>
                <th>Player</th>
                <th class="number">Share of wins</th>
                <th class="number">Rating</th>
              </tr>
            </thead>
            <tbody>
              {standings.map((each) => (
                <tr key={each.player}>
                  <td>{each.name}</td>
                  <td class="number">
                    <Estimate value={each.share} kind="share" />
                  </td>
                  <td class="number">
                    <Estimate value={each.rating} kind="number" />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
      <Matrix table={table} cells={cells} choose={setCell} chosen={cell} />
      {cell && <Behind name={name} cell={cell} players={row.players} />}
    </main>
  );
}

/** Who wins against whom, as colours; a click leads to the games. */
function Matrix({
  table,
  cells,
  choose,
  chosen,
}: {
  table: TournamentTable;
  cells: Cell[];
  choose: (cell: Cell) => void;
  chosen: Cell | null;
}) {
  const order = table.standings.map((each) => each.player);
  const name = (player: number) => table.row.players[player] ?? "";
  const find = (a: number, b: number) => cells.find((cell) => cell.pair === `${a}-${b}` || cell.pair === `${b}-${a}`);
  return (
    <section class="panel part">
      <h2>
        Who wins against whom{" "}
        <span class="quiet small">the share of the row against the column; a click leads to the games</span>
      </h2>
      <div class="table-scroll">
        <table class="matrix">
          <thead>
            <tr>
              <th />{" "}
              {order.map((player) => (
                <th key={player}>{name(player)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {order.map((a) => (
              <tr key={a}>
                <th scope="row">{name(a)}</th>
                {order.map((b) => {
                  const cell = a === b ? undefined : find(a, b);
                  if (!cell?.share) return <td key={b} class="none" />;
                  const turned = cell.pair !== `${a}-${b}`;
                  const share = turned ? 1 - cell.share.value : cell.share.value;
                  const [low, high] = turned
                    ? [1 - cell.share.high, 1 - cell.share.low]
                    : [cell.share.low, cell.share.high];
                  return (
                    <td key={b}>
                      <button
                        type="button"
                        aria-pressed={chosen?.pair === cell.pair}
                        style={{ background: heat(share) }}
                        onClick={() => choose(cell)}
                        {...tip(
                          `${name(a)} against ${name(b)}: ${number(share, "share")} [${number(low, "share")}, ${number(high, "share")}] in ${cell.games} games`,
                        )}
                      >
                        {number(share, "share")}
                      </button>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** From the colour of the second seat over paper to that of the first. */
function heat(share: number): string {
  const strength = Math.round(Math.abs(share - 0.5) * 2 * 50);
  return `color-mix(in srgb, ${share >= 0.5 ? "var(--seat0)" : "var(--seat1)"} ${strength}%, var(--face))`;
}

function Behind({ name, cell, players }: { name: string; cell: Cell; players: string[] }) {
  const [which, setWhich] = useState("0");
  const [first = 0, second = 0] = cell.pair.split("-").map(Number);
  const watch = async () => {
    try {
      const made = await post<MadeTable>(
        `/tournaments/${encodeURIComponent(name)}/games/${cell.pair}/${Number(which)}`,
      );
      go(`/tables/${made.id}/0`);
    } catch (error) {
      say((error as Error).message);
    }
  };
  return (
    <section class="panel part">
      <h2>
        {players[first]} against {players[second]}
      </h2>
      <p>
        <Estimate value={cell.share} kind="share" />{" "}
        <span class="quiet">
          for {players[first]}, {cell.games.toLocaleString()} games
        </span>
      </p>
      <div class="inline wrap">
        <label class="inline">
          game{" "}
          <input
            class="input short"
            type="number"
            min={0}
            max={cell.games - 1}
            value={which}
            onInput={(event) => setWhich(event.currentTarget.value)}
          />{" "}
          of 0 to {cell.games - 1}
        </label>
        <button type="button" class="button main" onClick={watch}>
          Watch it
        </button>
      </div>
    </section>
  );
}
