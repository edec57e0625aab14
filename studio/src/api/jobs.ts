/** Jobs: start one, and follow its progress. */

import { useEffect, useState } from "preact/hooks";
import { showToast } from "../components/toast";
import type { DesignReportMessage, FromJob, JobProgress, JobResult, StartedJob } from "../protocol";
import { navigateLater } from "../route";
import { post } from "./http";
import { ReconnectingSocket } from "./socket";

/** Start a job, and open the page that shows its progress. */
export async function startJob(path: string, body: unknown, onError: (why: string) => void = showToast): Promise<void> {
  const goTo = navigateLater();
  try {
    const { id, target } = await post<StartedJob>(path, body);
    goTo(target ? `${path}/${encodeURIComponent(target)}` : `/work/${id}`);
  } catch (error) {
    onError((error as Error).message);
  }
}

/** Follow a job through its socket. */
export function useJob(id: string): {
  progress: JobProgress | null;
  report: DesignReportMessage | null;
  partial: Record<string, unknown>; // results before the end
  lost: boolean;
  missing: boolean; // there is no such job
  reason: string;
} {
  const [progress, setProgress] = useState<JobProgress | null>(null);
  const [result, setResult] = useState<JobResult | null>(null);
  const [connection, setConnection] = useState({ lost: false, missing: false, reason: "" });
  useEffect(() => {
    setProgress(null); // of another job
    setResult(null);
    if (!id) return;
    const socket = new ReconnectingSocket(
      `/socket/work/${encodeURIComponent(id)}`,
      (message) => {
        const update = message as FromJob;
        if (update.type === "progress") setProgress(update);
        else if (update.type === "result") setResult(update);
        else showToast(update.message);
      },
      () => setConnection({ lost: socket.state === "lost", missing: socket.isMissing, reason: socket.reason }),
    );
    return () => socket.close();
  }, [id]);
  return {
    progress: result && progress ? { ...progress, work: result.work } : progress,
    report: result?.found ?? null,
    partial: result?.shown ?? progress?.shown ?? {},
    ...connection,
  };
}
