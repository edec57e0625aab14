/** List of all moves in words: with a search, cards in tooltips, and a click to go to a move. */

import { Component, type ComponentChildren } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { turnText, useNotation } from "../words";
import type { MoveFold, MoveRow } from "../protocol";
import { plural } from "../format";
import { tooltip } from "./tooltip";

interface MoveHistoryProps {
  moves: MoveRow[];
  /** Moves that are shown as one line, with the moves behind it. */
  folds: MoveFold[];
  names: string[];
  /** Ply of the position on the board; the move that led to it is marked. */
  ply: number;
  go: (ply: number) => void;
  cards: (row: MoveRow) => ComponentChildren;
}

const MAX_ROWS = 400; // visible at once; the search finds the others

/** One move, or several that are folded into one line. */
interface Entry {
  rows: MoveRow[];
  fold: MoveFold | null;
}

export function MoveHistory({ moves, folds, names, ply, go, cards }: MoveHistoryProps) {
  const [query, setQuery] = useState("");
  const [notation, setNotation] = useNotation();
  const list = useRef<HTMLOListElement>(null);
  const matches = useMemo(() => {
    const terms = query.toLowerCase().split(/\s+/).filter(Boolean);
    return moves.filter((row) => {
      const text =
        `${turnText(row, names)} ${names[row.seat] ?? ""} ${row.text} ${row.phrase} ${row.words}`.toLowerCase();
      return terms.every((term) => text.includes(term));
    });
  }, [moves, query, names.join()]);
  const entries = useMemo(() => foldRows(matches, query ? [] : folds), [matches, query, folds]);
  const exact = entries.findIndex(({ rows }) => rows.some((row) => row.ply === ply - 1));
  const current = exact < 0 ? entries.findIndex(({ rows }) => (rows.at(-1)?.ply ?? 0) >= ply - 1) : exact;
  const first = Math.max(
    0,
    Math.min((current < 0 ? entries.length : current) - MAX_ROWS / 2, entries.length - MAX_ROWS),
  );
  const visible = entries.slice(first, first + MAX_ROWS);
  useLayoutEffect(() => {
    const box = list.current;
    if (!box) return;
    // The browser calls it once now, after its own layout, so that none is forced; then whenever the guide above takes
    // more or less of the sidebar.
    const observer = new ResizeObserver(() => {
      const row = box.querySelector<HTMLElement>("[aria-current]");
      if (row) box.scrollTop = row.offsetTop - box.clientHeight / 2;
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, [ply, moves.length, query]);
  const actions = useRef({ go, cards });
  actions.current = { go, cards };
  const moveFocus = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const lines = [...(list.current?.querySelectorAll<HTMLElement>(".move, .move-fold") ?? [])];
    const rows = lines.filter((line) => line.offsetParent !== null); // not those in a closed fold
    rows[rows.indexOf(event.target as HTMLElement) + step]?.focus();
    event.preventDefault();
  };
  const tabStop = Math.max(0, current < 0 ? visible.length - 1 : current - first); // Tab stops only here
  const moveButton = (row: MoveRow, isTabStop: boolean) => (
    <MoveButton
      row={row}
      names={names}
      notation={notation}
      tabStop={isTabStop}
      current={row.ply === ply - 1}
      actions={actions}
    />
  );
  return (
    <section class="history" aria-label="Moves">
      <div class="history-head">
        <input
          class="input"
          type="search"
          placeholder={`Search ${plural(moves.length, "move")}`}
          aria-label="Search the moves"
          value={query}
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
        {moves.some((row) => row.words) && (
          <button
            type="button"
            class="button notation-switch"
            aria-pressed={notation}
            title="Show the notation of moves"
            onClick={() => setNotation(!notation)}
          >
            Notation
          </button>
        )}
      </div>
      <ol ref={list} aria-label="List of moves" tabIndex={-1} onKeyDown={moveFocus}>
        {visible.map(({ rows, fold }, k) => {
          const row = rows[0] as MoveRow;
          const earlier = visible[k - 1]?.rows.at(-1);
          return (
            <li key={row.ply}>
              {turnText(row, names) !== (earlier && turnText(earlier, names)) && (
                <div class="turn-head">{turnText(row, names)}</div>
              )}
              {fold ? (
                <details open={(ply < moves.length && rows.some((other) => other.ply === ply - 1)) || undefined}>
                  <summary class="move-fold" tabIndex={k === tabStop ? 0 : -1}>
                    <span class={`dot seat${fold.seat}`} />
                    <span>{fold.words}</span>
                  </summary>
                  <ol>
                    {rows.map((other) => (
                      <li key={other.ply}>{moveButton(other, false)}</li>
                    ))}
                  </ol>
                </details>
              ) : (
                moveButton(row, k === tabStop)
              )}
            </li>
          );
        })}
        {!matches.length && <li class="muted small none">{moves.length ? "No move matches." : "No move yet."}</li>}
      </ol>
    </section>
  );
}

/** Rows as entries: moves of a fold become one entry, where the first of them was. */
export function foldRows(rows: MoveRow[], folds: MoveFold[]): Entry[] {
  const entries: Entry[] = [];
  const foldOf = new Map(folds.flatMap((fold) => fold.plies.map((ply) => [ply, fold] as const)));
  const opened = new Map<MoveFold, Entry>();
  for (const row of rows) {
    const fold = foldOf.get(row.ply) ?? null;
    const entry = fold && opened.get(fold);
    if (entry) {
      entry.rows.push(row);
      continue;
    }
    const added = { rows: [row], fold };
    if (fold) opened.set(fold, added);
    entries.push(added);
  }
  return entries;
}

interface MoveButtonProps {
  row: MoveRow;
  names: string[];
  notation: boolean;
  tabStop: boolean;
  current: boolean;
  actions: { current: Pick<MoveHistoryProps, "go" | "cards"> };
}

/** A move. Only moves that change are drawn again: a long game has hundreds of them. */
class MoveButton extends Component<MoveButtonProps> {
  override shouldComponentUpdate(next: MoveButtonProps): boolean {
    return (Object.keys(next) as (keyof MoveButtonProps)[]).some((key) => next[key] !== this.props[key]);
  }

  override render({ row, names, notation, tabStop, current, actions }: MoveButtonProps) {
    return (
      <button
        type="button"
        class="move"
        tabIndex={tabStop ? 0 : -1}
        aria-current={current ? "step" : undefined}
        onClick={() => actions.current.go(row.ply + 1)}
        {...tooltip(() => actions.current.cards(row))}
      >
        <span
          class={`dot seat${row.seat}`}
          {...(row.words ? {} : { role: "img", "aria-label": names[row.seat] ?? "" })}
        />
        {row.words ? (
          <span>
            {row.words}
            {notation && <code class="notation">{row.text}</code>}
          </span>
        ) : (
          <span>
            <span class="move-text">{row.text}</span>
            {row.phrase && <span class="muted small"> {row.phrase}</span>}
          </span>
        )}
      </button>
    );
  }
}
