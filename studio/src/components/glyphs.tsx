/** Icons in a square of 16 by 16, with the same shapes as in the SVG pictures of positions. */

import { formatNumber } from "../format";
import { memo } from "../memo";

const HEART = "M8 14.8C2.6 10.9.4 8.3.4 5.2A3.9 3.9 0 0 1 8 3.7a3.9 3.9 0 0 1 7.6 1.5c0 3.1-2.2 5.7-7.6 9.6z";
const SHIELD = "M8 .3 14.3 2.4v5.3c0 3.7-2.6 6.2-6.3 8-3.7-1.8-6.3-4.3-6.3-8V2.4z";

const SHAPES = {
  // keywords of creatures
  breakthrough: ["#b8620f", "M0 6h8V2.5L16 8l-8 5.5V10H0zM10.5 0h3v3.6l-3-2zM10.5 16h3v-3.6l-3 2z"],
  charge: ["#b07e00", "M9.5 0 2 9h5l-1.5 7L14 6.2H8.6z"],
  drain: ["var(--heart)", "M8 0C5 5 3 7.6 3 10.7a5 5 0 0 0 10 0C13 7.6 11 5 8 0z"],
  guard: ["#6c7887", "M1 1h3.4v2.2h2V1h3.2v2.2h2V1H15v5.6h-1.6V16H9.8v-4H6.2v4H2.6V6.6H1z"],
  lethal: [
    "#4d8f43",
    "M8 .6A6.4 6.4 0 0 0 1.6 7c0 2.4 1.2 3.9 2.6 4.8v3.6h7.6v-3.6c1.4-.9 2.6-2.4 2.6-4.8A6.4 6.4 0 0 0 8 .6z" +
      "M5.4 5.6a1.7 1.7 0 1 1 0 3.4 1.7 1.7 0 0 1 0-3.4zM10.6 5.6a1.7 1.7 0 1 1 0 3.4 1.7 1.7 0 0 1 0-3.4z" +
      "M7.4 12.4h1.2v2.2H7.4z",
  ],
  ward: [
    "#2f83bd",
    "M8 0a8 8 0 1 0 0 16A8 8 0 0 0 8 0zM8 1.8a6.2 6.2 0 1 1 0 12.4A6.2 6.2 0 0 1 8 1.8z" +
      "M8 3.2l1.3 3.5L12.8 8 9.3 9.3 8 12.8 6.7 9.3 3.2 8l3.5-1.3z",
  ],
  // numbers of cards and players
  sword: [
    "currentColor",
    "M15.5.5 12 .9 5.2 7.7 3.9 6.4 2.6 7.7l1.6 1.6L.6 13l2.4 2.4 3.7-3.6 1.6 1.6 1.3-1.3-1.3-1.3L15.1 4z",
  ],
  shield: ["currentColor", SHIELD],
  heart: ["var(--heart)", HEART],
  foe: ["currentColor", `${HEART}M8.4 3.6 6.2 7l2.6 1.4-2 3.8 4.4-4.8-2.6-1.3 1.4-2.6z`],
  card: [
    "currentColor",
    "M3 0h10a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V1a1 1 0 0 1 1-1zM4 2v12h8V2zM5.6 4h4.8v3H5.6z",
  ],
  deck: ["currentColor", "M2 3h9v13H2zM4 5v9h5V5zM5 0h9v13h-2V2H5z"],
  crystal: ["var(--mana)", "M8 0l5.4 5L8 16 2.6 5z"],
  rune: ["var(--rune)", "M8 .5 14 8l-6 7.5L2 8z"],
  lane: ["currentColor", "M1 0h6v16H1zM9 0h6v16H9zM10.4 1.4v13.2h3.2V1.4z"],
  lanes: ["currentColor", "M1 0h6v16H1zM9 0h6v16H9z"],
  crown: ["var(--rune)", "M1 3.5 4.6 7 8 1l3.4 6L15 3.5 13.6 14H2.4z"],
  done: ["currentColor", "M.5 8.8 3.4 6l3.2 3.2L13 2.4l2.5 2.4-8.8 9.4z"],
  sleep: ["currentColor", "M1 5.5h7v1.8L4 12h4.2v2H1v-1.8L5 7.5H1zM9.6 1H15v1.5L12 6h3.1v1.6H9.6V6.2L12.6 2.6h-3z"],
  // Dominion
  action: ["currentColor", "M9.8.3 2.4 9.2h4.8L5.8 15.7 13.6 6.5H8.7z"],
  buy: ["currentColor", "M5 5V4a3 3 0 0 1 6 0v1h2.6l1 10.5H1.4L2.4 5zM6.4 5h3.2V4a1.6 1.6 0 0 0-3.2 0z"],
  points: ["var(--points)", SHIELD],
  attack: [
    "var(--rim-red)",
    "M.6.6h3.1l8.2 8.2 1.3-1.3 1.2 1.2-1.6 1.6 2.6 2.6-2.2 2.2-2.6-2.6L9 14.1l-1.2-1.2 1.3-1.3L.6 3.4z" +
      "M15.4.6v2.8l-4.5 4.5-2.3-2.3L12.5.6zM5.1 9.2l2.2 2.2-1.2 1.3 1.2 1.2-1.2 1.2-1.6-1.6-1.9 1.9-2-2 1.9-1.9z",
  ],
  reaction: ["var(--rim-blue)", "M1 1h3.4v2.2h2V1h3.2v2.2h2V1H15v6h-1.6v8.5H9.8v-4H6.2v4H2.6V7H1z"],
  text: ["currentColor", "M3 .5h10v15H3zM5 3.2v1.3h6V3.2zM5 6.2v1.3h6V6.2zM5 9.2v1.3h4V9.2z"],
  trash: ["currentColor", "M5.5 0h5v2H15v2H1V2h4.5zM2.4 5h11.2l-.9 11H3.3zM6 7v7h1.3V7zM8.7 7v7H10V7z"],
  gain: ["currentColor", "M6.4 0h3.2v6H13l-5 5.4L3 6h3.4zM1 12.6h14V16H1z"],
  others: [
    "currentColor",
    "M5 1a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM11.4 3a2.4 2.4 0 1 1 0 4.8 2.4 2.4 0 0 1 0-4.8zM0 15c0-4 2-7 5-7s5 3 5 7zM11 15h5c0-3.6-1.5-6-4.4-6.2 .0 0-.9 .4-1.3.9.6 1.5.7 3 .7 5.3z",
  ],
  discard: ["currentColor", "M2 0h7a1 1 0 0 1 1 1v6h3l-4.5 5L4 7h3.5V2H3v10H1V1a1 1 0 0 1 1-1zM1 13.4h14V16H1z"],
  // Tribute
  power: [
    "var(--power)",
    "M12.6.4 15.6.4 15.6 3.4 8.2 10.8 9.6 12.2 8 13.8 5.9 11.7 2.9 14.7 1.3 13.1 4.3 10.1 2.2 8 3.8 6.4z",
  ],
  prestige: ["var(--prestige)", "M8 .4 10.2 5.4 15.6 5.9 11.5 9.5 12.8 15 8 12.1 3.2 15 4.5 9.5.4 5.9 5.8 5.4z"],
  defame: [
    "var(--power)",
    "M8 .4 10.2 5.4 15.6 5.9 11.5 9.5 12.8 15 8 12.1 3.2 15 4.5 9.5.4 5.9 5.8 5.4zM4 7.4v1.8h8V7.4z",
  ],
  taunt: ["currentColor", SHIELD],
  call: ["currentColor", "M1 6h3l7-4.5v13L4 10H1zM12.3 5q3 3 0 6zM4.6 10.4h2.2l1.2 4.4H5.8z"],
  contract: ["var(--rim-gold)", "M2.5.5h11v11l-4 4h-7zM5 3.4v1.3h6V3.4zM5 6.4v1.3h6V6.4zM5 9.4v1.3h3V9.4z"],
  heal: ["var(--good)", "M6 1h4v5h5v4h-5v5H6v-5H1V6h5z"],
  replace: [
    "currentColor",
    "M8 1a7 7 0 0 1 6.6 4.6L16 4v5.4h-5.4l1.8-1.8A4.6 4.6 0 0 0 3.8 6.3L1.5 5.6A7 7 0 0 1 8 1zM8 15a7 7 0 0 1-6.6-4.6L0 12V6.6h5.4L3.6 8.4a4.6 4.6 0 0 0 8.6 1.3l2.3.7A7 7 0 0 1 8 15z",
  ],
  donate: ["currentColor", "M0 4.500 5 0v3h6v3H5v3zM16 11.500 11 16v-3H5v-3h6V7z"],
  recall: ["currentColor", "M8 0l5.5 6H10v5H6V6H2.5zM1 12.6h14V16H1z"],
  toss: [
    "currentColor",
    "M8 2C4.4 2 1.6 4.2.2 7c1.4 2.8 4.2 5 7.8 5s6.4-2.2 7.8-5C14.4 4.2 11.6 2 8 2zM8 4a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM2 14h12v2H2z",
  ],
  knockout: [
    "var(--power)",
    "M8 0l1.7 4.2L14 2.4l-1.8 4.2L16 8l-3.8 1.4L14 13.6l-4.3-1.8L8 16l-1.7-4.2L2 13.6l1.8-4.2L0 8l3.8-1.4L2 2.4l4.3 1.8z",
  ],
  eye: [
    "currentColor",
    "M8 3C4.4 3 1.6 5.2.2 8c1.4 2.8 4.2 5 7.8 5s6.4-2.2 7.8-5C14.4 5.2 11.6 3 8 3zM8 5a3 3 0 1 1 0 6 3 3 0 0 1 0-6z",
  ],
  // Delve
  energy: ["var(--energy)", "M9.5 0 2 9h5l-1.5 7L14 6.2H8.6z"],
  mana: ["var(--mana)", "M8 0C5 5 3 7.6 3 10.7a5 5 0 0 0 10 0C13 7.6 11 5 8 0z"],
  targeted: [
    "currentColor",
    "M8 0a8 8 0 1 0 0 16A8 8 0 0 0 8 0zM8 2.2a5.8 5.8 0 1 1 0 11.6A5.8 5.8 0 0 1 8 2.2zM8 5.4a2.6 2.6 0 1 0 0 5.2 2.6 2.6 0 0 0 0-5.2z",
  ],
  area: ["currentColor", "M8 0l2 5 5-2.4L12.6 8l2.4 5.4L10 11l-2 5-2-5-5 2.4L3.4 8 1 2.6 6 5z"],
  strength: ["currentColor", "M8 0l6 7h-3.600v3.200H5.600V7H2zM5.600 11.600h4.800V16H5.600z"],
  weak: ["currentColor", "M8 16l6-7h-3.600V5.800H5.600V9H2zM5.600 0h4.800v4.400H5.600z"],
  poison: [
    "var(--good)",
    "M8 0C5 5 3 7.600 3 10.700a5 5 0 0 0 10 0C13 7.600 11 5 8 0zM6.800 7h2.400v2.600h2.400V12H9.200v2.200H6.800V12H4.400V9.600h2.400z",
  ],
  lock: ["currentColor", "M4 7V5a4 4 0 0 1 8 0v2h1.5v9h-11V7zM6 7h4V5a2 2 0 0 0-4 0z"],
  // the page itself
  first: ["currentColor", "M2 2h2.4v12H2zM14 2v12L5.4 8z"],
  back: ["currentColor", "M12.5 2v12L3.5 8z"],
  next: ["currentColor", "M3.5 2v12l9-6z"],
  last: ["currentColor", "M11.6 2H14v12h-2.4zM2 2v12l8.6-6z"],
  pause: ["currentColor", "M3 2h3.6v12H3zM9.4 2H13v12H9.4z"],
  play: ["currentColor", "M3 1.5 14 8 3 14.5z"],
  close: ["currentColor", "M2.6 1 8 6.4 13.4 1 15 2.6 9.6 8l5.4 5.4-1.6 1.6L8 9.6 2.6 15 1 13.4 6.4 8 1 2.6z"],
  sun: [
    "currentColor",
    "M8 4.4a3.6 3.6 0 1 1 0 7.2 3.6 3.6 0 0 1 0-7.2zM7.2 0h1.6v3H7.2zM7.2 13h1.6v3H7.2zM0 7.2h3v1.6H0zM13 7.2h3v1.6h-3zM1.8 2.9l1.1-1.1L5 3.9 3.9 5zM11 12.1l1.1-1.1 2.1 2.1-1.1 1.1zM13.1 1.8l1.1 1.1L12.1 5 11 3.9zM3.9 11 5 12.1l-2.1 2.1-1.1-1.1z",
  ],
  menu: ["currentColor", "M1 2h14v2.4H1zM1 6.800h14v2.400H1zM1 11.600h14V14H1z"],
  moon: ["currentColor", "M6.2 1A7.2 7.2 0 1 0 15 9.8 5.8 5.8 0 0 1 6.2 1z"],
  search: [
    "currentColor",
    "M6.5 0a6.5 6.5 0 0 1 5.2 10.4l4.3 4.2-1.4 1.4-4.2-4.3A6.5 6.5 0 1 1 6.5 0zM6.5 2a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9z",
  ],
  bulb: ["currentColor", "M8 0a5.5 5.5 0 0 1 3 10.1V12H5v-1.9A5.5 5.5 0 0 1 8 0zM5 13h6v1.3L10 16H6l-1-1.7z"],
  branch: [
    "currentColor",
    "M3.5 0a2.3 2.3 0 0 1 1 4.4v3.4C5.6 7 7 6.6 8.4 6.4 10 6.2 10.7 5.6 11 4.3A2.3 2.3 0 1 1 13 4.400c-.3 2.4-1.7 3.7-4.3 4C6 8.8 5 9.5 4.6 11.600A2.3 2.3 0 1 1 2.5 11.600V4.400A2.3 2.3 0 0 1 3.5 0z",
  ],
  copy: ["currentColor", "M1 4h9v12H1zM3 6v8h5V6zM5 0h10v12h-4v-2h2V2H7v1H5z"],
  question: [
    "currentColor",
    "M8 0a8 8 0 1 0 0 16A8 8 0 0 0 8 0zM4.900 6.200a3.100 3.100 0 1 1 4.700 2.700c-.5.300-.7.600-.7 1.400H7c0-1.700.4-2.400 1.500-3.100a1.200 1.200 0 1 0-1.700-1zM7 11.400h2v2H7z",
  ],
  symbols: [
    "currentColor",
    "M3 .4 5.600 3 3 5.600.4 3zM8 2h8v2H8zM.8 6.400h4.400v4.400H.8zM8 7.400h8v2H8zM3 11.400a2.200 2.200 0 1 1 0 4.400 2.200 2.200 0 0 1 0-4.400zM8 12.600h8v2H8z",
  ],
  rotate: ["currentColor", "M8 0l4.600 3.600L8 7.200V4.600a3.900 3.900 0 1 0 3.900 3.900H14A6 6 0 1 1 8 2.500z"],
  flag: ["currentColor", "M2 0h2v16H2zM5 1h9l-2.5 3.500L14 8H5z"],
} as const satisfies Record<string, readonly [string, string]>;

export type GlyphName = keyof typeof SHAPES;

export const isGlyph = (name: string): name is GlyphName => Object.hasOwn(SHAPES, name);

export const Glyph = memo(({ name, size = 16, colour }: { name: GlyphName; size?: number; colour?: string }) => {
  const [defaultColour, shape] = SHAPES[name];
  return (
    <svg class="glyph" viewBox="0 0 16 16" width={size} height={size} aria-hidden="true">
      <path d={shape} fill={colour ?? defaultColour} fill-rule="evenodd" />
    </svg>
  );
});

/** A coin with a number: the cost or the value of a card. */
export function Coin({ value, size = 22 }: { value?: number | string; size?: number }) {
  return (
    <svg class="glyph" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <circle cx="12" cy="12" r="11" fill="var(--coin)" stroke="var(--coin-rim)" stroke-width="1.6" />
      {value === undefined ? (
        <circle cx="12" cy="12" r="7" fill="none" stroke="var(--coin-rim)" stroke-width="1.2" opacity=".55" />
      ) : (
        <text x="12" y="16.6" text-anchor="middle" font-size="13" font-weight="700" fill="var(--coin-ink)">
          {value}
        </text>
      )}
    </svg>
  );
}

/** An icon with a white number on it. */
export function Badge({ name, value, size = 34 }: { name: GlyphName; value: number | string; size?: number }) {
  const [defaultColour, shape] = SHAPES[name];
  return (
    <svg class="glyph badge" viewBox="0 0 16 16" width={size} height={size} aria-hidden="true">
      <path d={shape} fill={defaultColour} fill-rule="evenodd" />
      <text
        x="8"
        y={name === "prestige" ? 11.3 : 10.2}
        text-anchor="middle"
        font-size="6.6"
        font-weight="700"
        class="on-badge"
      >
        {typeof value === "number" ? formatNumber(value) : value}
      </text>
    </svg>
  );
}
