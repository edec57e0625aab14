/** What the address of the room says: the edition, the picked cards, and the work that was ordered. */

import type { KingdomsInfo } from "../../protocol";
import { go, usePlace } from "../../route";

export const TEN = 10;

export interface State {
  edition: string;
  cards: string[];
  /** Whether kingdoms are made, rather than one measured. */
  making: boolean;
  /** The ids of what was ordered: of measuring and of making. */
  measuring: string;
  made: string;
}

export function useKingdom(): [State, (more: Partial<State>) => void] {
  const { query } = usePlace();
  const state: State = {
    edition: query.get("edition") ?? "first",
    cards: (query.get("cards") ?? "").split(",").filter(Boolean),
    making: query.has("make"),
    measuring: query.get("measuring") ?? "",
    made: query.get("made") ?? "",
  };
  const change = (more: Partial<State>) => {
    const next = { ...state, ...more };
    const words = new URLSearchParams();
    if (next.edition !== "first") words.set("edition", next.edition);
    if (next.cards.length) words.set("cards", next.cards.join(","));
    if (next.making) words.set("make", "1");
    if (next.measuring) words.set("measuring", next.measuring);
    if (next.made) words.set("made", next.made);
    const text = words.toString().replaceAll("%2C", ",");
    go(text ? `/kingdoms?${text}` : "/kingdoms", true);
  };
  return [state, change];
}

/** Ten cards of an edition by chance. */
export function drawn(info: KingdomsInfo, edition: string): string[] {
  const left = [...(info.editions.find((each) => each.name === edition)?.cards ?? [])];
  return Array.from({ length: TEN }, () => left.splice(Math.floor(Math.random() * left.length), 1)[0] ?? "").sort();
}

/** The same ten cards, in whatever order they were picked. */
export function keyOf(cards: readonly string[]): string {
  return [...cards].sort().join(",");
}
