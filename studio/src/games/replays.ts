/** Replay files of all games. */

import { postText } from "../api/http";
import type { CreatedSession } from "../protocol";
import { REAL_TIME_GAMES } from "./registry";

/** Whether a text looks like a replay of a game. */
export function isReplayOf(game: string, text: string): boolean {
  return /^\s*\{/.test(text) && new RegExp(`"game"\\s*:\\s*"${game}"`).test(text);
}

/** Store the game or run of a replay file; returns its address. */
export async function openReplay(text: string): Promise<string> {
  const realTime = REAL_TIME_GAMES.find(([name]) => isReplayOf(name, text));
  if (realTime) return realTime[1].openReplay(text);
  return `/tables/${(await postText<CreatedSession>("/replays", text)).id}/0`;
}
