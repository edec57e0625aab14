/** The name of a card or patron: as large as its longest word allows, and never too small to read. A long word is broken,
with a hyphen, only where it is too wide even in the least size. */

import { hyphenate } from "../hyphenation";

const LONG = 4; // em; on the narrowest card a shorter word fits in a size that can be read

/** A name on a plate or a patron. For the eye only: screen readers would stop at the places of hyphens. */
export function Name({ name }: { name: string }) {
  const words = wordsOf(name);
  if (!words.some(isLong)) return name;
  return (
    <span>
      {words.map((word, k) =>
        isLong(word) ? (
          <span class="long-word" key={k}>
            {hyphenate(word)}
          </span>
        ) : (
          word
        ),
      )}
    </span>
  );
}

/** Width of the longest word of a name, for the style, which shrinks the name until this word fits. */
export const longestWord = (name: string): Record<string, string> => ({
  "--longest-word": Math.max(...wordsOf(name).map(wordWidth)).toFixed(2),
});

/** Words, spaces and hyphens of a name; a word ends after a hyphen. */
const wordsOf = (name: string): string[] => name.split(/(\s+)|(?<=-)/).filter(Boolean);

const isLong = (word: string): boolean => wordWidth(word) > LONG;

const wordWidths = new Map<string, number>();
let measuring: CanvasRenderingContext2D | null = null;

/** Width of a word in the bold font of card names, in em. */
function wordWidth(word: string): number {
  let width = wordWidths.get(word);
  if (width === undefined) {
    measuring ??= nameFont();
    width = measuring.measureText(word).width / 100;
    wordWidths.set(word, width);
  }
  return width;
}

/** The bold font of card names, at 100 pixels. It is read once: to answer, the browser lays out the page, half drawn. */
function nameFont(): CanvasRenderingContext2D {
  const font = document.createElement("canvas").getContext("2d");
  if (!font) throw new Error("this browser cannot measure text");
  font.font = `650 100px ${getComputedStyle(document.body).fontFamily}`;
  return font;
}
