/** Emblem of games without one of their own. */

import type { EmblemDrawing } from "../emblem";

export const emblem: EmblemDrawing = {
  background: "#565049",
  drawing: <circle cx="60" cy="48" r="24" fill="#f0c14b" />,
};
