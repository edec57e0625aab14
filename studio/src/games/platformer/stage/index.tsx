/** A level on a canvas, played by keyboard or touch, or watched. */

import type { ComponentChildren } from "preact";
import { useEffect, useReducer, useRef, useState } from "preact/hooks";
import { Game } from "./game";
import { BUTTONS } from "./input";
import { type KeyBinding, useKeys } from "../../../keys";
import type { OverlayName } from "../render/overlays";
import { LevelScreen } from "../render/screen";
import { makeWorld, type Respawn } from "../rules/run";
import { CELL, DOWN, floorDivide, JUMP, LEFT, RIGHT } from "../rules/units";
import type { LevelScene, LevelSurvey } from "../../../protocol";
import { formatSeconds, plural } from "../../../format";
import { LevelAnnouncer } from "./announcer";

export interface GhostRecording {
  presses: string;
  group: string;
  respawn: Respawn;
}

interface Props {
  scene: LevelScene;
  respawn: Respawn;
  /** Buttons of a watched run, by tick; null: a person plays. */
  script: readonly number[] | null;
  survey: LevelSurvey | null;
  visibleOverlays: ReadonlySet<OverlayName>;
  ghosts: readonly GhostRecording[];
  wholeLevel: boolean;
  /** Cells that a guide means: left, bottom, right, top, all included. */
  markedPlace?: readonly number[] | null;
  /** In the study: no restart and no single ticks. */
  strict?: boolean;
  /** Moves from before the page was reloaded. */
  earlierMoves?: readonly number[];
  /** Called when the game is ready, and when its state changes. */
  onChange(game: Game): void;
  children?: ComponentChildren;
}

export function LevelStage(props: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const area = useRef<HTMLDivElement>(null);
  const clock = useRef<HTMLSpanElement>(null);
  const screen = useRef<LevelScreen | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const [game] = useState(
    () =>
      new Game(makeWorld(props.scene), props.respawn, props.script, () => {
        redraw(null as never);
        latest.current.onChange(game);
      }),
  );
  useEffect(() => {
    if (props.earlierMoves?.length) game.replay(props.earlierMoves);
    else props.onChange(game);
    area.current?.focus({ preventScroll: true });
    if (!canvas.current) return;
    const newScreen = new LevelScreen(canvas.current, game, latest.current);
    screen.current = newScreen;
    let handle = requestAnimationFrame(function frame(now) {
      game.frame(now);
      newScreen.paint();
      updateClock(game, clock.current, area.current);
      handle = requestAnimationFrame(frame);
    });
    const onBlur = () => game.pause();
    const onVisibilityChange = () => document.hidden && game.pause();
    addEventListener("blur", onBlur);
    document.addEventListener("visibilitychange", onVisibilityChange);
    return () => {
      cancelAnimationFrame(handle);
      newScreen.close();
      removeEventListener("blur", onBlur);
      document.removeEventListener("visibilitychange", onVisibilityChange);
    };
  }, []);
  useEffect(() => {
    screen.current?.setOptions(props);
    screen.current?.paint();
  }, [props.wholeLevel, props.survey, props.visibleOverlays, props.markedPlace]);
  useEffect(() => game.setGhosts([...props.ghosts]), [props.ghosts]);
  useKeys(game.script ? watchKeys(game) : playKeys(game, Boolean(props.strict)));
  const { run, state } = game;
  return (
    <section class="level-stage">
      <div class="level-clock" aria-hidden="true">
        <span ref={clock} class="number" />
        <span class="number">{plural(run.deaths, "death")}</span>
      </div>
      <div
        ref={area}
        class={`level-area ${state} ${props.wholeLevel ? "whole" : ""}`}
        style={props.wholeLevel ? { aspectRatio: `${props.scene.row.width} / ${props.scene.row.height}` } : undefined}
        tabIndex={0}
        role="application"
        aria-description={props.script ? "" : KEYS_TEXT}
        aria-label={`${props.scene.row.name}. ${STATE_TEXT[state]} ${plural(run.deaths, "death")}.`}
        data-state={state}
        data-tick={run.tick}
        onPointerDown={() => {
          area.current?.focus({ preventScroll: true });
          if (state === "ready" && !props.script) game.start();
        }}
      >
        <canvas ref={canvas} class="level-canvas" aria-hidden="true" />
        {state !== "playing" && (
          <StageOverlay game={game} watched={props.script !== null}>
            {state === "over" && props.children}
          </StageOverlay>
        )}
      </div>
      {props.script === null && <TouchButtons game={game} />}
      <LevelAnnouncer game={game} />
    </section>
  );
}

const KEYS_TEXT =
  "Left and right arrow run, space jumps, down lets go. P pauses, full stop plays one tick, I says where you are.";
const STATE_TEXT = { ready: "Ready.", playing: "Playing.", paused: "Paused.", over: "Over." };

function updateClock({ run }: Game, clock: HTMLElement | null, area: HTMLElement | null): void {
  if (!clock || !area) return;
  clock.textContent = formatSeconds(run.tick);
  area.dataset.tick = String(run.tick); // for tests and scripts
  area.dataset.cell = `${floorDivide(run.body.x, CELL)} ${floorDivide(run.body.y, CELL)}`;
}

function StageOverlay({ game, watched, children }: { game: Game; watched: boolean; children: ComponentChildren }) {
  const { state, run } = game;
  if (watched && state !== "over") return null;
  return (
    <div class={`level-message ${state}`}>
      {state === "ready" && (
        <p>
          <b class="keys-only">Press a key to run</b>
          <b class="touch-only">Tap to run</b>
          <span class="keys-only">
            <kbd>←</kbd> <kbd>→</kbd> run · <kbd>space</kbd> jump, hold for higher · <kbd>↓</kbd> let go
          </span>
        </p>
      )}
      {state === "paused" && (
        <p>
          <b>Paused</b>
          <button type="button" class="button main" onClick={() => game.start()}>
            Continue
          </button>
        </p>
      )}
      {state === "over" && (
        <div class="level-over">
          <b>
            {run.arrived ? "Finished" : "Ended"} in {formatSeconds(run.tick)}, {plural(run.deaths, "death")}
          </b>
          {children}
        </div>
      )}
    </div>
  );
}

/** Keys of a person who plays: the buttons of the game, and controls such as pause. */
function playKeys(game: Game, strict: boolean): KeyBinding[] {
  const buttons: KeyBinding[] = BUTTONS.map(({ button, codes, label }) => ({
    codes,
    label,
    run: ({ code, repeat }) => {
      if (repeat) return;
      if (game.state === "ready") game.start();
      game.input.press(code, button);
    },
    release: ({ code }) => game.input.release(code),
  }));
  const pause = ({ code, repeat }: KeyboardEvent) => {
    if (!repeat) game.togglePause();
    return code !== "Escape"; // it also closes a menu or a tooltip
  };
  const controls: KeyBinding[] = [{ codes: ["KeyP", "Escape"], label: "Pause, and go on", run: pause }];
  if (!strict)
    controls.push(
      { codes: ["KeyR"], label: "Start again", run: () => game.restart() },
      { codes: ["Period"], label: "Play one tick", run: () => game.stepOnce() },
    );
  return [...buttons, ...controls].map((binding) => ({ ...binding, notOnButtons: true }));
}

/** Keys of a person who watches a run. */
function watchKeys(game: Game): KeyBinding[] {
  const goTo = (tick: number) => game.seek(Math.min(Math.max(tick, 0), game.end));
  const bindings: KeyBinding[] = [
    { codes: ["ArrowLeft"], label: "Back by one tick", run: () => goTo(game.run.tick - 1) },
    { codes: ["ArrowRight"], label: "Forward by one tick", run: () => goTo(game.run.tick + 1) },
    { codes: ["PageUp"], label: "Back by one second", run: () => goTo(game.run.tick - 60) },
    { codes: ["PageDown"], label: "Forward by one second", run: () => goTo(game.run.tick + 60) },
    { codes: ["Home"], label: "Start of the run", run: () => goTo(0) },
    { codes: ["End"], label: "End of the run", run: () => goTo(game.end) },
    { codes: ["Space"], label: "Play or pause", run: ({ repeat }) => void (repeat || game.toggle()) },
  ];
  return bindings.map((binding) => ({ ...binding, notOnButtons: true }));
}

const TOUCH_BUTTONS: [number, string, string][] = [
  [LEFT, "←", "Left"],
  [RIGHT, "→", "Right"],
  [DOWN, "↓", "Let go"],
  [JUMP, "↑", "Jump"],
];

function TouchButtons({ game }: { game: Game }) {
  return (
    <div class="level-touch" role="group" aria-label="Buttons">
      {TOUCH_BUTTONS.map(([button, symbol, label]) => (
        <button
          key={symbol}
          type="button"
          class={`touch touch-${label.split(" ")[0]?.toLowerCase()}`}
          aria-label={label}
          onPointerDown={(event) => {
            event.preventDefault();
            event.currentTarget.setPointerCapture(event.pointerId);
            if (game.state === "ready" || game.state === "paused") game.start();
            game.input.press(`touch ${button}`, button);
          }}
          onPointerUp={() => game.input.release(`touch ${button}`)}
          onPointerCancel={() => game.input.release(`touch ${button}`)}
          onContextMenu={(event) => event.preventDefault()}
        >
          {symbol}
        </button>
      ))}
    </div>
  );
}
