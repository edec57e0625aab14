/** Something on the server that is looked at again and again, as long as somebody sees the page. */

import { useCallback, useEffect, useState } from "preact/hooks";
import { get } from "./http";

export interface Looked<T> {
  found: T | null;
  fault: string;
  look: () => Promise<void>;
}

/** What the server says under a path, asked anew every so many milliseconds; the page is named after it. */
export function useLooked<T>(path: string, name: string, every: number): Looked<T> {
  const [found, setFound] = useState<T | null>(null);
  const [fault, setFault] = useState("");
  const look = useCallback(
    () =>
      get<T>(path).then(
        (answer) => {
          setFound(answer);
          setFault("");
        },
        (error: Error) => setFault(error.message),
      ),
    [path],
  );
  useEffect(() => {
    document.title = `${name} · Ludus Studio`;
    void look();
    const timer = setInterval(() => document.hidden || look(), every);
    return () => clearInterval(timer);
  }, [look]);
  return { found, fault, look };
}
