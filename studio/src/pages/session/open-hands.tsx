/** Switch for the hands of bots in open play: face up, or face down as in other games. */

import { useMemo, useState } from "preact/hooks";
import type { PositionView, SessionSnapshot } from "../../protocol";

/** Observations to draw, by seat, and the switch; there is a switch only while a person plays with open hands. */
export function useOpenHands(session: SessionSnapshot, position: PositionView) {
  const [faceUp, setFaceUp] = useState(true);
  const hasSwitch = session.open && session.seat !== null && session.state === "playing";
  const onlySeat = hasSwitch && !faceUp ? session.seat : null;
  const observations = useMemo(() => {
    const shown = onlySeat === null ? position.sights : position.sights.filter(({ seat }) => seat === onlySeat);
    return new Map(shown.map((observation) => [observation.seat, observation.view]));
  }, [position, onlySeat]);
  return {
    observations,
    handSwitch: hasSwitch && (
      <button type="button" class="button" aria-pressed={faceUp} onClick={() => setFaceUp(!faceUp)}>
        {faceUp ? "Hands of bots: face up" : "Hands of bots: face down"}
      </button>
    ),
  };
}
