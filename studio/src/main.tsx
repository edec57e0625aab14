/** Entry point: navigation bar, and the page that belongs to the current address. */

import { render } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Glyph } from "./components/glyphs";
import { KeysDialog } from "./components/keys-dialog";
import { ErrorBoundary } from "./components/notices";
import { TooltipLayer } from "./components/tooltip";
import { Toast } from "./components/toast";
import type { Hello } from "./protocol";
import { PageContent } from "./pages";
import { focusMain, handOverFocus, watchKeyboard } from "./focus";
import { useKeys } from "./keys";
import { followLinks, useRoute } from "./route";
import { get } from "./api/http";
// All styles of pages are one file: else the rules of a page would depend on the pages seen before it.
import "./pages/kingdoms/kingdoms.css";
import "./pages/trees/trees.css";
import "./style/tokens.css";
import "./style/base.css";
import "./style/layout.css";
import "./style/home.css";
import "./style/explained.css";
import "./style/session.css";
import "./style/play.css";
import "./style/jobs.css";
import "./style/runs.css";
import "./style/components.css";
import "./style/pictograms.css";
import "./style/boards.css";
import "./style/motion.css";
import "./style/learn.css";
import "./style/names.css";
import "./style/narrow.css";
import "./style/touch.css";

const THEME = "ludus-theme"; // theme.js reads it before the first paint

function Page() {
  const route = useRoute();
  const [hello, setHello] = useState<Hello | null>(null);
  const [error, setError] = useState("");
  useEffect(() => {
    get<Hello>("/hello").then(setHello, (error: Error) => setError(error.message));
  }, []);
  const [page = "", name, otherName] = route.parts;
  const place = `${page}/${name ?? ""}`;
  const lastPlace = useRef(place);
  useEffect(() => {
    if (lastPlace.current === place) return;
    lastPlace.current = place;
    focusMain();
  }, [place]);
  const content = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (content.current ? handOverFocus(content.current) : undefined), []);
  return (
    <div class="page" ref={content} onClick={followLinks}>
      <a
        class="skip-link"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          focusMain();
        }}
      >
        Skip to the content
      </a>
      <NavigationBar page={page} />
      {error && (
        <p class="notice content" role="alert">
          {error}
        </p>
      )}
      <ErrorBoundary what="page" place={place}>
        <PageContent page={page} name={name} otherName={otherName} hello={hello} />
      </ErrorBoundary>
      <KeysDialog />
      <TooltipLayer />
      <Toast />
    </div>
  );
}

function NavigationBar({ page }: { page: string }) {
  const [theme, setTheme] = useState(document.documentElement.dataset.theme ?? "light");
  const toggleTheme = () => {
    const next = theme === "dark" ? "light" : "dark";
    localStorage.setItem(THEME, next);
    document.documentElement.dataset.theme = next;
    setTheme(next);
  };
  const link = (path: string, label: string, pages: string[]) => (
    <a href={path} aria-current={pages.includes(page) ? "page" : undefined}>
      {label}
    </a>
  );
  const [open, setOpen] = useState(false); // the menu of a narrow screen
  useKeys([{ keys: ["Escape"], label: "Close the menu", active: open, run: () => (open ? setOpen(false) : false) }]);
  return (
    <header class="bar">
      <a class="brand" href="/">
        <img src="/icon.svg" alt="" width="24" height="24" /> Ludus <span>Studio</span>
      </a>
      <button
        type="button"
        class="menu-button"
        aria-expanded={open}
        aria-controls="pages"
        onClick={() => setOpen(!open)}
      >
        <Glyph name={open ? "close" : "menu"} size={18} /> Menu
      </button>
      <nav id="pages" aria-label="Pages" class={open ? "open" : ""} onClick={() => setOpen(false)}>
        {link("/", "Play", ["", "new"])}
        {link("/tables", "Games", ["tables"])}
        {link("/levels", "Levels", ["levels", "study"])}
        {link("/design", "Design", ["design", "work", "cards", "kingdoms", "trees"])}
        {link("/tournaments", "Tournaments", ["tournaments"])}
        {link("/runs", "Runs", ["runs", "compare"])}
        {link("/bots", "Bots", ["bots"])}
      </nav>
      <button
        type="button"
        class="theme"
        onClick={toggleTheme}
        aria-label={theme === "dark" ? "Light colours" : "Dark colours"}
        title="Light or dark"
      >
        <Glyph name={theme === "dark" ? "sun" : "moon"} size={18} />
      </button>
    </header>
  );
}

watchKeyboard();
render(<Page />, document.getElementById("page") as HTMLElement);
