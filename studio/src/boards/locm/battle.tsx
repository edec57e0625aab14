/** The battle: the opponent above, the lanes between, the own hand below. */

import { useEffect, useState } from "preact/hooks";
import { Backs } from "../../components/card";
import { Badge, Glyph } from "../../components/glyphs";
import { Pile } from "../../components/pile";
import { tip } from "../../components/tip";
import type { Scene } from "../../scene";
import { many } from "../../scene";
import { CardView, CreatureView } from "./cards";
import type { Creature, Player, View } from "./facts";
import { factsOf } from "./facts";

const ROOM = { "1.0": 6 } as Record<string, number>; // creatures a lane; three where there are two lanes

export function Battle({ scene, view }: { scene: Scene; view: View }) {
  const [subject, setSubject] = useState<number | null>(null);
  useEffect(() => setSubject(null), [scene.seen.ply]);
  useEffect(() => {
    const away = (event: KeyboardEvent) => event.key === "Escape" && setSubject(null);
    addEventListener("keydown", away);
    return () => removeEventListener("keydown", away);
  }, []);
  const me = view.me as Player;
  const otherView = scene.views.get(1 - scene.seat) as View | undefined;
  const opponent = { ...(view.opponent as Player), ...(otherView?.me ?? {}) };
  const moves = [...scene.legal.keys()].map((text) => text.split(" "));
  const can = (id: number) => moves.some((move) => move[1] === String(id));
  const targets = new Map(
    moves
      .filter((move) => subject !== null && move[1] === String(subject))
      .map((move) => [move[2] ?? "", move.join(" ")]),
  );
  const choose = (id: number, words: string) => {
    const alone = moves.filter((move) => move[1] === String(id));
    if (!alone.length) scene.explain(words);
    else if (alone.length === 1 && alone[0]?.length === 2)
      scene.play(alone[0].join(" ")); // 1.0 has a single lane
    else setSubject(subject === id ? null : id);
  };
  const inHand = me.hand?.find((card) => card.id === subject);
  const summoning = inHand?.kind === "creature";
  const target = (id: number | string) => (summoning ? undefined : targets.get(String(id)));

  const creature = (each: Creature, own: boolean) => {
    const text = target(each.id);
    const facts = factsOf(scene, each.number);
    const click = text
      ? () => scene.play(text)
      : own && scene.live
        ? () => choose(each.id, `ATTACK ${each.id} -1`)
        : !own && subject !== null && scene.live
          ? () => scene.explain(`${inHand ? "USE" : "ATTACK"} ${subject} ${each.id}`)
          : undefined;
    return (
      <CreatureView
        key={each.id}
        creature={each}
        facts={facts}
        legal={Boolean(text) || (subject === null && own && can(each.id))}
        chosen={subject === each.id}
        onClick={click}
      />
    );
  };

  const lanes = view.version === "1.0" ? [0] : [0, 1];
  const room = ROOM[view.version] ?? 3;
  const face = target(-1);
  return (
    <div class="locm-table">
      <PlayerStrip
        scene={scene}
        player={opponent}
        seat={1 - scene.seat}
        face={face ? () => scene.play(face) : undefined}
        why={
          scene.live && subject !== null && !summoning
            ? () => scene.explain(`${inHand ? "USE" : "ATTACK"} ${subject} -1`)
            : undefined
        }
      >
        {opponent.hand ? (
          opponent.hand.map((card) => <CardView key={card.id} card={card} size="small" />)
        ) : (
          <Backs count={opponent.hand_size} seat={1 - scene.seat} />
        )}
      </PlayerStrip>
      <div class={`lanes lanes${lanes.length}`}>
        {lanes.map((lane) => {
          const text = summoning ? targets.get(String(lane)) : undefined;
          const mine = me.board.filter((each) => each.lane === lane);
          const theirs = opponent.board.filter((each) => each.lane === lane);
          const empty = (n: number) =>
            Array.from({ length: Math.max(0, room - n) }, (_, k) => <span class="slot" key={`empty${k}`} />);
          return (
            <section
              class={text ? "lane legal" : "lane"}
              key={lane}
              aria-label={lanes.length > 1 ? `Lane ${lane}` : "The lane"}
            >
              <div class="row">
                {theirs.map((each) => creature(each, false))}
                {empty(theirs.length)}
              </div>
              <div class="lane-name">{lanes.length > 1 ? (lane ? "Right lane" : "Left lane") : ""}</div>
              <div class="row">
                {mine.map((each) => creature(each, true))}
                {empty(mine.length)}
              </div>
              {text && (
                <button type="button" class="lane-target" data-legal onClick={() => scene.play(text)}>
                  Summon here
                </button>
              )}
              {summoning && !text && scene.live && (
                <button
                  type="button"
                  class="lane-target closed"
                  onClick={() => scene.explain(`SUMMON ${subject}${lanes.length > 1 ? ` ${lane}` : ""}`)}
                >
                  Not here
                </button>
              )}
            </section>
          );
        })}
      </div>
      <PlayerStrip scene={scene} player={me} seat={scene.seat}>
        {me.hand?.map((card) => (
          <CardView
            key={card.id}
            card={card}
            size="middle"
            id={`hand-${card.id}`}
            legal={subject === null && can(card.id)}
            chosen={subject === card.id}
            dim={scene.live && !can(card.id)}
            onClick={
              scene.live
                ? () =>
                    choose(
                      card.id,
                      card.kind === "creature"
                        ? `SUMMON ${card.id}${lanes.length > 1 ? " 0" : ""}`
                        : `USE ${card.id} ${(card.kind === "green" ? me : opponent).board[0]?.id ?? -1}`,
                    )
                : undefined
            }
          />
        ))}
        {me.hand?.length === 0 && <span class="quiet">No cards in hand</span>}
      </PlayerStrip>
    </div>
  );
}

interface StripProps {
  scene: Scene;
  player: Player;
  seat: number;
  face?: (() => void) | undefined;
  /** Says why the player cannot be attacked. */
  why?: (() => void) | undefined;
  children: preact.ComponentChildren;
}

function PlayerStrip({ scene, player, seat, face, why, children }: StripProps) {
  const own = seat === scene.seat;
  const name = scene.names[seat] ?? "";
  const numbers = (list: number[]) => list.map((number) => factsOf(scene, number)).filter((card) => card !== undefined);
  const left = player.deck;
  return (
    <section class={`strip ${own ? "own" : "other"}`} aria-label={name}>
      <div class={`plate seat${seat} ${scene.seen.decider === seat ? "deciding" : ""}`}>
        <div class="plate-name">{name}</div>
        <div class="plate-facts">
          {face ? (
            <button
              type="button"
              class="face-target"
              data-legal
              onClick={face}
              aria-label={`Attack ${name}: ${player.health} health`}
            >
              <Badge name="heart" value={player.health} size={44} />
            </button>
          ) : why ? (
            <button
              type="button"
              class="face-target closed"
              onClick={why}
              aria-label={`${name}: ${player.health} health; cannot be attacked`}
            >
              <Badge name="heart" value={player.health} size={44} />
            </button>
          ) : (
            <span
              class="face-target"
              {...tip(`${player.health} health`)}
              aria-label={`${player.health} health`}
              role="img"
            >
              <Badge name="heart" value={player.health} size={44} />
            </span>
          )}
          <div class="plate-rows">
            {player.runes !== undefined ? (
              <Runes runes={player.runes} />
            ) : (
              <span class="small quiet" {...tip("Every full 5 health lost bring a card at the next turn")}>
                lost {player.health_lost} since its turn
              </span>
            )}
            <span
              class="amount"
              {...tip(
                `${player.mana} of ${player.max_mana} mana${player.bonus_mana ? ", with the second player's bonus" : ""}`,
              )}
            >
              <Glyph name="crystal" />{" "}
              <span>
                <b>{player.mana}</b>/{player.max_mana}
              </span>
              {player.bonus_mana && <span class="small quiet">+1</span>}
            </span>
            <span class="amount" {...tip(`${many(player.next_draw, "card")} at the next turn`)}>
              <Glyph name="card" size={14} /> draws <b>{player.next_draw}</b>
            </span>
          </div>
        </div>
        <div class="piles">
          <Pile
            name="Deck"
            count={player.deck_size}
            note={left ? "sorted by number: their order is hidden" : "hidden"}
            cards={left ? numbers(left).map((card, k) => <CardView key={k} card={card} size="small" />) : null}
          />
          <Pile
            name="Played"
            count={player.played.length}
            note="sorted by id"
            cards={numbers(player.played.map((each) => each.number)).map((card, k) => (
              <CardView key={k} card={card} size="small" />
            ))}
          />
        </div>
      </div>
      <div class="hand" aria-label={own ? "Your hand" : "Hand of the opponent"}>
        {children}
      </div>
    </section>
  );
}

const RUNES = [25, 20, 15, 10, 5];

function Runes({ runes }: { runes: number }) {
  const next = runes * 5;
  return (
    <span
      class="runes"
      role="img"
      aria-label={`${many(runes, "rune")} left`}
      {...tip(
        runes
          ? `${many(runes, "rune")}: at ${next} health the next one breaks and brings a card`
          : "No rune is left: an empty deck kills",
      )}
    >
      {RUNES.map((value) => (
        <span key={value} class={value <= next ? "rune" : "rune broken"}>
          <Glyph name="rune" size={13} />
        </span>
      ))}
    </span>
  );
}
