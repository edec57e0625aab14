/** Set-up of Legends of Code and Magic: the version of the rules. */

import type { GameSetup } from "../../setup";

export const setup: GameSetup = { mainOptions: ["version"], pickers: {} };
