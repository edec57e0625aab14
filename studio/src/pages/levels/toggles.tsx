/** What is shown over a level. */

import { useState } from "preact/hooks";
import { OVERLAYS, type OverlayName } from "../../platformer/paint/overlays";
import type { LevelSurvey } from "../../protocol";

const TITLES: Record<OverlayName, string> = {
  graph: "Graph",
  routes: "Routes",
  challenges: "Challenges",
  easiest: "Easiest path",
  deaths: "Deaths",
};
const LEGENDS: Record<OverlayName, [string, string][]> = {
  graph: [
    ["node", "to stand"],
    ["hang", "to hang"],
    ["move", "moves, both ways"],
  ],
  routes: [
    ["route0", "the shortest way"],
    ["route1", "detours"],
  ],
  challenges: [
    ["heat0", "80–100 % get through, by Koens' model"],
    ["heat1", "60–80 %"],
    ["heat2", "40–60 %"],
    ["heat3", "20–40 %"],
    ["heat4", "0–20 %"],
  ],
  easiest: [["way", "the easiest path"]],
  deaths: [
    ["poor", "poor players"],
    ["average", "average ones"],
    ["good", "good ones"],
  ],
};

export interface Overlays {
  shown: ReadonlySet<OverlayName>;
  whole: boolean;
  turn(name: OverlayName): void;
  setWhole(whole: boolean): void;
}

export function useOverlays(): Overlays {
  const [shown, setShown] = useState<ReadonlySet<OverlayName>>(new Set());
  const [whole, setWhole] = useState(false);
  const turn = (name: OverlayName) => {
    const next = new Set(shown);
    if (!next.delete(name)) next.add(name);
    setShown(next);
  };
  return { shown, whole, turn, setWhole };
}

export function Toggles({ overlays, survey }: { overlays: Overlays; survey: LevelSurvey | null }) {
  const { shown, whole, turn, setWhole } = overlays;
  return (
    <>
      <div class="level-toggles" role="group" aria-label="Shown over the level">
        <button type="button" class="button" aria-pressed={whole} onClick={() => setWhole(!whole)}>
          Whole level
        </button>
        {survey &&
          OVERLAYS.map((name) => (
            <button key={name} type="button" class="button" aria-pressed={shown.has(name)} onClick={() => turn(name)}>
              {TITLES[name]}
            </button>
          ))}
      </div>
      {survey && shown.size > 0 && (
        <ul class="level-toggles small" aria-label="Legend">
          {OVERLAYS.filter((name) => shown.has(name)).flatMap((name) =>
            LEGENDS[name].map(([ink, words]) => (
              <li key={ink} class="inline">
                <span class="swatch" style={{ background: `var(--level-${ink})` }} /> {words}
              </li>
            )),
          )}
        </ul>
      )}
    </>
  );
}
