/** Pages by address. All but the start page are loaded on demand, with the charts and forms that only they need. */

import { useEffect } from "preact/hooks";
import { lazyPage } from "../components/lazy";
import { NotFoundPage } from "../components/nothing-here";
import { findGame, REAL_TIME_GAMES } from "../games/registry";
import type { Hello } from "../protocol";
import { navigate, useRoute } from "../route";
import { HomePage } from "./home";

const SessionPage = lazyPage(() => import("./session").then((module) => module.SessionPage));
const SessionListPage = lazyPage(() => import("./session-list").then((module) => module.SessionListPage));
const NewSessionPage = lazyPage(() => import("./new-session").then((module) => module.NewSessionPage));
const DesignListPage = lazyPage(() => import("./design").then((module) => module.DesignListPage));
const DesignPage = lazyPage(() => import("./design").then((module) => module.DesignPage));
const CardsPage = lazyPage(() => import("./cards").then((module) => module.CardsPage));
const KingdomsPage = lazyPage(() => import("./kingdoms").then((module) => module.KingdomsPage));
const TreesPage = lazyPage(() => import("./trees").then((module) => module.TreesPage));
const RunListPage = lazyPage(() => import("./runs").then((module) => module.RunListPage));
const RunPage = lazyPage(() => import("./runs/run").then((module) => module.RunPage));
const ComparePage = lazyPage(() => import("./runs/compare").then((module) => module.ComparePage));
const TournamentListPage = lazyPage(() => import("./tournaments").then((module) => module.TournamentListPage));
const TournamentPage = lazyPage(() => import("./tournaments/tournament").then((module) => module.TournamentPage));
const UploadedBotsPage = lazyPage(() => import("./uploaded-bots").then((module) => module.UploadedBotsPage));
const JobPage = lazyPage(() => import("./job").then((module) => module.JobPage));

const REAL_TIME_PAGES = new Map(
  REAL_TIME_GAMES.flatMap(([, { pages }]) => Object.entries(pages).map(([page, load]) => [page, lazyPage(load)])),
);

/** Parts that the addresses of a page have at most, such as /tables/ID/12; those of real-time games read their own. */
const MOST_PARTS: Record<string, number> = {
  tables: 3,
  design: 2,
  cards: 2,
  kingdoms: 1,
  trees: 2,
  runs: 2,
  tournaments: 2,
  compare: 3,
  bots: 1,
  new: 2,
  work: 2,
};

interface PageContentProps {
  page: string;
  name: string | undefined;
  otherName: string | undefined;
  hello: Hello | null;
}

/** The page that belongs to an address. The server knows the same first parts (page_files.py). */
export function PageContent({ page, name, otherName, hello }: PageContentProps) {
  const { parts } = useRoute();
  const RealTimePage = REAL_TIME_PAGES.get(page);
  if (RealTimePage) return <RealTimePage hello={hello} />;
  if (parts[0] === page && parts.length > (MOST_PARTS[page] ?? 1)) return <NotFoundPage />;
  const game = name === undefined ? null : findGame(name);
  switch (page) {
    case "":
      return <HomePage hello={hello} />;
    case "tables":
      return name ? (
        <SessionPage key={name} id={name} inviteBase={hello?.shared || location.origin} />
      ) : (
        <SessionListPage hello={hello} />
      );
    case "design":
      return name ? <DesignPage key={name} game={name} hello={hello} /> : <DesignListPage hello={hello} />;
    case "cards":
      return <CardsPage hello={hello} game={name} />;
    case "kingdoms":
      if (!name) return <KingdomsPage />;
      break;
    case "trees":
      if (!name || name === "generate") return <TreesPage hello={hello} />;
      break;
    case "runs":
      return name ? <RunPage key={name} name={name} guest={hello?.guest ?? true} /> : <RunListPage hello={hello} />;
    case "tournaments":
      return name ? (
        <TournamentPage key={name} name={name} guest={hello?.guest ?? true} hello={hello} />
      ) : (
        <TournamentListPage hello={hello} />
      );
    case "compare":
      if (name && otherName) return <ComparePage key={`${name}/${otherName}`} first={name} second={otherName} />;
      break;
    case "bots":
      if (!name) return <UploadedBotsPage hello={hello} />;
      break;
    case "new":
      if (game?.kind === "real-time") return <Redirect to={game.links[0][1]} />;
      if (hello && !hello.games.some((game) => game.name === name)) break;
      if (name) return <NewSessionPage key={name} game={name} hello={hello} />;
      break;
    case "work":
      if (name) return <JobPage key={name} id={name} hello={hello} />;
  }
  return <NotFoundPage />;
}

function Redirect({ to }: { to: string }) {
  useEffect(() => navigate(to, true), [to]);
  return null;
}
