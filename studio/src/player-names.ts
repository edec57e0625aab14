/** Names of the players of a session. */

import type { SessionSnapshot } from "./protocol";

export function playerNames(session: Pick<SessionSnapshot, "seats" | "seat">): string[] {
  const bots = session.seats.map((seat) => (seat.person ? "" : botName(seat.player)));
  return session.seats.map((seat, k) => {
    if (seat.person)
      return seat.seat === session.seat ? "You" : session.seats.length > 1 ? `Person ${k + 1}` : "The player";
    const name = bots[k] ?? "";
    return bots.filter((otherName) => otherName === name).length > 1 ? `${name} (${k + 1})` : name;
  });
}

/** Name of a bot without its options. */
export function botName(text: string): string {
  return text.split(":")[0] || text;
}
