/** Motion of Legends of Code and Magic: damage, healing, and where cards go. */

import { type GameMotion, listChanges, type NumberChange } from "../../motion/changes";
import { place, placeIn } from "../../motion/places";
import type { Creature, Observation, Player } from "./types";

export const motion: GameMotion = {
  destination: ({ verb }) => (verb === "pick" || verb === "choose" ? place("picked") : null),
  travels: ({ verb }) => verb === "use", // an item flies to its target; a summoned creature is seen in its lane
  scene: (observation) => (observation as Observation).phase,
  changes: (before, after) => battleChanges(before as Observation, after as Observation),
};

/** Changed health of players, and changed attack and defense of creatures. A dead creature has lost all its defense. */
export function battleChanges(before: Observation, after: Observation): NumberChange[] {
  const { seat } = before;
  return [...playerChanges(seat, before.me, after.me), ...playerChanges(1 - seat, before.opponent, after.opponent)];
}

function playerChanges(seat: number, before: Player | undefined, after: Player | undefined): NumberChange[] {
  if (!before || !after) return []; // not in battle
  const later = new Map(after.board.map((creature) => [creature.id, creature]));
  return [
    ...listChanges([[placeIn("player", seat, seat), "health", after.health - before.health]]),
    ...before.board.flatMap((creature) => creatureChanges(seat, creature, later.get(creature.id))),
  ];
}

function creatureChanges(seat: number, before: Creature, after: Creature | undefined): NumberChange[] {
  const at = placeIn("board", seat, before.id);
  return listChanges([
    [at, "health", (after?.defense ?? 0) - before.defense],
    [at, "attack", after ? after.attack - before.attack : 0],
  ]);
}
