/** A card of a card file of Dominion, as the board draws it. */

import type { CardPicture } from "../../board";
import { CardView } from "./cards";
import { withEffects } from "./observation";
import type { CardInfo, Facts } from "./types";
import "./style.css";

export const picture: CardPicture = ({ facts, entry }) => {
  const { cards, effects } = facts as Facts & { cards: Record<string, CardInfo> };
  const card = cards[entry];
  return card && <CardView name={entry} card={withEffects({ [entry]: card }, effects)[entry]} size="large" />;
};
