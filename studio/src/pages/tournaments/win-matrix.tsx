/** Win rates of all pairs as a coloured matrix; a click shows the games. */

import { tooltip } from "../../components/tooltip";
import type { PairPayoffs, TournamentTable, ValueWithInterval } from "../../protocol";
import { Estimate } from "../../components/estimate";
import { formatCount, formatMeasure } from "../../format";

interface WinMatrixProps {
  table: TournamentTable;
  choose: (cell: PairPayoffs) => void;
  chosen: PairPayoffs | null;
}

/** A matrix for games of two players, otherwise a list of groups. */
export function WinMatrix({ table, choose, chosen }: WinMatrixProps) {
  const pairs = table.cells.every((cell) => cell.shares.length === 2);
  const TableComponent = pairs ? Matrix : Groups;
  return (
    <section class="panel padded">
      <h2>
        {pairs ? "Win rates" : "Win rates of groups"}{" "}
        <span class="muted small">
          {pairs ? "of the row against the column; coloured if surely above or below 50 %" : "with 95 % intervals"}
          {table.whole ? "" : ", so far"}; click for the games
        </span>
      </h2>
      <div class="table-scroll">
        <TableComponent table={table} choose={choose} chosen={chosen} />
      </div>
    </section>
  );
}

function Matrix({ table, choose, chosen }: WinMatrixProps) {
  const order = table.standings.map((standing) => standing.player);
  const name = (player: number) => table.row.players[player] ?? "";
  const findCell = (a: number, b: number) =>
    table.cells.find((cell) => cell.pair === `${a}-${b}` || cell.pair === `${b}-${a}`);
  return (
    <table class="matrix">
      <thead>
        <tr>
          <th />
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
              const cell = a === b ? undefined : findCell(a, b);
              const share = cell?.shares[cell.pair === `${a}-${b}` ? 0 : 1];
              if (!cell || !share) return <td key={b} class="none" />;
              return (
                <td key={b}>
                  <button
                    type="button"
                    aria-pressed={chosen?.pair === cell.pair}
                    style={{ background: cell.sure ? heatColour(share) : "var(--face)" }}
                    onClick={() => choose(cell)}
                    {...tooltip(
                      `${name(a)} against ${name(b)}: ${formatMeasure(share.value, "share")} [${formatMeasure(share.low, "share")}, ${formatMeasure(share.high, "share")}] in ${cell.games} games`,
                    )}
                  >
                    {formatMeasure(share.value, "share")}
                    <small>
                      {formatMeasure(share.low, "share")} – {formatMeasure(share.high, "share")}
                    </small>
                  </button>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Groups({ table, choose, chosen }: WinMatrixProps) {
  return (
    <table>
      <thead>
        <tr>
          <th>Players</th>
          <th class="number">Games</th>
          <th class="number">Win rates, in this order</th>
          <th />
        </tr>
      </thead>
      <tbody>
        {table.cells.map((cell) => (
          <tr key={cell.pair}>
            <td>
              {cell.pair
                .split("-")
                .map((player) => table.row.players[Number(player)])
                .join(", ")}
            </td>
            <td class="number">{formatCount(cell.games)}</td>
            <td class="number">
              {cell.shares.map((share, k) => (
                <div key={k}>
                  <Estimate value={share} kind="share" />
                </div>
              ))}
            </td>
            <td>
              <button
                type="button"
                class="button plain"
                aria-pressed={chosen?.pair === cell.pair}
                onClick={() => choose(cell)}
              >
                Games
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Colour of the second seat for low win rates, of the first seat for high ones, neutral at 0.5. */
function heatColour({ value }: ValueWithInterval): string {
  const strength = Math.round(Math.abs(value - 0.5) * 2 * 50);
  return `color-mix(in srgb, ${value >= 0.5 ? "var(--seat0)" : "var(--seat1)"} ${strength}%, var(--face))`;
}
