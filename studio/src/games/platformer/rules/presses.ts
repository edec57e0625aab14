/** Runs as text: numbers of ticks with their buttons, such as "13 right, 24 right+jump, 2 rest". */

import { DOWN, JUMP, LEFT, RIGHT } from "./units";

const BUTTONS: [string, number][] = [
  ["left", LEFT],
  ["right", RIGHT],
  ["jump", JUMP],
  ["down", DOWN],
];

export function writePresses(moves: readonly number[]): string {
  const parts: string[] = [];
  for (let k = 0; k < moves.length; ) {
    const first = k;
    while (k < moves.length && moves[k] === moves[first]) k += 1;
    parts.push(`${k - first} ${writeButtons(moves[first] ?? 0)}`);
  }
  return parts.join(", ");
}

export function readPresses(text: string): number[] {
  const moves: number[] = [];
  for (const part of text.split(",").filter((part) => part.trim())) {
    const [ticks = "0", names = "rest"] = part.trim().split(/\s+/);
    const buttons = BUTTONS.reduce((sum, [name, bit]) => (names.split("+").includes(name) ? sum + bit : sum), 0);
    for (let k = Number(ticks); k > 0; k -= 1) moves.push(buttons);
  }
  return moves;
}

export function writeButtons(buttons: number): string {
  const names = BUTTONS.filter(([, bit]) => buttons & bit).map(([name]) => name);
  return names.join("+") || "rest";
}
