/** Playback controls: first, previous, next and last move, a slider, automatic playback with a speed. */

import { useEffect, useState } from "preact/hooks";
import { useKeys } from "../keys";
import { memo } from "../memo";
import { Glyph } from "./glyphs";

const SPEEDS: [string, number][] = [
  ["slow", 1600],
  ["normal", 800],
  ["fast", 300],
  ["very fast", 80],
]; // ms per move

interface PlaybackProps {
  /** The position that one has gone to; steps begin there. */
  ply: number;
  /** The position on the board: another one until the server has answered. */
  shown: number;
  last: number;
  /** Whether bots can continue the game, and whether they wait for a request. */
  canContinue: boolean;
  halted: boolean;
  /** A person plays: no automatic playback, and Space belongs to the board. */
  personPlays: boolean;
  /** Plies at which turns begin, for stepping by turns. */
  turns: number[];
  go: (ply: number) => void;
  /** Let the bots make so many moves; null: all. */
  requestMoves: (moves: number | null) => void;
  halt: () => void;
  /** Whether positions follow each other automatically. */
  running: boolean;
  setRunning: (running: boolean) => void;
}

export const Playback = memo((props: PlaybackProps) => {
  const { ply, shown, last, canContinue, halted, personPlays, turns, running } = props;
  const { go, requestMoves, halt, setRunning } = props;
  const [speed, setSpeed] = useState(1);
  const atEnd = ply >= last;
  const next = () => (atEnd ? canContinue && halted && requestMoves(1) : go(ply + 1));
  const back = () => go(Math.max(0, ply - 1));
  const turn = (direction: 1 | -1) => {
    const target = direction > 0 ? turns.find((turnPly) => turnPly > ply) : turns.findLast((turnPly) => turnPly < ply);
    go(target ?? (direction > 0 ? last : 0));
  };
  useEffect(() => {
    if (!running) return;
    if (atEnd && !canContinue) {
      setRunning(false);
      return;
    }
    if (atEnd && !halted) return; // the next move has been requested
    if (shown !== ply) return; // nobody has seen this position yet
    const timer = setTimeout(next, SPEEDS[speed]?.[1] ?? 800);
    return () => clearTimeout(timer);
  }, [running, ply, shown, last, canContinue, halted, speed]);
  const pauseAnd = (action: () => void) => () => {
    setRunning(false);
    action();
  };
  useKeys([
    { keys: ["ArrowLeft"], label: "Previous move", run: pauseAnd(back) },
    { keys: ["ArrowRight"], label: "Next move", run: pauseAnd(next) },
    { keys: ["Home"], label: "First position", run: pauseAnd(() => go(0)) },
    { keys: ["End"], label: "Newest position", run: pauseAnd(() => go(last)) },
    { keys: ["PageUp"], label: "Previous turn", run: () => (ply > 0 ? pauseAnd(() => turn(-1))() : false) },
    { keys: ["PageDown"], label: "Next turn", run: () => (atEnd ? false : pauseAnd(() => turn(1))()) },
    {
      keys: [" "],
      label: "Play or pause",
      notOnButtons: true,
      active: !personPlays,
      run: () => (personPlays ? false : setRunning(!running)),
    },
  ]);
  return (
    <div class="playback" role="group" aria-label="Playback">
      <div class="playback-steps">
        <button
          type="button"
          class="button plain"
          onClick={pauseAnd(() => go(0))}
          disabled={ply === 0}
          aria-label="First position"
          title="First position (Home)"
        >
          <Glyph name="first" />
        </button>
        <button
          type="button"
          class="button plain"
          onClick={pauseAnd(back)}
          disabled={ply === 0}
          aria-label="Previous move"
          title="Previous move (←)"
        >
          <Glyph name="back" />
        </button>
        {!personPlays && (
          <button
            type="button"
            class="button plain"
            onClick={() => setRunning(!running)}
            disabled={atEnd && !canContinue}
            aria-label={running ? "Pause" : "Play"}
            title={`${running ? "Pause" : "Play"} (space)`}
          >
            <Glyph name={running ? "pause" : "play"} />
          </button>
        )}
        <button
          type="button"
          class="button plain"
          onClick={pauseAnd(next)}
          disabled={atEnd && !canContinue}
          aria-label="Next move"
          title="Next move (→)"
        >
          <Glyph name="next" />
        </button>
        <button
          type="button"
          class="button plain"
          onClick={pauseAnd(() => go(last))}
          disabled={atEnd}
          aria-label="Newest position"
          title="Newest position (End)"
        >
          <Glyph name="last" />
        </button>
        {!personPlays && (
          <select
            class="input speed"
            aria-label="Speed"
            value={speed}
            onChange={(event) => setSpeed(Number(event.currentTarget.value))}
          >
            {SPEEDS.map(([name], k) => (
              <option value={k} key={name}>
                {name}
              </option>
            ))}
          </select>
        )}
      </div>
      <div class="playback-line">
        <input
          type="range"
          class="slider"
          min={0}
          max={Math.max(last, 1)}
          value={ply}
          aria-label="Move"
          aria-valuetext={`move ${ply} of ${last}`}
          onInput={(event) => {
            setRunning(false);
            go(Number(event.currentTarget.value));
          }}
          disabled={!last}
        />
        <output class="number small">
          {shown}/{last}
        </output>
        {canContinue &&
          (halted || running ? (
            <button
              type="button"
              class="button"
              onClick={() => {
                setRunning(false);
                requestMoves(null);
              }}
            >
              Play to the end
            </button>
          ) : (
            <button type="button" class="button" onClick={halt}>
              Pause the bots
            </button>
          ))}
      </div>
    </div>
  );
});
