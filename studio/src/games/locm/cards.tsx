/** Cards of Legends of Code and Magic, and creatures on the board. */

import type { CardProps, PlateColour } from "../../components/card";
import { Card } from "../../components/card";
import { Glyph } from "../../components/glyphs";
import { formatNumber } from "../../format";
import { memo } from "../../memo";
import { type Part, Pictogram } from "../../components/pictogram";
import { CreatureFace, ItemIcon } from "./faces";
import type { CardInfo, Creature } from "./types";
import { describeCard, describeCreature } from "./observation";
import { effectParts, keywordParts, pictogram } from "./pictogram";

const PLATES: Record<CardInfo["kind"], PlateColour> = { creature: "tan", green: "green", red: "red", blue: "blue" };

type CardOptions = Partial<
  Pick<CardProps, "legal" | "action" | "chosen" | "dim" | "onClick" | "size" | "id" | "foot" | "spot">
>;

export const CardView = memo(({ card, ...more }: { card: CardInfo } & CardOptions) => {
  return (
    <Card
      name={card.name}
      plate={PLATES[card.kind]}
      description={describeCard(card)}
      class="locm"
      {...more}
      corner={<span class="mana-cost">{card.cost}</span>}
    >
      <CardContent card={card} large={more.size === "large"} />
    </Card>
  );
});

/** What is drawn on a card; it stays as it is when the card can be played or is selected. */
const CardContent = memo(({ card, large }: { card: CardInfo; large: boolean }) => {
  const creature = card.kind === "creature";
  const signed = (n: number) => (!creature && n > 0 ? `+${n}` : formatNumber(n));
  return (
    <>
      {!large && <Keywords parts={keywordParts(card)} />}
      {creature ? <CreatureFace card={card} /> : <ItemIcon kind={card.kind} />}
      <Pictogram lines={large ? pictogram(card) : [{ parts: effectParts(card) }]} />
      <Strength
        attack={signed(card.attack)}
        defense={signed(card.defense)}
        hidden={!creature && !card.attack && !card.defense}
      />
    </>
  );
});

interface CreatureProps {
  creature: Creature;
  facts?: CardInfo | undefined;
}

export const CreatureView = memo(({ creature, facts, ...more }: CreatureProps & CardOptions) => (
  <Card
    name={creature.name}
    plate="tan"
    description={describeCreature(creature)}
    class="locm creature"
    dim={!creature.can_attack}
    {...more}
    id={`creature-${creature.id}`}
  >
    <CreatureContent creature={creature} facts={facts} />
  </Card>
));

const CreatureContent = memo(({ creature, facts }: CreatureProps) => {
  const tired = !creature.can_attack;
  const compareClass = (now: number, printed: number | undefined) =>
    printed === undefined || now === printed ? "" : now > printed ? "better" : "worse";
  return (
    <>
      <Keywords parts={keywordParts({ keywords: creature.keywords, kind: "creature" })} />
      <CreatureFace card={facts ?? creature} tired={tired} />
      <Strength
        attack={creature.attack}
        defense={creature.defense}
        attackClass={compareClass(creature.attack, facts?.attack)}
        defenseClass={compareClass(creature.defense, facts?.defense)}
      />
    </>
  );
});

/** Keywords below each other, at the edge of a card. */
function Keywords({ parts }: { parts: Part[] }) {
  return parts.length ? (
    <span class="keywords">
      <Pictogram lines={parts.map(({ label: _, ...part }) => ({ parts: [part] }))} />
    </span>
  ) : null;
}

interface StrengthProps {
  attack: number | string;
  defense: number | string;
  attackClass?: string;
  defenseClass?: string;
  hidden?: boolean;
}

function Strength({ attack, defense, attackClass = "", defenseClass = "", hidden }: StrengthProps) {
  if (hidden) return null;
  return (
    <span class="strength">
      <span class={attackClass}>
        <Glyph name="sword" size={13} />
        {attack}
      </span>
      <span class={defenseClass}>
        {defense}
        <Glyph name="shield" size={13} />
      </span>
    </span>
  );
}
