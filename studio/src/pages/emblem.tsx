/** A small picture for every game. */

import type { ComponentChildren } from "preact";

const INK = "#2a2520";

const EMBLEMS: Record<string, [string, ComponentChildren]> = {
  locm: [
    "#0b6a6c",
    <>
      <rect
        x="16"
        y="26"
        width="34"
        height="46"
        rx="5"
        fill="#ecdcb8"
        stroke={INK}
        stroke-width="2"
        transform="rotate(-8 33 49)"
      />
      <circle cx="33" cy="48" r="11" fill="#8fa86a" stroke={INK} stroke-width="2" transform="rotate(-8 33 49)" />
      <circle cx="33" cy="47" r="4" fill="#fffdf8" stroke={INK} stroke-width="1.5" />
      <rect
        x="70"
        y="26"
        width="34"
        height="46"
        rx="5"
        fill="#ecdcb8"
        stroke={INK}
        stroke-width="2"
        transform="rotate(8 87 49)"
      />
      <path
        d="M77 52c0-8 4-12 10-12s10 4 10 12l-3 8H80z"
        fill="#c07a78"
        stroke={INK}
        stroke-width="2"
        transform="rotate(8 87 49)"
      />
      <path d="M60 20v58" stroke="#fffdf8" stroke-width="2" stroke-dasharray="5 5" opacity=".7" />
    </>,
  ],
  dominion: [
    "#7f5a00",
    <>
      <path d="M30 76V44l30-22 30 22v32z" fill="#e6ddcb" stroke={INK} stroke-width="2" />
      <path d="M52 76V60a8 8 0 0 1 16 0v16z" fill="#7a3a78" stroke={INK} stroke-width="2" />
      <circle cx="30" cy="72" r="11" fill="#f0c14b" stroke="#7a5600" stroke-width="2" />
      <circle cx="92" cy="72" r="13" fill="#f0c14b" stroke="#7a5600" stroke-width="2" />
      <path d="M60 22V10l14 5-14 5" fill="#b3243c" stroke={INK} stroke-width="2" />
    </>,
  ],
  tribute: [
    "#5b2a74",
    <>
      <path d="M60 12l9 20 22 2-17 15 5 22-19-12-19 12 5-22-17-15 22-2z" fill="#c6dbf4" stroke={INK} stroke-width="2" />
      <circle cx="26" cy="72" r="10" fill="#f0c14b" stroke="#7a5600" stroke-width="2" />
      <path d="M86 82l22-30 6 5-24 28z" fill="#f3cdc4" stroke={INK} stroke-width="2" />
      <path d="M84 70l14 12" stroke={INK} stroke-width="4" />
    </>,
  ],
  delve: [
    "#46525f",
    <>
      <path d="M14 80C14 36 36 14 60 14s46 22 46 66z" fill="#2a2520" />
      <path d="M60 40v16M60 56 42 68M60 56l18 12" stroke="#f3d9b1" stroke-width="3" fill="none" />
      <circle cx="60" cy="36" r="8" fill="#f2c9a0" stroke="#fffdf8" stroke-width="2" />
      <circle cx="42" cy="70" r="7" fill="#b9d3f0" stroke="#fffdf8" stroke-width="2" />
      <circle cx="78" cy="70" r="7" fill="#d9e8b8" stroke="#fffdf8" stroke-width="2" />
    </>,
  ],
  platformer: [
    "#2d5391",
    <>
      <path d="M10 74h32V58h28v16h40v14H10z" fill="#c9e3ba" stroke={INK} stroke-width="2" />
      <path d="M46 58l6-10 6 10 6-10 6 10" fill="#b3243c" stroke={INK} stroke-width="2" />
      <rect x="22" y="44" width="14" height="20" rx="4" fill="#f0c14b" stroke={INK} stroke-width="2" />
      <path d="M30 40q22-34 44-6" stroke="#fffdf8" stroke-width="2.5" stroke-dasharray="4 5" fill="none" />
    </>,
  ],
};

export function Emblem({ game }: { game: string }) {
  const [background, drawing] = EMBLEMS[game] ?? [
    "#565049",
    <circle key="ball" cx="60" cy="48" r="24" fill="#f0c14b" />,
  ];
  return (
    <svg class="emblem" viewBox="0 0 120 92" aria-hidden="true" style={{ background }}>
      {drawing}
    </svg>
  );
}
