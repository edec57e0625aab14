/** Things about levels that may have to be worked on first: asked for, waited for, asked for again. */

import { useEffect, useState } from "preact/hooks";
import type { LevelAsked, Progress } from "../../protocol";
import { post } from "../../api/http";
import { useWork } from "../work";

export interface Asked {
  id: string; // of the level, when it is ready
  progress: Progress | null;
  fault: string;
}

/** Nothing is asked for as long as there is no path. */
export function useAsked(path: string, body: unknown): Asked {
  const [asked, setAsked] = useState<LevelAsked | null>(null);
  const [fault, setFault] = useState("");
  const order = JSON.stringify(body);
  const { progress } = useWork(asked?.work ?? "");
  const state = progress?.work.id === asked?.work ? progress?.work.state : undefined;
  useEffect(() => {
    setAsked(null);
    setFault("");
  }, [path, order]);
  useEffect(() => {
    if (!path || (state && state !== "done")) return;
    let gone = false;
    post<LevelAsked>(path, JSON.parse(order)).then(
      (found) => !gone && setAsked(found),
      (error: Error) => !gone && setFault(error.message),
    );
    return () => {
      gone = true;
    };
  }, [path, order, state === "done"]);
  const failed = state === "failed" || state === "stopped" ? progress?.work.message || "It was stopped." : "";
  return { id: asked?.id ?? "", progress: asked?.work ? progress : null, fault: fault || failed };
}
