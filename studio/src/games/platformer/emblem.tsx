/** Emblem of the Platformer. */

import type { EmblemDrawing } from "../emblem";

const INK = "#2a2520";

export const emblem: EmblemDrawing = {
  background: "#2d5391",
  drawing: (
    <>
      <path d="M10 74h32V58h28v16h40v14H10z" fill="#c9e3ba" stroke={INK} stroke-width="2" />
      <path d="M46 58l6-10 6 10 6-10 6 10" fill="#b3243c" stroke={INK} stroke-width="2" />
      <rect x="22" y="44" width="14" height="20" rx="4" fill="#f0c14b" stroke={INK} stroke-width="2" />
      <path d="M30 40q22-34 44-6" stroke="#fffdf8" stroke-width="2.5" stroke-dasharray="4 5" fill="none" />
    </>
  ),
};
