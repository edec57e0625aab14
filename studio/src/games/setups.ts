/** Set-ups by game. They are loaded with the form that starts a game; other games have plain fields. */

import type { GameSetup } from "../setup";
import { type Loaded, useLoaded } from "./loaded";

const SETUPS: Record<string, () => Promise<GameSetup>> = {
  delve: () => import("./delve/setup").then((module) => module.setup),
  dominion: () => import("./dominion/setup").then((module) => module.setup),
  locm: () => import("./locm/setup").then((module) => module.setup),
  tribute: () => import("./tribute/setup").then((module) => module.setup),
};
const PLAIN: GameSetup = { pickers: {} };
const loaded: Loaded<GameSetup> = new Map();

/** Set-up of a game; null while it is loaded. `error` says why it cannot be loaded. */
export function useSetup(game: string): { setup: GameSetup | null; error: string } {
  const { part, failed } = useLoaded(loaded, game, async () => (await SETUPS[game]?.()) ?? PLAIN);
  return { setup: part, error: failed ? "The options of this game could not be loaded. Reload the page." : "" };
}
