/** Places where an English word may be broken: before the consonants with which its next syllable can begin. */

const SOFT_HYPHEN = "\u00ad";
const LEAST = 3; // letters before and after a hyphen
const BETWEEN_VOWELS = /(?<=[aeiouy])[b-df-hj-np-tv-xz]+(?=[aeiouy])/gi;
const SYLLABLE_START = /(?:s?[cpt]r|sh?r|thr|[bdfg]r|s?[cpk]l|[bfgs]l|[cpst]h|s[ckmnptw]|qu|[^aeiouy])$/i;

/** A word with soft hyphens: they are invisible unless the word is broken there. */
export function hyphenate(word: string): string {
  let [hyphenated, last] = ["", 0];
  for (const { 0: consonants, index } of word.matchAll(BETWEEN_VOWELS)) {
    const start = /^ck$/i.test(consonants) ? consonants.length : consonants.search(SYLLABLE_START);
    const place = index + start;
    if (place < LEAST || word.length - place < LEAST) continue;
    hyphenated += word.slice(last, place) + SOFT_HYPHEN;
    last = place;
  }
  return hyphenated + word.slice(last);
}
