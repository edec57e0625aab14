/** Sessions as rows with links. */

import { describeAbort, describeEnding } from "../endings";
import { plural, sentenceCase, timeAgo } from "../format";
import { botName } from "../player-names";
import type { Hello, SessionRow } from "../protocol";

export function SessionRows({ rows, titles }: { rows: SessionRow[]; titles: Map<string, string> }) {
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
                  <span class={`dot seat${k}`} /> {describePlayer(row, player)}
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

/** "you" if it is clear which seat was one's own. */
export function describePlayer(row: Pick<SessionRow, "players" | "own">, player: string): string {
  if (player !== "person") return botName(player);
  return row.own && row.players.filter((other) => other === "person").length === 1 ? "you" : "a person";
}

export function gameTitles(hello: Hello | null): Map<string, string> {
  return new Map(hello?.games.map((game) => [game.name, game.title]) ?? []);
}

/** "in progress, 3 moves", "aborted, 1 move", "You won in turn 9: … · 129 moves". */
export function describeState(row: SessionRow): string {
  const moves = row.moves === null ? "" : plural(row.moves, "move");
  const state = { playing: "in progress", "broken off": describeAbort(row.ending), over: "" }[row.state];
  if (state) return [state, moves].filter(Boolean).join(", ");
  const names = row.players.map((player) => sentenceCase(describePlayer(row, player)));
  const ending = describeEnding(row, names) || "Over";
  return [ending, moves].filter(Boolean).join(" · ");
}
