/** Numbers and counts as text: the one set of formats of the page. */

/** "1 card", "2 cards"; nouns with another plural name it. */
export function plural(n: number, noun: string, nouns = `${noun}s`): string {
  return `${n} ${nounFor(n, noun, nouns)}`;
}

/** The noun that follows a number: "card" after 1, "cards" after 2. */
export const nounFor = (n: number, noun: string, nouns = `${noun}s`): string => (n === 1 ? noun : nouns);

/** Words as in a sentence: "a, b and c". */
export function joinWords(words: string[], last = "and"): string {
  return [words.slice(0, -1).join(", "), ...words.slice(-1)].filter(Boolean).join(` ${last} `);
}

/** Text with a capital letter, as at the beginning of a sentence. */
export const sentenceCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A count, with commas: "12,500". */
export const formatCount = (n: number): string => Math.round(n).toLocaleString("en").replace("-", "−");

/** A number with so many digits after the point: "−0.50". */
export const formatFixed = (n: number, digits: number): string => n.toFixed(digits).replace("-", "−");

/** A text of the server with the minus sign that numbers of the page have: "−0.5 to +0.2". Options such as -n stay. */
export const withMinus = (text: string): string => text.replaceAll(/(^|[\s([])-(?=\d)/g, "$1−");

/** A number as it is, with the minus sign of the page: "−3". */
export const formatNumber = (n: number): string => String(n).replaceAll("-", "−");

/** A number rounded to so many digits, without trailing zeros: "0.5". */
export const formatRounded = (n: number, digits: number): string =>
  formatNumber(Math.round(n * 10 ** digits) / 10 ** digits);

/** A share of 0 to 1 in percent, without trailing zeros: "12.5 %". */
export const formatPercent = (share: number, digits: number): string => `${formatRounded(100 * share, digits)} %`;

/** A number in little space, for axes: "12.5k". */
export function formatShort(n: number): string {
  const size = Math.abs(n);
  if (size >= 10_000) return `${formatRounded(n / 1000, 1)}k`;
  if (size >= 100 || Number.isInteger(n)) return formatRounded(n, 0);
  return formatNumber(Number(n.toPrecision(3)));
}

/** Ticks of the platformer, 60 a second, as seconds: "1.25 s". */
export const formatSeconds = (ticks: number, digits = 2): string => `${formatFixed(ticks / 60, digits)} s`;

/** A time span: "45 s", "2 min 5 s", "3 h 20 min". */
export function formatDuration(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  return minutes < 60 ? `${minutes} min ${whole % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** How long a job still takes, by an estimate that may be too small: "about 45 s left". */
export function timeLeft(seconds: number): string {
  return seconds < 1 ? "almost done" : `about ${formatDuration(seconds)} left`;
}

/** A measure by its kind: share, difference, count, change, rating, or a plain number. */
export function formatMeasure(n: number, kind: string): string {
  if (!Number.isFinite(n)) return "–";
  if (kind === "share") return `${formatFixed(100 * n, 1)} %`;
  if (kind === "difference") return `${n > 0 ? "+" : ""}${formatFixed(100 * n, 1)}`;
  if (kind === "count") return formatCount(n);
  if (kind === "rating") return formatFixed(Math.round(n) + 0, 0); // not −0
  if (kind === "change") return `${n > 0 ? "+" : ""}${formatFixed(n, 3)}`;
  const size = Math.abs(n);
  return formatFixed(n, size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3);
}

/** How long ago a time was: "5 min ago"; a date if that is more than a day. */
export function timeAgo(time: string): string {
  const minutes = Math.round((Date.now() - Date.parse(time)) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 60 * 24) return `${Math.round(minutes / 60)} h ago`;
  return new Date(time).toLocaleDateString();
}

/** Distinct items with their counts, in order of first appearance. */
export function countItems<T extends string | number>(items: readonly T[]): [T, number][] {
  const counts = new Map<T, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return [...counts];
}

/** A message of the server as a sentence. */
export const asSentence = (text: string): string => sentenceCase(text).replace(/[.]?$/, ".");
