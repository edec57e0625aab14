/** The moves so far: searched by typing, shown with their cards on hover, clicked to go there. */

import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { MoveRow } from "../protocol";
import { tip } from "./tip";

interface HistoryProps {
  moves: MoveRow[];
  names: string[];
  /** The position that is shown; the move before it is marked. */
  ply: number;
  go: (ply: number) => void;
  cards: (row: MoveRow) => ComponentChildren;
}

const MOST_ROWS = 400; // shown at once; a search finds the others

export function History({ moves, names, ply, go, cards }: HistoryProps) {
  const [sought, setSought] = useState("");
  const list = useRef<HTMLOListElement>(null);
  const found = useMemo(() => {
    const words = sought.toLowerCase().split(/\s+/).filter(Boolean);
    return moves.filter((row) => {
      const text = `${row.turn} ${names[row.seat] ?? ""} ${row.text} ${row.phrase}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
  }, [moves, sought, names.join()]);
  const current = found.findIndex((row) => row.ply >= ply - 1);
  const from = Math.max(0, Math.min((current < 0 ? found.length : current) - MOST_ROWS / 2, found.length - MOST_ROWS));
  const shown = found.slice(from, from + MOST_ROWS);
  useEffect(() => {
    const row = list.current?.querySelector<HTMLElement>("[aria-current]");
    const box = list.current;
    if (row && box) box.scrollTop = row.offsetTop - box.clientHeight / 2;
  }, [ply, moves.length, sought]);
  const walk = (event: KeyboardEvent) => {
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!way) return;
    const rows = [...(list.current?.querySelectorAll<HTMLElement>(".move") ?? [])];
    rows[rows.indexOf(event.target as HTMLElement) + way]?.focus();
    event.preventDefault();
  };
  const stop = Math.max(0, current < 0 ? shown.length - 1 : current - from); // hundreds of rows are one stop for Tab
  return (
    <section class="history" aria-label="Moves">
      <input
        class="input"
        type="search"
        placeholder={`Search ${moves.length} moves`}
        aria-label="Search the moves"
        value={sought}
        onInput={(event) => setSought(event.currentTarget.value)}
      />
      <ol ref={list} tabIndex={-1} onKeyDown={walk}>
        {shown.map((row, k) => (
          <li key={row.ply}>
            {row.turn !== shown[k - 1]?.turn && <div class="turn-head">{row.turn}</div>}
            <button
              type="button"
              class="move"
              tabIndex={k === stop ? 0 : -1}
              aria-current={row.ply === ply - 1 ? "step" : undefined}
              onClick={() => go(row.ply + 1)}
              {...tip(() => cards(row))}
            >
              <span class={`dot seat${row.seat}`} aria-label={names[row.seat]} />
              <span>
                <span class="move-text">{row.text}</span>
                {row.phrase && <span class="quiet small"> {row.phrase}</span>}
              </span>
            </button>
          </li>
        ))}
        {!found.length && (
          <li class="quiet small none">{moves.length ? "No move has these words." : "No move yet."}</li>
        )}
      </ol>
    </section>
  );
}
