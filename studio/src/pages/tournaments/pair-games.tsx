/** Games of a pair of players: deal, seats and end reason of each, and a button to watch it. */

import { useEffect, useState } from "preact/hooks";
import { showToast } from "../../components/toast";
import type { CreatedSession, GamesPage, PairPayoffs } from "../../protocol";
import { navigateLater } from "../../route";
import { get, post } from "../../api/http";
import { Estimate } from "../../components/estimate";
import { Explained } from "../../components/explained";
import { NumberInput } from "../../components/number-input";
import { formatCount, formatNumber } from "../../format";

const PAGE_SIZE = 100; // games per response
const END_REASON =
  "By the rules of the game, such as killed: a player has no health left; or by a fault of a bot, such as crashed.";
const MOVES = "Decisions of all players together.";
const DEAL =
  "The number that all chance of the game comes from. Games with the same number have the same cards: a pair plays each deal from every seat.";

export function PairGames({ name, cell, players }: { name: string; cell: PairPayoffs; players: string[] }) {
  const [winner, setWinner] = useState("");
  const [first, setFirst] = useState(0);
  const [page, setPage] = useState<GamesPage | null>(null);
  const [openingGame, setOpeningGame] = useState<number | null>(null);
  const path = `/tournaments/${encodeURIComponent(name)}/games/${cell.pair}`;
  const group = cell.pair.split("-").map((index) => players[Number(index)] ?? "?");
  useEffect(() => {
    let current = true;
    get<GamesPage>(`${path}?first=${first}&winner=${encodeURIComponent(winner)}`).then(
      (answer) => current && setPage(answer),
      (error: Error) => current && showToast(error.message),
    );
    return () => {
      current = false;
    };
  }, [path, first, winner, cell.games]);
  const watch = async (game: number) => {
    setOpeningGame(game);
    const goTo = navigateLater();
    try {
      goTo(`/tables/${(await post<CreatedSession>(`${path}/${game}`)).id}/0`);
    } catch (error) {
      showToast((error as Error).message);
      setOpeningGame(null);
    }
  };
  const last = page?.games.at(-1)?.number;
  return (
    <section class="panel padded" aria-label="Games of this pair">
      <h2>{group.join(" against ")}</h2>
      <p class="inline wrap">
        {cell.shares.map((share, k) => (
          <span key={k}>
            <Estimate value={share} kind="share" /> <span class="muted">for {group[k]}</span>
          </span>
        ))}
        <span class="muted">{formatCount(cell.games)} games</span>
      </p>
      <div class="inline wrap">
        <label class="inline small">
          Show{" "}
          <select
            class="input fit"
            value={winner}
            onChange={(event) => {
              setWinner(event.currentTarget.value);
              setFirst(0);
            }}
          >
            <option value="">all games</option>
            {[...new Set(group)].map((player) => (
              <option key={player} value={player}>
                games that {player} won
              </option>
            ))}
          </select>
        </label>
        <label class="inline small">
          from number <NumberInput min={0} max={Number.MAX_SAFE_INTEGER} value={first} short live set={setFirst} />
        </label>
        {page && <span class="muted small number">{formatCount(page.found)} games</span>}
      </div>
      <div class="table-scroll games-list">
        <table>
          <thead>
            <tr>
              <th class="number">Game</th>
              <th>Seats</th>
              <th>
                <Explained about={END_REASON}>Why it ended</Explained>
              </th>
              <th class="number">
                <Explained about={MOVES}>Moves</Explained>
              </th>
              <th class="number">
                <Explained about={DEAL}>Seed of the deal</Explained>
              </th>
              <th />
            </tr>
          </thead>
          <tbody>
            {page?.games.map((game) => (
              <tr key={game.number}>
                <td class="number">{game.number}</td>
                <td class="nowrap">
                  {game.seats.map((seat, k) => (
                    <div key={k}>
                      <span class={`dot seat${k}`} /> {seat}{" "}
                      <span class="muted number">{formatNumber(game.points[k] ?? 0)}</span>
                      {game.shares[k] === Math.max(...game.shares) && (game.shares[k] ?? 0) > 0 && (
                        <span class="won-mark" title="won">
                          {" "}
                          ★
                        </span>
                      )}
                    </div>
                  ))}
                </td>
                <td>{game.reason.replaceAll("_", " ")}</td>
                <td class="number">{game.length}</td>
                <td class="number small">{game.deal}</td>
                <td>
                  <button
                    type="button"
                    class="button"
                    disabled={openingGame !== null}
                    onClick={() => watch(game.number)}
                    aria-label={`Watch game ${game.number}`}
                  >
                    {openingGame === game.number ? "Opening…" : "Watch"}
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {page && page.games.length === PAGE_SIZE && last !== undefined && (
        <button type="button" class="button" onClick={() => setFirst(last + 1)}>
          Next games
        </button>
      )}
    </section>
  );
}
