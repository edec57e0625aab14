/** The keys of seats, kept in this browser: whoever has one sits there. A link may bring one along, behind #key=. */

const PREFIX = "ludus-key-";
const ALL_SUFFIX = "-all";

export function seatKey(sessionId: string): string | null {
  const linkKey = new URLSearchParams(location.hash.slice(1)).get("key");
  if (linkKey) {
    sessionStorage.setItem(PREFIX + sessionId, linkKey); // of this tab: another may sit in another seat
    history.replaceState(history.state, "", location.pathname + location.search); // so that it is not passed on by accident
  }
  return sessionStorage.getItem(PREFIX + sessionId) ?? localStorage.getItem(PREFIX + sessionId);
}

export function saveSeatKey(sessionId: string, key: string): void {
  localStorage.setItem(PREFIX + sessionId, key);
}

/** All keys of a table that was set up in this browser: by seat, for the links that others sit down with. */
export function saveAllSeatKeys(sessionId: string, keys: readonly (string | null)[]): void {
  localStorage.setItem(PREFIX + sessionId + ALL_SUFFIX, JSON.stringify(keys));
}

export function allSeatKeys(sessionId: string): (string | null)[] {
  return JSON.parse(localStorage.getItem(PREFIX + sessionId + ALL_SUFFIX) ?? "[]") as (string | null)[];
}

/** The link with which somebody else takes a seat; `door` is where others come in, with a token of its own if shared. */
export function inviteLink(sessionId: string, key: string, baseUrl: string): string {
  const link = new URL(baseUrl);
  link.pathname = `/tables/${encodeURIComponent(sessionId)}`;
  link.hash = `key=${encodeURIComponent(key)}`;
  return link.href;
}
