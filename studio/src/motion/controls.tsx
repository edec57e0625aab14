/** Controls of motion on the page of a session: skip, settings, and signals when it is one's turn. */

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Glyph } from "../components/glyphs";
import { useKeys } from "../keys";
import type { SessionSnapshot } from "../protocol";
import type { MoveQueue } from "./queue";
import { changeMotionSettings, type Speed, SPEEDS, useMotionSettings } from "./settings";
import { playSound } from "./sounds";

/** Button and keys that end the playback of moves; shown only while moves are waiting. */
export function SkipMoves({ queue }: { queue: MoveQueue }) {
  const skip = () => (queue.isBehind ? queue.skip() : false);
  useKeys([
    { keys: ["s", "End"], label: "Skip to the newest move", active: queue.isBehind, run: skip },
    { keys: [" "], label: "Skip to the newest move", active: queue.isBehind, notOnButtons: true, run: skip },
  ]);
  useEffect(() => {
    const skipIfHidden = () => document.hidden && queue.isBehind && queue.skip();
    document.addEventListener("visibilitychange", skipIfHidden);
    return () => document.removeEventListener("visibilitychange", skipIfHidden);
  }, [queue]);
  return queue.isBehind ? (
    <button type="button" class="button" title="Skip to the newest move (S)" onClick={skip}>
      Skip
    </button>
  ) : null;
}

const SPEED_NAMES: Record<Speed, string> = {
  off: "All at once",
  fast: "Fast",
  normal: "Normal",
  slow: "Slow",
};

/** Settings of this browser: how fast moves of other players are shown, whether there are sounds, and others. */
export function SettingsPanel({ reducedMotion, children }: { reducedMotion: boolean; children: ComponentChildren }) {
  const { speed, sound } = useMotionSettings();
  return (
    <details class="fold">
      <summary>
        <Glyph name="play" size={14} /> Settings
      </summary>
      <div class="fold-body motion-settings">
        <label>
          Moves of others
          <select
            class="input"
            value={speed}
            onChange={(event) => changeMotionSettings({ speed: event.currentTarget.value as Speed })}
          >
            {(Object.keys(SPEEDS) as Speed[]).map((name) => (
              <option value={name} key={name}>
                {SPEED_NAMES[name]}
              </option>
            ))}
          </select>
        </label>
        {reducedMotion && speed !== "off" && (
          <p class="muted small">Your system asks for less motion, so moves are shown all at once.</p>
        )}
        <label class="check">
          <input
            type="checkbox"
            checked={sound}
            onChange={(event) => {
              changeMotionSettings({ sound: event.currentTarget.checked });
              playSound("turn");
            }}
          />
          Sounds
        </label>
        {children}
      </div>
    </details>
  );
}

/** Title of the tab, which says when it is one's turn, and the sounds of one's turn and of the end of the game. */
export function useTurnSignals(session: SessionSnapshot, live: boolean): void {
  useEffect(() => {
    document.title = `${live ? "Your turn · " : ""}${session.title} · Ludus Studio`;
  }, [session.title, live]);
  const { ending, seat } = session;
  const ownMoveLast = seat !== null && session.moves.at(-1)?.seat === seat;
  const started = useRef(false); // no sound for what the page shows when it is opened
  useEffect(() => {
    if (started.current && live && !ownMoveLast) playSound("turn");
  }, [live]);
  useEffect(() => {
    if (started.current && ending) playSound(seat === null || (ending.shares[seat] ?? 0) >= 0.5 ? "win" : "loss");
    started.current = true;
  }, [ending]);
}
