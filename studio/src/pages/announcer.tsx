/** For those who listen: every move as it is made or stepped to, and the keyboard stays on what can be played. */

import { useEffect, useRef, useState } from "preact/hooks";
import type { Whole } from "../protocol";
import type { BoardContext } from "../board";

const MAX_MOVES = 6; // moves that are read out at a time

export function Announcer({ session, names, ply }: { session: Whole; names: string[]; ply: number }) {
  const [text, setText] = useState("");
  const previous = useRef({ count: session.moves.length, ply });
  useEffect(() => {
    const { count, ply: previousPly } = previous.current;
    previous.current = { count: session.moves.length, ply };
    const newMoves = session.moves.slice(count);
    const rows = newMoves.length ? newMoves.slice(-MAX_MOVES) : ply !== previousPly && ply > 0 ? session.moves.slice(ply - 1, ply) : [];
    if (!rows.length) return;
    const skipped = newMoves.length > MAX_MOVES ? `${newMoves.length - MAX_MOVES} moves, then ` : "";
    const sentences = rows.map((row) => `${names[row.seat] ?? ""}: ${spokenMove(row.text)}, ${row.phrase || row.turn}`);
    setText(skipped + sentences.join("; "));
  }, [session.moves.length, ply]);
  return (
    <div class="unseen" role="log" aria-live="polite" aria-label="Moves as they are made">
      {text}
    </div>
  );
}

/** A move in notation as one would say it: the numbers of pieces, and what joins words, are left out. */
function spokenMove(text: string): string {
  return text.replaceAll(/#\d+/g, "").replaceAll("_", " ").toLowerCase();
}

let usingKeyboard = false;
addEventListener("keydown", () => (usingKeyboard = true), true);
addEventListener("pointerdown", () => (usingKeyboard = false), true);

/** Whoever plays with the keyboard goes on from something legal when what had the focus is gone. */
export function useFocusOnLegal(context: BoardContext): void {
  useEffect(() => {
    if (!context.live || !usingKeyboard) return;
    const timer = setTimeout(() => {
      const focused = document.activeElement;
      if (focused && focused !== document.body && focused.isConnected) return;
      document.querySelector<HTMLElement>(".stage [data-legal]:not(:disabled)")?.focus({ preventScroll: false });
    }, 30); // after windows have taken the focus for themselves
    return () => clearTimeout(timer);
  }, [context.live, context.position.ply]);
}
