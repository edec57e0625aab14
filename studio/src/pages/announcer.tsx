/** For screen readers and keyboards: announces moves, and moves the focus to legal moves. */

import { useEffect, useRef, useState } from "preact/hooks";
import type { SessionSnapshot } from "../protocol";
import type { BoardContext } from "../board";

const MAX_MOVES = 6; // moves announced at a time

export function Announcer({ session, names, ply }: { session: SessionSnapshot; names: string[]; ply: number }) {
  const [text, setText] = useState("");
  const previous = useRef({ count: session.moves.length, ply });
  useEffect(() => {
    const { count, ply: previousPly } = previous.current;
    previous.current = { count: session.moves.length, ply };
    const newMoves = session.moves.slice(count);
    const rows = newMoves.length
      ? newMoves.slice(-MAX_MOVES)
      : ply !== previousPly && ply > 0
        ? session.moves.slice(ply - 1, ply)
        : [];
    if (!rows.length) return;
    const skipped = newMoves.length > MAX_MOVES ? `${newMoves.length - MAX_MOVES} moves, then ` : "";
    const sentences = rows.map((row) => `${names[row.seat] ?? ""}: ${spokenMove(row.text)}, ${row.phrase || row.turn}`);
    setText(skipped + sentences.join("; "));
  }, [session.moves.length, ply]);
  return (
    <div class="visually-hidden" role="log" aria-live="polite" aria-label="New moves">
      {text}
    </div>
  );
}

/** Notation of a move as it is spoken: without numbers of pieces and underscores. */
function spokenMove(text: string): string {
  return text.replaceAll(/#\d+/g, "").replaceAll("_", " ").toLowerCase();
}

let usingKeyboard = false;
addEventListener("keydown", () => (usingKeyboard = true), true);
addEventListener("pointerdown", () => (usingKeyboard = false), true);

/** With keyboard input, focus a legal move when the focused element has disappeared. */
export function useFocusOnLegal(context: BoardContext): void {
  useEffect(() => {
    if (!context.live || !usingKeyboard) return;
    const timer = setTimeout(() => {
      const focused = document.activeElement;
      if (focused && focused !== document.body && focused.isConnected) return;
      document.querySelector<HTMLElement>(".stage [data-legal]:not(:disabled)")?.focus({ preventScroll: false });
    }, 30); // after dialogs have taken the focus
    return () => clearTimeout(timer);
  }, [context.live, context.position.ply]);
}
