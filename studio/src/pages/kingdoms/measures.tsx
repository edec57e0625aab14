/** The measures of a kingdom, each with its interval, as they arrive. */

import { useState } from "preact/hooks";
import { say as toast } from "../../components/toast";
import type { Found, KingdomsInfo, MadeTable, MeasureInfo, Progress, Told } from "../../protocol";
import { go } from "../../route";
import { post } from "../../api/http";
import { Estimate } from "../estimate";
import { Interval } from "./interval";
import type { State } from "./state";

export type Measured = Record<string, Told["value"]>;

/** What is known by now: what was told while the work went on, or, where the page came later, what was found. */
export function measuredOf(progress: Progress | null, found: Found | null): Measured {
  const known: Measured = Object.fromEntries((progress?.told ?? []).map((each) => [each.name, each.value]));
  const column = (sheet: string, name: string) =>
    found?.sheets.find((each) => each.name === sheet)?.columns.findIndex((each) => each.name === name) ?? -1;
  const rows = (sheet: string) => found?.sheets.find((each) => each.name === sheet)?.rows ?? [];
  for (const row of rows("measures")) known[String(row[0])] = row[column("measures", "kingdom_1")] as Told["value"];
  for (const row of rows("length")) known["turns"] = row[column("length", "turns")] as Told["value"];
  return known;
}

const LONGEST = 60; // turns, at the right end of the bar

interface Props {
  info: KingdomsInfo;
  measured: Measured;
  before: { title: string; measured: Measured } | null;
  working: boolean;
}

export function Measures({ info, measured, before, working }: Props) {
  const known = info.measures.filter((each) => each.name in measured).length;
  return (
    <section class="panel part" aria-label="Measures">
      <h2>
        Measures{" "}
        <span class="quiet small" role="status">
          {known} of {info.measures.length}
          {working && known < info.measures.length ? ", the others are on their way" : ""}
        </span>
      </h2>
      {before && (
        <p class="quiet small legend">
          <span class="swatch" /> {before.title}
        </p>
      )}
      <div class="table-scroll">
        <table class="measures">
          <thead>
            <tr>
              <th>measure</th>
              <th class="number">value and 95 % interval</th>
              <th class="wide-only">
                <span class="unseen">as a bar</span>
              </th>
              {before && <th class="number">before</th>}
            </tr>
          </thead>
          <tbody>
            {info.measures.map((each) => (
              <Row key={each.name} measure={each} measured={measured} before={before?.measured ?? null} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Row({ measure, measured, before }: { measure: MeasureInfo; measured: Measured; before: Measured | null }) {
  const value = measured[measure.name];
  const [from, to] = measure.kind === "number" ? [0, LONGEST] : [0, 1];
  return (
    <tr class={value === undefined ? "waiting" : "here"}>
      <td>{measure.title}</td>
      <td class="number">
        {value === undefined ? <span class="quiet">…</span> : <Estimate value={value} kind={measure.kind} />}
      </td>
      <td class="wide-only">
        {value !== undefined && (
          <Interval value={value} kind={measure.kind} from={from} to={to} before={before?.[measure.name] ?? null} />
        )}
      </td>
      {before && (
        <td class="number quiet">
          <Estimate value={before[measure.name] ?? null} kind={measure.kind} />
        </td>
      )}
    </tr>
  );
}

/** A way from the numbers to the games behind them. */
export function Games({ state, players, seed, games }: { state: State; players: string[]; seed: number; games: number }) {
  const [number, setNumber] = useState("1");
  const [busy, setBusy] = useState(false);
  const open = async () => {
    const at = Number(number);
    if (!Number.isInteger(at) || at < 1 || at > games)
      return toast(`Games are numbered from 1 to ${games.toLocaleString("en")}.`);
    setBusy(true);
    try {
      const order = { kingdom: state.cards, edition: state.edition, players, seed, number: at - 1 };
      go(`/tables/${(await post<MadeTable>("/kingdoms/games", order)).id}/0`);
    } catch (error) {
      toast((error as Error).message);
    }
    setBusy(false);
  };
  return (
    <form
      class="inline wrap"
      onSubmit={(event) => {
        event.preventDefault();
        void open();
      }}
    >
      <label class="inline wrap">
        The games behind the outcomes: number
        <input
          class="input short"
          inputMode="numeric"
          value={number}
          onInput={(event) => setNumber(event.currentTarget.value.trim())}
        />
        of {games.toLocaleString("en")}
      </label>
      <button type="submit" class="button" disabled={busy}>
        {busy ? "Playing it again…" : "Watch it"}
      </button>
    </form>
  );
}
