/** Learning curves of one run, or of two runs in one chart. */

import { useState } from "preact/hooks";
import { LineChart } from "../../charts/line-chart";
import type { Curve } from "../../protocol";

const ALL = "";

export function LearningCurves({ curves, names }: { curves: Curve[][]; names: string[] }) {
  const facts = [...new Set(curves.flat().map((curve) => curve.fact))];
  const [chosenFact, setChosenFact] = useState("");
  const [chosenName, setChosenName] = useState(ALL);
  const fact = facts.includes(chosenFact) ? chosenFact : (facts[0] ?? "");
  const matching = curves.map((runCurves) => runCurves.filter((curve) => curve.fact === fact));
  const curveNames = [...new Set(matching.flat().map((curve) => curve.name))];
  const curveName = curveNames.includes(chosenName) ? chosenName : ALL;
  const lines = matching.flatMap((runCurves, side) =>
    runCurves
      .filter((curve) => curveName === ALL || curve.name === curveName)
      .map((curve) => ({
        name: curves.length > 1 ? `${curve.name} (${side ? "second" : "first"})` : curve.name,
        side,
        points: curve.points,
      })),
  );
  return (
    <section class="panel padded chart-panel" aria-label="Curves">
      <div class="inline wrap">
        <h2>{fact}</h2>
        {facts.length > 1 && (
          <select
            class="input fit"
            aria-label="Quantity"
            value={fact}
            onChange={(event) => setChosenFact(event.currentTarget.value)}
          >
            {facts.map((option) => (
              <option key={option}>{option}</option>
            ))}
          </select>
        )}
        <select
          class="input fit"
          aria-label="Evolution"
          value={curveName}
          onChange={(event) => setChosenName(event.currentTarget.value)}
        >
          <option value={ALL}>
            {curveNames.length === 1 ? "the only evolution" : `all ${curveNames.length} evolutions`}
          </option>
          {curveNames.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      </div>
      <LineChart title={fact} xLabel="generation" lines={lines} />
      {curves.length > 1 && (
        <p class="legend small">
          {names.map((name, side) => (
            <span key={name}>
              <span class={`stroke side${side}`} /> {name}
            </span>
          ))}
        </p>
      )}
      <p class="muted small">
        Values during the evolution, from the games of each generation. The report contains measurements on held-out
        games, with intervals.
      </p>
    </section>
  );
}
