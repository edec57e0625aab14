/** Measurement of a kingdom: form, progress, measures as they arrive, suggested swaps. */

import { useEffect, useMemo, useState } from "preact/hooks";
import { showToast } from "../../components/toast";
import type { DesignerInfo, InspectRequest, KingdomsInfo, StartedJob } from "../../protocol";
import { post } from "../../api/http";
import { DesignReport } from "../../components/design-report";
import { OptionField } from "../../components/option-fields";
import { useJob } from "../../api/jobs";
import { JobNotices } from "../../components/notices";
import { ProgressPanel } from "../../components/progress-panel";
import type { MeasuredValues } from "./measure-table";
import { measuredValues, MeasureTable, OpenGameForm } from "./measure-table";
import type { KingdomState } from "./url-state";
import { KINGDOM_SIZE, kingdomKey, unknownCards } from "./url-state";
import { SwapTable } from "./swap-table";

const DEFAULT_GAMES = 4000;

/** Parameters of a measurement, stored in this tab: the address contains only the id of the job. */
export interface MeasureRequest {
  key: string;
  measure: string;
  players: string[];
  games: number;
  seed: number;
}
const PREFIX = "ludus-kingdom-";

function loadRequest(id: string): MeasureRequest | undefined {
  const saved = sessionStorage.getItem(PREFIX + id);
  return saved ? (JSON.parse(saved) as MeasureRequest) : undefined;
}

interface Props {
  info: KingdomsInfo;
  designer: DesignerInfo;
  state: KingdomState;
  change: (more: Partial<KingdomState>) => void;
}

const FIRST_MEASURE = "skill-computed";

export function MeasureForm({ info, designer, state, change }: Props) {
  const [measure, setMeasure] = useState(FIRST_MEASURE);
  const [options, setOptions] = useState<Record<string, string>>({});
  const [games, setGames] = useState("");
  const [seed, setSeed] = useState("");
  const ready = state.cards.length === KINGDOM_SIZE && !unknownCards(info, state).length;
  const start = async () => {
    try {
      change({ measureJob: await startMeasuring(info, state, { ...options, measure }, games, seed), isMaking: false });
    } catch (error) {
      showToast((error as Error).message);
    }
  };
  return (
    <form
      class="measure-form"
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      <label class="field">
        <span>Suggest swaps that change</span>
        <select class="input" value={measure} onChange={(event) => setMeasure(event.currentTarget.value)}>
          {info.measures.map((measure) => (
            <option key={measure.name} value={measure.name}>
              {measure.title}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" class="button main" disabled={!ready}>
        Measure it
      </button>
      <details>
        <summary class="small">Players, games, seed</summary>
        <div class="option-fields">
          <label class="field">
            <span>
              <b>games</b> of the pair; more make intervals narrower
            </span>
            <input
              class="input"
              inputMode="numeric"
              placeholder={String(DEFAULT_GAMES)}
              value={games}
              onInput={(event) => setGames(event.currentTarget.value.trim())}
            />
          </label>
          <label class="field">
            <span>
              <b>seed</b> of everything random
            </span>
            <input
              class="input"
              inputMode="numeric"
              placeholder="1"
              value={seed}
              onInput={(event) => setSeed(event.currentTarget.value.trim())}
            />
          </label>
          {designer.inspects
            .filter((option) => option.key !== "measure")
            .map((option) => (
              <OptionField
                key={option.key}
                option={option}
                value={options[option.key] ?? ""}
                change={(text) => setOptions({ ...options, [option.key]: text })}
              />
            ))}
        </div>
      </details>
    </form>
  );
}

/** Start measuring a kingdom; returns the id of the job. */
async function startMeasuring(
  info: KingdomsInfo,
  state: KingdomState,
  options: Record<string, string>,
  games: string,
  seed: string,
): Promise<string> {
  const filledIn = Object.fromEntries(Object.entries(options).filter(([, text]) => text !== ""));
  const body: InspectRequest = {
    content: [state.cards.join(",")],
    asks: filledIn,
    options: state.edition === "first" ? {} : { edition: state.edition },
    ...(games ? { games: Number(games) } : {}),
    ...(seed ? { seed: Number(seed) } : {}),
  };
  const { id } = await post<StartedJob>("/design/dominion/inspect", body);
  const saved: MeasureRequest = {
    key: kingdomKey(state.cards),
    measure: filledIn.measure ?? FIRST_MEASURE,
    players: (filledIn.players ?? info.players).split(/\s+/),
    games: games ? Number(games) + (Number(games) % 2) : DEFAULT_GAMES,
    seed: seed ? Number(seed) : 1,
  };
  sessionStorage.setItem(PREFIX + id, JSON.stringify(saved));
  return id;
}

/** The last two measured kingdoms, to compare the next one with. */
let lastMeasured: { key: string; measured: MeasuredValues } | null = null;
let previouslyMeasured: { key: string; measured: MeasuredValues } | null = null;

export function MeasureProgress({ info, state, change }: Omit<Props, "designer">) {
  const job = useJob(state.measureJob);
  const { progress, report } = job;
  const request = useMemo(() => loadRequest(state.measureJob), [state.measureJob]);
  const measured = measuredValues(progress, report);
  const key = request?.key ?? kingdomKey(state.cards);
  useEffect(() => {
    if (!report || lastMeasured?.key === key) return;
    previouslyMeasured = lastMeasured;
    lastMeasured = { key, measured };
  }, [report, key]);
  const compared = lastMeasured?.key === key ? previouslyMeasured : lastMeasured;
  const swap = async (card: string, other: string) => {
    const nextState = { ...state, cards: state.cards.map((current) => (current === card ? other : current)) };
    try {
      const options = { measure: request?.measure ?? FIRST_MEASURE, players: request?.players.join(" ") ?? "" };
      const id = await startMeasuring(
        info,
        nextState,
        options,
        request ? String(request.games) : "",
        request ? String(request.seed) : "",
      );
      change({ cards: nextState.cards, measureJob: id });
    } catch (error) {
      showToast((error as Error).message);
    }
  };
  return (
    <>
      <JobNotices job={job} back={["/kingdoms", "Kingdoms"]} />
      {progress && !report && <ProgressPanel progress={progress} />}
      <MeasureTable
        info={info}
        measured={measured}
        before={
          compared && compared.key !== key
            ? { title: describeDifference(compared.key, key), measured: compared.measured }
            : null
        }
        working={!report && progress?.work.state === "working"}
      />
      {report && (
        <>
          {request && request.key === kingdomKey(state.cards) && (
            <section class="panel padded measured-games" aria-label="Measured games">
              <OpenGameForm state={state} players={request.players} seed={request.seed} games={request.games} />
            </section>
          )}
          <SwapTable
            info={info}
            report={report}
            measure={request?.measure ?? FIRST_MEASURE}
            current={request === undefined || request.key === kingdomKey(state.cards)}
            onSwap={swap}
          />
          <details class="full-report">
            <summary>Full report: text, pictures, ladder of players, method</summary>
            <DesignReport report={report} game="dominion" />
          </details>
        </>
      )}
    </>
  );
}

/** Text: the cards in which two kingdoms differ. */
function describeDifference(before: string, now: string): string {
  const [oldCards, newCards] = [before.split(","), now.split(",")];
  const removed = oldCards.filter((card) => !newCards.includes(card));
  const added = newCards.filter((card) => !oldCards.includes(card));
  return removed.length <= 3
    ? `before: with ${removed.join(", ")} instead of ${added.join(", ")}`
    : `before: ${oldCards.slice(0, 3).join(", ")} and others`;
}
