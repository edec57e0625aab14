/** Entry point: navigation bar, and the page that belongs to the current address. */

import { render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Glyph } from "./components/glyphs";
import { TooltipLayer } from "./components/tooltip";
import { Toast } from "./components/toast";
import type { Hello } from "./protocol";
import { DesignListPage, DesignPage } from "./pages/design";
import { HomePage } from "./pages/home";
import { KingdomsPage } from "./pages/kingdoms";
import { LevelPages } from "./pages/levels";
import { StudyPage, StudyStartPage } from "./pages/levels/study";
import { NewSessionPage } from "./pages/new-session";
import { UploadedBotsPage } from "./pages/uploaded-bots";
import { RunListPage } from "./pages/runs";
import { ComparePage } from "./pages/runs/compare";
import { RunPage } from "./pages/runs/run";
import { SessionPage } from "./pages/session";
import { SessionListPage } from "./pages/session-list";
import { TournamentListPage } from "./pages/tournaments";
import { TournamentPage } from "./pages/tournaments/tournament";
import { TreesPage } from "./pages/trees";
import { JobPage } from "./pages/job";
import { followLinks, useRoute } from "./route";
import { get } from "./api/http";
import "./style/tokens.css";
import "./style/base.css";
import "./style/layout.css";
import "./style/session.css";
import "./style/jobs.css";
import "./style/runs.css";
import "./style/components.css";
import "./style/boards.css";
import "./style/locm.css";
import "./style/dominion.css";
import "./style/tribute.css";
import "./style/delve.css";
import "./style/levels.css";
import "./style/narrow.css";

const THEME = "ludus-theme"; // theme.js reads it before the first paint

function Page() {
  const route = useRoute();
  const [hello, setHello] = useState<Hello | null>(null);
  const [error, setError] = useState("");
  useEffect(() => {
    get<Hello>("/hello").then(setHello, (error: Error) => setError(error.message));
  }, []);
  const [page = "", name, otherName] = route.parts;
  return (
    <div class="page" onClick={followLinks}>
      <NavigationBar page={page} />
      {error && (
        <p class="notice content" role="alert">
          {error}
        </p>
      )}
      <PageContent page={page} name={name} otherName={otherName} hello={hello} />
      <TooltipLayer />
      <Toast />
    </div>
  );
}

interface PageContentProps {
  page: string;
  name: string | undefined;
  otherName: string | undefined;
  hello: Hello | null;
}

function PageContent({ page, name, otherName, hello }: PageContentProps) {
  switch (page) {
    case "tables":
      return name ? (
        <SessionPage key={name} id={name} inviteBase={hello?.shared || location.origin} />
      ) : (
        <SessionListPage hello={hello} />
      );
    case "design":
      return name ? <DesignPage key={name} game={name} /> : <DesignListPage hello={hello} />;
    case "kingdoms":
      return <KingdomsPage />;
    case "trees":
      return <TreesPage hello={hello} />;
    case "levels":
      return <LevelPages hello={hello} />;
    case "study":
      return name ? <StudyPage key={name} id={name} /> : <StudyStartPage hello={hello} />;
    case "runs":
      return name ? <RunPage key={name} name={name} guest={hello?.guest ?? true} /> : <RunListPage hello={hello} />;
    case "tournaments":
      return name ? (
        <TournamentPage key={name} name={name} guest={hello?.guest ?? true} />
      ) : (
        <TournamentListPage hello={hello} />
      );
    case "compare":
      if (name && otherName) return <ComparePage key={`${name}/${otherName}`} first={name} second={otherName} />;
      break;
    case "bots":
      return <UploadedBotsPage hello={hello} />;
    case "new":
      if (name) return <NewSessionPage key={name} game={name} hello={hello} />;
      break;
    case "work":
      if (name) return <JobPage key={name} id={name} />;
  }
  return (
    <>
      {page && <p class="notice not-found">There is no page at this address. This is the start page.</p>}
      <HomePage hello={hello} />
    </>
  );
}

function NavigationBar({ page }: { page: string }) {
  const [theme, setTheme] = useState(document.documentElement.dataset["theme"] ?? "light");
  const toggleTheme = () => {
    const next = theme === "dark" ? "light" : "dark";
    localStorage.setItem(THEME, next);
    document.documentElement.dataset["theme"] = next;
    setTheme(next);
  };
  const link = (path: string, label: string, pages: string[]) => (
    <a href={path} aria-current={pages.includes(page) ? "page" : undefined}>
      {label}
    </a>
  );
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    nav.current?.querySelector("[aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" });
  }, [page]); // on a phone the bar scrolls
  return (
    <header class="bar">
      <a class="brand" href="/">
        <img src="/icon.svg" alt="" width="24" height="24" /> Ludus <span>Studio</span>
      </a>
      <nav aria-label="Pages" ref={nav}>
        {link("/", "Play", ["", "new"])}
        {link("/tables", "Games", ["tables"])}
        {link("/levels", "Levels", ["levels", "study"])}
        {link("/design", "Design", ["design", "work", "kingdoms", "trees"])}
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

render(<Page />, document.getElementById("page") as HTMLElement);
