/** The fight: enemies above, oneself and the hand below. */

import { useEffect, useState } from "preact/hooks";
import { Card } from "../../components/card";
import { Glyph } from "../../components/glyphs";
import { Meter } from "../../components/meter";
import { Pile } from "../../components/pile";
import { tip } from "../../components/tip";
import type { Scene } from "../../scene";
import { many } from "../../scene";
import type { CardFacts, Enemy, View } from "./facts";
import { cardWords, plateOf } from "./facts";

export function Fight({ scene, view }: { scene: Scene; view: View }) {
  const [subject, setSubject] = useState<string | null>(null);
  useEffect(() => setSubject(null), [scene.seen.ply]);
  const texts = [...scene.legal.keys()];
  const on = (place: number) => (subject ? `PLAY ${subject} ${place}` : "");
  const playable = (name: string) => texts.some((text) => text === `PLAY ${name}` || text.startsWith(`PLAY ${name} `));
  const choose = (name: string, card: CardFacts) => {
    if (!playable(name)) scene.explain(card.category === "area" ? `PLAY ${name}` : `PLAY ${name} 1`);
    else if (card.category === "area") scene.play(`PLAY ${name}`);
    else setSubject(subject === name ? null : name);
  };
  const damage = subject ? (view.cards[subject]?.damage ?? 0) : 0;
  const coming = view.enemies.filter((enemy) => enemy.health > 0).reduce((sum, enemy) => sum + enemy.attack, 0);
  return (
    <>
      <section class="enemies" aria-label={`Encounter ${view.encounter}`}>
        {view.enemies.map((enemy, k) => (
          <EnemyView
            key={k}
            enemy={enemy}
            place={k + 1}
            damage={damage}
            legal={scene.legal.has(on(k + 1))}
            onClick={scene.legal.has(on(k + 1)) ? () => scene.play(on(k + 1)) : undefined}
          />
        ))}
      </section>
      <section class="self" aria-label="You">
        <Meter
          name="Hit points"
          value={Math.max(0, view.health)}
          full={view.full_health}
          colour="var(--heart)"
          glyph="heart"
          note={coming ? `the enemies strike for ${coming} at the end of the turn` : ""}
          warn={coming >= view.health && view.health > 0}
        />
        <Meter name="Energy" value={view.energy} full={view.full_energy} colour="var(--energy)" glyph="energy" />
        <Meter name="Mana" value={view.mana} full={view.full_mana} colour="var(--mana)" glyph="mana" />
      </section>
      <section class="strip own" aria-label="Your hand">
        <div class="hand">
          {Object.entries(view.hand).map(([name, n]) => {
            const card = view.cards[name];
            return (
              card && (
                <CardView
                  key={name}
                  name={name}
                  card={card}
                  count={n}
                  legal={playable(name)}
                  chosen={subject === name}
                  dim={scene.live && view.asked === "fight" && !playable(name)}
                  onClick={scene.live ? () => choose(name, card) : undefined}
                />
              )
            );
          })}
          {Object.keys(view.hand).length === 0 && <span class="quiet">No cards in hand</span>}
        </div>
        <div class="piles">
          <Pile
            name="Draw pile"
            count={total(view.pile)}
            note="counted: their order is hidden"
            cards={cards(view, view.pile)}
          />
          <Pile name="Discarded" count={total(view.discard)} cards={cards(view, view.discard)} />
          <ToCome view={view} />
        </div>
      </section>
    </>
  );
}

export function CardView({
  name,
  card,
  count,
  ...more
}: {
  name: string;
  card: CardFacts;
  count: number;
  legal?: boolean;
  chosen?: boolean;
  dim?: boolean;
  onClick?: (() => void) | undefined;
  size?: "small" | "middle";
}) {
  const more_damage = card.damage - card.printed_damage;
  return (
    <Card
      name={name}
      plate={plateOf(`${card.category} ${card.resource}`)}
      words={cardWords(card) + (count > 1 ? `; ${count} of them` : "")}
      class="delve"
      id={`hand-${name}`}
      {...more}
      foot={
        <>
          <span class="effect">
            <Glyph name={card.resource} size={15} />
            {card.cost}
          </span>
          <span class="grow" />
          {count > 1 && <span class="copies">×{count}</span>}
        </>
      }
    >
      <span class="damage">
        <Glyph name={card.category} size={20} />
        <b>{card.damage}</b>
        {more_damage > 0 && <span class="better small">+{more_damage}</span>}
      </span>
      <span class="quiet small">{card.category === "area" ? "all enemies" : "one enemy"}</span>
    </Card>
  );
}

function EnemyView({
  enemy,
  place,
  damage,
  legal,
  onClick,
}: {
  enemy: Enemy;
  place: number;
  damage: number;
  legal: boolean;
  onClick?: (() => void) | undefined;
}) {
  const full = enemy.full_health ?? enemy.health;
  const left = Math.max(0, enemy.health);
  const after = Math.max(0, left - damage);
  const words = left ? `Enemy ${place}: ${left} of ${full} health, attack ${enemy.attack}` : `Enemy ${place}: dead`;
  const inside = (
    <>
      <span class="enemy-name">{left ? `Enemy ${place}` : "dead"}</span>
      <Fiend place={place} strong={enemy.attack} dead={!left} />
      <span class="enemy-facts">
        <span>
          <Glyph name="sword" size={13} /> {enemy.attack}
        </span>
        <span>
          <Glyph name="heart" size={13} /> {left}
          <span class="quiet small">/{full}</span>
        </span>
      </span>
      <span class="meter">
        <span class="fill" style={{ width: `${(100 * left) / full}%` }} />
        {legal && (
          <span class="loss" style={{ left: `${(100 * after) / full}%`, width: `${(100 * (left - after)) / full}%` }} />
        )}
      </span>
    </>
  );
  const look = `enemy ${legal ? "legal" : ""} ${left ? "" : "dead"}`;
  return onClick ? (
    <button
      type="button"
      class={look}
      data-legal
      data-card={`enemy-${place}`}
      onClick={onClick}
      {...tip(`${damage} damage: ${after ? `${after} left` : "dead"}`)}
    >
      <span aria-hidden="true" class="enemy-inside">
        {inside}
      </span>
      <span class="unseen">{`${words}. Hit it for ${damage}: ${after} left`}</span>
    </button>
  ) : (
    <span class={look} role="img" aria-label={words}>
      <span class="enemy-inside">{inside}</span>
    </span>
  );
}

function Fiend({ place, strong, dead }: { place: number; strong: number; dead: boolean }) {
  const hue = dead ? "#8d867c" : strong >= 5 ? "#a8525a" : ["#7b8f6a", "#7d86a8", "#a08a5c"][place % 3];
  return (
    <svg class="face" viewBox="0 0 48 40" aria-hidden="true" stroke="#2a2520" stroke-width="1.4">
      <path d={strong >= 5 ? "M10 15 3 2l12 6zM38 15 45 2 33 8z" : "M14 11 12 3l7 5zM34 11l2-8-7 5z"} fill={hue} />
      <path d="M8 20C8 10 15 6 24 6s16 4 16 14v18l-5-4-5 4-6-4-6 4-5-4-5 4z" fill={hue} />
      {dead ? (
        <path d="M14 17l6 6M20 17l-6 6M28 17l6 6M34 17l-6 6" fill="none" />
      ) : (
        <>
          <circle cx="17" cy="20" r="4" fill="#fffdf8" />
          <circle cx="31" cy="20" r="4" fill="#fffdf8" />
          <circle cx="18" cy="21" r="1.6" fill="#2a2520" />
          <circle cx="30" cy="21" r="1.6" fill="#2a2520" />
        </>
      )}
    </svg>
  );
}

function ToCome({ view }: { view: View }) {
  return (
    <Pile
      name="Encounters to come"
      count={view.to_come.length}
      cards={view.to_come.map((encounter, k) => (
        <p key={k}>
          <b>Encounter {view.encounter + k + 1}</b>:{" "}
          {encounter.map((enemy) => `${enemy.health} health, attack ${enemy.attack}`).join("; ")}
        </p>
      ))}
    />
  );
}

function total(counts: Record<string, number>): number {
  return Object.values(counts).reduce((sum, n) => sum + n, 0);
}

function cards(view: View, counts: Record<string, number>) {
  return Object.entries(counts).map(([name, n]) => {
    const card = view.cards[name];
    return card ? (
      <CardView key={name} name={name} card={card} count={n} size="small" />
    ) : (
      <span key={name}>{many(n, name)}</span>
    );
  });
}
