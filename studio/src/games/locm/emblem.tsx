/** Emblem of Legends of Code and Magic. */

import type { EmblemDrawing } from "../emblem";

const INK = "#2a2520";

export const emblem: EmblemDrawing = {
  background: "#0b6a6c",
  drawing: (
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
    </>
  ),
};
