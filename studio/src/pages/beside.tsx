/** What stands beside the board: a bot's opinion, branching off, the position in words. */

import { useEffect, useState } from "preact/hooks";
import { Glyph } from "../components/glyphs";
import { say } from "../components/toast";
import type { Described, GameInfo, MadeTable, Opinion, Whole } from "../protocol";
import { go } from "../route";
import type { Scene } from "../scene";
import { get, post } from "../api/http";
import { keepKey } from "../api/keys";
import type { Table } from "../api/table";
import { BotPicker } from "./bots";

export function OpinionPanel({ table, scene }: { table: Table; scene: Scene }) {
  const info = useGame(scene.whole.game);
  const [bot, setBot] = useState("");
  const [answer, setAnswer] = useState<Opinion | null>(null);
  const [waiting, setWaiting] = useState(false);
  useEffect(() => setAnswer(null), [scene.seen.ply]);
  const may = scene.seen.decider !== null && (scene.live || scene.whole.everything);
  const chosen = bot || info?.opponent || "";
  const ask = async () => {
    setWaiting(true);
    try {
      setAnswer(await table.ask<Opinion>({ type: "ask", ply: scene.seen.ply, bot: chosen }));
    } catch (error) {
      say((error as Error).message);
    }
    setWaiting(false);
  };
  return (
    <details class="fold">
      <summary>
        <Glyph name="bulb" size={14} /> Ask a bot
      </summary>
      <div class="fold-inside">
        {info && chosen && <BotPicker info={info} value={chosen} uploads={false} change={setBot} />}
        <button type="button" class="button" disabled={!may || waiting} onClick={ask}>
          {waiting ? "Thinking…" : "Ask"}
        </button>
        {!may && <p class="quiet small">It can be asked when it is your turn.</p>}
        {answer && answer.ply === scene.seen.ply && (
          <p class="opinion" role="status">
            <b>{answer.text}</b> <span class="quiet">{answer.phrase}</span>{" "}
            {scene.legal.has(answer.text) && (
              <button type="button" class="button plain" onClick={() => scene.play(answer.text)}>
                Play it
              </button>
            )}
          </p>
        )}
      </div>
    </details>
  );
}

/** Go on by hand from the position that is shown. */
export function Branch({ whole, ply, seat, names }: { whole: Whole; ply: number; seat: number; names: string[] }) {
  const info = useGame(whole.game);
  const [mine, setMine] = useState(seat);
  useEffect(() => setMine(seat), [seat]);
  if (!whole.everything) return null; // while a closed game is played, its positions are not to be tried out
  const branch = async () => {
    const seats = whole.seats.map((each, k) => ({
      bot: k === mine ? null : each.person ? (info?.opponent ?? "random") : each.player,
    }));
    try {
      const made = await post<MadeTable>("/tables", {
        game: whole.game,
        seats,
        open: whole.open,
        origin: { table: whole.id, ply },
      });
      const own = made.keys[mine];
      if (own) keepKey(made.id, own);
      go(`/tables/${made.id}`);
    } catch (error) {
      say((error as Error).message);
    }
  };
  return (
    <details class="fold">
      <summary>
        <Glyph name="branch" size={14} /> Go on by hand from move {ply}
      </summary>
      <div class="fold-inside inline">
        <select
          class="input"
          aria-label="Which seat you take"
          value={mine}
          onChange={(event) => setMine(Number(event.currentTarget.value))}
        >
          {names.map((name, k) => (
            <option key={k} value={k}>
              in place of {name}
            </option>
          ))}
        </select>
        <button type="button" class="button" onClick={branch}>
          Branch off
        </button>
      </div>
    </details>
  );
}

/** The position as text, for whoever does not see the board. */
export function InWords({ table, ply }: { table: Table; ply: number }) {
  const [open, setOpen] = useState(false);
  const [words, setWords] = useState("");
  useEffect(() => {
    if (open)
      table.ask<Described>({ type: "describe", ply }).then(
        (answer) => setWords(answer.words),
        (error: Error) => say(error.message),
      );
  }, [open, ply]);
  return (
    <details class="fold" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Glyph name="eye" size={14} /> The position in words
      </summary>
      <div class="fold-inside">
        <pre class="log" aria-live="polite">
          {words}
        </pre>
      </div>
    </details>
  );
}

const games = new Map<string, Promise<GameInfo>>();

/** What there is to know about a game; asked for once. */
export function useGame(name: string): GameInfo | null {
  const [info, setInfo] = useState<GameInfo | null>(null);
  useEffect(() => {
    setInfo(null);
    if (!games.has(name)) games.set(name, get<GameInfo>(`/games/${encodeURIComponent(name)}`));
    let wanted = true; // another game may be chosen before the answer for this one comes
    games.get(name)?.then(
      (found) => wanted && setInfo(found),
      (error: Error) => {
        games.delete(name);
        say(error.message);
      },
    );
    return () => {
      wanted = false;
    };
  }, [name]);
  return info;
}
