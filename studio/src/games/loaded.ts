/** Parts of games that are loaded when they are needed, and kept. */

import { useEffect, useState } from "preact/hooks";

export type Loaded<T> = Map<string, T>;

/** The part of a game; null while it is loaded or no game is known. */
export function useLoaded<T>(
  loaded: Loaded<T>,
  game: string | undefined,
  load: () => Promise<T>,
): { part: T | null; failed: boolean } {
  const [, redraw] = useState(0);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (game === undefined || loaded.has(game)) return;
    setFailed(false);
    load().then(
      (part) => {
        loaded.set(game, part);
        redraw((n) => n + 1);
      },
      () => setFailed(true),
    );
  }, [game]);
  return { part: (game !== undefined && loaded.get(game)) || null, failed };
}
