/** Suggested swaps of cards, with the change of a measure. */

import { useState } from "preact/hooks";
import type { DesignReportMessage, KingdomsInfo, PartialResult, ValueWithInterval } from "../../protocol";
import { Estimate } from "../../components/estimate";
import { IntervalBar, toInterval } from "../../charts/interval-bar";

interface Swap {
  card: string;
  other: string;
  /** The change, with the interval that decides: corrected for all comparisons. */
  change: ValueWithInterval;
  without: PartialResult["value"];
  /** The report's verdict on the change. */
  verdict: string;
}

/** Swaps in a report: for every card the one that was chosen as highest, or the one that was chosen as lowest. */
function readSwaps(report: DesignReportMessage, raise: boolean): { swaps: Swap[]; kind: string } {
  const table = report.sheets.find((table) => table.name === "swaps");
  const columnIndex = (name: string) => table?.columns.findIndex((column) => column.name === name) ?? -1;
  const [card, without] = [columnIndex("card"), columnIndex("without_corrected")];
  const [other, change, verdict] = (
    raise ? ["raiser", "raised_corrected", "raised_verdict"] : ["lowerer", "lowered_corrected", "lowered_verdict"]
  ).map(columnIndex) as [number, number, number];
  const swaps = (table?.rows ?? []).flatMap((row): Swap[] => {
    const value = toInterval(row[change] as PartialResult["value"]);
    return value
      ? [
          {
            card: String(row[card]),
            other: String(row[other]),
            change: value,
            without: row[without] as PartialResult["value"],
            verdict: String(row[verdict]),
          },
        ]
      : [];
  });
  swaps.sort((a, b) => (raise ? b.change.value - a.change.value : a.change.value - b.change.value));
  return { swaps, kind: table?.columns[change]?.kind ?? "number" };
}

interface Props {
  info: KingdomsInfo;
  report: DesignReportMessage;
  measure: string;
  /** Whether the picked cards are still the measured ones. */
  current: boolean;
  onSwap: (card: string, other: string) => void;
}

export function SwapTable({ info, report, measure, current, onSwap }: Props) {
  const [raise, setRaise] = useState(true);
  const { swaps, kind } = readSwaps(report, raise);
  const title = info.measures.find((entry) => entry.name === measure)?.title ?? measure;
  const maxChange = Math.max(
    0.001,
    ...swaps.flatMap((swap) => [Math.abs(swap.change.low), Math.abs(swap.change.high)]),
  );
  const unit = kind === "difference" ? "percentage points" : "";
  return (
    <section class="panel padded" aria-label="Swaps">
      <h2>
        Swaps <span class="muted small">and their effect on {title}</span>
      </h2>
      <div class="segments" role="group" aria-label="Direction">
        <button type="button" class="button" aria-pressed={raise} onClick={() => setRaise(true)}>
          Raise it
        </button>
        <button type="button" class="button" aria-pressed={!raise} onClick={() => setRaise(false)}>
          Lower it
        </button>
      </div>
      {!current && <p class="notice">These swaps belong to the measured kingdom. The cards have changed since.</p>}
      <div class="table-scroll">
        <table class="swaps">
          <thead>
            <tr>
              <th>remove</th>
              <th>add</th>
              <th class="number">change{unit && `, ${unit}`}</th>
              <th>verdict</th>
              <th class="wide-only">
                <span class="visually-hidden">as a bar</span>
              </th>
              <th class="number wide-only">without it, with any other</th>
              <th>
                <span class="visually-hidden">action</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {swaps.map((swap) => (
              <tr key={swap.card} class={swap.verdict.startsWith("surely") ? "" : "uncertain"}>
                <td>{swap.card}</td>
                <td>
                  <b>{swap.other}</b>
                </td>
                <td class="number">
                  <Estimate value={swap.change} kind={kind} />
                </td>
                <td>{swap.verdict}</td>
                <td class="wide-only">
                  <IntervalBar value={swap.change} kind={kind} from={-maxChange} to={maxChange} />
                </td>
                <td class="number wide-only">
                  <Estimate value={swap.without} kind={kind} />
                </td>
                <td>
                  <button
                    type="button"
                    class="button"
                    disabled={!current}
                    aria-label={`Swap ${swap.card} for ${swap.other} and measure again`}
                    onClick={() => onSwap(swap.card, swap.other)}
                  >
                    Swap
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="muted small">
        Intervals are corrected for the number of comparisons. Pale rows are undecided, or get no judgement because the
        players do not use the card that is added. The swap of each card was chosen among all cards of the edition and
        measured again on held-out seeds.
      </p>
    </section>
  );
}
