/** Set-up of Dominion: the kingdom, the edition, the seats. */

import { PickSeveral } from "../../components/option-pickers";
import type { GameSetup } from "../../setup";

const KINGDOM_SIZE = 10; // cards

export const setup: GameSetup = {
  mainOptions: ["kingdom", "edition", "seats"],
  pickers: {
    kingdom: ({ info, values, change }) => (
      <PickSeveral
        name="Kingdom"
        presets={[["", "random"], ...withLabels(info.offers.sets)]}
        items={info.offers[values.edition || "first"] ?? []}
        max={KINGDOM_SIZE}
        value={values.kingdom ?? ""}
        change={change}
      />
    ),
  },
};

function withLabels(names: string[] | undefined): [string, string][] {
  return (names ?? []).map((name) => [name, name.replaceAll("-", " ")]);
}
