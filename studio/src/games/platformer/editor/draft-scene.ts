/** A draft as the scene that the drawing functions take. Only what is drawn is right: games run on the server's scene. */

import type { LevelScene } from "../../../protocol";
import { SOLID } from "../rules/units";
import { type DraftLevel, height, isSolid, trapWidth, width } from "./draft";

export function draftScene(level: DraftLevel): LevelScene {
  const [columns, rows] = [width(level), height(level)];
  return {
    row: { id: "", name: level.name, width: columns, height: rows, traps: level.traps.length, kept: "", recipe: null },
    text: "",
    cells: Array.from({ length: rows + 2 }, (_, y) =>
      Array.from({ length: columns + 2 }, (_, x) => (isSolid(level, x - 1, y - 1) ? SOLID : 0)),
    ),
    start: [...level.start],
    exits: level.exits.map((cell) => [...cell]),
    traps: level.traps.map((trap) => ({
      ...trap,
      name: `${trap.kind} ${trap.x} ${trap.y}`,
      cells: trapWidth(trap.kind),
    })),
    ornaments: level.ornaments.map((ornament) => ({ ...ornament })),
  };
}
