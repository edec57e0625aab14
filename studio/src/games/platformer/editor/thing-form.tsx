/** What is in the cell of the cursor, and a form for the timing and direction of a trap. */

import { formatSeconds } from "../../../format";
import type { LevelEditorInfo, TrapRating } from "../../../protocol";
import { Estimate } from "../../../components/estimate";
import { NumberInput } from "../../../components/number-input";
import {
  type Cell,
  changeTrap,
  describeCell,
  type DraftLevel,
  type DraftTrap,
  type Edit,
  type Facing,
  facingsOf,
  hasPeriod,
  removeThing,
  thingAt,
} from "./draft";
import { findTool } from "./tools";

interface Props {
  level: DraftLevel;
  cursor: Cell;
  info: LevelEditorInfo;
  ratings: readonly TrapRating[];
  edit: Edit;
}

export function ThingForm({ level, cursor, info, ratings, edit }: Props) {
  const thing = thingAt(level, ...cursor);
  const removable = thing && thing.type !== "start";
  return (
    <section class="panel padded" aria-label="Selected cell">
      <h2>
        Column {cursor[0]}, row {cursor[1]}
      </h2>
      <p>{describeCell(level, ...cursor)}</p>
      <p class="muted small">Columns count from the left, rows from the bottom, both from 0.</p>
      {thing?.type === "trap" && (
        <TrapForm
          key={`${thing.trap.kind} ${thing.x} ${thing.y}`}
          trap={thing.trap}
          info={info}
          edit={edit}
          rating={ratings.find(({ trap }) => trap === `${thing.trap.kind} ${thing.x} ${thing.y}`)}
        />
      )}
      {removable && (
        <div class="actions">
          <button type="button" class="button" onClick={() => edit((now) => removeThing(now, thing.x, thing.y), "")}>
            Remove it
          </button>
        </div>
      )}
    </section>
  );
}

interface TrapFormProps {
  trap: DraftTrap;
  info: LevelEditorInfo;
  rating: TrapRating | undefined;
  edit: Edit;
}

function TrapForm({ trap, info, rating, edit }: TrapFormProps) {
  const [shortest, longest] = info.period;
  const facings = facingsOf(trap.kind);
  const change = (field: string, values: Parameters<typeof changeTrap>[2]) =>
    edit((now) => changeTrap(now, trap, values), `${field} ${trap.x} ${trap.y}`);
  const ticks = (label: string, field: "period" | "phase", low: number, high: number) => (
    <div class="field">
      <span>
        {label}: {formatSeconds(trap[field])}
      </span>
      <div class="timing">
        <input
          type="range"
          aria-label={`${label}, slider`}
          min={low}
          max={Math.min(high, Math.max(300, trap[field]))}
          value={trap[field]}
          onInput={(event) => change(field, { [field]: event.currentTarget.valueAsNumber })}
        />
        <NumberInput
          label={`${label} in ticks`}
          min={low}
          max={high}
          value={trap[field]}
          set={(entered) => change(field, { [field]: Math.round(entered) })}
        />
      </div>
    </div>
  );
  return (
    <>
      <p class="muted small">{findTool(trap.kind).help}.</p>
      {facings.length > 0 && (
        <label class="field">
          <span>Points</span>
          <select
            class="input"
            value={trap.facing}
            onChange={(event) => change("facing", { facing: event.currentTarget.value as Facing })}
          >
            {facings.map((facing) => (
              <option key={facing}>{facing}</option>
            ))}
          </select>
        </label>
      )}
      {hasPeriod(trap.kind) && (
        <>
          {ticks("Period", "period", shortest, longest)}
          {ticks("Phase", "phase", 0, trap.period - 1)}
          <p class="muted small">{deadlyTime(trap)} 60 ticks are a second; the phase shifts the period.</p>
        </>
      )}
      {rating?.failed && (
        <p class="small">
          Attempts that fail: <Estimate value={rating.failed} kind="share" />
        </p>
      )}
    </>
  );
}

/** When a trap is deadly, in words. */
export function deadlyTime({ kind, period, phase }: Pick<DraftTrap, "kind" | "period" | "phase">): string {
  const from = (period - phase) % period; // first tick of a period
  const out = Math.floor((period * 2) / 5);
  switch (kind) {
    case "wall-spikes":
      return `Out from tick ${from} for ${out} of ${period} ticks.`;
    case "jaws":
      return `Each side is out for ${out} of ${period} ticks, the left one from tick ${from}.`;
    case "squeeze":
      return `Closed from tick ${from} for 6 of ${period} ticks.`;
    default:
      return `At its left end at tick ${from}, at its right end half a period later.`;
  }
}
