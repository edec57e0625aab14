/** Cards of Dominion: numbers as icons, other effects as text. */

import type { ComponentChildren } from "preact";
import type { CardProps } from "../../components/card";
import { Card } from "../../components/card";
import type { GlyphName } from "../../components/glyphs";
import { Badge, Coin, Glyph } from "../../components/glyphs";
import type { CardInfo } from "./observation";
import { describeCard, plateOf } from "./observation";

type CardOptions = Partial<Pick<CardProps, "legal" | "chosen" | "dim" | "onClick" | "size" | "id">>;

export function CardView({
  name,
  card,
  count,
  ...more
}: { name: string; card: CardInfo | undefined; count?: number } & CardOptions) {
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
      {victory && <Badge name="points" value={String(card.points).replace("-", "−")} size={38} />}
      {!basic && !victory && <CardEffects card={card} />}
    </Card>
  );
}

const EFFECT_GLYPHS: [RegExp, GlyphName][] = [
  [/^others/, "others"],
  [/trash/, "trash"],
  [/gain/, "gain"],
  [/discard/, "discard"],
  [/draw/, "card"],
  [/reveal|look|keep|set/, "eye"],
  [/immune|unaffected/, "shield"],
  [/play/, "action"],
];

function CardEffects({ card }: { card: CardInfo }) {
  return (
    <>
      <span class="card-effects">
        {card.cards > 0 && (
          <Amount n={card.cards}>
            <Glyph name="card" size={15} />
          </Amount>
        )}
        {card.actions > 0 && (
          <Amount n={card.actions}>
            <Glyph name="action" size={15} />
          </Amount>
        )}
        {card.buys > 0 && (
          <Amount n={card.buys}>
            <Glyph name="buy" size={15} />
          </Amount>
        )}
        {card.coins > 0 && (
          <Amount n={card.coins}>
            <Coin size={16} />
          </Amount>
        )}
        {card.points_per && (
          <span class="effect">
            1/{card.points_per}
            <Glyph name="points" size={15} />
          </span>
        )}
      </span>
      {card.do.map((text) => (
        <span class="effect-line" key={text}>
          <Glyph name={EFFECT_GLYPHS.find(([pattern]) => pattern.test(text))?.[1] ?? "text"} size={12} />
          <span class="effect-text">{text}</span>
        </span>
      ))}
    </>
  );
}

function Amount({ n, children }: { n: number; children: ComponentChildren }) {
  return (
    <span class="effect">
      +{n}
      {children}
    </span>
  );
}
