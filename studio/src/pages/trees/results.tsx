/** Results of a tree with intervals, differences to the compared tree, and links to fights. */

import { showToast } from "../../components/toast";
import type {
  CreatedSession,
  ExampleFight,
  TreeFight,
  TreeSetting,
  TreesInfo,
  JudgedDifference,
  ValueWithInterval,
} from "../../protocol";
import { navigateLater } from "../../route";
import { post } from "../../api/http";
import { Estimate, withoutEmptyInterval } from "../../components/estimate";
import { PowerCurve, WinCurve } from "../../charts/encounter-charts";
import type { Tree } from "./tree";
import { toDraft } from "./tree";
import type { Measurement } from "./measure";
import { formatCount, sentenceCase } from "../../format";

interface Props {
  info: TreesInfo;
  measured: Measurement;
  setting: TreeSetting;
}

/** Charts of win rate and power. */
export function ResultCharts({ measured, setting }: Omit<Props, "info">) {
  const { simulated, fought, waiting } = measured;
  return (
    <div class={`curves${waiting ? " waiting" : ""}`}>
      <figure class="panel picture">
        <figcaption>
          <h3>Encounters won and the flow zone</h3>
        </figcaption>
        {fought ? (
          <WinCurve
            after={fought.after.stages}
            before={fought.before?.stages ?? null}
            zone={setting.zone as [number, number]}
          />
        ) : (
          <p class="muted chart">{waiting ? "Playing…" : "Nothing played yet."}</p>
        )}
        <p class="muted small">
          {setting.player} with random picks, seed {setting.seed}; vertical lines are 95 % intervals
          {fought && `, of ${fought.orders} orders of cards with ${fought.decks}`}.
          {fought?.before && " Dashed: before the edit."}
        </p>
      </figure>
      <figure class="panel picture">
        <figcaption>
          <h3>Power and the flow zone</h3>
        </figcaption>
        {simulated ? (
          <PowerCurve after={simulated.after.given} before={simulated.before?.given ?? null} bands={simulated.bands} />
        ) : (
          <p class="muted chart">{waiting ? "Measuring…" : "Not measured yet."}</p>
        )}
        <p class="muted small">
          Damage that picked nodes add to a card: median over all decks and random picks. Boxes contain 80 %, dashes are
          the maximum.{simulated?.before && " Dashed: before the edit."}
        </p>
      </figure>
    </div>
  );
}

export function EncounterTable({ measured, setting }: Omit<Props, "info">) {
  const { fought, tree } = measured;
  if (!fought || !tree) return null;
  const compared = fought.before !== null;
  const difference = (value: JudgedDifference | null | undefined) => <Difference value={value ?? null} />;
  return (
    <section class="panel padded" aria-label="Encounters">
      <h2>
        Encounters{" "}
        <span class="muted small">
          {fought.orders} orders of cards, {fought.decks}, {setting.player}, seed {setting.seed}
          {`; intervals are 95 %, verdicts and colours are corrected for ${fought.comparisons} comparisons`}
          {!fought.last && "; more are being played"}
        </span>
      </h2>
      <div class="table-scroll" tabIndex={0} role="group" aria-label="Encounters one by one">
        <table>
          <thead>
            <tr>
              <th>encounter</th>
              <th class="number">encounters won</th>
              {compared && <th class="number">before</th>}
              {compared && <th class="number">difference, percentage points</th>}
              <th class="number">turns of a win</th>
              <th>verdict</th>
              <th>watch</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <td>all</td>
              <td class="number">
                <Estimate value={fought.after.wins} kind="share" />
              </td>
              {compared && (
                <td class="number">
                  <Estimate value={fought.before?.wins ?? null} kind="share" />
                </td>
              )}
              {compared && <td class="number">{difference(fought.more)}</td>}
              <td class="number">
                <Estimate value={fought.after.turns} kind="number" />
              </td>
              <td />
              <td />
            </tr>
            {fought.after.stages.map((stage, k) => (
              <tr key={k}>
                <td>{k + 1}</td>
                <td class="number">
                  <Estimate value={stage.wins} kind="share" />
                </td>
                {compared && (
                  <td class="number">
                    <Estimate value={fought.before?.stages[k]?.wins ?? null} kind="share" />
                  </td>
                )}
                {compared && <td class="number">{difference(fought.by_encounter[k])}</td>}
                <td class="number">
                  <Estimate value={stage.turns} kind="number" />
                </td>
                <td class={`verdict ${stage.verdict.replace(" ", "-")}`}>{stage.verdict}</td>
                <td>
                  <WatchButtons
                    tree={tree}
                    setting={setting}
                    fights={fought.after.behind.filter((fight) => fight.encounter === k)}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {fought.after.sentences.map((line, k) => (
        <p key={k} class="small">
          {line}
        </p>
      ))}
    </section>
  );
}

/** Buttons that open typical fights as finished sessions. */
function WatchButtons({ tree, setting, fights }: { tree: Tree; setting: TreeSetting; fights: ExampleFight[] }) {
  const watch = async ({ encounter, deck, nodes, number }: ExampleFight) => {
    const request: TreeFight = {
      draft: toDraft(tree),
      player: setting.player,
      seed: setting.seed,
      encounter,
      deck,
      nodes,
      number,
    };
    const goTo = navigateLater();
    try {
      goTo(`/tables/${(await post<CreatedSession>("/trees/fights", request)).id}/0`);
    } catch (error) {
      showToast((error as Error).message);
    }
  };
  return (
    <div class="inline">
      {fights.map((fight) => (
        <button key={fight.what} type="button" class="button plain small" onClick={() => watch(fight)}>
          {fight.what.replace("the ", "")}
        </button>
      ))}
    </div>
  );
}

/** Title, meaning, value, value before, difference, and the name in files and options if there is one. */
type RatingRow = [
  string,
  string,
  ValueWithInterval,
  ValueWithInterval | undefined,
  JudgedDifference | undefined,
  string?,
];

/** The meaning of a rating, and how files and options call it. */
export const explainRating = (meaning: string, name?: string): string =>
  `${sentenceCase(meaning)}.${name ? ` In files and options: ${name}.` : ""}`;

export function RatingTable({ info, measured }: Omit<Props, "setting">) {
  const { simulated } = measured;
  if (!simulated) return null;
  const rows: RatingRow[] = [
    [
      "total",
      "the weighted mean of the ratings",
      simulated.after.total,
      simulated.before?.total,
      simulated.more.at(-2),
    ],
    [
      "builds that win",
      "simulated, over all decks and encounters",
      simulated.after.win,
      simulated.before?.win,
      simulated.more.at(-1),
    ],
    ...info.ratings.map(
      (rating, k): RatingRow => [
        rating.title,
        rating.meaning,
        simulated.after.ratings[k] as ValueWithInterval,
        simulated.before?.ratings[k],
        simulated.more[k],
        rating.name,
      ],
    ),
  ];
  const compared = simulated.before !== null;
  return (
    <section class="panel padded" aria-label="Ratings">
      <h2>
        Ratings{" "}
        <span class="muted small">
          from the approximate simulation with the reference decks; 1 is best.{" "}
          {simulated.after.sampled
            ? "Builds are sampled; the intervals describe the sampling error."
            : `All builds were simulated, ${formatCount(simulated.after.builds)} in the last encounter, so these numbers have no sampling error.`}
        </span>
      </h2>
      <div class="table-scroll" tabIndex={0} role="group" aria-label="Ratings one by one">
        <table>
          <thead>
            <tr>
              <th>rating</th>
              <th class="number">now</th>
              {compared && <th class="number">before</th>}
              {compared && <th class="number">difference</th>}
              <th class="meaning">meaning</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([title, meaning, now, before, more, name]) => (
              <tr key={title} data-rating={title} title={explainRating(meaning, name)}>
                <td>{title}</td>
                <td class="number">
                  <Estimate value={withoutEmptyInterval(now)} kind="number" />
                </td>
                {compared && (
                  <td class="number">
                    <Estimate value={withoutEmptyInterval(before)} kind="number" />
                  </td>
                )}
                {compared && (
                  <td class="number">
                    <Difference value={more ?? null} kind="change" />
                  </td>
                )}
                <td class="muted small meaning">{meaning}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const SMALLEST_SHOWN = 0.0005; // smaller differences are not marked

/** A difference, marked if it is sure: its interval is judged together with all other differences. */
export function Difference({ value, kind = "difference" }: { value: JudgedDifference | null; kind?: string }) {
  const sure = value && Math.abs(value.value) >= SMALLEST_SHOWN ? value.side : "undecided";
  const sign = sure === "above" ? "better" : sure === "below" ? "worse" : "muted";
  return (
    <span class={sign}>
      <Estimate value={withoutEmptyInterval(value)} kind={kind} />
    </span>
  );
}
