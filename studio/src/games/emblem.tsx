/** A small picture for every game. */

import type { ComponentChildren } from "preact";
import { emblem as platformer } from "../platformer/emblem";
import { emblem as delve } from "./delve/emblem";
import { emblem as dominion } from "./dominion/emblem";
import { emblem as locm } from "./locm/emblem";
import { emblem as tribute } from "./tribute/emblem";

export interface EmblemDrawing {
  background: string;
  drawing: ComponentChildren;
}

const EMBLEMS: Record<string, EmblemDrawing> = { delve, dominion, locm, platformer, tribute };
const OTHER: EmblemDrawing = { background: "#565049", drawing: <circle cx="60" cy="48" r="24" fill="#f0c14b" /> };

export function Emblem({ game }: { game: string }) {
  const { background, drawing } = EMBLEMS[game] ?? OTHER;
  return (
    <svg class="emblem" viewBox="0 0 120 92" aria-hidden="true" style={{ background }}>
      {drawing}
    </svg>
  );
}
