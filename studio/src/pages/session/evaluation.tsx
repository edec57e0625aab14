/** Evaluation of a finished game: a curve of the chance to win, and links to its largest swings. */

import { useEffect, useState } from "preact/hooks";
import { get } from "../../api/http";
import { chanceTitle, describeFlat, EvaluationChart } from "../../charts/evaluation-chart";
import { formatPercent, plural } from "../../format";
import type { EvaluationCurve, MoveRow, SessionSnapshot, Swing } from "../../protocol";
import { tooltip } from "../../components/tooltip";
import { moveWords, turnText } from "../../words";

const MAX_MOVES = 3; // of a swing
/** Beside the board, the list of swings must leave room for the history. */
const ROOM_FOR_SWINGS = "(max-width: 860px), (min-height: 950px)";

interface Props {
  session: SessionSnapshot;
  names: string[];
  ply: number;
  go: (ply: number) => void;
}

export function EvaluationPanel({ session, names, ply, go }: Props) {
  const [curve, setCurve] = useState<EvaluationCurve | null>(null);
  const [error, setError] = useState("");
  const seat = session.seat ?? 0;
  const over = session.state !== "playing" && session.everything && session.moves.length > 0;
  useEffect(() => {
    if (!over) return;
    let current = true;
    get<EvaluationCurve>(`/tables/${encodeURIComponent(session.id)}/evaluation?seat=${seat}`).then(
      (answer) => current && setCurve(answer),
      (problem: Error) => current && setError(problem.message),
    );
    return () => {
      current = false;
    };
  }, [session.id, over, seat]);
  if (!over) return null;
  const name = names[seat] === "You" ? "you" : (names[seat] ?? "");
  const flat = curve ? describeFlat(curve) : "";
  const valueAt = (at: number) => curve?.points.find((point) => point.ply === at)?.value ?? 0;
  return (
    <section class="evaluation" aria-label="Evaluation">
      <h2 class="small">
        {chanceTitle(name)}
        {curve && (
          <span class="muted" {...tooltip(explainCurve(curve, name))}>
            {" "}
            by the evaluation of {curve.bot}
          </span>
        )}
      </h2>
      {!curve && (
        <p class="muted small" role="status">
          {error || "Measuring…"}
        </p>
      )}
      {curve && (
        <>
          <EvaluationChart curve={curve} name={name} ply={ply} go={go} />
          {flat && <p class="small">{flat}</p>}
          {curve.swings.length > 0 && (
            <details class="swing-fold" open={matchMedia(ROOM_FOR_SWINGS).matches}>
              <summary>
                <h3 class="small">The largest swings</h3>
              </summary>
              <ul class="swings">
                {curve.swings.map((swing) => (
                  <li key={swing.start}>
                    <p class="small">
                      {turnText(swing, names)}: {formatPercent(valueAt(swing.start), 0)} →{" "}
                      {formatPercent(valueAt(swing.end), 0)}
                    </p>
                    <SwingMoves swing={swing} moves={session.moves} names={names} go={go} />
                  </li>
                ))}
              </ul>
            </details>
          )}
        </>
      )}
    </section>
  );
}

interface SwingMovesProps {
  swing: Swing;
  moves: MoveRow[];
  names: string[];
  go: (ply: number) => void;
}

/** The moves of a swing that changed most, in words; each leads to the position before it. */
function SwingMoves({ swing, moves, names, go }: SwingMovesProps) {
  const rows = moves.filter((row) => row.ply >= swing.first_move && row.ply <= swing.last_move);
  return (
    <>
      {rows.slice(0, MAX_MOVES).map((row) => (
        <button key={row.ply} type="button" class="button plain" onClick={() => go(row.ply)}>
          {moveWords(row, names)}
        </button>
      ))}
      {rows.length > MAX_MOVES && <p class="muted small">and {plural(rows.length - MAX_MOVES, "more move")}</p>}
    </>
  );
}

function explainCurve({ bot, playouts, points }: EvaluationCurve, name: string): string {
  return `${bot} played on ${playouts} times from each of ${points.length - 1} positions. What ${name} could not see was dealt anew each time. The band is the 95 % interval; dots mark the largest swings. The moves below are the part of a swing in which the chance changed most.`;
}
