/** A level on the page, to be played by keyboard or touch, or to be watched. */

import type { ComponentChildren } from "preact";
import { useEffect, useReducer, useRef, useState } from "preact/hooks";
import { Game } from "../../platformer/game";
import { KEYS } from "../../platformer/hands";
import type { OverlayName } from "../../platformer/paint/overlays";
import { Screen } from "../../platformer/paint/screen";
import { type Respawn, makeWorld } from "../../platformer/run";
import { CELL, DOWN, JUMP, LEFT, over, RIGHT } from "../../platformer/units";
import type { LevelScene, LevelSurvey } from "../../protocol";
import { many } from "../../scene";

export interface Haunting {
  presses: string;
  group: string;
  respawn: Respawn;
}

interface Props {
  scene: LevelScene;
  respawn: Respawn;
  /** The buttons of a run that is watched; null: somebody plays. */
  script: readonly number[] | null;
  survey: LevelSurvey | null;
  shown: ReadonlySet<OverlayName>;
  ghosts: readonly Haunting[];
  whole: boolean;
  /** A person in the study plays once through, at full speed. */
  strict?: boolean;
  /** What was played before the page was loaded again. */
  before?: readonly number[];
  /** Told of the game when it is there, and whenever its state changes. */
  changed(game: Game): void;
  children?: ComponentChildren;
}

const FREE = "input, textarea, select, button, a, summary, dialog"; // where keys are not for the game

export function Stage(props: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const area = useRef<HTMLDivElement>(null);
  const clock = useRef<HTMLSpanElement>(null);
  const screen = useRef<Screen | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const [game] = useState(
    () =>
      new Game(makeWorld(props.scene), props.respawn, props.script, () => {
        redraw(null as never);
        latest.current.changed(game);
      }),
  );
  useEffect(() => {
    if (props.before?.length) game.catchUp(props.before);
    else props.changed(game);
    area.current?.focus({ preventScroll: true });
    if (!canvas.current) return;
    const own = new Screen(canvas.current, game, latest.current);
    screen.current = own;
    let handle = requestAnimationFrame(function frame(now) {
      game.frame(now);
      own.paint();
      tell(game, clock.current, area.current);
      handle = requestAnimationFrame(frame);
    });
    const leave = () => game.pause();
    const hidden = () => document.hidden && game.pause();
    addEventListener("blur", leave);
    document.addEventListener("visibilitychange", hidden);
    return () => {
      cancelAnimationFrame(handle);
      own.close();
      removeEventListener("blur", leave);
      document.removeEventListener("visibilitychange", hidden);
    };
  }, []);
  useEffect(() => {
    screen.current?.look(props);
    screen.current?.paint();
  }, [props.whole, props.survey, props.shown]);
  useEffect(() => game.haunt([...props.ghosts]), [props.ghosts]);
  useKeys(game, area, Boolean(props.strict));
  const { run, state } = game;
  return (
    <section class="level-stage">
      <div class="level-clock" aria-hidden="true">
        <span ref={clock} class="number" />
        <span class="number">{many(run.deaths, "death")}</span>
      </div>
      <div
        ref={area}
        class={`level-area ${state} ${props.whole ? "whole" : ""}`}
        style={props.whole ? { aspectRatio: `${props.scene.row.width} / ${props.scene.row.height}` } : undefined}
        tabIndex={0}
        role="application"
        aria-label={`${props.scene.row.name}. ${WORDS[state]} ${many(run.deaths, "death")}.`}
        data-state={state}
        data-tick={run.tick}
        onPointerDown={() => {
          area.current?.focus({ preventScroll: true });
          if (state === "ready" && !props.script) game.begin();
        }}
      >
        <canvas ref={canvas} class="level-canvas" aria-hidden="true" />
        {state !== "playing" && (
          <Curtain game={game} watched={props.script !== null}>
            {state === "over" && props.children}
          </Curtain>
        )}
      </div>
      {props.script === null && <Touch game={game} />}
      <p class="unseen" role="status">
        {run.deaths > 0 && `${many(run.deaths, "death")}${run.killer ? `, the last by ${run.killer.name}` : ""}.`}{" "}
        {state === "over" && WORDS.over}
      </p>
    </section>
  );
}

const WORDS = { ready: "Ready.", playing: "Playing.", paused: "Paused.", over: "Over." };

function tell({ run }: Game, clock: HTMLElement | null, area: HTMLElement | null): void {
  if (!clock || !area) return;
  clock.textContent = seconds(run.tick);
  area.dataset["tick"] = String(run.tick); // for tests, and for whoever scripts a page
  area.dataset["cell"] = `${over(run.body.x, CELL)} ${over(run.body.y, CELL)}`;
}

export function seconds(ticks: number): string {
  return `${(ticks / 60).toFixed(2)} s`;
}

function Curtain({ game, watched, children }: { game: Game; watched: boolean; children: ComponentChildren }) {
  const { state, run } = game;
  if (watched && state !== "over") return null;
  return (
    <div class={`level-curtain ${state}`}>
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
          <button type="button" class="button main" onClick={() => game.begin()}>
            Go on
          </button>
        </p>
      )}
      {state === "over" && (
        <div class="level-over">
          <b>
            {run.arrived ? "Through" : "Over"} in {seconds(run.tick)}, {many(run.deaths, "death")}
          </b>
          {children}
        </div>
      )}
    </div>
  );
}

/** Keys of the page: those of the game, and those around it. */
function useKeys(game: Game, area: { current: HTMLElement | null }, strict: boolean): void {
  useEffect(() => {
    const elsewhere = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null;
      if (event.ctrlKey || event.metaKey || event.altKey) return true;
      return Boolean(target?.closest(FREE)) && target !== area.current;
    };
    const down = (event: KeyboardEvent) => {
      if (elsewhere(event)) return;
      if (game.script ? watch(game, event) : play(game, event, strict)) event.preventDefault();
    };
    const up = (event: KeyboardEvent) => game.hands.release(event.code);
    addEventListener("keydown", down);
    addEventListener("keyup", up);
    return () => {
      removeEventListener("keydown", down);
      removeEventListener("keyup", up);
    };
  }, [game, strict]);
}

function play(game: Game, event: KeyboardEvent, strict: boolean): boolean {
  const button = KEYS[event.code];
  if (button !== undefined) {
    if (!event.repeat) {
      if (game.state === "ready") game.begin();
      game.hands.press(event.code, button);
    }
    return true;
  }
  if (event.code === "KeyP" || event.code === "Escape") {
    if (!event.repeat) game.halt();
    return true;
  }
  if (strict) return false;
  if (event.code === "KeyR") game.restart();
  else if (event.code === "Period") game.advance();
  else return false;
  return true;
}

function watch(game: Game, event: KeyboardEvent): boolean {
  const { tick } = game.run;
  const leap: Record<string, number> = {
    ArrowLeft: tick - 1,
    ArrowRight: tick + 1,
    PageUp: tick - 60,
    PageDown: tick + 60,
    Home: 0,
    End: game.end,
  };
  const to = leap[event.code];
  if (to !== undefined) game.seek(Math.min(Math.max(to, 0), game.end));
  else if (event.code === "Space" && !event.repeat) game.toggle();
  else return event.code === "Space";
  return true;
}

const TOUCH: [number, string, string][] = [
  [LEFT, "←", "Left"],
  [RIGHT, "→", "Right"],
  [DOWN, "↓", "Let go"],
  [JUMP, "↑", "Jump"],
];

function Touch({ game }: { game: Game }) {
  return (
    <div class="level-touch" role="group" aria-label="Buttons">
      {TOUCH.map(([button, sign, words]) => (
        <button
          key={sign}
          type="button"
          class={`touch touch-${words.split(" ")[0]?.toLowerCase()}`}
          aria-label={words}
          onPointerDown={(event) => {
            event.preventDefault();
            event.currentTarget.setPointerCapture(event.pointerId);
            if (game.state === "ready" || game.state === "paused") game.begin();
            game.hands.press(`touch ${button}`, button);
          }}
          onPointerUp={() => game.hands.release(`touch ${button}`)}
          onPointerCancel={() => game.hands.release(`touch ${button}`)}
          onContextMenu={(event) => event.preventDefault()}
        >
          {sign}
        </button>
      ))}
    </div>
  );
}
