/** Set-up of Delve: the deck and the skill tree. */

import { PickOne } from "../../components/option-pickers";
import type { GameSetup } from "../../setup";

export const setup: GameSetup = {
  mainOptions: ["deck", "tree"],
  pickers: {
    deck: (props) => <PickOne {...props} items={props.info.offers.decks ?? []} />,
    tree: (props) => <PickOne {...props} items={props.info.offers.trees ?? []} />,
  },
};
