/** Boards by game. They are loaded when a game is opened; games without one use the generic board. */

import type { GameBoard } from "../board";
import { genericBoard } from "./generic";
import { type Loaded, useLoaded } from "./loaded";

const BOARDS: Record<string, () => Promise<GameBoard>> = {
  delve: () => import("./delve").then((module) => module.delve),
  dominion: () => import("./dominion").then((module) => module.dominion),
  locm: () => import("./locm").then((module) => module.locm),
  tribute: () => import("./tribute").then((module) => module.tribute),
};
const loaded: Loaded<GameBoard> = new Map();

/** Board of a game; null while it is loaded or no game is known. `error` says why it cannot be loaded. */
export function useBoard(game: string | undefined): { board: GameBoard | null; error: string } {
  const { part, failed } = useLoaded(loaded, game, async () => (await BOARDS[game ?? ""]?.()) ?? genericBoard);
  return { board: part, error: failed ? "The board of this game could not be loaded. Reload the page." : "" };
}
