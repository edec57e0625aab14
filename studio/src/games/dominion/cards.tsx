/** Cards of Dominion. */

import type { CardProps } from "../../components/card";
import { Card } from "../../components/card";
import { Badge, Coin, Glyph } from "../../components/glyphs";
import { Pictogram } from "../../components/pictogram";
import type { ShownCard } from "./observation";
import { describeCard, plateOf } from "./observation";
import { pictogram } from "./pictogram";
import "./cards.css";

type CardOptions = Partial<Pick<CardProps, "legal" | "action" | "chosen" | "dim" | "onClick" | "size" | "id" | "spot">>;

export function CardView({
  name,
  card,
  count,
  ...more
}: { name: string; card: ShownCard | undefined; count?: number } & CardOptions) {
  if (!card) return <Card name={name} plate="plain" description="" {...more} />;
  const basic = card.types.includes("Treasure") && card.coins > 0 && !card.do.length;
  const victory = (card.types.includes("Victory") || card.types.includes("Curse")) && !card.points_per;
  return (
    <Card
      name={name}
      plate={plateOf(card)}
      description={describeCard(card) + (count === undefined ? "" : `; ${count} here`)}
      class="dominion"
      {...more}
      foot={
        <>
          <Coin value={card.cost} size={20} />
          <span class="grow types">
            {card.types.includes("Attack") && <Glyph name="attack" size={13} />}
            {card.types.includes("Reaction") && <Glyph name="reaction" size={13} />}
          </span>
          {count !== undefined && <span class="copies">×{count}</span>}
        </>
      }
    >
      {basic && <Coin value={card.coins} size={38} />}
      {victory && <Badge name="points" value={card.points} size={38} />}
      {!basic && !victory && <Pictogram lines={pictogram(card)} />}
    </Card>
  );
}
