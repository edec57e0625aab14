/** The page: its frame, and the room that the address names. */

import { render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Glyph } from "./components/glyphs";
import { TipLayer } from "./components/tip";
import { Toast } from "./components/toast";
import type { Hello } from "./protocol";
import { DesignHome, DesignRoom } from "./pages/design";
import { Home } from "./pages/home";
import { KingdomsRoom } from "./pages/kingdoms";
import { Levels } from "./pages/levels";
import { StudyHome, StudyRoom } from "./pages/levels/study";
import { NewRoom } from "./pages/new";
import { OwnBotsRoom } from "./pages/ownbots";
import { RunsRoom } from "./pages/runs";
import { CompareRoom } from "./pages/runs/compare";
import { RunRoom } from "./pages/runs/run";
import { TableRoom } from "./pages/table";
import { TablesRoom } from "./pages/tables";
import { TournamentsRoom } from "./pages/contests";
import { TournamentRoom } from "./pages/contests/tournament";
import { TreesRoom } from "./pages/trees";
import { WorkRoom } from "./pages/work";
import { followLinks, usePlace } from "./route";
import { get } from "./api/http";
import "./style/tokens.css";
import "./style/base.css";
import "./style/frame.css";
import "./style/table.css";
import "./style/work.css";
import "./style/runs.css";
import "./style/parts.css";
import "./style/boards.css";
import "./style/locm.css";
import "./style/dominion.css";
import "./style/tribute.css";
import "./style/delve.css";
import "./style/levels.css";
import "./style/narrow.css";

const THEME = "ludus-theme"; // theme.js reads it before the first paint

function Page() {
  const place = usePlace();
  const [hello, setHello] = useState<Hello | null>(null);
  const [fault, setFault] = useState("");
  useEffect(() => {
    get<Hello>("/hello").then(setHello, (error: Error) => setFault(error.message));
  }, []);
  const [room = "", name, more] = place.parts;
  return (
    <div class="page" onClick={followLinks}>
      <Bar room={room} />
      {fault && (
        <p class="notice room" role="alert">
          {fault}
        </p>
      )}
      <Room room={room} name={name} more={more} hello={hello} />
      <TipLayer />
      <Toast />
    </div>
  );
}

interface RoomProps {
  room: string;
  name: string | undefined;
  more: string | undefined;
  hello: Hello | null;
}

function Room({ room, name, more, hello }: RoomProps) {
  switch (room) {
    case "tables":
      return name ? <TableRoom key={name} id={name} door={hello?.shared || location.origin} /> : <TablesRoom hello={hello} />;
    case "design":
      return name ? <DesignRoom key={name} game={name} /> : <DesignHome hello={hello} />;
    case "kingdoms":
      return <KingdomsRoom />;
    case "trees":
      return <TreesRoom hello={hello} />;
    case "levels":
      return <Levels hello={hello} />;
    case "study":
      return name ? <StudyRoom key={name} id={name} /> : <StudyHome hello={hello} />;
    case "runs":
      return name ? <RunRoom key={name} name={name} guest={hello?.guest ?? true} /> : <RunsRoom hello={hello} />;
    case "tournaments":
      return name ? <TournamentRoom key={name} name={name} guest={hello?.guest ?? true} /> : <TournamentsRoom hello={hello} />;
    case "compare":
      if (name && more) return <CompareRoom key={`${name}/${more}`} first={name} second={more} />;
      break;
    case "bots":
      return <OwnBotsRoom hello={hello} />;
    case "new":
      if (name) return <NewRoom key={name} game={name} hello={hello} />;
      break;
    case "work":
      if (name) return <WorkRoom key={name} id={name} />;
  }
  return (
    <>
      {room && <p class="notice astray">There is no room at this address. Here is the first one.</p>}
      <Home hello={hello} />
    </>
  );
}

function Bar({ room }: { room: string }) {
  const [theme, setTheme] = useState(document.documentElement.dataset["theme"] ?? "light");
  const turn = () => {
    const next = theme === "dark" ? "light" : "dark";
    localStorage.setItem(THEME, next);
    document.documentElement.dataset["theme"] = next;
    setTheme(next);
  };
  const link = (path: string, words: string, rooms: string[]) => (
    <a href={path} aria-current={rooms.includes(room) ? "page" : undefined}>
      {words}
    </a>
  );
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    nav.current?.querySelector("[aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" });
  }, [room]); // on a phone not all rooms have place in the bar
  return (
    <header class="bar">
      <a class="brand" href="/">
        <img src="/icon.svg" alt="" width="24" height="24" /> Ludus <span>Studio</span>
      </a>
      <nav aria-label="Rooms" ref={nav}>
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
        onClick={turn}
        aria-label={theme === "dark" ? "Light colours" : "Dark colours"}
        title="Light or dark"
      >
        <Glyph name={theme === "dark" ? "sun" : "moon"} size={18} />
      </button>
    </header>
  );
}

render(<Page />, document.getElementById("page") as HTMLElement);
