/** Boards by game. */

import type { GameBoard } from "../board";
import { delve } from "./delve";
import { dominion } from "./dominion";
import { locm } from "./locm";
import { genericBoard } from "./generic";
import { tribute } from "./tribute";

const BOARDS: Record<string, GameBoard> = { locm, dominion, tribute, delve };

export function boardFor(game: string): GameBoard {
  return BOARDS[game] ?? genericBoard;
}
