/** Start a job, and open the page that shows its progress. */

import { showToast } from "../components/toast";
import type { StartedJob } from "../protocol";
import { navigateLater } from "../route";
import { post } from "./http";

export async function startJob(path: string, body: unknown, onError: (why: string) => void = showToast): Promise<void> {
  const goTo = navigateLater();
  try {
    const { id, target } = await post<StartedJob>(path, body);
    goTo(target ? `${path}/${encodeURIComponent(target)}` : `/work/${id}`);
  } catch (error) {
    onError((error as Error).message);
  }
}
