/** Replay files of the platformer. */

import type { LevelRun } from "../../protocol";
import { post } from "../../api/http";

/** Whether a text could be the replay of a run. */
export function isLevelReplay(text: string): boolean {
  return /^\s*\{/.test(text) && /"game"\s*:\s*"platformer"/.test(text);
}

/** Keep a run from its file; its address. */
export async function openLevelReplay(text: string): Promise<string> {
  const run = await post<LevelRun>("/levels/replays", { text });
  return `/levels/${run.level}/runs/${run.id}`;
}
