/** Titles and explanations of tournaments and runs for people; their names are names of folders. */

import { formatCount, formatMeasure, nounFor, plural, sentenceCase } from "./format";
import { botName } from "./player-names";
import type { JobRow, ReportColumnMessage, RunRow, TournamentRow, TournamentTable } from "./protocol";

const MAX_NAMES = 4; // in a title

/** "coac, greedy and random", "coac, greedy, random and 2 more". */
export function joinNames(names: readonly string[]): string {
  const shown = names.length > MAX_NAMES ? names.slice(0, MAX_NAMES - 1) : names;
  if (shown.length < names.length) return `${shown.join(", ")} and ${names.length - shown.length} more`;
  return shown.length > 1 ? `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}` : shown.join("");
}

/** Content of a game that is inspected and made. */
const CONTENT: Record<string, string> = {
  dominion: "kingdoms",
  delve: "skill trees",
  locm: "card lists",
  tribute: "cards and patrons",
  platformer: "levels",
};

/** What a job does: "Platformer: make levels", "Dominion: tournament". */
export function jobTitle({ kind, subject }: Pick<JobRow, "kind" | "subject">, titles: Map<string, string>): string {
  const title = titles.get(subject) ?? sentenceCase(subject);
  if (kind === "run") return `Study ${subject}`;
  if (kind === "tournament") return `${title}: tournament`;
  return `${title}: ${kind} ${CONTENT[subject] ?? "content"}`;
}

/** What a study asks: the beginning of its summary, as a title. */
export function studyTitle(summary: string): string {
  const question = summary.split(":")[0] ?? "";
  return sentenceCase(question);
}

/** "Dominion: big-money, earl and drew". Bots that differ in their options only keep them. */
export function tournamentTitle(row: Pick<TournamentRow, "game" | "players">, titles: Map<string, string>): string {
  const short = row.players.map(botName);
  const names = new Set(short).size === short.length ? short : row.players;
  return `${titles.get(row.game) ?? row.game}: ${joinNames(names)}`;
}

export function explainTournament(row: TournamentRow): string {
  const bots = row.players.length;
  const pairs = (bots * (bots - 1)) / 2;
  const perPair = pairs ? Math.round(row.planned / pairs) : row.planned;
  const games =
    bots > 2
      ? `Each pair of the ${bots} bots plays about ${plural(perPair, "game")}`
      : `The bots play ${plural(row.planned, "game")}`;
  return `${games}, with the same cards from each seat. Seed ${row.seed} gives the same games again. Folder: ${row.name}.`;
}

/** The result of a tournament in one or two sentences. */
export function tournamentAnswer(table: TournamentTable): string {
  const [first, second] = table.standings;
  if (!first?.share) return "";
  const rate = (share: { value: number; low: number; high: number }) =>
    `${formatMeasure(share.value, "share")} (95 % interval ${formatMeasure(share.low, "share")} to ${formatMeasure(share.high, "share")})`;
  const state = table.whole ? "wins" : "has won, so far,";
  const sentences = [`${first.name} ${state} the most: ${rate(first.share)} of its games.`];
  const against = table.cells.filter(
    (cell) => cell.shares.length === 2 && cell.pair.split("-").includes(String(first.player)),
  );
  const beaten = against.filter((cell) => {
    const share = cell.shares[cell.pair.split("-").indexOf(String(first.player))];
    return cell.sure && share && share.value > 0.5;
  }).length;
  if (table.whole && against.length > 1)
    sentences.push(`It surely wins more than half of the games against ${beaten} of ${against.length} opponents.`);
  else if (table.whole && against.length === 1)
    sentences.push(
      beaten
        ? `It is surely stronger than ${second?.name}.`
        : `Whether it is stronger than ${second?.name} is not sure.`,
    );
  return sentences.join(" ");
}

export const WIN_RATE = "Share of all games that this bot wins; a draw counts half. Half of the games is 50 %.";
export const RATING =
  "Strength on the Elo scale, computed from all games. A bot with 100 points more wins about 64 % of the games. " +
  "A rating has no interval if the games do not say how far apart the bots are.";

/** How far a run is: "1,200 of 4,000 games, seed 1"; studies that count other things say "steps". */
export function runCount(row: RunRow): string {
  const seed = row.seed === null ? "" : `, seed ${row.seed}`;
  if (!row.planned) return row.work ? "starting" : "not begun";
  const unit = nounFor(row.planned, row.unit ?? "game");
  return `${formatCount(row.done)} of ${formatCount(row.planned)} ${unit}${seed}`;
}

/** What a run is about, without what its title says already; may be empty. */
export function aboutRun({ title = "", about = "" }: Pick<RunRow, "title" | "about">): string {
  return about.startsWith(title) ? sentenceCase(about.slice(title.length).replace(/^[:.]\s*/, "")) : about;
}

export function explainRun(row: RunRow): string {
  return `${aboutRun(row)} ${sentenceCase(runCount(row))}. Study: ${row.study}. Folder: ${row.name}.`.trim();
}

const INTERVAL = "In brackets: the 95 % interval, which contains the true value in 19 of 20 cases.";
const KINDS: Record<string, string> = {
  share: `A share in percent. ${INTERVAL}`,
  difference: `A difference in percentage points. ${INTERVAL} If it does not contain 0, there is a difference.`,
  change: `A change. ${INTERVAL}`,
};
const COLUMNS: Record<string, string> = {
  judgement: "Whether the number is surely above or below its target, with all comparisons of the table counted.",
  corrected: "The same number with a wider interval, because many numbers of the table are compared at once.",
  flow: "Encounters that are neither too easy nor too hard.",
};

/** Explanation of a column of a report; empty if its title says it all. */
export function explainColumn(column: ReportColumnMessage): string {
  return COLUMNS[column.name] ?? KINDS[column.kind] ?? "";
}
