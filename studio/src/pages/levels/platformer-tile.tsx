/** Tile of the platformer on the start page. It is played in real time, so it has its own pages. */

import { Emblem } from "../../games/emblem";

export function PlatformerTile() {
  return (
    <li class="panel tile">
      <Emblem game="platformer" />
      <div class="tile-text">
        <h3>Platformer</h3>
        <p class="muted small">Run, jump and hang through levels with moving traps</p>
      </div>
      <div class="actions">
        <a class="button main" href="/levels">
          Play
        </a>
        <a class="button" href="/study">
          Study
        </a>
      </div>
    </li>
  );
}
