/** Counts as text, and counting. */

/** "1 card", "2 cards"; nouns with another plural name it. */
export function plural(n: number, noun: string, nouns = `${noun}s`): string {
  return `${n} ${n === 1 ? noun : nouns}`;
}

/** Distinct items with their counts, in order of first appearance. */
export function countItems<T extends string | number>(items: readonly T[]): [T, number][] {
  const counts = new Map<T, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return [...counts];
}
