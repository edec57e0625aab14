/** Measures of a kingdom with intervals, shown as they arrive. */

import { useState } from "preact/hooks";
import { showToast } from "../../components/toast";
import type {
  CreatedSession,
  DesignReportMessage,
  JobProgress,
  KingdomsInfo,
  MeasureInfo,
  PartialResult,
} from "../../protocol";
import { navigateLater } from "../../route";
import { post } from "../../api/http";
import { Explained } from "../../components/explained";
import { Estimate } from "../../components/estimate";
import { IntervalBar } from "../../charts/interval-bar";
import type { KingdomState } from "./url-state";
import { formatCount } from "../../format";

export type MeasuredValues = Record<string, PartialResult["value"]>;

/** Measures known so far: from progress messages, or from the report if the job is already done. */
export function measuredValues(progress: JobProgress | null, report: DesignReportMessage | null): MeasuredValues {
  const values: MeasuredValues = Object.fromEntries(
    (progress?.told ?? []).map((result) => [result.name, result.value]),
  );
  const column = (tableName: string, name: string) =>
    report?.sheets.find((table) => table.name === tableName)?.columns.findIndex((column) => column.name === name) ?? -1;
  const rows = (tableName: string) => report?.sheets.find((table) => table.name === tableName)?.rows ?? [];
  for (const row of rows("measures")) {
    values[String(row[0])] = row[column("measures", "kingdom_1")] as PartialResult["value"];
  }
  for (const row of rows("length")) values.turns = row[column("length", "turns")] as PartialResult["value"];
  return values;
}

const MAX_TURNS = 60; // right end of the bar

interface Props {
  info: KingdomsInfo;
  measured: MeasuredValues;
  before: { title: string; measured: MeasuredValues } | null;
  working: boolean;
}

export function MeasureTable({ info, measured, before, working }: Props) {
  const knownCount = info.measures.filter((measure) => measure.name in measured).length;
  return (
    <section class="panel padded" aria-label="Measures">
      <h2>
        Measures{" "}
        <span class="muted small" role="status">
          {knownCount} of {info.measures.length}
          {working && knownCount < info.measures.length ? ", more are coming" : ""}
        </span>
      </h2>
      {before && (
        <p class="muted small legend">
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
                <span class="visually-hidden">as a bar</span>
              </th>
              {before && <th class="number">before</th>}
            </tr>
          </thead>
          <tbody>
            {info.measures.map((measure) => (
              <Row key={measure.name} measure={measure} measured={measured} before={before?.measured ?? null} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Row({
  measure,
  measured,
  before,
}: {
  measure: MeasureInfo;
  measured: MeasuredValues;
  before: MeasuredValues | null;
}) {
  const value = measured[measure.name];
  const [from, to] = measure.kind === "number" ? [0, MAX_TURNS] : [0, 1];
  return (
    <tr class={value === undefined ? "waiting" : "arrived"}>
      <td>
        <Explained about={measure.about}>{measure.title}</Explained>
      </td>
      <td class="number">
        {value === undefined ? <span class="muted">…</span> : <Estimate value={value} kind={measure.kind} />}
      </td>
      <td class="wide-only">
        {value !== undefined && (
          <IntervalBar value={value} kind={measure.kind} from={from} to={to} before={before?.[measure.name] ?? null} />
        )}
      </td>
      {before && (
        <td class="number muted">
          <Estimate value={before[measure.name] ?? null} kind={measure.kind} />
        </td>
      )}
    </tr>
  );
}

/** Opens one of the games that measured a kingdom, by its number. */
export function OpenGameForm({
  state,
  players,
  seed,
  games,
}: {
  state: KingdomState;
  players: string[];
  seed: number;
  games: number;
}) {
  const [number, setNumber] = useState("1");
  const [busy, setBusy] = useState(false);
  const open = async () => {
    const gameNumber = Number(number);
    if (!Number.isInteger(gameNumber) || gameNumber < 1 || gameNumber > games)
      return showToast(`Games are numbered from 1 to ${formatCount(games)}.`);
    setBusy(true);
    const goTo = navigateLater();
    try {
      const request = { kingdom: state.cards, edition: state.edition, players, seed, number: gameNumber - 1 };
      goTo(`/tables/${(await post<CreatedSession>("/kingdoms/games", request)).id}/0`);
    } catch (error) {
      showToast((error as Error).message);
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
        Watch game number
        <input
          class="input short"
          inputMode="numeric"
          value={number}
          onInput={(event) => setNumber(event.currentTarget.value.trim())}
        />
        of {formatCount(games)}
      </label>
      <button type="submit" class="button" disabled={busy}>
        {busy ? "Loading…" : "Watch it"}
      </button>
    </form>
  );
}
