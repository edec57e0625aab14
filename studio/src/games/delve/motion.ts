/** Motion of Delve: damage, healing, block and resources, and where cards go. */

import { type GameMotion, gain, listChanges, type NumberChange } from "../../motion/changes";
import { type Place, place, placeIn } from "../../motion/places";
import type { Enemy, Observation } from "./types";

export const motion: GameMotion = {
  destination: ({ verb }) => (verb === "play" ? place("enemies") : null),
  travels: ({ verb }) => verb === "play",
  scene: (observation) => sceneOf(observation as Observation),
  changes: (before, after) => fightChanges(before as Observation, after as Observation),
};

/** An encounter, or the pick of a node before it. */
const sceneOf = ({ encounter, asked }: Observation): string =>
  asked === "pick" ? `pick ${encounter}` : `${encounter}`;

/** Changed health of the player and the enemies; within a turn also block and resources that a card has given. */
export function fightChanges(before: Observation, after: Observation): NumberChange[] {
  const sameFight = before.encounter === after.encounter && before.won === after.won;
  const sameTurn = sameFight && before.turn === after.turn;
  const given = (earlier = 0, later = 0) => (sameTurn ? gain(earlier, later) : 0);
  return listChanges([
    [placeIn("player", 0, 0), "health", left(after) - left(before)],
    [placeIn("player", 0, 0), "block", given(before.block, after.block)],
    [placeIn("energy", 0), "energy", given(before.energy, after.energy)],
    [placeIn("mana", 0), "mana", given(before.mana, after.mana)],
    ...before.enemies.map((enemy, k): [Place, "health", number] => [
      placeIn("enemies", null, k),
      "health",
      // in the next encounter there are other enemies: all of these are dead
      (sameFight ? left(after.enemies[k]) : 0) - left(enemy),
    ]),
  ]);
}

/** Health that is left; the last blow may leave less than 0. */
const left = (holder: Pick<Enemy, "health"> | undefined): number => Math.max(0, holder?.health ?? 0);
