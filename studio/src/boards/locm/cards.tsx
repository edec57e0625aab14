/** Cards of Legends of Code and Magic, and creatures on the board. */

import type { CardProps, PlateColour } from "../../components/card";
import { Card } from "../../components/card";
import { Glyph } from "../../components/glyphs";
import { tooltip } from "../../components/tooltip";
import { CreatureFace, ItemIcon } from "./faces";
import type { CardInfo, Creature } from "./observation";
import { describeCard, describeCreature, keywordsOf } from "./observation";

const PLATES: Record<CardInfo["kind"], PlateColour> = { creature: "tan", green: "green", red: "red", blue: "blue" };

type CardOptions = Partial<Pick<CardProps, "legal" | "chosen" | "dim" | "onClick" | "size" | "id" | "foot">>;

export function CardView({ card, ...more }: { card: CardInfo } & CardOptions) {
  const creature = card.kind === "creature";
  const signed = (n: number) => (!creature && n > 0 ? `+${n}` : String(n).replace("-", "−"));
  return (
    <Card
      name={card.name}
      plate={PLATES[card.kind]}
      description={describeCard(card)}
      class="locm"
      {...more}
      corner={<span class="mana-cost">{card.cost}</span>}
    >
      <Keywords text={card.keywords} taken={card.kind === "red" || card.kind === "blue"} />
      {creature ? <CreatureFace number={card.number} /> : <ItemIcon kind={card.kind} />}
      <span class="effects">
        {card.my_health !== 0 && <Effect name="heart" n={card.my_health} description="health of its player" />}
        {card.opp_health !== 0 && <Effect name="foe" n={card.opp_health} description="health of the opponent" />}
        {card.draw !== 0 && <Effect name="card" n={card.draw} description="cards more at the next turn" />}
        {card.area !== "target" && <Glyph name={card.area === "lane" ? "lane" : "lanes"} size={14} />}
      </span>
      <Strength
        attack={signed(card.attack)}
        defense={signed(card.defense)}
        hidden={!creature && !card.attack && !card.defense}
      />
    </Card>
  );
}

export function CreatureView({
  creature,
  facts,
  ...more
}: { creature: Creature; facts?: CardInfo | undefined } & CardOptions) {
  const tired = !creature.can_attack;
  const compareClass = (now: number, printed: number | undefined) =>
    printed === undefined || now === printed ? "" : now > printed ? "better" : "worse";
  return (
    <Card
      name={creature.name}
      plate="tan"
      description={describeCreature(creature)}
      class="locm creature"
      dim={tired}
      {...more}
      id={`creature-${creature.id}`}
    >
      <Keywords text={creature.keywords} />
      <CreatureFace number={creature.number} tired={tired} />
      <Strength
        attack={creature.attack}
        defense={creature.defense}
        attackClass={compareClass(creature.attack, facts?.attack)}
        defenseClass={compareClass(creature.defense, facts?.defense)}
      />
    </Card>
  );
}

function Keywords({ text, taken }: { text: string; taken?: boolean }) {
  return (
    <span class={taken ? "keywords taken" : "keywords"}>
      {keywordsOf(text).map(([name, glyph, means]) => (
        <span
          key={name}
          {...tooltip(
            <>
              <strong>{name}</strong>
              {taken ? " is taken away" : `: ${means}`}
            </>,
          )}
        >
          <Glyph name={glyph} size={15} />
        </span>
      ))}
    </span>
  );
}

function Effect({ name, n, description }: { name: "heart" | "foe" | "card"; n: number; description: string }) {
  const text = n > 0 ? `+${n}` : `−${-n}`;
  return (
    <span class="effect" {...tooltip(`${text} ${description}`)}>
      <Glyph name={name} size={13} />
      {text}
    </span>
  );
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
