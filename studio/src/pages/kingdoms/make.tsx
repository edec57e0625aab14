/** Search for kingdoms with target measures: form, progress, results. */

import { useState } from "preact/hooks";
import { tooltip } from "../../components/tooltip";
import { showToast } from "../../components/toast";
import type {
  DesignerInfo,
  DesignReportMessage,
  JobProgress,
  KingdomsInfo,
  MakeRequest,
  StartedJob,
} from "../../protocol";
import { post } from "../../api/http";
import { Estimate } from "../../components/estimate";
import { DesignReport } from "../../components/design-report";
import { OptionField } from "../../components/option-fields";
import { useJob } from "../../api/jobs";
import { JobNotices } from "../../components/notices";
import { ProgressPanel } from "../../components/progress-panel";
import type { KingdomState } from "./url-state";
import { KINGDOM_SIZE, knownCards } from "./url-state";
import { formatFixed } from "../../format";
import { SearchCurve } from "../../charts/search-curve";

interface Props {
  info: KingdomsInfo;
  state: KingdomState;
  change: (more: Partial<KingdomState>) => void;
}

export function MakeForm({ info, designer, state, change }: Props & { designer: DesignerInfo }) {
  const [options, setOptions] = useState<Record<string, string>>({});
  const [keepCards, setKeepCards] = useState(false);
  const [seed, setSeed] = useState("");
  const targetMeasures = info.measures.filter((measure) => measure.target);
  const targetKeys = new Set(targetMeasures.map((measure) => measure.target));
  const picked = knownCards(info, state);
  const isPartial = picked.length > 0 && picked.length < KINGDOM_SIZE;
  const start = async () => {
    const filledIn = Object.fromEntries(Object.entries(options).filter(([, text]) => text !== ""));
    if (!targetMeasures.some((measure) => filledIn[measure.target]) && !filledIn.map)
      return showToast("Fill in at least one target.");
    const body: MakeRequest = {
      asks: keepCards && isPartial ? { ...filledIn, keep: picked.join(",") } : filledIn,
      options: state.edition === "first" ? {} : { edition: state.edition },
      ...(seed ? { seed: Number(seed) } : {}),
    };
    try {
      change({ makeJob: (await post<StartedJob>("/design/dominion/make", body)).id, isMaking: true });
    } catch (error) {
      showToast((error as Error).message);
    }
  };
  const setOption = (key: string, text: string) => setOptions({ ...options, [key]: text });
  return (
    <form
      class="panel padded"
      aria-label="Make to a target"
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      <h2>Make to a target</h2>
      <div class="option-fields two">
        {targetMeasures.map((measure) => (
          <label class="field" key={measure.target}>
            <span>
              <b>{measure.title}</b>
            </span>
            <input
              class="input"
              inputMode="decimal"
              placeholder={measure.kind === "share" ? "any, or 0 to 1" : "any"}
              aria-label={measure.title}
              aria-description={measure.about}
              {...tooltip(<p class="explanation">{measure.about}</p>)}
              value={options[measure.target] ?? ""}
              onInput={(event) => setOption(measure.target, event.currentTarget.value.trim())}
            />
          </label>
        ))}
      </div>
      {isPartial && (
        <label class="check">
          <input type="checkbox" checked={keepCards} onChange={(event) => setKeepCards(event.currentTarget.checked)} />
          <span>Every kingdom contains the picked cards: {picked.join(", ")}</span>
        </label>
      )}
      <details>
        <summary class="small">Players, cards to ban, size of the search, seed</summary>
        <div class="option-fields two">
          {designer.makes
            .filter((option) => !targetKeys.has(option.key))
            .map((option) => (
              <OptionField
                key={option.key}
                option={option}
                value={options[option.key] ?? ""}
                change={(text) => setOption(option.key, text)}
              />
            ))}
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
        </div>
      </details>
      <div class="setup-actions">
        <button type="submit" class="button main">
          Make kingdoms
        </button>
      </div>
    </form>
  );
}

export function MakeProgress({ info, state, change }: Props) {
  const job = useJob(state.makeJob);
  const { progress, report } = job;
  return (
    <>
      <JobNotices job={job} back={["/kingdoms?make=1", "Make kingdoms"]} />
      {progress && !report && <ProgressPanel progress={progress} />}
      {progress && <SearchProgress progress={progress} />}
      {report && (
        <>
          <MadeKingdoms report={report} info={info} state={state} change={change} />
          <details class="full-report">
            <summary>Full report</summary>
            <DesignReport report={report} game="dominion" />
          </details>
        </>
      )}
    </>
  );
}

/** Distance of the best kingdom from the targets, by generation. */
function SearchProgress({ progress }: { progress: JobProgress }) {
  const steps = (progress.told ?? []).filter((result) => result.of === "search").map((result) => Number(result.value));
  if (!steps.length) return null;
  const current = steps.at(-1) ?? 0;
  return (
    <section class="panel padded" aria-label="Search">
      <h2>
        Search{" "}
        <span class="muted small number" role="status">
          generation {steps.length}: best distance from the targets {formatFixed(current, 2)}
        </span>
      </h2>
      <SearchCurve values={steps} />
      <p class="muted small">
        Distance from the targets, in units of the usual spread of each measure over random kingdoms. 0 meets all
        targets.
      </p>
    </section>
  );
}

/** The kingdoms of the result, with measures on held-out seeds. */
function MadeKingdoms({ report, info, state, change }: Props & { report: DesignReportMessage }) {
  const table = report.sheets.find((table) => table.name === "kingdoms");
  if (!table) return null;
  const columnIndex = (name: string) => table.columns.findIndex((column) => column.name === name);
  const measured = table.columns
    .map((column, k) => ({ column, k }))
    .filter(({ column }) => info.measures.some((measure) => measure.name === column.title));
  return (
    <section class="generated-kingdoms" aria-label="Generated kingdoms">
      {table.rows.map((row) => {
        const cards = String(row[columnIndex("cards")]).split(", ");
        const query = new URLSearchParams({ kingdom: cards.join(", "), edition: state.edition });
        return (
          <article class="panel padded" key={String(row[0])}>
            <h2>
              Kingdom {String(row[columnIndex("kingdom")])}{" "}
              <span class="muted small">{String(row[columnIndex("met")])} targets met</span>
            </h2>
            <p class="picked-cards">
              {cards.map((card) => (
                <span class="chip" key={card}>
                  {card}
                </span>
              ))}
            </p>
            <dl class="counts">
              {measured.map(({ column, k }) => (
                <div key={column.name}>
                  <dt>{info.measures.find((measure) => measure.name === column.title)?.title}</dt>
                  <dd>
                    <Estimate value={row[k] ?? null} kind={column.kind} />
                  </dd>
                </div>
              ))}
            </dl>
            <div class="actions">
              <button type="button" class="button" onClick={() => change({ cards, isMaking: false, measureJob: "" })}>
                Use it: measure and swap
              </button>
              <a class="button main" href={`/new/dominion?${query}`}>
                Play with it
              </a>
            </div>
          </article>
        );
      })}
    </section>
  );
}
