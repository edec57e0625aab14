/** A run through a level: the same rules as ludus.games.platformer.rules, and the buttons of every tick. */

import type { LevelScene } from "../../../protocol";
import { bits, type Body, type Cells, sides, step } from "./body";
import { kills, type Trap } from "./traps";
import { CELL, EXIT, floorDivide, GROUND, HALF_CELL, HEIGHT, SAFE, TRAP } from "./units";

export type Respawn = "checkpoint" | "start";

/** A level in the form that runs use. */
export interface World {
  scene: LevelScene;
  cells: Cells;
  traps: Trap[];
  trapAt: Map<number, Trap>; // by row * COLUMNS + column
}

const COLUMNS = 256; // more than the widest level

export function makeWorld(scene: LevelScene): World {
  let mines = 0;
  const traps = scene.traps.map((trap) => ({ ...trap, mine: trap.kind === "mine" ? mines++ : -1 }));
  const trapAt = new Map<number, Trap>();
  for (const trap of traps) for (let k = 0; k < trap.cells; k++) trapAt.set(trap.y * COLUMNS + trap.x + k, trap);
  return { scene, cells: scene.cells, traps, trapAt };
}

export class Run {
  tick = 0;
  deaths = 0;
  arrived = false;
  killer: Trap | null = null;
  /** Place and time of the last death. */
  lastDeath = { x: 0, y: 0, tick: -1000 };
  safeX: number;
  safeY: number;
  readonly lit: number[];
  readonly body: Body = { x: 0, y: 0, vx: 0, vy: 0, stance: GROUND, held: 0, letGo: 0 };
  readonly moves: number[] = [];

  constructor(
    readonly world: World,
    readonly respawn: Respawn = "checkpoint",
  ) {
    [this.safeX, this.safeY] = this.start;
    this.lit = world.traps.filter((trap) => trap.mine >= 0).map(() => 0);
    this.revive();
  }

  private get start(): [number, number] {
    return [this.world.scene.start[0] ?? 0, this.world.scene.start[1] ?? 0];
  }

  /** Simulate one tick with these buttons held. */
  step(buttons: number): void {
    if (this.arrived) return;
    this.moves.push(buttons);
    this.tick += 1;
    step(this.world.cells, this.body, buttons);
    this.checkCells();
  }

  /** Effects of the cells that the body touches: death, exit, checkpoint. */
  private checkCells(): void {
    const { body } = this;
    const { cells } = this.world;
    const [left, right] = sides(body);
    const [low, high] = [floorDivide(body.y, CELL), floorDivide(body.y + HEIGHT - 1, CELL)];
    const touchedBits =
      bits(cells, left, low) | bits(cells, right, low) | bits(cells, left, high) | bits(cells, right, high);
    if (touchedBits & TRAP) {
      if (this.hitsTrap(left, right, low, high)) {
        this.die();
        return;
      }
    } else if (body.stance === GROUND && bits(cells, floorDivide(body.x, CELL), low) & SAFE) {
      this.safeX = floorDivide(body.x, CELL);
      this.safeY = low;
    }
    const middle = bits(cells, floorDivide(body.x, CELL), floorDivide(body.y + HEIGHT / 2, CELL));
    if (touchedBits & EXIT && middle & EXIT) this.arrived = true;
  }

  private hitsTrap(left: number, right: number, low: number, high: number): boolean {
    for (let y = low; y <= high; y++) {
      for (let x = left; x <= right; x++) {
        const trap = this.world.trapAt.get(y * COLUMNS + x);
        if (trap && kills(this, trap)) {
          this.killer = trap;
          return true;
        }
      }
    }
    return false;
  }

  private die(): void {
    this.deaths += 1;
    this.lastDeath = { x: this.body.x, y: this.body.y, tick: this.tick };
    if (this.respawn === "start") [this.safeX, this.safeY] = this.start;
    this.revive();
  }

  /** Put the body at rest in the middle of the checkpoint; held buttons stay held. */
  private revive(): void {
    const { body } = this;
    body.x = this.safeX * CELL + HALF_CELL;
    body.y = this.safeY * CELL;
    body.vx = body.vy = 0;
    body.stance = GROUND;
    body.letGo = 0;
  }
}
