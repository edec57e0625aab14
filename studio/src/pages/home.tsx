/** Start page: what Ludus is, two doors (play, test a design), one's unfinished games, all games, recent sessions. */

import { useEffect, useRef, useState } from "preact/hooks";
import type { AbortSession, GameCard, Hello, SessionRow } from "../protocol";
import { get, post } from "../api/http";
import { hasSeatKey, knownSeatKey } from "../api/seat-keys";
import { Dialog } from "../components/dialog";
import { Glyph } from "../components/glyphs";
import { gameTitles, SessionRows } from "../components/session-rows";
import { showToast } from "../components/toast";
import { Emblem } from "../games/emblem";
import { REAL_TIME_GAMES } from "../games/registry";
import { plural, timeAgo } from "../format";
import { botName } from "../player-names";
import { GuidedGame } from "../learn/play-now";

const FIRST_GAME = "delve"; // short, for one player, with a guided first game
const MAX_SHOWN = 6; // recent sessions
const MAX_UNFINISHED = 3; // unfinished games of one's own

export function HomePage({ hello }: { hello: Hello | null }) {
  const [rows, setRows] = useState<SessionRow[] | null>(null);
  const games = useRef<HTMLElement>(null);
  useEffect(() => {
    document.title = "Ludus Studio";
    get<SessionRow[]>(`/tables?most=${MAX_SHOWN + 1}`).then(setRows, () => setRows([]));
  }, []);
  const showGames = () => {
    games.current?.scrollIntoView({ block: "start" });
    games.current?.focus({ preventScroll: true });
  };
  return (
    <main class="content home">
      <header class="welcome">
        <h1>Play games, and find out what makes them good</h1>
        <p class="lead">
          Ludus plays card games and platformer levels with bots, so that you can play against them, and test your own
          cards, decks and levels in thousands of games.
        </p>
      </header>
      <ContinueGames titles={gameTitles(hello)} />
      <div class="doors">
        <section class="panel door" aria-labelledby="door-play">
          <h2 id="door-play">
            <Glyph name="play" size={20} /> Play
          </h2>
          <p class="muted">Play against bots from beginners to champions, or against a friend. Or watch two bots.</p>
          <div class="actions">
            <button type="button" class="button main" onClick={showGames}>
              Choose a game
            </button>
            {hello?.games.some(({ name }) => name === FIRST_GAME) && (
              <GuidedGame game={FIRST_GAME} label="New here? A guided game" />
            )}
            <a class="button" href="/levels">
              Run through a level
            </a>
          </div>
        </section>
        <section class="panel door" aria-labelledby="door-design">
          <h2 id="door-design">
            <Glyph name="branch" size={20} /> Test a design
          </h2>
          <p class="muted">
            Is a card too strong? Is a level too hard? Does a choice matter? Bots play your design and give you numbers.
          </p>
          <div class="actions">
            <a class="button main" href="/design">
              Choose what to test
            </a>
            <a class="button" href="/tournaments">
              Let bots compete
            </a>
          </div>
        </section>
      </div>
      <section class="recent" ref={games} tabIndex={-1} aria-labelledby="all-games">
        <h2 id="all-games">Games</h2>
        <ul class="games" aria-label="Games">
          {hello?.games.map((game) => (
            <GameTile key={game.name} {...game} links={sessionLinks(game)} />
          ))}
          {hello && REAL_TIME_GAMES.map(([name, game]) => <GameTile key={name} name={name} {...game} />)}
          {!hello && Array.from({ length: 4 }, (_, k) => <li class="panel tile waiting" key={k} />)}
        </ul>
      </section>
      <section class="recent">
        <h2>Recent games</h2>
        {rows?.length === 0 && <p class="muted">No game has been played here yet.</p>}
        {rows && rows.length > 0 && <SessionRows rows={rows.slice(0, MAX_SHOWN)} titles={gameTitles(hello)} />}
        {rows && rows.length > MAX_SHOWN && (
          <p>
            <a href="/tables">All games</a>
          </p>
        )}
      </section>
    </main>
  );
}

/** Unfinished games in which one has a seat: by a key in this browser, or as the owner who has set them up. */
function ContinueGames({ titles }: { titles: Map<string, string> }) {
  const [rows, setRows] = useState<SessionRow[]>([]);
  const [showAll, setShowAll] = useState(false);
  const drop = ({ id }: SessionRow) => setRows((known) => known.filter((row) => row.id !== id));
  useEffect(() => {
    get<SessionRow[]>("/tables?unfinished=true").then(
      (all) => setRows(all.filter((row) => row.own || hasSeatKey(row.id))),
      () => {}, // the list of recent games says what is wrong
    );
  }, []);
  if (!rows.length) return null;
  return (
    <section class="continue" aria-labelledby="continue">
      <h2 id="continue">{rows.length === 1 ? "Continue your game" : "Continue one of your games"}</h2>
      <ul class="continue-list">
        {rows.slice(0, showAll ? rows.length : MAX_UNFINISHED).map((row) => (
          <UnfinishedGame key={row.id} row={row} title={titles.get(row.game) ?? row.game} removed={() => drop(row)} />
        ))}
      </ul>
      {rows.length > MAX_UNFINISHED && !showAll && (
        <p class="small">
          <button type="button" class="button plain" onClick={() => setShowAll(true)}>
            {plural(rows.length - MAX_UNFINISHED, "more unfinished game")}
          </button>
        </p>
      )}
    </section>
  );
}

interface UnfinishedGameProps {
  row: SessionRow;
  title: string;
  removed: () => void;
}

/** An unfinished game: continue it, or end it so that it is no longer listed here. */
function UnfinishedGame({ row, title, removed }: UnfinishedGameProps) {
  const [asking, setAsking] = useState(false);
  const what = `${title}, ${describeOpponents(row)}`;
  const people = row.players.filter((player) => player === "person").length;
  const abort = async () => {
    const order: AbortSession = { key: knownSeatKey(row.id) ?? "" };
    try {
      await post(`/tables/${encodeURIComponent(row.id)}/abort`, order);
      removed();
    } catch (error) {
      showToast((error as Error).message);
    }
    setAsking(false);
  };
  return (
    <li class="panel">
      <Emblem game={row.game} />
      <div class="grow">
        <b>{title}</b>
        <p class="muted small">
          {[describeOpponents(row), row.turn, `began ${timeAgo(row.began)}`].filter(Boolean).join(", ")}
        </p>
      </div>
      <a class="button main" href={`/tables/${row.id}${row.open ? "?open=1" : ""}`} aria-label={`Continue ${what}`}>
        Continue
      </a>
      <button type="button" class="button plain" aria-label={`Remove ${what}`} onClick={() => setAsking(true)}>
        <Glyph name="close" size={14} />
      </button>
      {asking && (
        <Dialog title="Remove this game?" close={() => setAsking(false)}>
          <p>
            {what}
            {row.turn && `, ${row.turn}`}. The game ends{people > 1 && " for everybody"} and cannot be continued. Its
            moves stay in the list of all games.
          </p>
          <div class="actions">
            <button type="button" class="button main" onClick={() => void abort()}>
              End and remove it
            </button>
            <button type="button" class="button" onClick={() => setAsking(false)}>
              Keep it
            </button>
          </div>
        </Dialog>
      )}
    </li>
  );
}

/** "against coac", "against a person and greedy", "alone". */
function describeOpponents(row: SessionRow): string {
  const bots = row.players.filter((player) => player !== "person").map(botName);
  const people = row.players.length - bots.length - 1;
  const others = [...(people > 0 ? [plural(people, "person", "people")] : []), ...bots];
  return others.length ? `against ${others.join(" and ")}` : "alone";
}

interface GameTileProps {
  name: string;
  title: string;
  summary: string;
  /** Label and path; the first one is the main button. */
  links: [label: string, path: string][];
}

function GameTile({ name, title, summary, links }: GameTileProps) {
  return (
    <li class="panel tile">
      <Emblem game={name} />
      <div class="tile-text">
        <h3>{title}</h3>
        <p class="muted small">{summary}</p>
      </div>
      <div class="actions">
        {links.map(([label, path], k) => (
          <a key={path} class={`button ${k === 0 ? "main" : ""}`} href={path}>
            {label}
          </a>
        ))}
      </div>
    </li>
  );
}

const sessionLinks = ({ name, most }: GameCard): [label: string, path: string][] => [
  ["Play", `/new/${name}`],
  [most === 1 ? "Watch a bot" : "Watch bots", `/new/${name}?watch=1`],
];
