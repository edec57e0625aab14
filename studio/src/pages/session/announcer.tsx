/** For screen readers: announces moves, one's own turn and the end of the game. */

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { SessionSnapshot } from "../../protocol";
import { memo } from "../../memo";
import { movesAfter } from "../../turns";
import { moveWords } from "../../words";
import { describeEnding } from "../../endings";

const MAX_MOVES = 30; // moves in the log: a whole turn of a bot, also if it is shown at once

interface AnnouncerProps {
  session: SessionSnapshot;
  names: string[];
  ply: number;
  /** Whether this page can make a move now. */
  live: boolean;
  /** What is to be decided. */
  prompt: string;
}

interface Entry {
  id: number;
  text: string;
}

/** Log for screen readers: every move, the beginning of one's own turn, and the end of the game. Each is an entry of its
own, so that none is lost when several come at once. */
export function Announcer({ session, names, ply, live, prompt }: AnnouncerProps) {
  const [entries, setEntries] = useState<Entry[]>([]);
  const previous = useRef({ moves: session.moves, ply });
  const lastId = useRef(0);
  const add = (texts: string[]) => {
    const added = texts.map((text) => ({ id: ++lastId.current, text }));
    setEntries((old) => [...old, ...added].slice(-2 * MAX_MOVES));
  };
  // Layout effects: the browser lays out the entries together with the board.
  useLayoutEffect(() => {
    const { moves, ply: previousPly } = previous.current;
    previous.current = { moves: session.moves, ply };
    const newMoves = movesAfter(moves, session.moves);
    if (session.moves.length < moves.length) {
      add(["The last move was taken back"]);
      return;
    }
    const isStep = session.moves.length === moves.length && ply !== previousPly && ply > 0; // to another position
    const rows = isStep ? session.moves.slice(ply - 1, ply) : newMoves.slice(-MAX_MOVES);
    if (!rows.length) return;
    const left = isStep ? 0 : newMoves.length - rows.length;
    add([...(left > 0 ? [`${left} moves`] : []), ...rows.map((row) => moveWords(row, names))]);
  }, [session.moves.length, ply]);
  // After the moves: effects run in this order.
  const turn = ownTurn(session, live);
  useLayoutEffect(() => {
    if (turn) add([`Your turn: ${[session.now.turn, prompt].filter(Boolean).join(". ")}`]);
  }, [turn]);
  const over = session.state === "playing" ? "" : describeEnding(session, names);
  useLayoutEffect(() => {
    if (over) add([`The game is over. ${over}`]);
  }, [over]);
  return (
    <div class="visually-hidden" role="log" aria-live="polite" aria-label="News of the game">
      <Entries entries={entries} />
    </div>
  );
}

const Entries = memo(({ entries }: { entries: Entry[] }) => entries.map(({ id, text }) => <p key={id}>{text}</p>));

/** Identifies one's own turn: it changes when another player has moved in between, or when a turn has a new number. */
export function ownTurn({ moves, now, seat }: SessionSnapshot, live: boolean): string {
  if (!live) return "";
  const lastOther = moves.findLastIndex((row) => row.seat !== seat);
  const decision = /\d/.test(now.turn) ? "" : moves.length; // in a draft, moves of others may be hidden
  return [now.turn, lastOther, decision].join(" ");
}
