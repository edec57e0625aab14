/** A table: played at, watched, or gone through again. */

import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import { boardOf } from "../boards";
import { ChoiceWindow } from "../components/choice";
import { History } from "../components/history";
import { Playback } from "../components/playback";
import { say } from "../components/toast";
import type { Explained, Seen, Whole } from "../protocol";
import { go, usePlace } from "../route";
import type { Scene } from "../scene";
import { Table } from "../api/table";
import { EndScreen, endingWords } from "./end";
import { Announcer, useFocusOnLegal } from "./announcer";
import { Branch, InWords, OpinionPanel } from "./beside";
import { Logs } from "./logs";
import { namesOf } from "./names";
import { SaveReplay } from "./replays";
import { BreakOff, People } from "./seats";

export function TableRoom({ id, door }: { id: string; door: string }) {
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const table = useRef<Table | null>(null);
  useEffect(() => {
    table.current = new Table(id, () => redraw(null), say);
    redraw(null);
    return () => table.current?.close();
  }, [id]);
  const now = table.current;
  if (!now?.whole) {
    const lost = now?.state === "lost" ? "The studio does not answer. Trying again…" : "Opening the table…";
    return (
      <p class="room quiet" role="status">
        {now?.state === "refused" ? now.reason : lost}
      </p>
    );
  }
  return <Open key={id} table={now} whole={now.whole} lost={now.state === "lost"} door={door} />;
}

/** The position that the address names; the newest one without a number. */
function usePosition(table: Table, whole: Whole): { seen: Seen; ply: number; goTo: (ply: number) => void } {
  const place = usePlace();
  const asked = place.parts[2] === undefined ? null : Number(place.parts[2]);
  const last = whole.now.ply;
  const ply = asked === null || !Number.isInteger(asked) ? last : Math.min(Math.max(asked, 0), last);
  const [shown, setShown] = useState<Seen>(whole.now);
  const open = whole.open ? "?open=1" : "";
  const goTo = useCallback(
    (to: number) => {
      const newest = table.whole?.now.ply ?? 0;
      const over = table.whole?.state !== "playing";
      go(
        to >= newest && !over ? `/tables/${table.id}${open}` : `/tables/${table.id}/${Math.min(to, newest)}${open}`,
        true,
      );
    },
    [table, open],
  );
  useEffect(() => {
    let wanted = true;
    table.look(ply).then(
      (seen) => wanted && setShown(seen),
      (error: Error) => wanted && say(error.message),
    );
    return () => {
      wanted = false;
    };
  }, [ply, whole.now, whole.everything]);
  useEffect(() => {
    if (whole.open && !place.query.has("open")) go(`${location.pathname}?open=1`, true); // marked in the address, too
  }, [whole.open, place]);
  return { seen: table.at(ply) ?? shown, ply, goTo };
}

interface OpenProps {
  table: Table;
  whole: Whole;
  lost: boolean;
  /** What links for others begin with. */
  door: string;
}

function Open({ table, whole, lost, door }: OpenProps) {
  const { seen, ply, goTo } = usePosition(table, whole);
  const [turned, setTurned] = useState(0);
  const board = boardOf(whole.game);
  const names = useMemo(() => namesOf(whole), [whole.seats, whole.seat]);
  const seat = ((whole.seat ?? 0) + turned) % whole.seats.length;
  const newest = seen.ply === whole.now.ply;
  const mine = whole.seat !== null && seen.decider === whole.seat && whole.state === "playing";
  const live = mine && newest && !lost;
  const scene: Scene = {
    whole,
    seen,
    seat,
    names,
    live,
    views: new Map(seen.sights.map((sight) => [sight.seat, sight.view])),
    legal: new Map(live ? seen.legal.map((move) => [move.text, move.phrase]) : []),
    play: (text) => table.play(seen.ply, text),
    explain: (text) => {
      table.ask<Explained>({ type: "explain", text }).then(
        ({ words }) => words && say(told(words)),
        (error: Error) => say(error.message),
      );
    },
  };
  useFocusOnLegal(scene);
  const question = board.question(scene);
  const people = whole.seats.some((each) => each.person);
  const turns = useMemo(
    () => whole.moves.filter((row, k) => row.turn !== whole.moves[k - 1]?.turn).map((row) => row.ply),
    [whole.moves],
  );
  const more = whole.state === "playing" && !people;
  useEffect(() => {
    document.title = `${whole.title} · Ludus Studio`;
  }, [whole.title]);
  return (
    <main class={`table-room ${whole.open ? "open-play" : ""}`}>
      <div class="stage">
        <header class="stage-head">
          <h1>{whole.title}</h1>
          <span class="quiet">{seen.turn}</span>
          {whole.open && <span class="mark">Open play: all hands are visible</span>}
          {whole.origin && (
            <a class="small" href={`/tables/${whole.origin.table}/${whole.origin.ply}`}>
              branched off at move {whole.origin.ply}
            </a>
          )}
          <span class="grow" />
          {whole.everything && whole.seats.length > 1 && (
            <button type="button" class="button plain" onClick={() => setTurned(turned + 1)}>
              Turn the table
            </button>
          )}
        </header>
        {lost && (
          <p class="notice" role="status">
            The connection broke. Trying again by itself; nothing is lost.
          </p>
        )}
        {!newest && whole.state === "playing" && (
          <p class="notice" role="status">
            Looking at move {seen.ply} of {whole.now.ply}.{" "}
            <button type="button" class="button plain" onClick={() => goTo(whole.now.ply)}>
              Back to the game
            </button>
          </p>
        )}
        {whole.state !== "playing" && newest && <EndScreen whole={whole} names={names} />}
        <div class="board" data-game={whole.game} data-ply={seen.ply}>
          <board.Table scene={scene} />
        </div>
        <footer class="stage-foot">
          <div class={live ? "prompt mine" : "prompt"} role="status">
            <span class="prompt-words">{promptWords(scene, names, question.words)}</span>
            {!question.choice &&
              question.lone.map((move) => (
                <button
                  type="button"
                  class={`button ${move.main ? "main" : ""}`}
                  data-legal
                  key={move.text}
                  onClick={() => scene.play(move.text)}
                  disabled={!live}
                  title={scene.legal.get(move.text) ?? ""}
                >
                  {move.label}
                </button>
              ))}
          </div>
          <Playback
            ply={seen.ply}
            last={whole.now.ply}
            more={more}
            halted={whole.halted}
            played={people && whole.state === "playing"}
            turns={turns}
            go={goTo}
            ask={(moves) => {
              goTo(Infinity);
              table.tell({ type: "go", moves });
            }}
            halt={() => table.tell({ type: "halt" })}
            start={more && ply === 0}
          />
        </footer>
        {question.choice && (
          <ChoiceWindow key={seen.ply} question={question} choice={question.choice} play={scene.play} />
        )}
      </div>
      <aside class="beside">
        <People whole={whole} names={names} door={door} />
        <History
          moves={whole.moves}
          names={names}
          ply={seen.ply}
          go={goTo}
          cards={(row) => board.cards(scene, row)}
        />
        <OpinionPanel table={table} scene={scene} />
        <Branch whole={whole} ply={seen.ply} seat={seat} names={names} />
        <InWords table={table} ply={seen.ply} />
        <Logs table={table} whole={whole} names={names} ply={seen.ply} />
        <SaveReplay whole={whole} />
        <BreakOff table={table} whole={whole} />
        <Announcer whole={whole} names={names} ply={seen.ply} />
      </aside>
    </main>
  );
}

const LONGEST = 150; // letters of an explanation; what is beyond is a list of moves, which the board marks anyway

function told(words: string): string {
  const short = words.length > LONGEST ? (words.split(": ")[0] ?? words) : words;
  return short.charAt(0).toUpperCase() + short.slice(1);
}

function promptWords(scene: Scene, names: string[], words: string): string {
  const { whole, seen } = scene;
  if (seen.decider === null) return endingWords(whole, names);
  const who = names[seen.decider] ?? "";
  if (scene.live) return words;
  if (seen.ply !== whole.now.ply) return `${who}: ${words}`;
  if (whole.state === "broken off") return "The game was broken off.";
  if (whole.thinking !== null) return `${names[whole.thinking]} is thinking…`;
  return whole.halted ? `${who} waits: step on, or play` : `${who} is to move`;
}
