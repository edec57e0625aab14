/** Bots of people's own, as far as this page may know of them. */

import { useEffect, useState } from "preact/hooks";
import type { BotRow, Hello, MadeTable } from "../../protocol";
import { get, post } from "../../api/http";

const CHANGED = "ludus-bots-changed";

export function botsChanged(): void {
  dispatchEvent(new Event(CHANGED));
}

export function useOwnBots(hello: Pick<Hello, "uploads"> | null): BotRow[] {
  const [rows, setRows] = useState<BotRow[]>([]);
  const allowed = hello?.uploads ?? false;
  useEffect(() => {
    if (!allowed) return;
    const look = () => get<BotRow[]>("/bots").then(setRows, () => {});
    void look();
    addEventListener(CHANGED, look);
    return () => removeEventListener(CHANGED, look);
  }, [allowed]);
  return rows;
}

/** Sets a table for a bot; where it can be watched. */
export async function setUpGame(row: Pick<BotRow, "name" | "game">, seats: number, rival: string): Promise<string> {
  const made = await post<MadeTable>("/tables", {
    game: row.game,
    seats: Array.from({ length: seats }, (_, k) => ({ bot: k === 0 ? `@${row.name}` : rival })),
    halted: true,
  });
  return `/tables/${made.id}?log=1`;
}
