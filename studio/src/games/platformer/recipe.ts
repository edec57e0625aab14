/** Recipes of generated levels: in words, and in the address of their page. */

import { formatPercent } from "../../format";
import type { LevelRecipe } from "../../protocol";

const DEFAULT_ROOMS = "5x1";

export function describeRecipe(recipe: LevelRecipe): string {
  const difficulty = recipe.difficulty ? `, target: ${formatPercent(recipe.difficulty, 0)} die` : "";
  return `seed ${recipe.seed}, ${recipe.rooms ?? DEFAULT_ROOMS} rooms${difficulty}`;
}

/** Address of a generated level. */
export function levelAddress(recipe: LevelRecipe): string {
  const entries = Object.entries(recipe).filter(([, value]) => value !== null && value !== undefined);
  return `/levels/made?${new URLSearchParams(entries.map(([key, value]) => [key, String(value)]))}`;
}

/** Recipe in an address, or what is wrong with it, in words. */
export function readRecipe(query: URLSearchParams): LevelRecipe | string {
  const value = (key: string) => query.get(key) || null;
  const [seed, rooms, loops, difficulty] = ["seed", "rooms", "loops", "difficulty"].map(value);
  if (seed && !(/^\d+$/.test(seed) && Number.isSafeInteger(Number(seed))))
    return `The seed is "${seed}"; it must be a whole number from 0 to ${Number.MAX_SAFE_INTEGER}.`;
  if (rooms && !/^[1-9]\d?x[1-9]\d?$/.test(rooms))
    return `The rooms are "${rooms}"; write columns and rows, such as ${DEFAULT_ROOMS}.`;
  if (loops && !(Number(loops) >= 0 && Number(loops) <= 1))
    return `The share of loops is "${loops}"; it must be a number from 0 to 1, such as 0.25.`;
  if (difficulty && !(Number(difficulty) > 0 && Number(difficulty) < 1))
    return `The difficulty is "${difficulty}"; it must be a number between 0 and 1, such as 0.3.`;
  return {
    seed: Number(seed ?? 1),
    rooms: rooms ?? DEFAULT_ROOMS,
    loops: Number(loops ?? 0.25),
    difficulty: difficulty ? Number(difficulty) : null,
  };
}
