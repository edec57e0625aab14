/** Answers of the server that come late: only the one to the newest request counts. */

import { useCallback, useEffect, useRef } from "preact/hooks";

/** Call the result before each request. It returns a function that says, when the answer is there, whether it counts:
not if there is a newer request, nor if the component is gone. */
export function useNewest(): () => () => boolean {
  const newest = useRef(0);
  useEffect(
    () => () => {
      newest.current += 1;
    },
    [],
  );
  return useCallback(() => {
    newest.current += 1;
    const request = newest.current;
    return () => request === newest.current;
  }, []);
}
