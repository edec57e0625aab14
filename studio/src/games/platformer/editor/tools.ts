/** Tools of the level editor: what a click or a key does to a cell. */

import {
  type Cell,
  type DraftLevel,
  newTrap,
  ORNAMENT_KINDS,
  type OrnamentKind,
  paintCell,
  paintLine,
  placeStart,
  placeTrap,
  removeThing,
  toggleExit,
  toggleOrnament,
  toggleSafe,
  TRAP_KINDS,
  type TrapKind,
  trapAt,
} from "./draft";
import { sentenceCase } from "../../../format";

export type ToolName = "select" | "ground" | "gap" | "erase" | "start" | "exit" | "safe" | TrapKind | OrnamentKind;

export interface Tool {
  name: ToolName;
  label: string;
  key: string; // empty: none
  group: "Draw" | "Place" | "Traps" | "Decoration";
  help: string;
  /** Whether dragging draws a line of cells. */
  draws: boolean;
}

const TRAP_LABELS: Record<TrapKind, [string, string]> = {
  saw: ["Saw", "rolls over three cells and back in one period"],
  "twin-saws": ["Twin saws", "two saws that roll against each other over three cells"],
  "saw-squeeze": ["Saw and squeeze", "a saw over three cells, with a squeeze in the middle one"],
  squeeze: ["Squeeze", "closes for 6 ticks at the beginning of each period; between floor and roof"],
  jaws: ["Jaws", "spikes out of both walls by turns; between two walls"],
  "wall-spikes": ["Wall spikes", "out of the wall for two fifths of the period"],
  spikes: ["Spikes", "always out, at a floor, wall or roof"],
  mine: ["Mine", "explodes 36 ticks after it was touched"],
};

export const TOOLS: readonly Tool[] = [
  tool("select", "Select", "v", "Draw", "choose a thing to change, move or remove it"),
  tool("ground", "Ground", "g", "Draw", "draw solid cells", true),
  tool("gap", "Gap", "o", "Draw", "draw open cells", true),
  tool("erase", "Remove", "x", "Draw", "remove the thing in a cell", true),
  tool("start", "Start", "s", "Place", "where the run begins"),
  tool("exit", "Exit", "e", "Place", "where it ends; a second click removes it"),
  tool("safe", "Respawn cell", "c", "Place", "players respawn only in such cells, if there is one"),
  ...TRAP_KINDS.map((kind, k) => tool(kind, TRAP_LABELS[kind][0], String(k + 1), "Traps", TRAP_LABELS[kind][1])),
  ...ORNAMENT_KINDS.map((kind) => tool(kind, sentenceCase(kind), "", "Decoration", "has no effect on the game")),
];

function tool(name: ToolName, label: string, key: string, group: Tool["group"], help: string, draws = false): Tool {
  return { name, label, key, group, help, draws };
}

export function findTool(name: ToolName): Tool {
  return TOOLS.find((candidate) => candidate.name === name) as Tool;
}

/** Use a tool on a cell. Returns the level unchanged if the tool has no effect there. */
export function applyTool(level: DraftLevel, name: ToolName, x: number, y: number, fixed = false): DraftLevel {
  switch (name) {
    case "select":
      return level;
    case "ground":
    case "gap":
      return paintCell(level, x, y, name === "ground", fixed);
    case "erase":
      return removeThing(level, x, y);
    case "start":
      return placeStart(level, x, y);
    case "exit":
      return toggleExit(level, x, y);
    case "safe":
      return toggleSafe(level, x, y);
    default:
      if ((ORNAMENT_KINDS as readonly string[]).includes(name))
        return toggleOrnament(level, name as OrnamentKind, x, y);
      if (trapAt(level, x, y)?.kind === name) return level; // a second click selects it
      return placeTrap(level, newTrap(level, name as TrapKind, x, y)) ?? level;
  }
}

/** Use a drawing tool on all cells of a line. */
export function applyToolAlong(level: DraftLevel, name: ToolName, from: Cell, to: Cell, fixed = false): DraftLevel {
  if (name === "ground" || name === "gap") return paintLine(level, from, to, name === "ground", fixed);
  return applyTool(level, name, to[0], to[1], fixed);
}
