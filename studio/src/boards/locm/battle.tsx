/** Battle: the opponent at the top, lanes in the middle, one's own hand at the bottom. */

import { useEffect, useState } from "preact/hooks";
import { CardBacks } from "../../components/card";
import { Badge, Glyph } from "../../components/glyphs";
import { Pile } from "../../components/pile";
import { tooltip } from "../../components/tooltip";
import type { BoardContext } from "../../board";
import { plural } from "../../text";
import { CardView, CreatureView } from "./cards";
import type { Creature, Observation, Player } from "./observation";
import { cardInfo } from "./observation";

const LANE_SLOTS = { "1.0": 6 } as Record<string, number>; // creatures per lane; 3 in versions with two lanes

export function Battle({ context, observation }: { context: BoardContext; observation: Observation }) {
  const [selectedId, setSelectedId] = useState<number | null>(null);
  useEffect(() => setSelectedId(null), [context.position.ply]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => event.key === "Escape" && setSelectedId(null);
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);
  const me = observation.me as Player;
  const opponentObservation = context.observations.get(1 - context.seat) as Observation | undefined;
  const opponent = { ...(observation.opponent as Player), ...(opponentObservation?.me ?? {}) };
  const moves = [...context.legal.keys()].map((text) => text.split(" "));
  const hasMove = (id: number) => moves.some((move) => move[1] === String(id));
  const targets = new Map(
    moves
      .filter((move) => selectedId !== null && move[1] === String(selectedId))
      .map((move) => [move[2] ?? "", move.join(" ")]),
  );
  const choose = (id: number, moveText: string) => {
    const cardMoves = moves.filter((move) => move[1] === String(id));
    if (!cardMoves.length) context.explain(moveText);
    else if (cardMoves.length === 1 && cardMoves[0]?.length === 2)
      context.play(cardMoves[0].join(" ")); // version 1.0 has one lane
    else setSelectedId(selectedId === id ? null : id);
  };
  const inHand = me.hand?.find((card) => card.id === selectedId);
  const summoning = inHand?.kind === "creature";
  const targetMove = (id: number | string) => (summoning ? undefined : targets.get(String(id)));

  const creatureView = (creature: Creature, own: boolean) => {
    const text = targetMove(creature.id);
    const facts = cardInfo(context, creature.number);
    const click = text
      ? () => context.play(text)
      : own && context.live
        ? () => choose(creature.id, `ATTACK ${creature.id} -1`)
        : !own && selectedId !== null && context.live
          ? () => context.explain(`${inHand ? "USE" : "ATTACK"} ${selectedId} ${creature.id}`)
          : undefined;
    return (
      <CreatureView
        key={creature.id}
        creature={creature}
        facts={facts}
        legal={Boolean(text) || (selectedId === null && own && hasMove(creature.id))}
        chosen={selectedId === creature.id}
        onClick={click}
      />
    );
  };

  const lanes = observation.version === "1.0" ? [0] : [0, 1];
  const slots = LANE_SLOTS[observation.version] ?? 3;
  const attackMove = targetMove(-1);
  return (
    <div class="locm-table">
      <PlayerStrip
        context={context}
        player={opponent}
        seat={1 - context.seat}
        onAttack={attackMove ? () => context.play(attackMove) : undefined}
        onExplain={
          context.live && selectedId !== null && !summoning
            ? () => context.explain(`${inHand ? "USE" : "ATTACK"} ${selectedId} -1`)
            : undefined
        }
      >
        {opponent.hand ? (
          opponent.hand.map((card) => <CardView key={card.id} card={card} size="small" />)
        ) : (
          <CardBacks count={opponent.hand_size} seat={1 - context.seat} />
        )}
      </PlayerStrip>
      <div class={`lanes lanes${lanes.length}`}>
        {lanes.map((lane) => {
          const text = summoning ? targets.get(String(lane)) : undefined;
          const mine = me.board.filter((creature) => creature.lane === lane);
          const theirs = opponent.board.filter((creature) => creature.lane === lane);
          const emptySlots = (n: number) =>
            Array.from({ length: Math.max(0, slots - n) }, (_, k) => <span class="slot" key={`empty${k}`} />);
          return (
            <section
              class={text ? "lane legal" : "lane"}
              key={lane}
              aria-label={lanes.length > 1 ? `Lane ${lane}` : "The lane"}
            >
              <div class="row">
                {theirs.map((creature) => creatureView(creature, false))}
                {emptySlots(theirs.length)}
              </div>
              <div class="lane-name">{lanes.length > 1 ? (lane ? "Right lane" : "Left lane") : ""}</div>
              <div class="row">
                {mine.map((creature) => creatureView(creature, true))}
                {emptySlots(mine.length)}
              </div>
              {text && (
                <button type="button" class="lane-target" data-legal onClick={() => context.play(text)}>
                  Summon here
                </button>
              )}
              {summoning && !text && context.live && (
                <button
                  type="button"
                  class="lane-target closed"
                  onClick={() => context.explain(`SUMMON ${selectedId}${lanes.length > 1 ? ` ${lane}` : ""}`)}
                >
                  Not here
                </button>
              )}
            </section>
          );
        })}
      </div>
      <PlayerStrip context={context} player={me} seat={context.seat}>
        {me.hand?.map((card) => (
          <CardView
            key={card.id}
            card={card}
            size="middle"
            id={`hand-${card.id}`}
            legal={selectedId === null && hasMove(card.id)}
            chosen={selectedId === card.id}
            dim={context.live && !hasMove(card.id)}
            onClick={
              context.live
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
        {me.hand?.length === 0 && <span class="muted">No cards in hand</span>}
      </PlayerStrip>
    </div>
  );
}

interface StripProps {
  context: BoardContext;
  player: Player;
  seat: number;
  onAttack?: (() => void) | undefined;
  /** Explain why this player cannot be attacked. */
  onExplain?: (() => void) | undefined;
  children: preact.ComponentChildren;
}

function PlayerStrip({ context, player, seat, onAttack, onExplain, children }: StripProps) {
  const own = seat === context.seat;
  const name = context.names[seat] ?? "";
  const cardsOf = (list: number[]) =>
    list.map((number) => cardInfo(context, number)).filter((card) => card !== undefined);
  const deckNumbers = player.deck;
  return (
    <section class={`strip ${own ? "own" : "other"}`} aria-label={name}>
      <div class={`plate seat${seat} ${context.position.decider === seat ? "current-player" : ""}`}>
        <div class="plate-name">{name}</div>
        <div class="plate-numbers">
          {onAttack ? (
            <button
              type="button"
              class="face-target"
              data-legal
              onClick={onAttack}
              aria-label={`Attack ${name}: ${player.health} health`}
            >
              <Badge name="heart" value={player.health} size={44} />
            </button>
          ) : onExplain ? (
            <button
              type="button"
              class="face-target closed"
              onClick={onExplain}
              aria-label={`${name}: ${player.health} health; cannot be attacked`}
            >
              <Badge name="heart" value={player.health} size={44} />
            </button>
          ) : (
            <span
              class="face-target"
              {...tooltip(`${player.health} health`)}
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
              <span class="small muted" {...tooltip("For every 5 health lost, one more card at the next turn")}>
                lost {player.health_lost} since the last turn
              </span>
            )}
            <span
              class="amount"
              {...tooltip(
                `${player.mana} of ${player.max_mana} mana${player.bonus_mana ? ", with the second player's bonus" : ""}`,
              )}
            >
              <Glyph name="crystal" />{" "}
              <span>
                <b>{player.mana}</b>/{player.max_mana}
              </span>
              {player.bonus_mana && <span class="small muted">+1</span>}
            </span>
            <span class="amount" {...tooltip(`${plural(player.next_draw, "card")} at the next turn`)}>
              <Glyph name="card" size={14} /> draws <b>{player.next_draw}</b>
            </span>
          </div>
        </div>
        <div class="piles">
          <Pile
            name="Deck"
            count={player.deck_size}
            note={deckNumbers ? "sorted by number: their order is hidden" : "hidden"}
            cards={
              deckNumbers ? cardsOf(deckNumbers).map((card, k) => <CardView key={k} card={card} size="small" />) : null
            }
          />
          <Pile
            name="Played"
            count={player.played.length}
            note="sorted by id"
            cards={cardsOf(player.played.map((card) => card.number)).map((card, k) => (
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
      aria-label={`${plural(runes, "rune")} left`}
      {...tooltip(
        runes
          ? `${plural(runes, "rune")}: at ${next} health the next one breaks and brings a card`
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
