/** Motion of Tales of Tribute: coins, power, prestige, health of agents, and where cards go.

A physical card keeps its number as long as it exists, whatever zone it is in, so its name with the number identifies
it. A number is given again only after about 250 other ones, and the name tells the two cards apart. */

import { type GameMotion, gain, listChanges, type NumberChange } from "../../motion/changes";
import { place, placeIn } from "../../motion/places";
import { readPiece } from "./observation";
import type { Agent, Observation, Player } from "./types";

export const motion: GameMotion = {
  // bought cards go to their player: most into the cooldown, contracts only for their effect
  destination: ({ verb }, seat) => (verb === "play" ? place("played") : verb === "buy" ? place("plate", seat) : null),
  travels: () => false,
  scene: (observation) => (observation as Observation).phase,
  changes: (before, after) => playerChanges(before as Observation, after as Observation),
};

/** Changed prestige and agents of both players; within a turn also coins and power that they gain. */
export function playerChanges(before: Observation, after: Observation): NumberChange[] {
  const sameTurn = before.turn_of === after.turn_of && before.turn === after.turn;
  return before.players.flatMap((player, k) => {
    const later = after.players[k];
    return later ? [...numbersOf(k, player, later, sameTurn), ...agentChanges(k, player.agents, later)] : [];
  });
}

function numbersOf(seat: number, before: Player, after: Player, sameTurn: boolean): NumberChange[] {
  return listChanges([
    [placeIn("prestige", seat), "prestige", after.prestige - before.prestige],
    [placeIn("coins", seat), "coins", sameTurn ? gain(before.coins, after.coins) : 0],
    [placeIn("power", seat), "power", sameTurn ? gain(before.power, after.power) : 0],
  ]);
}

/** Agents that lost or regained health; a knocked out agent is in the cooldown of its player afterwards. */
function agentChanges(seat: number, before: Agent[], { agents }: Player): NumberChange[] {
  return listChanges(
    before.map((agent) => {
      const left = agents.find(({ card }) => card === agent.card)?.health ?? 0;
      return [placeIn("agents", seat, readPiece(agent.card).number), "health", left - agent.health];
    }),
  );
}
