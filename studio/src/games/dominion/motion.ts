/** Motion of Dominion: coins, actions, buys, points and cards drawn, and where cards go. */

import { type GameMotion, gain, listChanges, type NumberChange } from "../../motion/changes";
import { type Place, placeIn } from "../../motion/places";
import type { MoveParts } from "../../protocol";
import type { Observation } from "./types";

export const motion: GameMotion = {
  destination: () => null, // every move with a card names where the card goes
  travels: () => true,
  scene: () => "", // one board for the whole game
  changes: (before, after, parts) => turnChanges(before as Observation, after as Observation, parts),
};

/** Changed points of all players; within a turn also what a card gives, and how many cards were drawn. */
export function turnChanges(before: Observation, after: Observation, parts: MoveParts): NumberChange[] {
  const points = before.players.map(
    (player, k): Row => [placeIn("plate", k), "points", (after.players[k]?.points ?? player.points) - player.points],
  );
  return listChanges([
    ...points,
    ...(isSameTurn(before, after) ? numbersOfTurn(before, after) : []),
    ...(isSameTurn(before, after) ? cardsDrawn(before, after, parts) : []),
  ]);
}

type Row = [Place, NumberChange["quantity"], number];

function isSameTurn(before: Observation, after: Observation): boolean {
  const turnsTaken = ({ players }: Observation) => players.map(({ turns }) => turns).join();
  return before.turn_of === after.turn_of && turnsTaken(before) === turnsTaken(after);
}

function numbersOfTurn(before: Observation, after: Observation): Row[] {
  return [
    [placeIn("actions"), "actions", gain(before.actions, after.actions)],
    [placeIn("buys"), "buys", gain(before.buys, after.buys)],
    [placeIn("coins"), "coins", gain(before.coins, after.coins)],
  ];
}

/** Cards that came into a hand beside the card of the move. */
function cardsDrawn(before: Observation, after: Observation, { piece, target }: MoveParts): Row[] {
  return before.players.map((player, k) => {
    const left = piece?.zone === "hand" && piece.seat === k ? 1 : 0;
    const came = target?.zone === "hand" && target.seat === k ? 1 : 0;
    const drawn = (after.players[k]?.hand.length ?? 0) - player.hand.length + left - came;
    return [placeIn("hand", k), "cards", Math.max(0, drawn)];
  });
}
