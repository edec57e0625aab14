/** What evolutions told from generation to generation, of one run or of two over each other. */

import { useState } from "preact/hooks";
import { Curves } from "../../components/curves";
import type { Curve } from "../../protocol";

const ALL = "";

export function FactCurves({ curves, names }: { curves: Curve[][]; names: string[] }) {
  const facts = [...new Set(curves.flat().map((curve) => curve.fact))];
  const [fact, setFact] = useState("");
  const [piece, setPiece] = useState(ALL);
  const shown = facts.includes(fact) ? fact : (facts[0] ?? "");
  const fitting = curves.map((some) => some.filter((curve) => curve.fact === shown));
  const pieces = [...new Set(fitting.flat().map((curve) => curve.name))];
  const chosen = pieces.includes(piece) ? piece : ALL;
  const lines = fitting.flatMap((some, side) =>
    some
      .filter((curve) => chosen === ALL || curve.name === chosen)
      .map((curve) => ({
        name: curves.length > 1 ? `${curve.name} (${side ? "second" : "first"})` : curve.name,
        side,
        points: curve.points,
      })),
  );
  return (
    <section class="panel part charted" aria-label="Curves">
      <div class="inline wrap">
        <h2>{shown}</h2>
        {facts.length > 1 && (
          <select
            class="input fit"
            aria-label="What is shown"
            value={shown}
            onChange={(event) => setFact(event.currentTarget.value)}
          >
            {facts.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        )}
        <select
          class="input fit"
          aria-label="Which evolution"
          value={chosen}
          onChange={(event) => setPiece(event.currentTarget.value)}
        >
          <option value={ALL}>all {pieces.length} evolutions</option>
          {pieces.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </div>
      <Curves title={shown} across="generation" lines={lines} />
      {curves.length > 1 && (
        <p class="legend small">
          {names.map((name, side) => (
            <span key={name}>
              <span class={`stroke side${side}`} /> {name}
            </span>
          ))}
        </p>
      )}
      <p class="quiet small">
        As told by the run while it evolved, on the games of each generation: numbers to follow it by. What was measured
        on fresh games, with intervals, is in its report.
      </p>
    </section>
  );
}
