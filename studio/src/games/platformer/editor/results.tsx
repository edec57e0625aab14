/** Results of the check: faults where they are, whether the level can be finished, and how hard it is. */

import { Estimate } from "../../../components/estimate";
import { formatCount, formatSeconds, plural, sentenceCase } from "../../../format";
import type { LevelFault, LevelRating } from "../../../protocol";
import { faultsOf, isOfText, type LevelChecker } from "./check";
import type { Cell } from "./draft";

interface Props {
  check: LevelChecker;
  /** Whether the results are about the level as it is now. */
  current: boolean;
  select: (cell: Cell) => void;
  /** Show the first fault of the text where it is. */
  showLine: () => void;
  watchAgent: () => void;
}

export function ResultsPanel({ check, current, select, showLine, watchAgent }: Props) {
  const { walk } = check;
  const faults = faultsOf(check);
  const rating = check.rating ?? check.earlier;
  const working = check.state === "working";
  return (
    <section
      class="panel padded level-results"
      aria-label="Check and difficulty"
      data-state={check.state}
      data-current={current}
    >
      <div class="inline wrap">
        <h2>Check</h2>
        <span class="grow" />
        <span class="muted small number" role="status">
          {statusText(check)}
        </span>
        {working && (
          <button type="button" class="button plain" onClick={check.stop}>
            Stop
          </button>
        )}
        {(check.state === "stopped" || check.state === "failed") && (
          <button type="button" class="button" onClick={check.again}>
            Check again
          </button>
        )}
      </div>
      {check.error && (
        <p class="error" role="alert">
          {check.error}
        </p>
      )}
      {check.progress && (
        <progress
          value={check.progress.done}
          max={check.progress.total}
          aria-label="Synthetic players that have played"
        />
      )}
      {faults.length > 0 && (
        <ul class="fault-list" aria-label="Faults">
          {faults.map((fault) => (
            <Fault key={fault.message} fault={fault} select={select} showLine={showLine} />
          ))}
        </ul>
      )}
      {walk && !walk.fault && (
        <p class="small">
          The test agent, which plays without mistakes, reaches the exit in {formatSeconds(walk.ticks, 1)} without
          dying.{" "}
          <button type="button" class="button" disabled={!current} onClick={watchAgent}>
            Watch it
          </button>
        </p>
      )}
      {walk?.notes.map((note) => (
        <p key={note} class="muted small">
          {note}
        </p>
      ))}
      {rating && <RatingList rating={rating} predicted={walk?.predicted ?? null} old={check.rating === null} />}
    </section>
  );
}

function statusText({ state, progress, checked, walk, rating }: LevelChecker): string {
  if (state === "working")
    return progress
      ? `rating: ${formatCount(progress.done)} of ${plural(progress.total, "player")}`
      : walk
        ? "rating…"
        : "checking…";
  if (state === "stopped") return "stopped";
  if (state === "failed") return "failed";
  if (checked?.faults.length) return plural(checked.faults.length, "fault");
  if (walk?.fault) return "cannot be finished";
  return rating ? "checked and rated" : "checked";
}

interface FaultProps {
  fault: LevelFault;
  select: (cell: Cell) => void;
  showLine: () => void;
}

/** A fault of the level leads to its cell. A fault of the text is explained there, and this leads to it. */
function Fault({ fault, select, showLine }: FaultProps) {
  const [x, y] = fault.cells[0] ?? [];
  if (isOfText(fault))
    return (
      <li class="error">
        <button type="button" class="button plain fault" onClick={showLine}>
          Line {fault.line} of the file cannot be read
        </button>
      </li>
    );
  return (
    <li class="error">
      {x !== undefined && y !== undefined ? (
        <button type="button" class="button plain fault" onClick={() => select([x, y])}>
          {sentenceCase(fault.message)}
        </button>
      ) : (
        sentenceCase(fault.message)
      )}
    </li>
  );
}

function RatingList({ rating, predicted, old }: { rating: LevelRating; predicted: number | null; old: boolean }) {
  return (
    <>
      <h3>Difficulty</h3>
      <dl class={`level-numbers ${old ? "old" : ""}`}>
        <dt>players that die</dt>
        <dd>
          <Estimate value={rating.failure} kind="share" />
        </dd>
        <dt>deaths per player</dt>
        <dd>
          <Estimate value={rating.deaths} kind="number" />
        </dd>
        <dt>seconds per run</dt>
        <dd>
          <Estimate value={rating.seconds} kind="number" />
        </dd>
        {predicted !== null && (
          <>
            <dt>predicted share that dies</dt>
            <dd>
              <Estimate value={predicted} kind="share" />
            </dd>
          </>
        )}
      </dl>
      <p class="muted small">
        {old
          ? "Before the last edit."
          : `${rating.players} synthetic players${rating.last ? "" : ", more follow"}; intervals are 95 %, over players.`}
      </p>
    </>
  );
}
