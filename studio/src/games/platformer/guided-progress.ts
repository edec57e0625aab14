/** Progress of a guided run: which step the player is at. */

import type { GuidedRunStep } from "../../protocol";
import type { Run } from "./rules/run";
import { CELL, floorDivide, GROUND, HANG_LEFT } from "./rules/units";

export class GuidedProgress {
  step = 0; // number of all steps: the guide is at its end
  died = false; // whether the player has died in this step
  private stays: number[]; // by step: ticks in its place, without a break
  private deaths = 0;

  constructor(private readonly steps: readonly GuidedRunStep[]) {
    this.stays = steps.map(() => 0);
  }

  restart(): void {
    this.step = this.deaths = 0;
    this.died = false;
    this.stays = this.steps.map(() => 0);
  }

  /** Look at a run after a tick; returns whether something has changed. A later step includes all steps before it. */
  update(run: Run): boolean {
    const { step, died } = this;
    for (let k = step; k < this.steps.length; k += 1) {
      const target = this.steps[k] as GuidedRunStep;
      this.stays[k] = isAt(run, target) ? (this.stays[k] ?? 0) + 1 : 0;
      if ((this.stays[k] ?? 0) >= target.ticks) this.step = k + 1;
    }
    if (run.arrived) this.step = this.steps.length;
    if (run.deaths > this.deaths) this.died = true;
    else if (this.step !== step) this.died = false;
    this.deaths = run.deaths;
    return this.step !== step || this.died !== died;
  }
}

function isAt({ body }: Run, { place: [left, bottom, right, top], stance }: GuidedRunStep): boolean {
  const [x, y] = [floorDivide(body.x, CELL), floorDivide(body.y, CELL)];
  const stands = stance === "hang" ? body.stance >= HANG_LEFT : body.stance === GROUND;
  return stands && left <= x && x <= right && bottom <= y && y <= top;
}
