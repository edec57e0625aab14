/** Logs of the bots, for their authors; the part about the current position is marked. */

import { useEffect, useRef, useState } from "preact/hooks";
import { Glyph } from "../../components/glyphs";
import { showToast } from "../../components/toast";
import type { BotInfo, PlayerLogs, SeatInfo, SessionSnapshot } from "../../protocol";
import { useGameInfo } from "../../api/game-info";
import { botName } from "../../player-names";
import { currentRoute } from "../../route";
import type { SessionClient } from "../../api/session";

/** Whether a bot plays that does not come with Ludus: only such bots write logs. */
export const hasOwnBot = (seats: Pick<SeatInfo, "person" | "player">[], known: Pick<BotInfo, "name">[]): boolean =>
  seats.some(
    ({ person, player }) =>
      !person &&
      !botName(player)
        .split("+")
        .every((part) => known.some(({ name }) => name === part)),
  );

const DECISION_MARK = /^--- (\d+)$/; // number of the decision that the following lines belong to

export function BotLogs({
  client,
  session,
  names,
  ply,
}: {
  client: SessionClient;
  session: SessionSnapshot;
  names: string[];
  ply: number;
}) {
  const [open, setOpen] = useState(() => currentRoute().query.has("log")); // set by links that lead to the log
  const [logs, setLogs] = useState<string[]>([]);
  useEffect(() => {
    if (!open || !session.everything) return;
    let current = true;
    client.request<PlayerLogs>({ type: "logs" }).then(
      (answer) => current && setLogs(answer.logs),
      (error: Error) => current && showToast(error.message),
    );
    return () => {
      current = false;
    };
  }, [open, session.now.ply, session.everything]);
  const info = useGameInfo(session.game);
  if (!open && !(info && hasOwnBot(session.seats, info.bots))) return null;
  return (
    <details class="fold" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Glyph name="text" size={14} /> Bot logs
      </summary>
      <div class="fold-body">
        {!session.everything && (
          <p class="muted small">Visible after the game, because logs may reveal hidden cards.</p>
        )}
        {session.everything && !logs.some(Boolean) && (
          <p class="muted small">No log. Your own bot can print to stderr.</p>
        )}
        {logs.map(
          (log, seat) =>
            log && (
              <div key={seat}>
                <h3>{names[seat]}</h3>
                <Log text={log} decision={decisionAt(session, seat, ply)} />
              </div>
            ),
        )}
      </div>
    </details>
  );
}

/** Number of the seat's decision in this position, or of its last decision before it. */
function decisionAt(session: SessionSnapshot, seat: number, ply: number): number {
  const earlier = session.moves.filter((row) => row.seat === seat && row.ply < ply).length;
  return earlier + (session.moves.some((row) => row.seat === seat && row.ply === ply) ? 1 : 0);
}

function Log({ text, decision }: { text: string; decision: number }) {
  const box = useRef<HTMLPreElement>(null);
  const parts: { number: number; lines: string[] }[] = [{ number: 0, lines: [] }];
  for (const line of text.split("\n")) {
    const match = DECISION_MARK.exec(line);
    if (match) parts.push({ number: Number(match[1]), lines: [] });
    else parts.at(-1)?.lines.push(line);
  }
  useEffect(() => {
    const markElement = box.current?.querySelector<HTMLElement>("mark");
    if (markElement && box.current) box.current.scrollTop = markElement.offsetTop - box.current.offsetTop;
  }, [text, decision]);
  return (
    <pre class="log" ref={box} tabIndex={0} aria-label="Log">
      {parts.map(({ number, lines }) => {
        const content = lines.join("\n").trimEnd();
        if (!content) return null;
        return number === decision && number > 0 ? (
          <mark key={number}>{`${content}\n`}</mark>
        ) : (
          <span key={number}>{`${content}\n`}</span>
        );
      })}
    </pre>
  );
}
