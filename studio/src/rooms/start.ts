/** Begin a piece of work, and go where it can be followed. */

import { say } from "../parts/toast";
import type { Started } from "../protocol";
import { go } from "../route";
import { post } from "../wire/http";

export async function start(path: string, body: unknown): Promise<void> {
  try {
    go(`/work/${(await post<Started>(path, body)).id}`);
  } catch (error) {
    say((error as Error).message);
  }
}
