/** Client-side routing: paths such as /tables/ID/12, changed without loading the page again. */

import { useEffect, useState } from "preact/hooks";

export interface Route {
  parts: string[];
  query: URLSearchParams;
}

const NAVIGATED = "ludus-moved";
// Browsers ignore, or refuse with an error, more than 100 changes of the address in 30 seconds. Stepping quickly
// through a game would come to a stop. So the page knows its address by itself, and the address bar follows it.
const MAX_BURST = 20; // changes at once
const CHANGE_INTERVAL = 400; // ms between further ones

/** Path and query that the page shows; null: as in the address bar. */
let shownPath: string | null = null;
let spare = MAX_BURST;
let lastSpare = 0; // ms, when `spare` was computed
let timer = 0;

export function currentRoute(): Route {
  const [path = "", query = ""] = currentPath().split("?");
  return { parts: splitPath(path), query: new URLSearchParams(query) };
}

/** Path and query of the page; the address bar may be a moment behind. */
export function currentPath(): string {
  return shownPath ?? location.pathname + location.search;
}

/** Parts of a path, without escapes. */
export function splitPath(path: string): string[] {
  return path.split("/").filter(Boolean).map(decodePart);
}

/** A part of a path; one with invalid escapes, such as %E0 alone, is taken as it is. */
function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Go to a path. With `replace` it makes no new entry in the browser's history, as when stepping through a game. */
export function navigate(path: string, replace = false): void {
  if (path === currentPath()) return;
  if (replace) {
    shownPath = path;
    followShownPath();
  } else {
    writeShownPath();
    history.pushState(null, "", path);
  }
  dispatchEvent(new Event(NAVIGATED));
}

/** Go to a page that the server has yet to name. Call this before the request, and its result with the answer: it does
nothing if one has gone to another page meanwhile. */
export function navigateLater(): (path: string, replace?: boolean) => void {
  const place = currentPlace();
  return (path, replace) => {
    if (currentPlace() === place) navigate(path, replace);
  };
}

/** The page, and the game, run or other thing that it shows. */
function currentPlace(): string {
  return currentRoute().parts.slice(0, 2).join("/");
}

/** Write the address now, if there have not been too many changes; otherwise soon. */
function followShownPath(): void {
  const now = Date.now();
  spare = Math.min(MAX_BURST, spare + Math.max(0, now - lastSpare) / CHANGE_INTERVAL);
  lastSpare = now;
  clearTimeout(timer);
  if (spare >= 1) {
    spare -= 1;
    writeShownPath();
  } else {
    timer = window.setTimeout(followShownPath, CHANGE_INTERVAL);
  }
}

function writeShownPath(): void {
  clearTimeout(timer);
  if (shownPath !== null && shownPath !== location.pathname + location.search)
    history.replaceState(history.state, "", shownPath);
  shownPath = null;
}

/** Set the title of the browser's tab. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Ludus Studio`;
  }, [title]);
}

export function useRoute(): Route {
  const [route, setRoute] = useState(currentRoute);
  useEffect(() => {
    const update = () => setRoute(currentRoute());
    const goBack = () => {
      clearTimeout(timer);
      shownPath = null; // the address that was left keeps the position of a moment ago
      update();
    };
    addEventListener(NAVIGATED, update);
    addEventListener("popstate", goBack);
    addEventListener("pagehide", writeShownPath);
    return () => {
      removeEventListener(NAVIGATED, update);
      removeEventListener("popstate", goBack);
      removeEventListener("pagehide", writeShownPath);
    };
  }, []);
  return route;
}

/** Whether two paths belong to the same game or run, so that going from one to the other is stepping through it. */
export function isSameReplay(path: string, otherPath: string): boolean {
  const [parts, otherParts] = [splitPath(path), splitPath(otherPath)];
  const length = parts[0] === "tables" ? 2 : parts[0] === "levels" && parts[2] !== undefined ? 4 : 0;
  return (
    length > 0 && parts[1] !== undefined && parts.slice(0, length).join("/") === otherParts.slice(0, length).join("/")
  );
}

/** Click handler that follows links inside the Studio without loading the page again. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const link = (event.target as Element).closest("a");
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (/^\/(api|socket|assets)\//.test(link.pathname)) return;
  event.preventDefault();
  navigate(link.pathname + link.search, isSameReplay(link.pathname, location.pathname)); // Back leaves a replay at once
  scrollTo(0, 0);
}
