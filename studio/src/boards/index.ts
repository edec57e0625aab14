/** The boards by the name of their game. */

import type { Board } from "../scene";
import { delve } from "./delve";
import { dominion } from "./dominion";
import { locm } from "./locm";
import { plain } from "./plain";
import { tribute } from "./tribute";

const BOARDS: Record<string, Board> = { locm, dominion, tribute, delve };

export function boardOf(game: string): Board {
  return BOARDS[game] ?? plain;
}
