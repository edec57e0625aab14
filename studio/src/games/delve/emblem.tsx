/** Emblem of Delve. */

import type { EmblemDrawing } from "../emblem";

export const emblem: EmblemDrawing = {
  background: "#46525f",
  drawing: (
    <>
      <path d="M14 80C14 36 36 14 60 14s46 22 46 66z" fill="#2a2520" />
      <path d="M60 40v16M60 56 42 68M60 56l18 12" stroke="#f3d9b1" stroke-width="3" fill="none" />
      <circle cx="60" cy="36" r="8" fill="#f2c9a0" stroke="#fffdf8" stroke-width="2" />
      <circle cx="42" cy="70" r="7" fill="#b9d3f0" stroke="#fffdf8" stroke-width="2" />
      <circle cx="78" cy="70" r="7" fill="#d9e8b8" stroke="#fffdf8" stroke-width="2" />
    </>
  ),
};
