/** Set-up of Delve: the deck and the skill tree. */

import { PickOne } from "../../components/option-pickers";
import type { GameSetup, PickerProps } from "../../setup";

export const setup: GameSetup = {
  mainOptions: ["deck", "tree"],
  pickers: {
    deck: (props) => (
      <PickOne {...props} items={props.info.offers.decks ?? []} defaultItem={defaultItem(props, "deck")} />
    ),
    tree: (props) => (
      <PickOne {...props} items={props.info.offers.trees ?? []} defaultItem={defaultItem(props, "tree")} />
    ),
  },
};

/** The deck or tree of a game without this option: that of the file of rules, if there is one. */
export function defaultItem({ info, values }: Pick<PickerProps, "info" | "values">, thing: "deck" | "tree"): string {
  return values.rules ? "that of the rules" : (info.offers[`default_${thing}`]?.[0] ?? "");
}
