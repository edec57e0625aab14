/** A short word to whoever looks at the page: why a move cannot be made, what went wrong. */

import { useEffect, useState } from "preact/hooks";

let show: (words: string) => void = () => {};
const STAYS = 5000; // ms

export function say(words: string): void {
  show(words);
}

export function Toast() {
  const [said, setSaid] = useState<{ words: string; count: number } | null>(null);
  useEffect(() => {
    show = (words) => setSaid((before) => ({ words, count: (before?.count ?? 0) + 1 }));
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => setSaid(null), STAYS);
    return () => clearTimeout(timer);
  }, [said]);
  return (
    <div class="toast-place" role="alert">
      {said && (
        <button type="button" class="toast" key={said.count} onClick={() => setSaid(null)}>
          {said.words}
        </button>
      )}
    </div>
  );
}
