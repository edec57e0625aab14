/** List of all moves in words: with a search, cards in tooltips, and a click to go to a move. */

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { turnText, useNotation } from "../words";
import type { MoveFold, MoveRow } from "../protocol";
import { plural } from "../format";
import { memo } from "../memo";
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
  /** What is said before the first move. */
  empty: string;
}

const MAX_ROWS = 400; // visible at once; the search finds the others

/** One move, or several that are folded into one line. */
interface Entry {
  rows: MoveRow[];
  fold: MoveFold | null;
}

export function MoveHistory({ moves, folds, names, ply, go, cards, empty }: MoveHistoryProps) {
  const [query, setQuery] = useState("");
  const [notation, setNotation] = useNotation();
  const list = useRef<HTMLOListElement>(null);
  const [looseQuery, setLooseQuery] = useState(""); // the query whose words may be in any order
  const { matches, more } = useMemo(() => {
    const textOf = (row: MoveRow) =>
      `${turnText(row, names)} ${names[row.seat] ?? ""} ${row.text} ${row.phrase} ${row.words}`;
    const { found, loose } = searchPhrase(moves, textOf, query);
    return query === looseQuery ? { matches: loose, more: 0 } : { matches: found, more: loose.length - found.length };
  }, [moves, query, looseQuery, names.join()]);
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
  const moveFocus = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const lines = [...(list.current?.querySelectorAll<HTMLElement>(".move, .move-fold") ?? [])];
    const rows = lines.filter((line) => line.offsetParent !== null); // not those in a closed fold
    rows[rows.indexOf(event.target as HTMLElement) + step]?.focus();
    event.preventDefault();
  };
  const tabStop = Math.max(0, current < 0 ? visible.length - 1 : current - first); // Tab stops only here
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
          const head = turnText(row, names);
          const marked = rows.find((other) => other.ply === ply - 1)?.ply;
          return (
            <HistoryEntry
              key={row.ply}
              rows={rows}
              fold={fold}
              head={head === (earlier && turnText(earlier, names)) ? null : head}
              names={names}
              notation={notation}
              tabStop={k === tabStop}
              current={marked}
              open={ply < moves.length && marked !== undefined}
              go={go}
              cards={cards}
            />
          );
        })}
        {more > 0 && (
          <li class="small none">
            <button type="button" class="button plain" onClick={() => setLooseQuery(query)}>
              {plural(more, "more move")} with these words, not as one phrase
            </button>
          </li>
        )}
        {!matches.length && <li class="muted small none">{moves.length ? "No move matches." : empty}</li>}
      </ol>
    </section>
  );
}

/**
 * Search of texts: found are those with the query as a phrase of whole words, else with it as a phrase, else with all
 * its words; loose are all with all its words.
 */
export function searchPhrase<T>(rows: T[], textOf: (row: T) => string, query: string): { found: T[]; loose: T[] } {
  const terms = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (!terms.length) return { found: rows, loose: rows };
  const texts = new Map(rows.map((row) => [row, textOf(row).toLowerCase().replaceAll(/\s+/g, " ")]));
  const has = (test: (text: string) => boolean) => rows.filter((row) => test(texts.get(row) ?? ""));
  const loose = has((text) => terms.every((term) => text.includes(term)));
  const phrase = terms.join(" ");
  const tiers = [has((text) => hasWords(text, phrase)), has((text) => text.includes(phrase)), loose];
  return { found: tiers.find((tier) => tier.length > 0) ?? [], loose };
}

const isLetter = (letter: string | undefined): boolean => letter !== undefined && /[\p{L}\p{N}]/u.test(letter);

/** Whether a text has a phrase that neither begins nor ends within a word. */
function hasWords(text: string, phrase: string): boolean {
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) {
    if (!isLetter(text[at - 1]) && !isLetter(text[at + phrase.length])) return true;
  }
  return false;
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

interface HistoryEntryProps extends Entry, Pick<MoveHistoryProps, "names" | "go" | "cards"> {
  /** The turn that begins here; null: it has begun before. */
  head: string | null;
  notation: boolean;
  tabStop: boolean;
  /** Ply of the move that led to the position on the board, if it is one of these. */
  current: number | undefined;
  /** Whether a fold is open because one looks at one of its moves. */
  open: boolean;
}

/** A line of the list. Only lines that change are drawn again: a long game has hundreds of them. */
const HistoryEntry = memo(
  ({ rows, fold, head, names, notation, tabStop, current, open, go, cards }: HistoryEntryProps) => {
    const moveButton = (row: MoveRow) => (
      <button
        type="button"
        class="move"
        tabIndex={tabStop && !fold ? 0 : -1}
        aria-current={row.ply === current ? "step" : undefined}
        onClick={() => go(row.ply + 1)}
        {...tooltip(() => cards(row))}
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
    return (
      <li>
        {head !== null && <div class="turn-head">{head}</div>}
        {fold ? (
          <details open={open || undefined}>
            <summary class="move-fold" tabIndex={tabStop ? 0 : -1}>
              <span class={`dot seat${fold.seat}`} />
              <span>{fold.words}</span>
            </summary>
            <ol>
              {rows.map((row) => (
                <li key={row.ply}>{moveButton(row)}</li>
              ))}
            </ol>
          </details>
        ) : (
          moveButton(rows[0] as MoveRow)
        )}
      </li>
    );
  },
);
