/** Data of the server, requested again and again while the page is visible. */

import { useCallback, useEffect, useState } from "preact/hooks";
import { get } from "./http";

export interface Polled<T> {
  data: T | null;
  error: string;
  reload: () => Promise<void>;
}

/** Request a path every `intervalMs` milliseconds, and set the title of the page. */
export function usePolling<T>(path: string, title: string, intervalMs: number): Polled<T> {
  const [data, setData] = useState<T | null>(null);
  const [error, setError] = useState("");
  const reload = useCallback(
    () =>
      get<T>(path).then(
        (response) => {
          setData(response);
          setError("");
        },
        (error: Error) => setError(error.message),
      ),
    [path],
  );
  useEffect(() => {
    document.title = `${title} · Ludus Studio`;
    void reload();
    const timer = setInterval(() => document.hidden || reload(), intervalMs);
    return () => clearInterval(timer);
  }, [reload]);
  return { data, error, reload };
}
