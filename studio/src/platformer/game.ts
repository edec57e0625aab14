/** A level that is played or watched: 60 ticks a second whatever the screen does, and ghosts beside. */

import { Hands } from "./hands";
import { readPresses } from "./presses";
import { type Respawn, Run, type World } from "./run";
import { LONGEST, TICKS_PER_SECOND } from "./units";

const TICK = 1000 / TICKS_PER_SECOND; // ms
const NEAR = 2.5; // ms: a frame that comes so near to a tick is meant to be one
const LONGEST_FRAME = 100; // ms; after more, time stands still instead of running ahead

export type GameState = "ready" | "playing" | "paused" | "over";

/** Somebody else's run, drawn beside one's own. */
export interface Shade {
  run: Run;
  moves: number[];
  group: string;
}

export interface Place {
  x: number;
  y: number;
}

export class Game {
  run: Run;
  shades: Shade[] = [];
  state: GameState = "ready";
  speed = 1;
  readonly hands = new Hands();
  /** How far the next tick has come, from 0 to 1: what is drawn lies between the last two ticks. */
  between = 1;
  before: Place = { x: 0, y: 0 };
  facing = 1;
  private rest = 0; // ms since the last tick
  private last = 0; // when the last frame was

  /** With a script the run is watched: its buttons are pressed instead of those of the keyboard. */
  constructor(
    readonly world: World,
    readonly respawn: Respawn,
    readonly script: readonly number[] | null,
    private readonly changed: () => void,
  ) {
    this.run = new Run(world, respawn);
    this.before = { ...this.run.body };
  }

  get end(): number {
    return this.script ? this.script.length : LONGEST;
  }

  /** Ghosts begin where the run begins, and are as far as it is. */
  haunt(runs: { presses: string; group: string; respawn: Respawn }[]): void {
    this.shades = runs.map(({ presses, group, respawn }) => ({
      run: new Run(this.world, respawn),
      moves: readPresses(presses),
      group,
    }));
    for (let tick = 0; tick < this.run.tick; tick += 1) this.stepShades(tick);
  }

  restart(): void {
    this.seek(0);
    this.set("ready");
  }

  begin(): void {
    if (this.state === "over") this.seek(0);
    this.set("playing");
  }

  pause(): void {
    if (this.state === "playing") this.set("paused");
  }

  /** Halt, or go on. What has not begun waits at its first tick: for whoever goes tick by tick. */
  halt(): void {
    if (this.state === "paused") this.begin();
    else if (this.state !== "over") this.set("paused");
  }

  toggle(): void {
    if (this.state === "playing") this.pause();
    else this.begin();
  }

  /** One tick by hand. */
  advance(): void {
    if (this.state === "over") return;
    this.state = "paused";
    this.tick();
    this.between = 1;
    this.changed();
  }

  /** Play again up to a tick: a run is nothing but its buttons. */
  seek(tick: number): void {
    const moves = this.script ?? this.run.moves;
    const shades = this.shades;
    this.run = new Run(this.world, this.respawn);
    this.shades = shades.map((each) => ({ ...each, run: new Run(this.world, each.run.respawn) }));
    for (const buttons of moves.slice(0, tick)) this.take(buttons);
    this.between = 1;
    this.before = { ...this.run.body };
    this.rest = 0;
    this.state = this.over ? "over" : "paused";
    this.changed();
  }

  /** Take ticks that were played before, and wait. */
  catchUp(moves: readonly number[]): void {
    for (const buttons of moves) this.take(buttons);
    this.set(this.over ? "over" : "paused");
  }

  /** What happens between two frames of the screen. */
  frame(now: number): void {
    const passed = now - this.last;
    this.last = now;
    if (this.state !== "playing") return;
    const steady = Math.abs(passed - TICK) < NEAR ? TICK : Math.min(Math.max(passed, 0), LONGEST_FRAME);
    this.rest += steady * this.speed;
    while (this.rest >= TICK - 1e-6 && this.state === "playing") {
      this.rest -= TICK;
      this.tick();
    }
    this.between = this.state === "playing" ? Math.max(0, this.rest / TICK) : 1;
  }

  private get over(): boolean {
    return this.run.arrived || this.run.tick >= this.end;
  }

  private tick(): void {
    const buttons = this.script ? (this.script[this.run.tick] ?? 0) : this.hands.take();
    this.take(buttons);
    if (this.over) this.set("over");
  }

  private take(buttons: number): void {
    const { run } = this;
    const { deaths } = run;
    this.before = { x: run.body.x, y: run.body.y };
    this.stepShades(run.tick);
    run.step(buttons);
    if (run.deaths > deaths) this.before = { x: run.body.x, y: run.body.y }; // nobody flies back to life
    if (run.body.vx) this.facing = Math.sign(run.body.vx);
  }

  private stepShades(tick: number): void {
    for (const { run, moves } of this.shades) {
      const buttons = moves[tick];
      if (buttons !== undefined) run.step(buttons);
    }
  }

  private set(state: GameState): void {
    if (state === this.state) return;
    this.state = state;
    this.rest = 0;
    if (state !== "playing") {
      this.between = 1;
      this.hands.open();
    }
    this.changed();
  }
}
