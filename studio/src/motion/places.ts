/** Places on a board: addresses that connect elements of the page with pieces and targets of moves.

Boards mark their elements: `data-place` is where a piece or zone is, `data-piece` is which piece it is, wherever it
goes. Animation, arrows, numbers and drag and drop need nothing else from a board. */

import type { LegalMove, MoveParts, PieceRef } from "../protocol";

export interface PieceAttributes {
  "data-place": string;
  "data-zone": string;
  /** Empty: the zone belongs to no seat. */
  "data-seat": string;
  "data-piece"?: string;
}

/** A place of a piece, or without an id of a zone. */
export type Place = Omit<PieceRef, "card">;

export const placeIn = (zone: string, seat: number | null = null, id: number | string = ""): Place => ({
  zone,
  seat,
  id,
});

/** Address of a piece, or without an id of a zone: "hand/0/12", "deck/1/", "lane/0/1". */
export function place(zone: string, seat: number | null = null, id: number | string = ""): string {
  return `${zone}/${seat ?? ""}/${id}`;
}

export const placeOf = ({ zone, seat, id }: Place): string => place(zone, seat, id);

/** Address of the zone of a place: "hand/0/". */
export const zoneOf = ({ zone, seat }: Pick<Place, "zone" | "seat">): string => place(zone, seat);

/** Attributes of a zone or target. */
export function zoneAt(zone: string, seat: number | null = null, id: number | string = ""): PieceAttributes {
  return { "data-place": place(zone, seat, id), "data-zone": zone, "data-seat": String(seat ?? "") };
}

/** Attributes of a piece. Without an `identity` it is known by its place only, as one of several equal cards is. */
export function pieceAt(
  zone: string,
  seat: number | null,
  id: number | string,
  identity: number | string = place(zone, seat, id),
): PieceAttributes {
  return { ...zoneAt(zone, seat, id), "data-piece": String(identity) };
}

/** Where a move of a seat without a target takes its piece; null: nowhere. */
export type Destination = (parts: MoveParts, seat: number) => string | null;

/** Places to which the piece at `source` can be dragged, with the move that each of them means. */
export function dropMoves(
  moves: LegalMove[],
  source: string,
  seat: number,
  destination: Destination,
): Map<string, string> {
  const found = new Map<string, string>();
  const ambiguous = new Set<string>();
  for (const { text, parts } of moves) {
    if (!parts?.piece || placeOf(parts.piece) !== source) continue;
    const to = parts.target ? placeOf(parts.target) : destination(parts, seat);
    if (to === null) continue;
    if (found.has(to)) ambiguous.add(to);
    found.set(to, text);
  }
  for (const to of ambiguous) found.delete(to); // a drag must not choose between two moves
  return found;
}
