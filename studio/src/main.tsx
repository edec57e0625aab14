/** The page: its frame, and the room that the address names. */

import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Glyph } from "./parts/glyphs";
import { TipLayer } from "./parts/tip";
import { Toast } from "./parts/toast";
import type { Hello } from "./protocol";
import { DesignHome, DesignRoom } from "./rooms/design";
import { Home } from "./rooms/home";
import { NewRoom } from "./rooms/new";
import { RunRoom, RunsRoom } from "./rooms/runs";
import { TableRoom } from "./rooms/table";
import { TablesRoom } from "./rooms/tables";
import { TournamentRoom } from "./rooms/tournament";
import { TournamentsRoom } from "./rooms/tournaments";
import { WorkRoom } from "./rooms/work";
import { followLinks, usePlace } from "./route";
import { get } from "./wire/http";
import "./style/tokens.css";
import "./style/base.css";
import "./style/frame.css";
import "./style/table.css";
import "./style/work.css";
import "./style/parts.css";
import "./style/boards.css";
import "./style/locm.css";
import "./style/dominion.css";
import "./style/tribute.css";
import "./style/delve.css";
import "./style/narrow.css";

const THEME = "ludus-theme";

function preferred(): string {
  return localStorage.getItem(THEME) ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
}

document.documentElement.dataset["theme"] = preferred(); // before the first paint

function Page() {
  const place = usePlace();
  const [hello, setHello] = useState<Hello | null>(null);
  const [fault, setFault] = useState("");
  useEffect(() => {
    get<Hello>("/hello").then(setHello, (error: Error) => setFault(error.message));
  }, []);
  const [room = "", name] = place.parts;
  return (
    <div class="page" onClick={followLinks}>
      <Bar room={room} />
      {fault && (
        <p class="notice room" role="alert">
          {fault}
        </p>
      )}
      <Room room={room} name={name} hello={hello} />
      <TipLayer />
      <Toast />
    </div>
  );
}

function Room({ room, name, hello }: { room: string; name: string | undefined; hello: Hello | null }) {
  switch (room) {
    case "tables":
      return name ? <TableRoom key={name} id={name} /> : <TablesRoom hello={hello} />;
    case "design":
      return name ? <DesignRoom key={name} game={name} /> : <DesignHome hello={hello} />;
    case "runs":
      return name ? <RunRoom key={name} name={name} /> : <RunsRoom hello={hello} />;
    case "tournaments":
      return name ? <TournamentRoom key={name} name={name} /> : <TournamentsRoom hello={hello} />;
    case "new":
      if (name) return <NewRoom key={name} game={name} hello={hello} />;
      break;
    case "work":
      if (name) return <WorkRoom key={name} id={name} />;
  }
  return <Home hello={hello} />;
}

function Bar({ room }: { room: string }) {
  const [theme, setTheme] = useState(preferred);
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
  return (
    <header class="bar">
      <a class="brand" href="/">
        <img src="/icon.svg" alt="" width="24" height="24" /> Ludus <span>Studio</span>
      </a>
      <nav aria-label="Rooms">
        {link("/", "Play", ["", "new"])}
        {link("/tables", "Games", ["tables"])}
        {link("/design", "Design", ["design", "work"])}
        {link("/tournaments", "Tournaments", ["tournaments"])}
        {link("/runs", "Runs", ["runs"])}
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
