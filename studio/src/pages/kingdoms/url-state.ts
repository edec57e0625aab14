/** State of the kingdoms page, stored in its address: edition, picked cards, ids of jobs. */

import type { KingdomsInfo } from "../../protocol";
import { currentRoute, navigate, useRoute } from "../../route";

export const KINGDOM_SIZE = 10;

export interface KingdomState {
  edition: string;
  cards: string[];
  /** Whether the page makes kingdoms instead of measuring one. */
  isMaking: boolean;
  /** Ids of the jobs that measure and make. */
  measureJob: string;
  makeJob: string;
}

export function useKingdomState(): [KingdomState, (changes: Partial<KingdomState>) => void] {
  const { query } = useRoute();
  const change = (changes: Partial<KingdomState>) => {
    const { parts, query: now } = currentRoute(); // later than the page was drawn, if the server has named a job
    if (parts[0] !== "kingdoms") return; // the page was left meanwhile
    const next = { ...readState(now), ...changes };
    const params = new URLSearchParams();
    if (next.edition !== "first") params.set("edition", next.edition);
    if (next.cards.length) params.set("cards", next.cards.join(","));
    if (next.isMaking) params.set("make", "1");
    if (next.measureJob) params.set("measuring", next.measureJob);
    if (next.makeJob) params.set("made", next.makeJob);
    const text = params.toString().replaceAll("%2C", ",");
    navigate(text ? `/kingdoms?${text}` : "/kingdoms", true);
  };
  return [readState(query), change];
}

function readState(query: URLSearchParams): KingdomState {
  return {
    edition: query.get("edition") ?? "first",
    cards: [...new Set((query.get("cards") ?? "").split(",").filter(Boolean))],
    isMaking: query.has("make"),
    measureJob: query.get("measuring") ?? "",
    makeJob: query.get("made") ?? "",
  };
}

/** The picked cards that the edition has. */
export function knownCards(info: KingdomsInfo, state: Pick<KingdomState, "edition" | "cards">): string[] {
  const unknown = unknownCards(info, state);
  return state.cards.filter((card) => !unknown.includes(card));
}

/** Names among the cards that no card of the edition has. */
export function unknownCards(
  info: KingdomsInfo,
  { edition, cards }: Pick<KingdomState, "edition" | "cards">,
): string[] {
  const known = info.editions.find((entry) => entry.name === edition)?.cards ?? [];
  return cards.filter((card) => !known.includes(card));
}

/** Ten random cards of an edition. */
export function randomKingdom(info: KingdomsInfo, edition: string): string[] {
  const remaining = [...(info.editions.find((entry) => entry.name === edition)?.cards ?? [])];
  return Array.from(
    { length: KINGDOM_SIZE },
    () => remaining.splice(Math.floor(Math.random() * remaining.length), 1)[0] ?? "",
  ).sort();
}

/** Key of a kingdom that does not depend on the order of its cards. */
export function kingdomKey(cards: readonly string[]): string {
  return [...cards].sort().join(",");
}
