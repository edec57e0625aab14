/** A level that is played or watched: 60 ticks per second at any frame rate, with ghosts. */

import { ButtonInput } from "./input";
import { readPresses } from "../rules/presses";
import { type Respawn, Run, type World } from "../rules/run";
import { MAX_TICKS, TICKS_PER_SECOND } from "../rules/units";

const TICK = 1000 / TICKS_PER_SECOND; // ms
const FRAME_TOLERANCE = 2.5; // ms; a frame this close to a tick counts as one tick
const MAX_FRAME = 100; // ms; the time of longer frames is dropped

export type GameState = "ready" | "playing" | "paused" | "over";

/** Another player's run, drawn at the same time. */
export interface Ghost {
  run: Run;
  moves: number[];
  group: string;
}

export interface Point {
  x: number;
  y: number;
}

export class Game {
  run: Run;
  ghosts: Ghost[] = [];
  state: GameState = "ready";
  speed = 1;
  readonly input = new ButtonInput();
  /** Progress to the next tick, from 0 to 1, to interpolate the drawing. */
  tickFraction = 1;
  previous: Point = { x: 0, y: 0 };
  facing = 1;
  /** Called after every tick of play. */
  onTick: ((run: Run) => void) | null = null;
  private sinceTick = 0; // ms
  private lastFrame = 0; // time of the last frame, ms

  /** With a script the game is watched: buttons come from it instead of the keyboard. */
  constructor(
    readonly world: World,
    readonly respawn: Respawn,
    readonly script: readonly number[] | null,
    private readonly onChange: () => void,
  ) {
    this.run = new Run(world, respawn);
    this.previous = { ...this.run.body };
  }

  get end(): number {
    return this.script ? this.script.length : MAX_TICKS;
  }

  /** Set the ghosts, and advance them to the current tick. */
  setGhosts(runs: { presses: string; group: string; respawn: Respawn }[]): void {
    this.ghosts = runs.map(({ presses, group, respawn }) => ({
      run: new Run(this.world, respawn),
      moves: readPresses(presses),
      group,
    }));
    for (let tick = 0; tick < this.run.tick; tick += 1) this.stepGhosts(tick);
  }

  restart(): void {
    this.seek(0);
    this.setState("ready");
  }

  start(): void {
    if (this.state === "over") this.seek(0);
    this.setState("playing");
  }

  pause(): void {
    if (this.state === "playing") this.setState("paused");
  }

  /** Pause or continue. A game that has not started is paused at its first tick, to play tick by tick. */
  togglePause(): void {
    if (this.state === "paused") this.start();
    else if (this.state !== "over") this.setState("paused");
  }

  toggle(): void {
    if (this.state === "playing") this.pause();
    else this.start();
  }

  /** Simulate one tick and pause. */
  stepOnce(): void {
    if (this.state === "over") return;
    this.state = "paused";
    this.tick();
    this.tickFraction = 1;
    this.onChange();
  }

  /** Go to a tick by simulating from the start. */
  seek(tick: number): void {
    const moves = this.script ?? this.run.moves;
    const ghosts = this.ghosts;
    this.run = new Run(this.world, this.respawn);
    this.ghosts = ghosts.map((ghost) => ({ ...ghost, run: new Run(this.world, ghost.run.respawn) }));
    for (const buttons of moves.slice(0, tick)) this.applyButtons(buttons);
    this.tickFraction = 1;
    this.previous = { ...this.run.body };
    this.sinceTick = 0;
    this.state = this.isOver ? "over" : "paused";
    this.onChange();
  }

  /** Apply earlier moves and pause. */
  replay(moves: readonly number[]): void {
    for (const buttons of moves) this.applyButtons(buttons);
    this.setState(this.isOver ? "over" : "paused");
  }

  /** Advance the game to a new frame. */
  frame(now: number): void {
    const elapsed = now - this.lastFrame;
    this.lastFrame = now;
    if (this.state !== "playing") return;
    const steady = Math.abs(elapsed - TICK) < FRAME_TOLERANCE ? TICK : Math.min(Math.max(elapsed, 0), MAX_FRAME);
    this.sinceTick += steady * this.speed;
    while (this.sinceTick >= TICK - 1e-6 && this.state === "playing") {
      this.sinceTick -= TICK;
      this.tick();
    }
    this.tickFraction = this.state === "playing" ? Math.max(0, this.sinceTick / TICK) : 1;
  }

  private get isOver(): boolean {
    return this.run.arrived || this.run.tick >= this.end;
  }

  private tick(): void {
    const { deaths } = this.run;
    const buttons = this.script ? (this.script[this.run.tick] ?? 0) : this.input.nextButtons();
    this.applyButtons(buttons);
    this.onTick?.(this.run);
    if (this.isOver) this.setState("over");
    else if (this.run.deaths > deaths) this.onChange();
  }

  private applyButtons(buttons: number): void {
    const { run } = this;
    const { deaths } = run;
    this.previous = { x: run.body.x, y: run.body.y };
    this.stepGhosts(run.tick);
    run.step(buttons);
    if (run.deaths > deaths) this.previous = { x: run.body.x, y: run.body.y }; // no interpolation from death to respawn
    if (run.body.vx) this.facing = Math.sign(run.body.vx);
  }

  private stepGhosts(tick: number): void {
    for (const { run, moves } of this.ghosts) {
      const buttons = moves[tick];
      if (buttons !== undefined) run.step(buttons);
    }
  }

  private setState(state: GameState): void {
    if (state === this.state) return;
    this.state = state;
    this.sinceTick = 0;
    if (state !== "playing") {
      this.tickFraction = 1;
      this.input.releaseAll();
    }
    this.onChange();
  }
}
