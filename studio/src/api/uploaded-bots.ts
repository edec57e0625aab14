/** Uploaded bots that this user may see. */

import { useEffect, useState } from "preact/hooks";
import type { BotRow, CreatedSession, Hello } from "../protocol";
import { get, post } from "./http";
import { useNewest } from "./newest";

const CHANGED = "ludus-bots-changed";

export function notifyBotsChanged(): void {
  dispatchEvent(new Event(CHANGED));
}

export function useUploadedBots(hello: Pick<Hello, "uploads"> | null): BotRow[] {
  const [rows, setRows] = useState<BotRow[]>([]);
  const allowed = hello?.uploads ?? false;
  const begin = useNewest();
  useEffect(() => {
    if (!allowed) return;
    const reload = () => {
      const counts = begin();
      return get<BotRow[]>("/bots").then(
        (answer) => counts() && setRows(answer),
        () => {},
      );
    };
    void reload();
    addEventListener(CHANGED, reload);
    return () => removeEventListener(CHANGED, reload);
  }, [allowed]);
  return rows;
}

/** Create a session with this bot in the first seat; returns its address. */
export async function createBotGame(
  row: Pick<BotRow, "name" | "game">,
  seats: number,
  opponent: string,
): Promise<string> {
  const created = await post<CreatedSession>("/tables", {
    game: row.game,
    seats: Array.from({ length: seats }, (_, k) => ({ bot: k === 0 ? `@${row.name}` : opponent })),
    halted: true,
  });
  return `/tables/${created.id}?log=1`;
}
