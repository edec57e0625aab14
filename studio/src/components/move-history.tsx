/** List of all moves: with a search, cards in tooltips, and a click to go to a move. */

import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { MoveRow } from "../protocol";
import { tooltip } from "./tooltip";

interface MoveHistoryProps {
  moves: MoveRow[];
  names: string[];
  /** Ply of the position on the board; the move that led to it is marked. */
  ply: number;
  go: (ply: number) => void;
  cards: (row: MoveRow) => ComponentChildren;
}

const MAX_ROWS = 400; // visible at once; the search finds the others

export function MoveHistory({ moves, names, ply, go, cards }: MoveHistoryProps) {
  const [query, setQuery] = useState("");
  const list = useRef<HTMLOListElement>(null);
  const matches = useMemo(() => {
    const terms = query.toLowerCase().split(/\s+/).filter(Boolean);
    return moves.filter((row) => {
      const text = `${row.turn} ${names[row.seat] ?? ""} ${row.text} ${row.phrase}`.toLowerCase();
      return terms.every((term) => text.includes(term));
    });
  }, [moves, query, names.join()]);
  const current = matches.findIndex((row) => row.ply >= ply - 1);
  const first = Math.max(
    0,
    Math.min((current < 0 ? matches.length : current) - MAX_ROWS / 2, matches.length - MAX_ROWS),
  );
  const visible = matches.slice(first, first + MAX_ROWS);
  useEffect(() => {
    const row = list.current?.querySelector<HTMLElement>("[aria-current]");
    const box = list.current;
    if (row && box) box.scrollTop = row.offsetTop - box.clientHeight / 2;
  }, [ply, moves.length, query]);
  const moveFocus = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const rows = [...(list.current?.querySelectorAll<HTMLElement>(".move") ?? [])];
    rows[rows.indexOf(event.target as HTMLElement) + step]?.focus();
    event.preventDefault();
  };
  const tabStop = Math.max(0, current < 0 ? visible.length - 1 : current - first); // Tab stops only here
  return (
    <section class="history" aria-label="Moves">
      <input
        class="input"
        type="search"
        placeholder={`Search ${moves.length} moves`}
        aria-label="Search the moves"
        value={query}
        onInput={(event) => setQuery(event.currentTarget.value)}
      />
      <ol ref={list} tabIndex={-1} onKeyDown={moveFocus}>
        {visible.map((row, k) => (
          <li key={row.ply}>
            {row.turn !== visible[k - 1]?.turn && <div class="turn-head">{row.turn}</div>}
            <button
              type="button"
              class="move"
              tabIndex={k === tabStop ? 0 : -1}
              aria-current={row.ply === ply - 1 ? "step" : undefined}
              onClick={() => go(row.ply + 1)}
              {...tooltip(() => cards(row))}
            >
              <span class={`dot seat${row.seat}`} aria-label={names[row.seat]} />
              <span>
                <span class="move-text">{row.text}</span>
                {row.phrase && <span class="muted small"> {row.phrase}</span>}
              </span>
            </button>
          </li>
        ))}
        {!matches.length && <li class="muted small none">{moves.length ? "No move matches." : "No move yet."}</li>}
      </ol>
    </section>
  );
}
