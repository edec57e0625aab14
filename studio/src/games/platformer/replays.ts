/** Replay files of the Platformer. */

import type { LevelRun } from "../../protocol";
import { post } from "../../api/http";

/** Store the run of a replay file; returns its address. */
export async function openReplay(text: string): Promise<string> {
  const run = await post<LevelRun>("/levels/replays", { text });
  return `/levels/${run.level}/runs/${run.id}`;
}
