/** What stands at an address without content: one heading, the reason, and where one can go on. */

import type { ComponentChildren } from "preact";
import { HttpError } from "../api/http";
import { asSentence } from "../format";
import { usePageTitle } from "../route";

/** Pages on which one can go on: address, name and what is there. */
const PLACES = {
  start: ["/", "Start page", "play a game, or test a design"],
  games: ["/tables", "Games", "all games played here, and replay files"],
  design: ["/design", "Design", "cards, kingdoms, skill trees and levels, and recent jobs"],
  cards: ["/cards", "Cards", "card files of the games that have them"],
  trees: ["/trees", "Skill trees", "trees of the game, and your own"],
  levels: ["/levels", "Levels", "levels of the game, and those that were made here"],
  study: ["/study", "Study", "take part, and all participants"],
  tournaments: ["/tournaments", "Tournaments", "all tournaments of this Studio"],
  runs: ["/runs", "Runs", "all runs of studies"],
} as const;
export type Place = keyof typeof PLACES;

interface NothingHereProps {
  /** Why; a sentence of the server, which need not begin with a capital. */
  reason: ComponentChildren;
  /** Pages on which one can go on, the most likely one first. The start page is always among them. */
  places: readonly Place[];
  /** It exists, but is not for this visitor. */
  refused?: boolean;
}

export function NothingHere({ reason, places, refused = false }: NothingHereProps) {
  const heading = refused ? "This cannot be shown" : "There is nothing at this address";
  usePageTitle(refused ? "Not shown" : "Nothing here");
  return (
    <main class="content not-found">
      <h1>{heading}</h1>
      <p role="status">
        {typeof reason === "string" ? asSentence(reason) : reason} {!refused && "Check the address, or go on here:"}
      </p>
      <ul>
        {[...new Set<Place>([...places, "start"])].map((place) => {
          const [address, name, about] = PLACES[place];
          return (
            <li key={place}>
              <a href={address}>{name}</a>: {about}
            </li>
          );
        })}
      </ul>
    </main>
  );
}

/** For content that could not be loaded: that nothing is at its address, or why it is not known what is there. */
export function NotLoaded({ error, places }: { error: Error; places: readonly Place[] }) {
  const status = error instanceof HttpError ? error.status : 404; // others are thrown for addresses without content
  if (status === 404 || status === 400)
    return <NothingHere reason={error.message} places={places} refused={status === 400} />;
  return (
    <main class="content">
      <p class="notice" role="status">
        {error.message}
      </p>
    </main>
  );
}

/** Page for an address that leads to no page at all. */
export function NotFoundPage() {
  return (
    <NothingHere
      reason={
        <>
          The Studio has no page <code>{location.pathname}</code>.
        </>
      }
      places={["start", "games", "design"]}
    />
  );
}
