/** Replay files of the platformer. */

import type { LevelRun } from "../../protocol";
import { post } from "../../api/http";

/** Whether a text looks like a replay of the platformer. */
export function isLevelReplay(text: string): boolean {
  return /^\s*\{/.test(text) && /"game"\s*:\s*"platformer"/.test(text);
}

/** Store the run of a replay file; returns its address. */
export async function openLevelReplay(text: string): Promise<string> {
  const run = await post<LevelRun>("/levels/replays", { text });
  return `/levels/${run.level}/runs/${run.id}`;
}
