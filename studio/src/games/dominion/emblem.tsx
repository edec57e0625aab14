/** Emblem of Dominion. */

import type { EmblemDrawing } from "../emblem";

const INK = "#2a2520";

export const emblem: EmblemDrawing = {
  background: "#7f5a00",
  drawing: (
    <>
      <path d="M30 76V44l30-22 30 22v32z" fill="#e6ddcb" stroke={INK} stroke-width="2" />
      <path d="M52 76V60a8 8 0 0 1 16 0v16z" fill="#7a3a78" stroke={INK} stroke-width="2" />
      <circle cx="30" cy="72" r="11" fill="#f0c14b" stroke="#7a5600" stroke-width="2" />
      <circle cx="92" cy="72" r="13" fill="#f0c14b" stroke="#7a5600" stroke-width="2" />
      <path d="M60 22V10l14 5-14 5" fill="#b3243c" stroke={INK} stroke-width="2" />
    </>
  ),
};
