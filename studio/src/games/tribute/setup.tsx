/** Set-up of Tales of Tribute: the patrons. */

import { PickSeveral } from "../../components/option-pickers";
import type { GameSetup } from "../../setup";

const PATRONS = 4; // beside the treasury

export const setup: GameSetup = {
  mainOptions: ["patrons"],
  pickers: {
    patrons: ({ info, values, change }) => (
      <PickSeveral
        name="Patrons"
        presets={[
          ["", "drafted by the players"],
          ["random", "random"],
        ]}
        items={info.offers.patrons ?? []}
        max={PATRONS}
        value={values.patrons ?? ""}
        change={change}
      />
    ),
  },
};
