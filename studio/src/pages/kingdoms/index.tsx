/** Page of Dominion kingdoms: pick ten cards, measure them, swap cards, make kingdoms to a target. */

import { useEffect, useState } from "preact/hooks";
import type { DesignerInfo, KingdomsInfo } from "../../protocol";
import { get } from "../../api/http";
import { Emblem } from "../../games/emblem";
import { MakeForm, MakeProgress } from "./make";
import { MeasureForm, MeasureProgress } from "./measure";
import { CardPicker, PickedKingdom } from "./card-picker";
import { useKingdomState } from "./url-state";

export function KingdomsPage() {
  const [info, setInfo] = useState<KingdomsInfo | null>(null);
  const [designer, setDesigner] = useState<DesignerInfo | null>(null);
  const [error, setError] = useState("");
  const [state, change] = useKingdomState();
  useEffect(() => {
    document.title = "Kingdoms · Ludus Studio";
    const onError = (error: Error) => setError(error.message);
    get<KingdomsInfo>("/kingdoms").then(setInfo, onError);
    get<DesignerInfo>("/design/dominion").then(setDesigner, onError);
  }, []);
  return (
    <main class="content wide kingdoms">
      <header class="setup-head">
        <Emblem game="dominion" />
        <div>
          <h1>Kingdoms</h1>
          <p class="muted">
            Pick ten cards, measure skill, balance and length of their games, and swap cards. Several kingdoms and your
            own files are <a href="/design/dominion">compared here</a>.
          </p>
        </div>
      </header>
      <div class="segments" role="group" aria-label="What to do">
        <button type="button" class="button" aria-pressed={!state.isMaking} onClick={() => change({ isMaking: false })}>
          Measure and swap
        </button>
        <button type="button" class="button" aria-pressed={state.isMaking} onClick={() => change({ isMaking: true })}>
          Make to a target
        </button>
      </div>
      {error && <p class="error">{error}</p>}
      {!info && !error && <p class="muted">Loading the cards…</p>}
      {info && designer && (
        <>
          <div class="picking">
            <CardPicker info={info} state={state} change={change} />
            <PickedKingdom info={info} state={state} change={change}>
              {!state.isMaking && <MeasureForm info={info} designer={designer} state={state} change={change} />}
            </PickedKingdom>
          </div>
          {state.isMaking ? (
            <>
              <MakeForm info={info} designer={designer} state={state} change={change} />
              {state.makeJob && <MakeProgress key={state.makeJob} info={info} state={state} change={change} />}
            </>
          ) : (
            state.measureJob && <MeasureProgress key={state.measureJob} info={info} state={state} change={change} />
          )}
        </>
      )}
    </main>
  );
}
