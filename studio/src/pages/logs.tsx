/** What bots wrote for their authors, beside the board: what belongs to the position that is shown stands out. */

import { useEffect, useRef, useState } from "preact/hooks";
import { Glyph } from "../components/glyphs";
import { say } from "../components/toast";
import type { Logs as LogsMessage, Whole } from "../protocol";
import { here } from "../route";
import type { Table } from "../api/table";

const MARK = /^--- (\d+)$/; // before what a bot wrote about its so-manieth decision

export function Logs({ table, whole, names, ply }: { table: Table; whole: Whole; names: string[]; ply: number }) {
  const [open, setOpen] = useState(() => here().query.has("log")); // for who came to see what a bot writes
  const [logs, setLogs] = useState<string[]>([]);
  useEffect(() => {
    if (open && whole.everything)
      table.ask<LogsMessage>({ type: "logs" }).then(
        (answer) => setLogs(answer.logs),
        (error: Error) => say(error.message),
      );
  }, [open, whole.now.ply, whole.everything]);
  if (whole.seats.every((seat) => seat.person)) return null;
  return (
    <details class="fold" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Glyph name="text" size={14} /> What bots wrote
      </summary>
      <div class="fold-inside">
        {!whole.everything && <p class="quiet small">Shown after the game: it may tell what they hold.</p>}
        {whole.everything && !logs.some(Boolean) && (
          <p class="quiet small">
            Nothing: bots that come with Ludus are silent. A bot of your own may print to stderr.
          </p>
        )}
        {logs.map(
          (log, seat) =>
            log && (
              <div key={seat}>
                <h3>{names[seat]}</h3>
                <Log text={log} decision={decisionAt(whole, seat, ply)} />
              </div>
            ),
        )}
      </div>
    </details>
  );
}

/** The how-manieth decision of a seat the shown position is, or the last one before it. */
function decisionAt(whole: Whole, seat: number, ply: number): number {
  const before = whole.moves.filter((row) => row.seat === seat && row.ply < ply).length;
  return before + (whole.moves.some((row) => row.seat === seat && row.ply === ply) ? 1 : 0);
}

function Log({ text, decision }: { text: string; decision: number }) {
  const box = useRef<HTMLPreElement>(null);
  const parts: { number: number; lines: string[] }[] = [{ number: 0, lines: [] }];
  for (const line of text.split("\n")) {
    const mark = MARK.exec(line);
    if (mark) parts.push({ number: Number(mark[1]), lines: [] });
    else parts.at(-1)?.lines.push(line);
  }
  useEffect(() => {
    const here = box.current?.querySelector<HTMLElement>("mark");
    if (here && box.current) box.current.scrollTop = here.offsetTop - box.current.offsetTop;
  }, [text, decision]);
  return (
    <pre class="log" ref={box} tabIndex={0} aria-label="The log">
      {parts.map(({ number, lines }) => {
        const words = lines.join("\n").trimEnd();
        if (!words) return null;
        return number === decision && number > 0 ? (
          <mark key={number}>{`${words}\n`}</mark>
        ) : (
          <span key={number}>{`${words}\n`}</span>
        );
      })}
    </pre>
  );
}
