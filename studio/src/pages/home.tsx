/** Start page: the games, and recently played sessions. */

import { useEffect, useState } from "preact/hooks";
import type { GameCard, Hello, SessionRow } from "../protocol";
import { get } from "../api/http";
import { Emblem } from "./emblem";
import { PlatformerTile } from "./levels/platformer-tile";
import { gameTitles, SessionList } from "./session-list";

const MAX_SHOWN = 6;

export function HomePage({ hello }: { hello: Hello | null }) {
  const [rows, setRows] = useState<SessionRow[] | null>(null);
  useEffect(() => {
    document.title = "Ludus Studio";
    get<SessionRow[]>(`/tables?most=${MAX_SHOWN + 1}`).then(setRows, () => setRows([]));
  }, []);
  return (
    <main class="content home">
      <header class="welcome">
        <h1>Play a game</h1>
        <p class="muted">Play against bots, watch bots play each other, and step through games move by move.</p>
      </header>
      <ul class="games" aria-label="Games">
        {hello?.games.map((game) => (
          <GameTile key={game.name} game={game} />
        ))}
        {hello && <PlatformerTile />}
        {!hello && Array.from({ length: 4 }, (_, k) => <li class="panel tile waiting" key={k} />)}
      </ul>
      <section class="recent">
        <h2>Recent games</h2>
        {rows?.length === 0 && <p class="muted">No game has been played here yet.</p>}
        {rows && rows.length > 0 && <SessionList rows={rows.slice(0, MAX_SHOWN)} titles={gameTitles(hello)} />}
        {rows && rows.length > MAX_SHOWN && (
          <p>
            <a href="/tables">All games</a>
          </p>
        )}
      </section>
    </main>
  );
}

function GameTile({ game }: { game: GameCard }) {
  return (
    <li class="panel tile">
      <Emblem game={game.name} />
      <div class="tile-text">
        <h2>{game.title}</h2>
        <p class="muted small">{game.summary}</p>
      </div>
      <div class="actions">
        <a class="button main" href={`/new/${game.name}`}>
          Play
        </a>
        <a class="button" href={`/new/${game.name}?watch=1`}>
          {game.most === 1 ? "Watch a bot" : "Watch bots"}
        </a>
      </div>
    </li>
  );
}
