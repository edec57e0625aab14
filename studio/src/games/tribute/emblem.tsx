/** Emblem of Tales of Tribute. */

import type { EmblemDrawing } from "../emblem";

const INK = "#2a2520";

export const emblem: EmblemDrawing = {
  background: "#5b2a74",
  drawing: (
    <>
      <path d="M60 12l9 20 22 2-17 15 5 22-19-12-19 12 5-22-17-15 22-2z" fill="#c6dbf4" stroke={INK} stroke-width="2" />
      <circle cx="26" cy="72" r="10" fill="#f0c14b" stroke="#7a5600" stroke-width="2" />
      <path d="M86 82l22-30 6 5-24 28z" fill="#f3cdc4" stroke={INK} stroke-width="2" />
      <path d="M84 70l14 12" stroke={INK} stroke-width="4" />
    </>
  ),
};
