/** Client-side routing: paths such as /tables/ID/12, changed without loading the page again. */

import { useEffect, useState } from "preact/hooks";

export interface Route {
  parts: string[];
  query: URLSearchParams;
}

const NAVIGATED = "ludus-moved";

export function currentRoute(): Route {
  const parts = location.pathname.split("/").filter(Boolean).map(decodeURIComponent);
  return { parts, query: new URLSearchParams(location.search) };
}

/** Go to a path. With `replace` it makes no new entry in the browser's history, as when stepping through a game. */
export function navigate(path: string, replace = false): void {
  if (path === location.pathname + location.search) return;
  if (replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  dispatchEvent(new Event(NAVIGATED));
}

export function useRoute(): Route {
  const [route, setRoute] = useState(currentRoute);
  useEffect(() => {
    const update = () => setRoute(currentRoute());
    addEventListener(NAVIGATED, update);
    addEventListener("popstate", update);
    return () => {
      removeEventListener(NAVIGATED, update);
      removeEventListener("popstate", update);
    };
  }, []);
  return route;
}

/** Click handler that follows links inside the Studio without loading the page again. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const link = (event.target as Element).closest("a");
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (/^\/(api|socket|assets)\//.test(link.pathname)) return;
  event.preventDefault();
  navigate(link.pathname + link.search);
  scrollTo(0, 0);
}
