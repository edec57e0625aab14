/** Access keys of seats, stored in this browser. A key gives its owner the seat. A link can contain one after #key=. */

const PREFIX = "ludus-key-";
const ALL_SUFFIX = "-all";

export function seatKey(sessionId: string): string | null {
  const linkKey = new URLSearchParams(location.hash.slice(1)).get("key");
  if (linkKey) {
    sessionStorage.setItem(PREFIX + sessionId, linkKey); // for this tab only: another tab may use another seat
    history.replaceState(history.state, "", location.pathname + location.search); // do not share the key
  }
  return sessionStorage.getItem(PREFIX + sessionId) ?? localStorage.getItem(PREFIX + sessionId);
}

/** Key of a seat in a session that this browser has; null if it has none. */
export const knownSeatKey = (sessionId: string): string | null =>
  sessionStorage.getItem(PREFIX + sessionId) ?? localStorage.getItem(PREFIX + sessionId);

/** Whether this browser has the key of a seat in a session. */
export const hasSeatKey = (sessionId: string): boolean => knownSeatKey(sessionId) !== null;

export function saveSeatKey(sessionId: string, key: string): void {
  localStorage.setItem(PREFIX + sessionId, key);
}

/** Store the keys of all seats of a session created in this browser, for the invitation links. */
export function saveAllSeatKeys(sessionId: string, keys: readonly (string | null)[]): void {
  localStorage.setItem(PREFIX + sessionId + ALL_SUFFIX, JSON.stringify(keys));
}

export function allSeatKeys(sessionId: string): (string | null)[] {
  return JSON.parse(localStorage.getItem(PREFIX + sessionId + ALL_SUFFIX) ?? "[]") as (string | null)[];
}

/** Invitation link for a seat; `baseUrl` is the Studio's address for other people. */
export function inviteLink(sessionId: string, key: string, baseUrl: string): string {
  const link = new URL(baseUrl);
  link.pathname = `/tables/${encodeURIComponent(sessionId)}`;
  link.hash = `key=${encodeURIComponent(key)}`;
  return link.href;
}
