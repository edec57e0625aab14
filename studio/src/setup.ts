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
