/** Details of games, requested once per game. */

import { useEffect, useState } from "preact/hooks";
import { showToast } from "../components/toast";
import type { GameInfo } from "../protocol";
import { get } from "./http";

const gameInfos = new Map<string, Promise<GameInfo>>();

/** Details of a game; null until they have arrived. */
export function useGameInfo(name: string): GameInfo | null {
  const [info, setInfo] = useState<GameInfo | null>(null);
  useEffect(() => {
    setInfo(null);
    if (!gameInfos.has(name)) gameInfos.set(name, get<GameInfo>(`/games/${encodeURIComponent(name)}`));
    let current = true; // another game may be selected before this response arrives
    gameInfos.get(name)?.then(
      (gameInfo) => current && setInfo(gameInfo),
      (error: Error) => {
        gameInfos.delete(name);
        showToast(error.message);
      },
    );
    return () => {
      current = false;
    };
  }, [name]);
  return info;
}
