/** Data of the server, requested again and again while the page is visible. */

import { useCallback, useEffect, useState } from "preact/hooks";
import { get } from "./http";

export interface Polled<T> {
  data: T | null;
  /** Why the last request failed; empty if it did not. Data of an earlier request stay. */
  error: string;
  reload: () => Promise<void>;
}

/** Request a path every `intervalMs` milliseconds. */
export function usePolling<T>(path: string, intervalMs: number): Polled<T> {
  const [data, setData] = useState<T | null>(null);
  const load = useCallback(() => get<T>(path).then(setData), [path]);
  return { data, ...useRepeatedRequest(load, intervalMs) };
}

/** Make a request now and every `intervalMs` milliseconds; `load` must stay the same between redraws. */
export function useRepeatedRequest(load: () => Promise<void>, intervalMs: number): Omit<Polled<unknown>, "data"> {
  const [error, setError] = useState("");
  const reload = useCallback(
    () =>
      load().then(
        () => setError(""),
        (error: Error) => setError(error.message),
      ),
    [load],
  );
  useEffect(() => {
    void reload();
    const timer = setInterval(() => document.hidden || reload(), intervalMs);
    return () => clearInterval(timer);
  }, [reload, intervalMs]);
  return { error, reload };
}
