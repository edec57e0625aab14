/** Kingdoms of Dominion: pick ten cards, see what kind of game they make, swap cards, make kingdoms to a target. */

import { useEffect, useState } from "preact/hooks";
import type { DesignerInfo, KingdomsInfo } from "../../protocol";
import { get } from "../../api/http";
import { Emblem } from "../emblem";
import { MakeForm, Making } from "./making";
import { MeasureForm, Measuring } from "./measuring";
import { Picked, Picker } from "./picker";
import { useKingdom } from "./state";
import "./kingdoms.css";

export function KingdomsRoom() {
  const [info, setInfo] = useState<KingdomsInfo | null>(null);
  const [designer, setDesigner] = useState<DesignerInfo | null>(null);
  const [fault, setFault] = useState("");
  const [state, change] = useKingdom();
  useEffect(() => {
    document.title = "Kingdoms · Ludus Studio";
    const failed = (error: Error) => setFault(error.message);
    get<KingdomsInfo>("/kingdoms").then(setInfo, failed);
    get<DesignerInfo>("/design/dominion").then(setDesigner, failed);
  }, []);
  return (
    <main class="room wide kingdoms">
      <header class="setup-head">
        <Emblem game="dominion" />
        <div>
          <h1>Kingdoms</h1>
          <p class="quiet">
            Ten cards: how skilful, how even, how long a game they make, and which card to swap. Several at once, and
            files of your own, are <a href="/design/dominion">compared here</a>.
          </p>
        </div>
      </header>
      <div class="segments" role="group" aria-label="What to do">
        <button type="button" class="button" aria-pressed={!state.making} onClick={() => change({ making: false })}>
          Measure and swap
        </button>
        <button type="button" class="button" aria-pressed={state.making} onClick={() => change({ making: true })}>
          Make to a target
        </button>
      </div>
      {fault && <p class="fault">{fault}</p>}
      {!info && !fault && <p class="quiet">Laying out the cards…</p>}
      {info && designer && (
        <>
          <div class="picking">
            <Picker info={info} state={state} change={change} />
            <Picked info={info} state={state} change={change}>
              {!state.making && <MeasureForm info={info} designer={designer} state={state} change={change} />}
            </Picked>
          </div>
          {state.making ? (
            <>
              <MakeForm info={info} designer={designer} state={state} change={change} />
              {state.made && <Making key={state.made} info={info} state={state} change={change} />}
            </>
          ) : (
            state.measuring && <Measuring key={state.measuring} info={info} state={state} change={change} />
          )}
        </>
      )}
    </main>
  );
}
