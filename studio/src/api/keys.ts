/** The keys of seats, kept in this browser: whoever has one sits there. A link may bring one along, behind #key=. */

const PREFIX = "ludus-key-";
const ALL = "-all";

export function keyOf(table: string): string | null {
  const brought = new URLSearchParams(location.hash.slice(1)).get("key");
  if (brought) {
    sessionStorage.setItem(PREFIX + table, brought); // of this tab: another may sit in another seat
    history.replaceState(history.state, "", location.pathname + location.search); // so that it is not passed on by accident
  }
  return sessionStorage.getItem(PREFIX + table) ?? localStorage.getItem(PREFIX + table);
}

export function keepKey(table: string, key: string): void {
  localStorage.setItem(PREFIX + table, key);
}

/** All keys of a table that was set up in this browser: by seat, for the links that others sit down with. */
export function keepKeys(table: string, keys: readonly (string | null)[]): void {
  localStorage.setItem(PREFIX + table + ALL, JSON.stringify(keys));
}

export function keysOf(table: string): (string | null)[] {
  return JSON.parse(localStorage.getItem(PREFIX + table + ALL) ?? "[]") as (string | null)[];
}

/** The link with which somebody else takes a seat; `door` is where others come in, with a token of its own if shared. */
export function invitation(table: string, key: string, door: string): string {
  const link = new URL(door);
  link.pathname = `/tables/${encodeURIComponent(table)}`;
  link.hash = `key=${encodeURIComponent(key)}`;
  return link.href;
}
