/** Kingdoms made to a target: what to aim at, how the search goes, and what came out. */

import { useState } from "preact/hooks";
import { say } from "../../components/toast";
import type { DesignerInfo, Found, KingdomsInfo, MakeOrder, Progress, Started } from "../../protocol";
import { post } from "../../api/http";
import { Estimate } from "../estimate";
import { Findings } from "../found";
import { ChoiceField } from "../options";
import { ProgressPanel, useWork } from "../work";
import type { State } from "./state";
import { TEN } from "./state";

interface Props {
  info: KingdomsInfo;
  state: State;
  change: (more: Partial<State>) => void;
}

export function MakeForm({ info, designer, state, change }: Props & { designer: DesignerInfo }) {
  const [asks, setAsks] = useState<Record<string, string>>({});
  const [keep, setKeep] = useState(false);
  const [seed, setSeed] = useState("");
  const aims = info.measures.filter((each) => each.target);
  const targets = new Set(aims.map((each) => each.target));
  const some = state.cards.length > 0 && state.cards.length < TEN;
  const begin = async () => {
    const given = Object.fromEntries(Object.entries(asks).filter(([, text]) => text !== ""));
    if (!aims.some((each) => given[each.target]) && !given["map"]) return say("Say what to aim at: fill in a target.");
    const body: MakeOrder = {
      asks: keep && some ? { ...given, keep: state.cards.join(",") } : given,
      options: state.edition === "first" ? {} : { edition: state.edition },
      ...(seed ? { seed: Number(seed) } : {}),
    };
    try {
      change({ made: (await post<Started>("/design/dominion/make", body)).id, making: true });
    } catch (error) {
      say((error as Error).message);
    }
  };
  const ask = (key: string, text: string) => setAsks({ ...asks, [key]: text });
  return (
    <form
      class="panel part"
      aria-label="Make to a target"
      onSubmit={(event) => {
        event.preventDefault();
        void begin();
      }}
    >
      <h2>Make to a target</h2>
      <div class="option-fields two">
        {aims.map((each) => (
          <label class="field" key={each.target}>
            <span>
              <b>{each.title}</b>
            </span>
            <input
              class="input"
              inputMode="decimal"
              placeholder={each.kind === "share" ? "any, or 0 to 1" : "any"}
              aria-label={each.title}
              value={asks[each.target] ?? ""}
              onInput={(event) => ask(each.target, event.currentTarget.value.trim())}
            />
          </label>
        ))}
      </div>
      {some && (
        <label class="check">
          <input type="checkbox" checked={keep} onChange={(event) => setKeep(event.currentTarget.checked)} />
          <span>Every kingdom holds the cards picked above: {state.cards.join(", ")}</span>
        </label>
      )}
      <details>
        <summary class="small">Players, cards to ban, size of the search, seed</summary>
        <div class="option-fields two">
          {designer.makes
            .filter((choice) => !targets.has(choice.key))
            .map((choice) => (
              <ChoiceField
                key={choice.key}
                choice={choice}
                value={asks[choice.key] ?? ""}
                change={(text) => ask(choice.key, text)}
              />
            ))}
          <label class="field">
            <span>
              <b>seed</b> everything random follows from it
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
      <div class="setup-go">
        <button type="submit" class="button main">
          Make kingdoms
        </button>
      </div>
    </form>
  );
}

export function Making({ info, state, change }: Props) {
  const { progress, found, lost, reason } = useWork(state.made);
  return (
    <>
      {reason && <p class="notice">{reason}</p>}
      {lost && (
        <p class="notice" role="status">
          The connection broke. Trying again by itself.
        </p>
      )}
      {progress && !found && <ProgressPanel progress={progress} />}
      {progress && <Search progress={progress} />}
      {found && (
        <>
          <Made found={found} info={info} state={state} change={change} />
          <details class="all-found">
            <summary>All that was found</summary>
            <Findings found={found} game="dominion" />
          </details>
        </>
      )}
    </>
  );
}

/** How near the best kingdom of every generation came. */
function Search({ progress }: { progress: Progress }) {
  const steps = (progress.told ?? []).filter((each) => each.of === "search").map((each) => Number(each.value));
  if (!steps.length) return null;
  const most = Math.max(...steps, 0.01);
  const across = (k: number) => (steps.length > 1 ? (300 * k) / (steps.length - 1) : 150);
  const down = (value: number) => 8 + 72 * (1 - value / most);
  const points = steps.map((value, k) => `${across(k).toFixed(1)},${down(value).toFixed(1)}`);
  const now = steps.at(-1) ?? 0;
  return (
    <section class="panel part" aria-label="The search">
      <h2>
        The search{" "}
        <span class="quiet small number" role="status">
          generation {steps.length}: the best is {now.toFixed(2)} off its targets
        </span>
      </h2>
      <svg
        class="search-curve"
        viewBox="-6 0 312 88"
        role="img"
        aria-label={`By generation: ${steps.map((value) => value.toFixed(2)).join(", ")}`}
      >
        <path class="axis" d="M0 80H300" />
        <polyline points={points.join(" ")} />
        <circle cx={across(steps.length - 1)} cy={down(now)} r="3.5" />
      </svg>
      <p class="quiet small">
        Distance from the targets, in the usual spread of each measure over random kingdoms; 0 meets all of them.
      </p>
    </section>
  );
}

/** The kingdoms that were made, with what was measured on fresh seeds. */
function Made({ found, info, state, change }: Props & { found: Found }) {
  const sheet = found.sheets.find((each) => each.name === "kingdoms");
  if (!sheet) return null;
  const at = (name: string) => sheet.columns.findIndex((each) => each.name === name);
  const measured = sheet.columns
    .map((column, k) => ({ column, k }))
    .filter(({ column }) => info.measures.some((each) => each.name === column.title));
  return (
    <section class="made-kingdoms" aria-label="Kingdoms that were made">
      {sheet.rows.map((row) => {
        const cards = String(row[at("cards")]).split(", ");
        const query = new URLSearchParams({ kingdom: cards.join(", "), edition: state.edition });
        return (
          <article class="panel part" key={String(row[0])}>
            <h2>
              Kingdom {String(row[at("kingdom")])} <span class="quiet small">{String(row[at("met")])} targets met</span>
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
                  <dt>{info.measures.find((each) => each.name === column.title)?.title}</dt>
                  <dd>
                    <Estimate value={row[k] ?? null} kind={column.kind} />
                  </dd>
                </div>
              ))}
            </dl>
            <div class="actions">
              <button
                type="button"
                class="button"
                onClick={() => change({ cards, making: false, measuring: "" })}
              >
                Take it, to measure and to swap
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
