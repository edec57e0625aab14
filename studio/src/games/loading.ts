/** Boards and set-ups of games, which are loaded when they are needed, and kept. */

import { useEffect, useState } from "preact/hooks";
import type { CardPicture, GameBoard } from "../board";
import type { GameSetup } from "../setup";
import { findTurnBasedGame, type TurnBasedGame } from "./registry";

const boards = new Map<string, GameBoard>();
const pictures = new Map<string, CardPicture | null>();
const setups = new Map<string, GameSetup>();

/** Board of a game; null while it is loaded or no game is known. `error` says why it cannot be loaded. */
export function useBoard(game: string | undefined): { board: GameBoard | null; error: string } {
  const { part, failed } = useLoaded(boards, game, (entry) => entry.board());
  return { board: part, error: failed ? "The board of this game could not be loaded. Reload the page." : "" };
}

/** Set-up of a game; null while it is loaded. `error` says why it cannot be loaded. */
export function useSetup(game: string): { setup: GameSetup | null; error: string } {
  const { part, failed } = useLoaded(setups, game, (entry) => entry.setup());
  return { setup: part, error: failed ? "The options of this game could not be loaded. Reload the page." : "" };
}

/** What draws cards of a card file of a game; null while it is loaded, or if there is none. */
export function useCardPicture(game: string): CardPicture | null {
  return useLoaded(pictures, game, async (entry) => (await entry.cardPicture?.()) ?? null).part;
}

/** The part of a game; null while it is loaded or no game is known. */
function useLoaded<T>(
  loaded: Map<string, T>,
  game: string | undefined,
  load: (entry: TurnBasedGame) => Promise<T>,
): { part: T | null; failed: boolean } {
  const [, redraw] = useState(0);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (game === undefined || loaded.has(game)) return;
    setFailed(false);
    load(findTurnBasedGame(game)).then(
      (part) => {
        loaded.set(game, part);
        redraw((n) => n + 1);
      },
      () => setFailed(true),
    );
  }, [game]);
  return { part: (game !== undefined && loaded.get(game)) || null, failed };
}
