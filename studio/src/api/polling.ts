/** Data of the server, requested again and again while the page is visible. */

import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { get, isMissing } from "./http";

export interface Polled<T> {
  data: T | null;
  /** Why the last request failed; empty if it did not. Data of an earlier request stay. */
  error: string;
  /** Whether there is nothing at this address, as far as the last request says. */
  missing: boolean;
  reload: () => Promise<void>;
}

/** Request a path every `intervalMs` milliseconds. */
export function usePolling<T>(path: string, intervalMs: number): Polled<T> {
  const [data, setData] = useState<T | null>(null);
  return { data, ...useRepeatedRequest(path, intervalMs, setData) };
}

/** Request a path now and every `intervalMs` milliseconds, and show the answers. Answers may come in another order than
the requests were made: one that is older than the one on the page is left out. `show` must stay the same between
redraws. */
export function useRepeatedRequest<T>(
  path: string,
  intervalMs: number,
  show: (answer: T) => void,
): Omit<Polled<T>, "data"> {
  const [failure, setFailure] = useState({ error: "", missing: false });
  const numbers = useRef({ last: 0, shown: 0 }); // of requests
  const reload = useCallback(() => {
    numbers.current.last += 1;
    const number = numbers.current.last;
    const inOrder = (act: () => void) => {
      if (number < numbers.current.shown) return;
      numbers.current.shown = number;
      act();
    };
    return get<T>(path).then(
      (answer) =>
        inOrder(() => {
          show(answer);
          setFailure({ error: "", missing: false });
        }),
      (error: Error) => inOrder(() => setFailure({ error: error.message, missing: isMissing(error) })),
    );
  }, [path, show]);
  useEffect(() => {
    void reload();
    const timer = setInterval(() => document.hidden || reload(), intervalMs);
    return () => clearInterval(timer);
  }, [reload, intervalMs]);
  return { ...failure, reload };
}
