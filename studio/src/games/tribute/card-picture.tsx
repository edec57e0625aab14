/** A card or a patron of a card file of Tales of Tribute, as the board draws it. */

import type { CardPicture, FactsContext } from "../../board";
import { CardView } from "./cards";
import { describePatron, displayName, patronOf, plateOf } from "./observation";
import type { Facts } from "./types";
import "./style.css";

export const picture: CardPicture = ({ facts, kind, entry }) => {
  const context: FactsContext = { session: { facts: facts as FactsContext["session"]["facts"] } };
  if (kind === "card")
    return (facts as Facts).cards[entry] && <CardView context={context} piece={entry} size="large" />;
  const patron = patronOf(context, entry);
  return (
    patron && (
      <div class={`patron plate-${plateOf(context, entry)}`}>
        <b>{displayName(context, entry)}</b>
        <span class="small">{describePatron(context, patron)}</span>
      </div>
    )
  );
};
