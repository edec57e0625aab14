/** Requests about levels whose result a job may have to compute first. */

import { useEffect, useState } from "preact/hooks";
import type { JobProgress, LevelOrJob } from "../../protocol";
import { post } from "../../api/http";
import { useJob } from "../../api/jobs";

export interface LevelRequestState {
  id: string; // id of the level; empty until it is ready
  progress: JobProgress | null;
  error: string;
}

/** Post a request; if it starts a job, wait for it and post again. No request with an empty path. */
export function useLevelRequest(path: string, body: unknown): LevelRequestState {
  const [response, setResponse] = useState<LevelOrJob | null>(null);
  const [error, setError] = useState("");
  const bodyText = JSON.stringify(body);
  const { progress } = useJob(response?.work ?? "");
  const state = progress?.work.id === response?.work ? progress?.work.state : undefined;
  useEffect(() => {
    setResponse(null);
    setError("");
  }, [path, bodyText]);
  useEffect(() => {
    if (!path || (state && state !== "done")) return;
    let cancelled = false;
    post<LevelOrJob>(path, JSON.parse(bodyText)).then(
      (result) => !cancelled && setResponse(result),
      (error: Error) => !cancelled && setError(error.message),
    );
    return () => {
      cancelled = true;
    };
  }, [path, bodyText, state === "done"]);
  const failure = state === "failed" || state === "stopped" ? progress?.work.message || "It was stopped." : "";
  return { id: response?.id ?? "", progress: response?.work ? progress : null, error: error || failure };
}
