/** Interface between the forms that start games and the set-ups of the games. */

import type { JSX } from "preact";
import type { GameInfo, OptionInfo } from "./protocol";

export interface PickerProps {
  info: GameInfo;
  option: OptionInfo;
  values: Record<string, string>;
  change: (text: string) => void;
}

/** How the options of a game are shown. */
export interface GameSetup {
  /** Options that are always visible; the others are under "More options". None: the first ones are visible. */
  mainOptions?: string[];
  /** Pickers for options that need more than a field, by option. */
  pickers: Record<string, (props: PickerProps) => JSX.Element>;
}

/** Items that a text names, such as the kingdom in an address, and names in it that no item has. */
export function findPicked(text: string, items: readonly string[]): { known: string[]; unknown: string[] } {
  const plain = (name: string) => name.toLowerCase().replaceAll(/[\s_-]/g, "");
  const names = text.split(",").map((name) => name.trim());
  const found = names.filter(Boolean).map((name) => [name, items.find((item) => plain(item) === plain(name))] as const);
  return {
    known: [...new Set(found.flatMap(([, item]) => item ?? []))],
    unknown: [...new Set(found.flatMap(([name, item]) => (item === undefined ? name : [])))],
  };
}
