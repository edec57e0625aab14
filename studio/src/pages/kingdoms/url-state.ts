/** What the address of the room says: the edition, the picked cards, and the work that was ordered. */

import type { KingdomsInfo } from "../../protocol";
import { navigate, useRoute } from "../../route";

export const KINGDOM_SIZE = 10;

export interface KingdomState {
  edition: string;
  cards: string[];
  /** Whether kingdoms are made, rather than one measured. */
  isMaking: boolean;
  /** The ids of what was ordered: of measuring and of making. */
  measureJob: string;
  makeJob: string;
}

export function useKingdomState(): [KingdomState, (changes: Partial<KingdomState>) => void] {
  const { query } = useRoute();
  const state: KingdomState = {
    edition: query.get("edition") ?? "first",
    cards: (query.get("cards") ?? "").split(",").filter(Boolean),
    isMaking: query.has("make"),
    measureJob: query.get("measuring") ?? "",
    makeJob: query.get("made") ?? "",
  };
  const change = (changes: Partial<KingdomState>) => {
    const next = { ...state, ...changes };
    const params = new URLSearchParams();
    if (next.edition !== "first") params.set("edition", next.edition);
    if (next.cards.length) params.set("cards", next.cards.join(","));
    if (next.isMaking) params.set("make", "1");
    if (next.measureJob) params.set("measuring", next.measureJob);
    if (next.makeJob) params.set("made", next.makeJob);
    const text = params.toString().replaceAll("%2C", ",");
    navigate(text ? `/kingdoms?${text}` : "/kingdoms", true);
  };
  return [state, change];
}

/** Ten cards of an edition by chance. */
export function randomKingdom(info: KingdomsInfo, edition: string): string[] {
  const remaining = [...(info.editions.find((entry) => entry.name === edition)?.cards ?? [])];
  return Array.from({ length: KINGDOM_SIZE }, () => remaining.splice(Math.floor(Math.random() * remaining.length), 1)[0] ?? "").sort();
}

/** The same ten cards, in whatever order they were picked. */
export function kingdomKey(cards: readonly string[]): string {
  return [...cards].sort().join(",");
}
