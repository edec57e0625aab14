/** Cards of Legends of Code and Magic: in hand, on offer, and as creatures on the board. */

import type { CardProps, Plate } from "../../components/card";
import { Card } from "../../components/card";
import { Glyph } from "../../components/glyphs";
import { tip } from "../../components/tip";
import { Beast, Item } from "./faces";
import type { CardFacts, Creature } from "./facts";
import { cardWords, creatureWords, keywordsOf } from "./facts";

const PLATES: Record<CardFacts["kind"], Plate> = { creature: "tan", green: "green", red: "red", blue: "blue" };

type More = Partial<Pick<CardProps, "legal" | "chosen" | "dim" | "onClick" | "size" | "id" | "foot">>;

export function CardView({ card, ...more }: { card: CardFacts } & More) {
  const creature = card.kind === "creature";
  const sign = (n: number) => (!creature && n > 0 ? `+${n}` : String(n).replace("-", "−"));
  return (
    <Card
      name={card.name}
      plate={PLATES[card.kind]}
      words={cardWords(card)}
      class="locm"
      {...more}
      corner={<span class="mana-cost">{card.cost}</span>}
    >
      <Keywords text={card.keywords} taken={card.kind === "red" || card.kind === "blue"} />
      {creature ? <Beast number={card.number} /> : <Item kind={card.kind} />}
      <span class="effects">
        {card.my_health !== 0 && <Effect name="heart" n={card.my_health} words="health of its player" />}
        {card.opp_health !== 0 && <Effect name="foe" n={card.opp_health} words="health of the opponent" />}
        {card.draw !== 0 && <Effect name="card" n={card.draw} words="cards more at the next turn" />}
        {card.area !== "target" && <Glyph name={card.area === "lane" ? "lane" : "lanes"} size={14} />}
      </span>
      <Strength
        attack={sign(card.attack)}
        defense={sign(card.defense)}
        quiet={!creature && !card.attack && !card.defense}
      />
    </Card>
  );
}

export function CreatureView({
  creature,
  facts,
  ...more
}: { creature: Creature; facts?: CardFacts | undefined } & More) {
  const tired = !creature.can_attack;
  const look = (now: number, printed: number | undefined) =>
    printed === undefined || now === printed ? "" : now > printed ? "better" : "worse";
  return (
    <Card
      name={creature.name}
      plate="tan"
      words={creatureWords(creature)}
      class="locm creature"
      dim={tired}
      {...more}
      id={`creature-${creature.id}`}
    >
      <Keywords text={creature.keywords} />
      <Beast number={creature.number} tired={tired} />
      <Strength
        attack={creature.attack}
        defense={creature.defense}
        attackLook={look(creature.attack, facts?.attack)}
        defenseLook={look(creature.defense, facts?.defense)}
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
          {...tip(
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

function Effect({ name, n, words }: { name: "heart" | "foe" | "card"; n: number; words: string }) {
  const text = n > 0 ? `+${n}` : `−${-n}`;
  return (
    <span class="effect" {...tip(`${text} ${words}`)}>
      <Glyph name={name} size={13} />
      {text}
    </span>
  );
}

interface StrengthProps {
  attack: number | string;
  defense: number | string;
  attackLook?: string;
  defenseLook?: string;
  quiet?: boolean;
}

function Strength({ attack, defense, attackLook = "", defenseLook = "", quiet }: StrengthProps) {
  if (quiet) return null;
  return (
    <span class="strength">
      <span class={attackLook}>
        <Glyph name="sword" size={13} />
        {attack}
      </span>
      <span class={defenseLook}>
        {defense}
        <Glyph name="shield" size={13} />
      </span>
    </span>
  );
}
