/** Pages for addresses that lead nowhere, and for games that cannot be opened. */

import type { ComponentChildren } from "preact";
import { usePageTitle } from "../route";
import { sentenceCase } from "../format";

export function NotFoundPage() {
  return (
    <NothingToShow title="Nothing here" heading="There is nothing at this address">
      The Studio has no page <code>{location.pathname}</code>. Check the address, or follow one of these links.
    </NothingToShow>
  );
}

/** A game that does not exist, or that others play; `reason` comes from the server. */
export function GameNotShown({ reason }: { reason: string }) {
  return (
    <NothingToShow title="Game not shown" heading="This game cannot be shown">
      {sentenceCase(reason).replace(/[.]?$/, ".")} Check the address, or follow one of these links.
    </NothingToShow>
  );
}

function NothingToShow({ title, heading, children }: { title: string; heading: string; children: ComponentChildren }) {
  usePageTitle(title);
  return (
    <main class="content not-found">
      <h1>{heading}</h1>
      <p role="status">{children}</p>
      <ul>
        <li>
          <a href="/">Start page</a>: play a game, or test a design
        </li>
        <li>
          <a href="/tables">Games</a>: all games played here, and replay files
        </li>
        <li>
          <a href="/design">Design</a>: cards, kingdoms, skill trees and levels
        </li>
      </ul>
    </main>
  );
}
