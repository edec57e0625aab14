/** Evaluation of a finished game: a curve of the chance to win, and links to its largest swings. */

import { useEffect, useState } from "preact/hooks";
import { get } from "../../api/http";
import { chanceTitle, EvaluationChart } from "../../charts/evaluation-chart";
import { formatPercent } from "../../format";
import type { EvaluationCurve, SessionSnapshot } from "../../protocol";
import { tooltip } from "../../components/tooltip";
import { turnText } from "../../words";

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
  const valueAt = (at: number) => curve?.points.find((point) => point.ply === at)?.value ?? 0;
  return (
    <section class="evaluation" aria-label="Evaluation">
      <h2 class="small">
        {chanceTitle(name)}
        {curve && (
          <span class="muted" {...tooltip(explainCurve(curve, name))}>
            {" "}
            by {curve.bot}
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
          {curve.swings.length > 0 && (
            <ul class="swings">
              {curve.swings.map((swing) => (
                <li key={swing.start}>
                  <button type="button" class="button plain" onClick={() => go(swing.start)}>
                    {turnText(swing, names)}: {formatPercent(valueAt(swing.start), 0)} →{" "}
                    {formatPercent(valueAt(swing.end), 0)}
                  </button>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  );
}

function explainCurve({ bot, playouts, points }: EvaluationCurve, name: string): string {
  return `${bot} played on ${playouts} times from each of ${points.length - 1} positions. What ${name} could not see was dealt anew each time. The band is the 95 % interval; dots mark the largest swings.`;
}
