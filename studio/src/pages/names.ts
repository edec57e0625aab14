/** What the players of a table are called on this page. */

import type { Whole } from "../protocol";

export function namesOf(whole: Pick<Whole, "seats" | "seat">): string[] {
  const bots = whole.seats.map((seat) => (seat.person ? "" : botName(seat.player)));
  return whole.seats.map((seat, k) => {
    if (seat.person)
      return seat.seat === whole.seat ? "You" : whole.seats.length > 1 ? `Person ${k + 1}` : "The player";
    const name = bots[k] ?? "";
    return bots.filter((each) => each === name).length > 1 ? `${name} (${k + 1})` : name;
  });
}

/** A bot without its options: they are told where there is room. */
export function botName(text: string): string {
  return text.split(":")[0] || text;
}
