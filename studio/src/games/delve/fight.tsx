/** Fight: enemies at the top, one's own numbers below, and the hand at the bottom. */

import type { ComponentChildren } from "preact";
import { Card } from "../../components/card";
import { Glyph } from "../../components/glyphs";
import { Meter } from "../../components/meter";
import { Pictogram } from "../../components/pictogram";
import { Pile } from "../../components/pile";
import { tooltip } from "../../components/tooltip";
import { type BoardContext, movesOf } from "../../board";
import type { CardInfo, Enemy, Move, Observation } from "./types";
import { describeCard, handPiece, plateOfCard, statusTexts } from "./observation";
import { pictogram } from "./pictogram";
import { plural } from "../../format";
import { type PieceAttributes, pieceAt, zoneAt } from "../../motion/places";

interface FightProps {
  context: BoardContext;
  observation: Observation;
  /** What stands between the numbers and the hand. */
  children: ComponentChildren;
}

export function Fight({ context, observation, children }: FightProps) {
  const { selected, select } = context as BoardContext & { selected: string | null };
  const plays = movesOf<Move>(context).filter(({ parts }) => parts.verb === "play");
  const playsOf = (name: string) => plays.filter(({ parts }) => parts.piece?.card === name);
  const playable = (name: string) => playsOf(name).length > 0;
  const moveOn = (enemy: number) =>
    selected === null ? undefined : playsOf(selected).find(({ parts }) => parts.target?.id === enemy)?.text;
  const choose = (name: string) => {
    const [first] = playsOf(name);
    if (!first) {
      select(null);
      context.explain(firstAttempt(name, observation.cards[name]));
    } else if (!first.parts.target) context.play(first.text);
    else select(selected === name ? null : name);
  };
  const damage = selected ? (observation.cards[selected]?.damage ?? 0) : 0;
  const incomingDamage = observation.enemies
    .filter((enemy) => enemy.health > 0)
    .reduce((sum, enemy) => sum + (enemy.strike ?? enemy.attack), 0);
  const loss = Math.max(0, incomingDamage - (observation.block ?? 0)) + (observation.poison ?? 0);
  const deadly = loss >= observation.health && observation.health > 0;
  const statuses = statusTexts(observation);
  const isNext = observation.asked === "pick"; // a node is picked: the enemies are those of the next encounter
  return (
    <>
      {isNext && <h2 class="next-enemies">Encounter {observation.encounter} comes next</h2>}
      <section class="enemies" aria-label={`Encounter ${observation.encounter}`} {...zoneAt("enemies")}>
        {observation.enemies.map((listed, k) => {
          const enemy = isNext ? { ...listed, health: listed.full_health } : listed;
          const text = moveOn(k);
          return (
            <EnemyView
              key={k}
              enemy={enemy}
              enemyNumber={k + 1}
              damage={damage}
              legal={text !== undefined}
              onClick={text === undefined ? undefined : () => context.play(text)}
            />
          );
        })}
      </section>
      <section class="own-status" aria-label="You">
        <Meter
          name="Hit points"
          value={Math.max(0, observation.health)}
          max={observation.full_health}
          colour="var(--heart)"
          glyph="heart"
          spot={zoneAt("player", 0, 0)}
        />
        <Meter
          name="Energy"
          value={observation.energy}
          max={observation.full_energy}
          colour="var(--energy)"
          glyph="energy"
          spot={zoneAt("energy", 0)}
        />
        <Meter
          name="Mana"
          value={observation.mana}
          max={observation.full_mana}
          colour="var(--mana)"
          glyph="mana"
          spot={zoneAt("mana", 0)}
        />
        {statuses.length > 0 && <span class="small">{statuses.join(", ")}</span>}
        {observation.asked === "fight" && incomingDamage > 0 && (
          <span class={`meter-note small ${deadly ? "error" : "muted"}`}>
            The enemies strike for {incomingDamage} at the end of the turn.
          </span>
        )}
      </section>
      {children}
      <section class="strip own" aria-label="Your hand">
        <div class="hand" {...zoneAt("hand", 0)}>
          {Object.entries(observation.hand).map(([name, n]) => {
            const card = observation.cards[name];
            return (
              card && (
                <CardView
                  key={name}
                  name={name}
                  card={card}
                  count={n}
                  spot={pieceAt("hand", 0, name)}
                  legal={playable(name)}
                  action={playable(name) ? "Play" : undefined}
                  chosen={selected === name}
                  dim={context.live && observation.asked === "fight" && !playable(name)}
                  onClick={context.playing ? () => choose(name) : undefined}
                />
              )
            );
          })}
          {Object.keys(observation.hand).length === 0 && <span class="muted">No cards in hand</span>}
        </div>
        <div class="piles">
          <Pile
            name="Draw pile"
            spot={zoneAt("deck", 0)}
            count={sumCounts(observation.pile)}
            note="counted: their order is hidden"
            cards={cardViews(observation, observation.pile)}
          />
          <Pile
            name="Discarded"
            spot={zoneAt("discard", 0)}
            count={sumCounts(observation.discard)}
            cards={cardViews(observation, observation.discard)}
          />
          <EncountersToCome observation={observation} />
        </div>
      </section>
    </>
  );
}

/** A move with a card that is illegal, to ask why. */
function firstAttempt(name: string, card: CardInfo | undefined): Move {
  const target: Move["target"] = { zone: "enemies", seat: null, id: 0, card: null };
  return { verb: "play", piece: handPiece(name), target: card?.category === "targeted" ? target : null };
}

export function CardView({
  name,
  card,
  count,
  ...more
}: {
  name: string;
  card: CardInfo;
  count: number;
  legal?: boolean;
  action?: string | undefined;
  chosen?: boolean;
  dim?: boolean;
  onClick?: (() => void) | undefined;
  size?: "small" | "middle";
  spot?: PieceAttributes;
}) {
  const bonusDamage = card.damage - card.printed_damage;
  return (
    <Card
      name={name}
      plate={plateOfCard(card)}
      description={describeCard(card) + (count > 1 ? `; ${count} of them` : "")}
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
      <Pictogram lines={pictogram(card)} />
      {bonusDamage > 0 && <span class="better small">+{bonusDamage} by skills</span>}
    </Card>
  );
}

function EnemyView({
  enemy,
  enemyNumber,
  damage,
  legal,
  onClick,
}: {
  enemy: Enemy;
  enemyNumber: number;
  damage: number;
  legal: boolean;
  onClick?: (() => void) | undefined;
}) {
  const full = enemy.full_health;
  const left = Math.max(0, enemy.health);
  const taken = enemy.vulnerable ? Math.floor((damage * 3) / 2) : damage;
  const after = Math.max(0, left - taken);
  const statuses = statusTexts(enemy);
  const description = left
    ? [`Enemy ${enemyNumber}: ${left} of ${full} hit points, attack ${enemy.attack}`, ...statuses].join(", ")
    : `Enemy ${enemyNumber}: dead`;
  const content = (
    <>
      <span class="enemy-name">{left ? `Enemy ${enemyNumber}` : "dead"}</span>
      <EnemyFace enemyNumber={enemyNumber} attack={enemy.attack} dead={!left} />
      <span class="enemy-numbers">
        <span>
          <Glyph name="sword" size={13} /> {enemy.attack}
        </span>
        <span>
          <Glyph name="heart" size={13} /> {left}
          <span class="muted small">/{full}</span>
        </span>
      </span>
      {statuses.length > 0 && <span class="muted small">{statuses.join(", ")}</span>}
      <span class="meter">
        <span class="fill" style={{ width: `${(100 * left) / full}%` }} />
        {legal && (
          <span class="loss" style={{ left: `${(100 * after) / full}%`, width: `${(100 * (left - after)) / full}%` }} />
        )}
      </span>
    </>
  );
  const classes = `enemy ${legal ? "legal" : ""} ${left ? "" : "dead"}`;
  return onClick ? (
    <button
      type="button"
      class={classes}
      data-legal
      data-card={`enemy-${enemyNumber}`}
      {...zoneAt("enemies", null, enemyNumber - 1)}
      onClick={onClick}
      {...tooltip(`${taken} damage: ${after ? `${after} left` : "dead"}`)}
    >
      <span aria-hidden="true" class="enemy-body">
        {content}
      </span>
      <span class="visually-hidden">
        {`Hit enemy ${enemyNumber} for ${taken}: ${after ? `${after} left` : "dead"}. ${description}`}
      </span>
    </button>
  ) : (
    <span class={classes} role="img" aria-label={description} {...zoneAt("enemies", null, enemyNumber - 1)}>
      <span class="enemy-body">{content}</span>
    </span>
  );
}

function EnemyFace({ enemyNumber, attack, dead }: { enemyNumber: number; attack: number; dead: boolean }) {
  const hue = dead ? "#8d867c" : attack >= 5 ? "#a8525a" : ["#7b8f6a", "#7d86a8", "#a08a5c"][enemyNumber % 3];
  return (
    <svg class="face" viewBox="0 0 48 40" aria-hidden="true" stroke="#2a2520" stroke-width="1.4">
      <path d={attack >= 5 ? "M10 15 3 2l12 6zM38 15 45 2 33 8z" : "M14 11 12 3l7 5zM34 11l2-8-7 5z"} fill={hue} />
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

function EncountersToCome({ observation }: { observation: Observation }) {
  return (
    <Pile
      name="Encounters to come"
      count={observation.to_come.length}
      cards={observation.to_come.map((encounter, k) => (
        <p key={k}>
          <b>Encounter {observation.encounter + k + 1}</b>:{" "}
          {encounter.map((enemy) => `${plural(enemy.health, "hit point")}, attack ${enemy.attack}`).join("; ")}
        </p>
      ))}
    />
  );
}

function sumCounts(counts: Record<string, number>): number {
  return Object.values(counts).reduce((sum, n) => sum + n, 0);
}

function cardViews(observation: Observation, counts: Record<string, number>) {
  return Object.entries(counts).map(([name, n]) => {
    const card = observation.cards[name];
    return card ? (
      <CardView key={name} name={name} card={card} count={n} size="small" />
    ) : (
      <span key={name}>{plural(n, name)}</span>
    );
  });
}
