/** Switches for the overlays of a level, with a legend. */

import { useState } from "preact/hooks";
import { type OverlayName, OVERLAYS } from "../render/overlays";
import type { LevelSurvey } from "../../../protocol";

const TITLES: Record<OverlayName, string> = {
  graph: "Graph",
  routes: "Routes",
  challenges: "Challenges",
  easiest: "Easiest path",
  deaths: "Deaths",
};
const LEGENDS: Record<OverlayName, [string, string][]> = {
  graph: [
    ["node", "standing"],
    ["hang", "hanging"],
    ["move", "moves, both ways"],
  ],
  routes: [
    ["route0", "the shortest route"],
    ["route1", "detours"],
  ],
  challenges: [
    ["heat0", "80–100 % succeed, by Koens' model"],
    ["heat1", "60–80 %"],
    ["heat2", "40–60 %"],
    ["heat3", "20–40 %"],
    ["heat4", "0–20 %"],
  ],
  easiest: [["way", "the easiest path"]],
  deaths: [
    ["poor", "poor players"],
    ["average", "average players"],
    ["good", "good players"],
  ],
};

export interface OverlayState {
  visibleOverlays: ReadonlySet<OverlayName>;
  wholeLevel: boolean;
  toggle(name: OverlayName): void;
  setWholeLevel(wholeLevel: boolean): void;
}

export function useOverlays(): OverlayState {
  const [visibleOverlays, setVisibleOverlays] = useState<ReadonlySet<OverlayName>>(new Set());
  const [wholeLevel, setWholeLevel] = useState(false);
  const toggle = (name: OverlayName) => {
    const next = new Set(visibleOverlays);
    if (!next.delete(name)) next.add(name);
    setVisibleOverlays(next);
  };
  return { visibleOverlays, wholeLevel, toggle, setWholeLevel };
}

export function OverlayToggles({ overlays, survey }: { overlays: OverlayState; survey: LevelSurvey | null }) {
  const { visibleOverlays, wholeLevel, toggle, setWholeLevel } = overlays;
  return (
    <>
      <div class="level-toggles" role="group" aria-label="Overlays">
        <button type="button" class="button" aria-pressed={wholeLevel} onClick={() => setWholeLevel(!wholeLevel)}>
          Whole level
        </button>
        {survey &&
          OVERLAYS.map((name) => (
            <button
              key={name}
              type="button"
              class="button"
              aria-pressed={visibleOverlays.has(name)}
              onClick={() => toggle(name)}
            >
              {TITLES[name]}
            </button>
          ))}
      </div>
      {survey && visibleOverlays.size > 0 && (
        <ul class="level-toggles small" aria-label="Legend">
          {OVERLAYS.filter((name) => visibleOverlays.has(name)).flatMap((name) =>
            LEGENDS[name].map(([colour, label]) => (
              <li key={colour} class="inline">
                <span class="swatch" style={{ background: `var(--level-${colour})` }} /> {label}
              </li>
            )),
          )}
        </ul>
      )}
    </>
  );
}
