/** A card of a card file of Legends of Code and Magic, as the board draws it. */

import type { CardPicture } from "../../board";
import { CardView } from "./cards";
import type { Facts } from "./types";
import "./style.css";

export const picture: CardPicture = ({ facts, entry }) => {
  const card = (facts as Facts).cards[entry];
  return card && <CardView card={card} size="large" />;
};
