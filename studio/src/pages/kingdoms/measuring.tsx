/** Measuring a kingdom: the order, how far it is, the measures as they arrive, and swaps. */

import { useEffect, useMemo, useState } from "preact/hooks";
import { say } from "../../components/toast";
import type { DesignerInfo, InspectOrder, KingdomsInfo, Started } from "../../protocol";
import { post } from "../../api/http";
import { Findings } from "../found";
import { ChoiceField } from "../options";
import { ProgressPanel, useWork } from "../work";
import type { Measured } from "./measures";
import { Games, measuredOf, Measures } from "./measures";
import type { State } from "./state";
import { keyOf, TEN } from "./state";
import { Swaps } from "./swaps";

const USUAL_GAMES = 4000;

/** What was ordered, kept in this tab: an address names the work, but not how it was asked for. */
export interface Ordered {
  key: string;
  measure: string;
  players: string[];
  games: number;
  seed: number;
}
const PREFIX = "ludus-kingdom-";

function orderedAs(id: string): Ordered | undefined {
  const kept = sessionStorage.getItem(PREFIX + id);
  return kept ? (JSON.parse(kept) as Ordered) : undefined;
}

interface Props {
  info: KingdomsInfo;
  designer: DesignerInfo;
  state: State;
  change: (more: Partial<State>) => void;
}

const FIRST_MEASURE = "skill-computed";

export function MeasureForm({ info, designer, state, change }: Props) {
  const [measure, setMeasure] = useState(FIRST_MEASURE);
  const [asks, setAsks] = useState<Record<string, string>>({});
  const [games, setGames] = useState("");
  const [seed, setSeed] = useState("");
  const ready = state.cards.length === TEN;
  const begin = async () => {
    try {
      change({ measuring: await order(info, state, { ...asks, measure }, games, seed), making: false });
    } catch (error) {
      say((error as Error).message);
    }
  };
  return (
    <form
      class="measure-form"
      onSubmit={(event) => {
        event.preventDefault();
        void begin();
      }}
    >
      <label class="field">
        <span>Suggest swaps that change</span>
        <select class="input" value={measure} onChange={(event) => setMeasure(event.currentTarget.value)}>
          {info.measures.map((each) => (
            <option key={each.name} value={each.name}>
              {each.title}
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
              placeholder={String(USUAL_GAMES)}
              value={games}
              onInput={(event) => setGames(event.currentTarget.value.trim())}
            />
          </label>
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
          {designer.inspects
            .filter((choice) => choice.key !== "measure")
            .map((choice) => (
              <ChoiceField
                key={choice.key}
                choice={choice}
                value={asks[choice.key] ?? ""}
                change={(text) => setAsks({ ...asks, [choice.key]: text })}
              />
            ))}
        </div>
      </details>
    </form>
  );
}

/** Order the measuring of a kingdom; the id of the work. */
async function order(
  info: KingdomsInfo,
  state: State,
  asks: Record<string, string>,
  games: string,
  seed: string,
): Promise<string> {
  const given = Object.fromEntries(Object.entries(asks).filter(([, text]) => text !== ""));
  const body: InspectOrder = {
    content: [state.cards.join(",")],
    asks: given,
    options: state.edition === "first" ? {} : { edition: state.edition },
    ...(games ? { games: Number(games) } : {}),
    ...(seed ? { seed: Number(seed) } : {}),
  };
  const { id } = await post<Started>("/design/dominion/inspect", body);
  const kept: Ordered = {
    key: keyOf(state.cards),
    measure: given["measure"] ?? FIRST_MEASURE,
    players: (given["players"] ?? info.players).split(/\s+/),
    games: games ? Number(games) + (Number(games) % 2) : USUAL_GAMES,
    seed: seed ? Number(seed) : 1,
  };
  sessionStorage.setItem(PREFIX + id, JSON.stringify(kept));
  return id;
}

/** What was measured last, to compare the next kingdom with it. */
let last: { key: string; measured: Measured } | null = null;
let previous: { key: string; measured: Measured } | null = null;

export function Measuring({ info, state, change }: Omit<Props, "designer">) {
  const { progress, found, lost, reason } = useWork(state.measuring);
  const how = useMemo(() => orderedAs(state.measuring), [state.measuring]);
  const measured = measuredOf(progress, found);
  const key = how?.key ?? keyOf(state.cards);
  useEffect(() => {
    if (!found || last?.key === key) return;
    previous = last;
    last = { key, measured };
  }, [found, key]);
  const shown = last?.key === key ? previous : last;
  const swap = async (card: string, other: string) => {
    const next = { ...state, cards: state.cards.map((each) => (each === card ? other : each)) };
    try {
      const asks = { measure: how?.measure ?? FIRST_MEASURE, players: how?.players.join(" ") ?? "" };
      const id = await order(info, next, asks, how ? String(how.games) : "", how ? String(how.seed) : "");
      change({ cards: next.cards, measuring: id });
    } catch (error) {
      say((error as Error).message);
    }
  };
  return (
    <>
      {reason && <p class="notice">{reason}</p>}
      {lost && (
        <p class="notice" role="status">
          The connection broke. Trying again by itself.
        </p>
      )}
      {progress && !found && <ProgressPanel progress={progress} />}
      <Measures
        info={info}
        measured={measured}
        before={shown && shown.key !== key ? { title: difference(shown.key, key), measured: shown.measured } : null}
        working={!found && progress?.work.state === "working"}
      />
      {found && (
        <>
          {how && how.key === keyOf(state.cards) && (
            <section class="panel part games-behind" aria-label="Games behind the numbers">
              <Games state={state} players={how.players} seed={how.seed} games={how.games} />
            </section>
          )}
          <Swaps
            info={info}
            found={found}
            measure={how?.measure ?? FIRST_MEASURE}
            current={how === undefined || how.key === keyOf(state.cards)}
            swap={swap}
          />
          <details class="all-found">
            <summary>All that was found: sentences, pictures, the ladder of players, how it was measured</summary>
            <Findings found={found} game="dominion" />
          </details>
        </>
      )}
    </>
  );
}

/** What the kingdom before had instead. */
function difference(before: string, now: string): string {
  const [then, here] = [before.split(","), now.split(",")];
  const gone = then.filter((card) => !here.includes(card));
  const come = here.filter((card) => !then.includes(card));
  return gone.length <= 3
    ? `before: with ${gone.join(", ")} instead of ${come.join(", ")}`
    : `before: ${then.slice(0, 3).join(", ")} and others`;
}
