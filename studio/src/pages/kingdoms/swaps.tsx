/** Which card to swap for which, and what it would change. */

import { useState } from "preact/hooks";
import type { Found, KingdomsInfo, Told, Value } from "../../protocol";
import { Estimate } from "../estimate";
import { Interval, intervalOf } from "./interval";

interface Swap {
  card: string;
  other: string;
  change: Value;
  without: Told["value"];
}

/** The swaps that a designer found: of every card the one that raises the measure most, and the one that lowers it. */
function swapsOf(found: Found, raise: boolean): { swaps: Swap[]; kind: string } {
  const sheet = found.sheets.find((each) => each.name === "swaps");
  const at = (name: string) => sheet?.columns.findIndex((each) => each.name === name) ?? -1;
  const [card, without] = [at("card"), at("without")];
  const [other, change] = raise ? [at("raiser"), at("raised")] : [at("lowerer"), at("lowered")];
  const swaps = (sheet?.rows ?? []).flatMap((row): Swap[] => {
    const value = intervalOf(row[change] as Told["value"]);
    return value
      ? [{ card: String(row[card]), other: String(row[other]), change: value, without: row[without] as Told["value"] }]
      : [];
  });
  swaps.sort((a, b) => (raise ? b.change.value - a.change.value : a.change.value - b.change.value));
  return { swaps, kind: sheet?.columns[change]?.kind ?? "number" };
}

interface Props {
  info: KingdomsInfo;
  found: Found;
  measure: string;
  /** Whether these are still the cards that were measured. */
  current: boolean;
  swap: (card: string, other: string) => void;
}

export function Swaps({ info, found, measure, current, swap }: Props) {
  const [raise, setRaise] = useState(true);
  const { swaps, kind } = swapsOf(found, raise);
  const title = info.measures.find((each) => each.name === measure)?.title ?? measure;
  const far = Math.max(0.001, ...swaps.flatMap((each) => [Math.abs(each.change.low), Math.abs(each.change.high)]));
  const unit = kind === "difference" ? "percentage points" : "";
  return (
    <section class="panel part" aria-label="Swaps">
      <h2>
        Swaps <span class="quiet small">and what each would change of {title}</span>
      </h2>
      <div class="segments" role="group" aria-label="Which way">
        <button type="button" class="button" aria-pressed={raise} onClick={() => setRaise(true)}>
          Raise it
        </button>
        <button type="button" class="button" aria-pressed={!raise} onClick={() => setRaise(false)}>
          Lower it
        </button>
      </div>
      {!current && <p class="notice">These are swaps of the kingdom that was measured; the cards have changed since.</p>}
      <div class="table-scroll">
        <table class="swaps">
          <thead>
            <tr>
              <th>take out</th>
              <th>put in</th>
              <th class="number">change{unit && `, ${unit}`}</th>
              <th class="wide-only">
                <span class="unseen">as a bar</span>
              </th>
              <th class="number wide-only">without it, with any other</th>
              <th>
                <span class="unseen">do it</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {swaps.map((each) => (
              <tr key={each.card} class={each.change.low > 0 || each.change.high < 0 ? "" : "unsure"}>
                <td>{each.card}</td>
                <td>
                  <b>{each.other}</b>
                </td>
                <td class="number">
                  <Estimate value={each.change} kind={kind} />
                </td>
                <td class="wide-only">
                  <Interval value={each.change} kind={kind} from={-far} to={far} />
                </td>
                <td class="number wide-only">
                  <Estimate value={each.without} kind={kind} />
                </td>
                <td>
                  <button
                    type="button"
                    class="button"
                    disabled={!current}
                    aria-label={`Swap ${each.card} for ${each.other} and measure again`}
                    onClick={() => swap(each.card, each.other)}
                  >
                    Swap
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="quiet small">
        Pale rows may be chance: their interval holds no change at all. The best of each card was chosen among all
        cards of the edition, and measured again on fresh seeds.
      </p>
    </section>
  );
}
