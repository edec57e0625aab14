/** For screen readers: says what happens in a level, and where one is when I is pressed. */

import { useEffect, useRef, useState } from "preact/hooks";
import { describePlace, Reporter } from "./announcements";
import type { Game } from "./game";
import { useKeys } from "../../../keys";

const MAX_ENTRIES = 20;

export function LevelAnnouncer({ game }: { game: Game }) {
  const [entries, setEntries] = useState<{ id: number; text: string }[]>([]);
  const lastId = useRef(0);
  const add = (texts: string[]) => {
    const added = texts.map((text) => ({ id: ++lastId.current, text }));
    setEntries((old) => [...old, ...added].slice(-MAX_ENTRIES));
  };
  useKeys([{ keys: ["i"], label: "Say where you are", run: () => add([describePlace(game)]) }]);
  useEffect(() => {
    const reporter = new Reporter();
    let handle = requestAnimationFrame(function follow() {
      const news = reporter.news(game);
      if (news.length) add(news);
      handle = requestAnimationFrame(follow);
    });
    return () => cancelAnimationFrame(handle);
  }, [game]);
  return (
    <div class="visually-hidden" role="log" aria-live="polite" aria-label="News of the run">
      {entries.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  );
}
