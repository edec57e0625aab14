/** Drawn faces of creatures, composed from what they do. */

import { KEYWORDS } from "./observation";
import type { CardInfo } from "./types";

const HUES = ["#c98b5a", "#8fa86a", "#7f9cc0", "#b58bb5", "#c7a548", "#6fa8a0", "#c07a78"];
const EARS = [
  "M18 9q-2-7-8-8M30 9q2-7 8-8",
  "M10 16 4 2l13 7zM38 16 44 2 31 9z",
  "M13 14C4 12 2 5 5 0c2 6 7 6 12 8zM35 14c9-2 11-9 8-14-2 6-7 6-12 8z",
  "M10 17a6 6 0 1 1 9-8zM38 17a6 6 0 1 0-9-8z",
  "M14 10 13 0l6 6 5-6 5 6 6-6-1 10z",
];
const HEADS = [
  "M24 7c11 0 17 7 17 17s-6 18-17 18S7 34 7 24 13 7 24 7z",
  "M12 8h24c4 0 5 3 5 6v14c0 9-7 14-17 14S7 37 7 28V14c0-3 1-6 5-6z",
  "M24 7c12 0 18 6 18 12 0 9-8 24-18 24S6 28 6 19C6 13 12 7 24 7z",
  "M24 9c13 0 20 8 20 16s-7 15-20 15S4 33 4 25 11 9 24 9z",
];
const EYES: [number, number, number][][] = [
  [[24, 21, 6]],
  [
    [16, 22, 4],
    [32, 22, 4],
  ],
  [
    [17, 23, 3],
    [31, 23, 3],
  ],
  [
    [15, 24, 3],
    [24, 18, 3.5],
    [33, 24, 3],
  ],
];
const MOUTHS = [
  "M16 33q8 5 16 0",
  "M14 32h20l-3 4-3-4-4 4-4-4-3 4z",
  "M17 34h14",
  "M18 35q6-6 12 0",
  "M15 31q9 9 18 0zM19 32l2 4 2-3M29 32l-2 4-2-3",
];
const ITEMS = {
  green: "M24 3 41 22H31v22H17V22H7z",
  red: "M9 4q9 17 6 40 9-20 2-41zM21 3q9 18 6 42 10-21 2-43zM33 4q9 17 6 40 9-20 2-41z",
  blue: "M18 3h12v4h-2v11l11 20c2 4 0 7-4 7H13c-4 0-6-3-4-7l11-20V7h-2zM16 34l-3 6h22l-3-6z",
};

/** Traits of a creature that its face shows. */
export type FaceTraits = Pick<CardInfo, "attack" | "defense" | "keywords">;

/** Parts of a face by what the creature does: keywords give hue, ears and eyes, defense the head, attack the mouth. */
export function faceOf({ attack, defense, keywords }: FaceTraits) {
  const own = KEYWORDS.map(([name]) => name.charAt(0)).filter((letter) => keywords.includes(letter));
  const first = KEYWORDS.findIndex(([name]) => name.charAt(0) === own[0]) + 1; // 0: no keyword
  return {
    hue: HUES[first] as string,
    ears: EARS[(first + attack) % EARS.length] as string,
    head: HEADS[Math.min(HEADS.length - 1, Math.floor(defense / 3))] as string,
    eyes: EYES[Math.min(EYES.length - 1, own.length + (attack > defense ? 0 : 1))] as [number, number, number][],
    mouth: MOUTHS[Math.min(MOUTHS.length - 1, Math.floor(attack / 2))] as string,
  };
}

export function CreatureFace({ card, tired }: { card: FaceTraits; tired?: boolean }) {
  const { ears, head, eyes, mouth, ...face } = faceOf(card);
  const hue = tired ? "#a59e93" : face.hue;
  return (
    <svg class="face" viewBox="0 0 48 48" aria-hidden="true" stroke="#2a2520">
      <path d={ears} fill={hue} stroke-width="1.3" />
      <path d={head} fill={hue} stroke-width="1.3" />
      {eyes.map(([x, y, r]) => (
        <g key={x}>
          <circle cx={x} cy={y} r={r} fill="#fffdf8" stroke-width="1" />
          {tired ? (
            <path d={`M${x - r} ${y}h${2 * r}`} stroke-width="1.6" />
          ) : (
            <circle cx={x} cy={y + 0.5} r={r / 2} fill="#2a2520" />
          )}
        </g>
      ))}
      <path d={mouth} fill="none" stroke-width="1.5" stroke-linejoin="round" />
    </svg>
  );
}

export function ItemIcon({ kind }: { kind: keyof typeof ITEMS | "creature" }) {
  if (kind === "creature") return null;
  return (
    <svg class="face" viewBox="0 0 48 48" aria-hidden="true">
      <path d={ITEMS[kind]} fill={`var(--rim-${kind})`} fill-rule="evenodd" opacity=".85" />
    </svg>
  );
}
