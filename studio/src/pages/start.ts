/** Begin a piece of work, and go where it can be followed. */

import { say } from "../components/toast";
import type { Started } from "../protocol";
import { go } from "../route";
import { post } from "../api/http";

export async function start(path: string, body: unknown, refused: (why: string) => void = say): Promise<void> {
  try {
    const { id, target } = await post<Started>(path, body);
    go(target ? `${path}/${encodeURIComponent(target)}` : `/work/${id}`);
  } catch (error) {
    refused((error as Error).message);
  }
}
