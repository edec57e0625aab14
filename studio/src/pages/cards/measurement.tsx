/** Measurement of changed cards: progress, then the answer in words, then how often they are taken and played. */

import { useMemo } from "preact/hooks";
import type { DesignReportMessage, ReportTableMessage, StartedCardMeasurement } from "../../protocol";
import { useGameInfo } from "../../api/game-info";
import { DesignReport, ReportTable } from "../../components/design-report";
import { useJob } from "../../api/jobs";
import { JobNotices } from "../../components/notices";
import { ProgressPanel } from "../../components/progress-panel";
import { formatCount, formatDuration, withMinus } from "../../format";

const PREFIX = "ludus-card-measure-";
const MAX_ROWS = 60; // of a table about the changed cards
const MORE_GAMES_FACTOR = 4; // times as many games halve the intervals
const SIDES = ["with the original cards", "with your cards"]; // use_1 and use_2 of a comparison

/** Size of a measurement. */
export interface MeasurementSize {
  games: number;
  seed: number;
}

/** A measurement that halves the intervals of another one. It has other deals, so that it is a check of its own. */
export const moreGames = ({ games, seed }: MeasurementSize): MeasurementSize => ({
  games: MORE_GAMES_FACTOR * games,
  seed: seed + 1,
});

/** `band`: whether it judges the cards by the band of their list, instead of comparing them with the original ones. */
type KnownMeasurement = StartedCardMeasurement & { size?: MeasurementSize; band?: boolean };

/** What a job measures, stored in this tab: the address contains only its id. */
export function rememberMeasurement(started: StartedCardMeasurement, size: MeasurementSize, band: boolean): void {
  sessionStorage.setItem(PREFIX + started.id, JSON.stringify({ ...started, size, band } satisfies KnownMeasurement));
}

/** Job that was measured last for a game in this tab, also after one has looked at another page; empty: none. */
export const lastMeasurement = (game: string): string => sessionStorage.getItem(`${PREFIX}last-${game}`) ?? "";

export function rememberLast(game: string, id: string): void {
  sessionStorage.setItem(`${PREFIX}last-${game}`, id);
}

function recallMeasurement(id: string): KnownMeasurement {
  const stored = sessionStorage.getItem(PREFIX + id);
  return stored ? (JSON.parse(stored) as KnownMeasurement) : { id, cards: [], summary: "" };
}

/** Rows of a table that are about some cards; null if there are none. */
export function rowsAbout(table: ReportTableMessage, cards: string[]): ReportTableMessage | null {
  const wanted = new Set(cards);
  const rows = table.rows.filter((row) => row.some((cell) => typeof cell === "string" && wanted.has(cell)));
  return rows.length ? { ...table, rows: rows.slice(0, MAX_ROWS), shown: null } : null;
}

/** Tables of a report about the changed cards, first how often they are taken and played. */
export function cardTables(report: DesignReportMessage, cards: string[]): ReportTableMessage[] {
  const about = report.sheets.flatMap((table) => (cards.length ? (rowsAbout(table, cards) ?? []) : table));
  const isUse = (table: ReportTableMessage) => /^use(_\d)?$/.test(table.name);
  return [...about.filter(isUse), ...about.filter((table) => !isUse(table) && table.name !== "rivals")].map((table) => {
    const side = /^use_(\d)$/.exec(table.name);
    return side ? { ...table, name: "use", about: `${table.about}, ${SIDES[Number(side[1]) - 1] ?? ""}` } : table;
  });
}

const BEFORE_BOT = "(?:^|by |, | and |\\+)"; // "taken by steward", "drew, earl", "weighted+coac"
const AFTER_BOT = "(?:$|[:,+]| and | wins | when )"; // some bots have the names of common words, such as turn

/** Bots that cells and columns of tables name, in the order of the game. */
export function namedBots<T extends { name: string }>(bots: readonly T[], tables: ReportTableMessage[]): T[] {
  const texts = tables.flatMap((table) => [...table.columns.map(({ title }) => title), ...table.rows.flat()]);
  const cells = texts.filter((text) => typeof text === "string");
  return bots.filter((bot) => {
    const mention = new RegExp(`${BEFORE_BOT}${bot.name}${AFTER_BOT}`);
    return cells.some((cell) => mention.test(cell));
  });
}

interface CardMeasurementProps {
  id: string;
  game: string;
  close: () => void;
  /** Measure again with more games; null if the cards cannot be measured now. */
  measure: ((size: MeasurementSize, band: boolean) => void) | null;
  /** Whether cards of this game can be judged as too strong or too weak. */
  hasBand: boolean;
}

export function CardMeasurement({ id, game, close, measure, hasBand }: CardMeasurementProps) {
  const job = useJob(id);
  const { progress, report } = job;
  const started = useMemo(() => recallMeasurement(id), [id]);
  const info = useGameInfo(game);
  const tables = report ? cardTables(report, started.cards) : [];
  const bots = info ? namedBots(info.bots, tables) : [];
  return (
    <section class="card-measurement" aria-label="Measurement">
      <div class="inline wrap">
        <h2 class="grow">Measurement</h2>
        <a class="button plain" href={`/work/${id}`}>
          Whole report
        </a>
        <button type="button" class="button plain" onClick={close}>
          Close
        </button>
      </div>
      {started.summary && <p class="muted small">{started.summary}</p>}
      <JobNotices job={job} back={[`/cards/${game}`, "Cards"]} />
      {progress && !report && <ProgressPanel progress={progress} />}
      {report && (
        <>
          <section class="panel padded" aria-label="Answer" role="status">
            {report.answer.map((line, k) => (
              <p key={k}>{withMinus(line)}</p>
            ))}
            {started.size && measure && (
              <MoreGames
                size={started.size}
                seconds={progress?.seconds ?? null}
                measure={(size) => measure(size, started.band ?? false)}
              />
            )}
            {started.size && measure && hasBand && !started.band && (
              <JudgeByBand cards={started.cards.length} size={started.size} measure={measure} />
            )}
            <p class="muted small">
              Intervals are 95 %; those that are corrected hold all together with a probability of 95 %.
            </p>
          </section>
          {bots.length > 0 && (
            <dl class="measured-bots small" aria-label="The bots that played">
              {bots.map((bot) => (
                <div key={bot.name}>
                  <dt>{bot.name}:</dt>
                  <dd> {bot.summary}</dd>
                </div>
              ))}
            </dl>
          )}
          {tables.map((table, k) => (
            <ReportTable key={`${table.name}${k}`} table={table} />
          ))}
          <details class="full-report">
            <summary>Everything that was measured</summary>
            <div class="full-report-body">
              <DesignReport report={report} game={game} />
            </div>
          </details>
        </>
      )}
    </section>
  );
}

interface JudgeByBandProps {
  /** How many cards were changed. */
  cards: number;
  size: MeasurementSize;
  measure: (size: MeasurementSize, band: boolean) => void;
}

/** Button that asks whether the changed cards are too strong: to be stronger than before need not be too much. */
function JudgeByBand({ cards, size, measure }: JudgeByBandProps) {
  return (
    <p class="inline wrap">
      <button type="button" class="button" onClick={() => measure(size, true)}>
        {cards === 1 ? "Is it too strong in this list?" : "Are they too strong in this list?"}
      </button>
      <span class="muted small">compares the win rate of decks that drafted a changed card with the usual band</span>
    </p>
  );
}

interface MoreGamesProps {
  size: MeasurementSize;
  /** How long the last measurement took, if known. */
  seconds: number | null;
  measure: (size: MeasurementSize) => void;
}

/** Button that measures the same cards with more games, with about how long it takes. */
function MoreGames({ size, seconds, measure }: MoreGamesProps) {
  const more = moreGames(size);
  return (
    <p class="inline wrap">
      <button type="button" class="button" onClick={() => measure(more)}>
        More games
      </button>
      <span class="muted small">
        {formatCount(more.games)} instead of {formatCount(size.games)}, on other deals: half as wide intervals
        {seconds !== null && seconds >= 1 ? `, about ${formatDuration(MORE_GAMES_FACTOR * seconds)}` : ""}
      </span>
    </p>
  );
}
