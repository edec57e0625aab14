/** Cards of the file: search, and one row for each. */

import { useState } from "preact/hooks";
import type { CardEntryInfo, CardGameInfo, CardKindInfo } from "../../protocol";
import { formatCount } from "../../format";
import { describeCard, entryIds, fitsSearch } from "./card-text";
import type { EntryName } from "./card-text";

interface Props {
  info: CardGameInfo;
  entries: CardEntryInfo[];
  removed: string[];
  faulty: CardEntryInfo[];
  selected: CardEntryInfo | null;
  select: (name: EntryName) => void;
  add: (kind: string) => void;
}

export function CardList({ info, entries, removed, faulty, selected, select, add }: Props) {
  const [search, setSearch] = useState("");
  const [changedOnly, setChangedOnly] = useState(false);
  const changes = entries.filter((entry) => entry.state !== "same").length;
  const kinds = new Map(info.kinds.map((kind) => [kind.name, kind]));
  const ids = entryIds(entries);
  const shown = entries.filter((entry) => {
    const kind = kinds.get(entry.kind);
    return kind && (!changedOnly || entry.state !== "same") && fitsSearch(kind, entry, search);
  });
  return (
    <section class="panel padded card-list-panel" aria-label="Cards">
      <label class="field">
        <span>Search by name, cost or text</span>
        <input class="input" type="search" value={search} onInput={(event) => setSearch(event.currentTarget.value)} />
      </label>
      <div class="inline wrap">
        <button
          type="button"
          class="button"
          aria-pressed={changedOnly}
          disabled={!changedOnly && changes === 0}
          onClick={() => setChangedOnly(!changedOnly)}
        >
          Changed: {formatCount(changes)}
        </button>
        {info.kinds.map((kind) => (
          <button key={kind.name} type="button" class="button" onClick={() => add(kind.name)}>
            New {kind.name}
          </button>
        ))}
      </div>
      <p class="muted small" role="status">
        {shown.length < entries.length && `${formatCount(shown.length)} of `}
        {formatCount(entries.length)} {info.kinds.map((kind) => `${kind.name}s`).join(" and ")}
        {removed.length > 0 && `; removed: ${removed.slice(0, 5).join(", ")}${removed.length > 5 ? " and others" : ""}`}
      </p>
      <ul class="card-rows" onKeyDown={moveFocus}>
        {shown.map((entry, k) => (
          <CardRow
            key={ids.get(entry)}
            kind={kinds.get(entry.kind) as CardKindInfo}
            entry={entry}
            faulty={faulty.includes(entry)}
            pressed={entry === selected}
            tabStop={selected && shown.includes(selected) ? entry === selected : k === 0}
            choose={() => select({ kind: entry.kind, key: entry.key, line: entry.line })}
          />
        ))}
      </ul>
    </section>
  );
}

interface RowProps {
  kind: CardKindInfo;
  entry: CardEntryInfo;
  faulty: boolean;
  pressed: boolean;
  tabStop: boolean;
  choose: () => void;
}

/** Arrow keys go through the list, which is one stop for Tab. */
function moveFocus(event: KeyboardEvent & { currentTarget: HTMLUListElement }): void {
  const rows = [...event.currentTarget.querySelectorAll("button")];
  const at = rows.indexOf(document.activeElement as HTMLButtonElement);
  const next = nextRow(event.key, at, rows.length);
  if (next === null) return;
  event.preventDefault();
  rows[next]?.focus();
}

/** Index of the row that a key leads to; null if the key does not move. */
export function nextRow(key: string, at: number, count: number): number | null {
  if (!count) return null;
  if (key === "ArrowDown") return Math.min(at + 1, count - 1);
  if (key === "ArrowUp") return Math.max(at - 1, 0);
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : null;
}

function CardRow({ kind, entry, faulty, pressed, tabStop, choose }: RowProps) {
  const cost = entry.values.cost;
  return (
    <li>
      <button
        type="button"
        class={`card-row${faulty ? " wrong" : ""}`}
        aria-pressed={pressed}
        data-key={entry.key}
        tabIndex={tabStop ? 0 : -1}
        onClick={choose}
      >
        <span class="cost-badge">{cost === undefined ? (kind.name === "card" ? "0" : "") : String(cost)}</span>
        <span class="card-row-text">
          <b>{entry.title}</b>
          <span class="small card-row-rules">{describeCard(kind, entry)}</span>
        </span>
        {faulty && <span class="row-mark bad">error</span>}
        {!faulty && entry.state !== "same" && <span class="row-mark">{entry.state}</span>}
      </button>
    </li>
  );
}
