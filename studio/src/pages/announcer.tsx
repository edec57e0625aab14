/** For those who listen: every move as it is made or stepped to, and the keyboard stays on what can be played. */

import { useEffect, useRef, useState } from "preact/hooks";
import type { Whole } from "../protocol";
import type { Scene } from "../scene";

const MOST = 6; // moves that are read out at a time

export function Announcer({ whole, names, ply }: { whole: Whole; names: string[]; ply: number }) {
  const [words, setWords] = useState("");
  const last = useRef({ count: whole.moves.length, ply });
  useEffect(() => {
    const { count, ply: before } = last.current;
    last.current = { count: whole.moves.length, ply };
    const fresh = whole.moves.slice(count);
    const rows = fresh.length ? fresh.slice(-MOST) : ply !== before && ply > 0 ? whole.moves.slice(ply - 1, ply) : [];
    if (!rows.length) return;
    const left = fresh.length > MOST ? `${fresh.length - MOST} moves, then ` : "";
    const told = rows.map((row) => `${names[row.seat] ?? ""}: ${spoken(row.text)}, ${row.phrase || row.turn}`);
    setWords(left + told.join("; "));
  }, [whole.moves.length, ply]);
  return (
    <div class="unseen" role="log" aria-live="polite" aria-label="Moves as they are made">
      {words}
    </div>
  );
}

/** A move in notation as one would say it: the numbers of pieces, and what joins words, are left out. */
function spoken(text: string): string {
  return text.replaceAll(/#\d+/g, "").replaceAll("_", " ").toLowerCase();
}

let byKeyboard = false;
addEventListener("keydown", () => (byKeyboard = true), true);
addEventListener("pointerdown", () => (byKeyboard = false), true);

/** Whoever plays with the keyboard goes on from something legal when what had the focus is gone. */
export function useFocusOnLegal(scene: Scene): void {
  useEffect(() => {
    if (!scene.live || !byKeyboard) return;
    const timer = setTimeout(() => {
      const at = document.activeElement;
      if (at && at !== document.body && at.isConnected) return;
      document.querySelector<HTMLElement>(".stage [data-legal]:not(:disabled)")?.focus({ preventScroll: false });
    }, 30); // after windows have taken the focus for themselves
    return () => clearTimeout(timer);
  }, [scene.live, scene.seen.ply]);
}
