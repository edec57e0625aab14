/** Battle: the opponent at the top, lanes in the middle, one's own hand at the bottom. */

import { BoardFrame } from "../../components/board-frame";
import { CardBacks } from "../../components/card";
import { Badge, Glyph } from "../../components/glyphs";
import { Pile, type PileProps } from "../../components/pile";
import { PlayerStrip } from "../../components/player-strip";
import { tooltip } from "../../components/tooltip";
import { type BoardContext, movesOf } from "../../board";
import { CardView, CreatureView } from "./cards";
import type { CardInfo, Creature, HandCard, Move, Observation, Piece, Player, Target } from "./types";
import { cardInfo, creaturePiece, laneTarget, playerTarget } from "./observation";
import { formatNumber, plural } from "../../format";
import { useKeys } from "../../keys";
import { memo } from "../../memo";
import { pieceAt, zoneAt } from "../../motion/places";

const LANE_SLOTS = { "1.0": 6 } as Record<string, number>; // creatures per lane; 3 in versions with two lanes

export function Battle({ context, observation }: { context: BoardContext; observation: Observation }) {
  const { selected: selectedId, select } = context as BoardContext & { selected: number | null };
  useKeys([
    {
      keys: ["Escape"],
      label: "Deselect the card",
      run: () => (selectedId === null ? false : select(null)),
    },
  ]);
  const me = observation.me as Player;
  const opponentObservation = context.observations.get(1 - context.seat) as Observation | undefined;
  const opponent = { ...(observation.opponent as Player), ...(opponentObservation?.me ?? {}) };
  const moves = movesOf<Move>(context);
  const lanes = observation.version === "1.0" ? [0] : [0, 1];
  const movesWith = (id: number) => moves.filter((move) => move.parts.piece?.id === id);
  const hasMove = (id: number) => movesWith(id).length > 0;
  const choose = (id: number, attempt: Move) => {
    const [first] = movesWith(id);
    if (!first) {
      select(null);
      context.explain(attempt);
    } else if (first.parts.verb === "summon" && lanes.length === 1) context.play(first.text);
    else select(selectedId === id ? null : id);
  };
  const opponentSeat = 1 - context.seat;
  const inHand = me.hand?.find((card) => card.id === selectedId);
  const selectedCreature = me.board.find((creature) => creature.id === selectedId);
  const selected: Piece | null = inHand
    ? handPiece(inHand, context.seat)
    : selectedCreature
      ? creaturePiece(selectedCreature, context.seat)
      : null;
  const summoning = inHand?.kind === "creature";
  const moveOn = (zone: Target["zone"], id: number) =>
    selectedId === null
      ? undefined
      : movesWith(selectedId).find(({ parts: { target } }) => target?.zone === zone && target.id === id)?.text;
  const explainOn = (target: Target) =>
    context.explain({ verb: summoning ? "summon" : inHand ? "use" : "attack", piece: selected, target } satisfies Move);

  const besides = inHand && `Summon ${inHand.name} into the lane of`;
  const actionOnTarget = inHand ? `Use ${inHand.name} on` : "Attack";
  const creatureView = (creature: Creature, own: boolean) => {
    const text = moveOn("board", creature.id);
    const facts = cardInfo(context, creature.number);
    const summon = summoning ? moveOn("lane", creature.lane) : undefined; // the whole lane is marked
    const move = text ?? summon;
    const piece = creaturePiece(creature, own ? context.seat : opponentSeat);
    const explained = summoning ? laneTarget(creature.lane, context.seat) : piece;
    const click = move
      ? () => context.play(move)
      : context.live && selectedId !== null && !(own && (hasMove(creature.id) || !inHand))
        ? () => explainOn(explained)
        : own && context.playing
          ? () => choose(creature.id, { verb: "attack", piece, target: playerTarget(opponentSeat) })
          : undefined;
    return (
      <CreatureView
        key={creature.id}
        creature={creature}
        facts={facts}
        spot={pieceAt("board", own ? context.seat : opponentSeat, creature.id, creature.id)}
        legal={Boolean(text) || (selectedId === null && own && hasMove(creature.id))}
        action={text ? actionOnTarget : summon ? besides : own && hasMove(creature.id) ? "Attack with" : undefined}
        chosen={selectedId === creature.id}
        onClick={click}
      />
    );
  };

  const slots = LANE_SLOTS[observation.version] ?? 3;
  const attackMove = moveOn("player", opponentSeat);
  return (
    <BoardFrame name="locm-table" hand>
      <BattleStrip
        context={context}
        player={opponent}
        seat={1 - context.seat}
        onAttack={attackMove ? () => context.play(attackMove) : undefined}
        onExplain={
          context.live && selectedId !== null && !summoning ? () => explainOn(playerTarget(opponentSeat)) : undefined
        }
      >
        {opponent.hand ? (
          opponent.hand.map((card) => (
            <CardView key={card.id} card={card} size="small" spot={pieceAt("hand", opponentSeat, card.id, card.id)} />
          ))
        ) : (
          <CardBacks count={opponent.hand_size} seat={1 - context.seat} />
        )}
      </BattleStrip>
      <div class={`lanes lanes${lanes.length}`}>
        {lanes.map((lane) => {
          const text = moveOn("lane", lane);
          const mine = me.board.filter((creature) => creature.lane === lane);
          const theirs = opponent.board.filter((creature) => creature.lane === lane);
          const emptySlots = (n: number) => <EmptySlots count={Math.max(0, slots - n)} />;
          return (
            <section
              class={text ? "lane legal" : "lane"}
              key={lane}
              aria-label={laneName(lanes.length, lane)}
              {...zoneAt("lane", context.seat, lane)}
            >
              <div class="row">
                {theirs.map((creature) => creatureView(creature, false))}
                {emptySlots(theirs.length)}
              </div>
              <div class="lane-name">
                {text ? (
                  <button type="button" class="lane-target" data-legal onClick={() => context.play(text)}>
                    Summon here
                    <span class="visually-hidden">: {laneName(lanes.length, lane)}</span>
                  </button>
                ) : summoning && context.live ? (
                  <button
                    type="button"
                    class="lane-target closed"
                    aria-disabled
                    onClick={() => explainOn(laneTarget(lane, context.seat))}
                  >
                    Not here
                    <span class="visually-hidden">: {laneName(lanes.length, lane)}</span>
                  </button>
                ) : lanes.length > 1 ? (
                  laneName(lanes.length, lane)
                ) : (
                  ""
                )}
              </div>
              <div class="row">
                {mine.map((creature) => creatureView(creature, true))}
                {emptySlots(mine.length)}
              </div>
            </section>
          );
        })}
      </div>
      <BattleStrip context={context} player={me} seat={context.seat}>
        {me.hand?.map((card) => (
          <CardView
            key={card.id}
            card={card}
            size="middle"
            id={`hand-${card.id}`}
            spot={pieceAt("hand", context.seat, card.id, card.id)}
            legal={selectedId === null && hasMove(card.id)}
            action={hasMove(card.id) ? (card.kind === "creature" ? "Summon" : "Use") : undefined}
            chosen={selectedId === card.id}
            dim={context.live && !hasMove(card.id)}
            onClick={
              context.playing
                ? () => choose(card.id, firstAttempt(card, context.seat, card.kind === "green" ? me : opponent))
                : undefined
            }
          />
        ))}
        {me.hand?.length === 0 && <span class="muted">No cards in hand</span>}
      </BattleStrip>
    </BoardFrame>
  );
}

const EmptySlots = memo(({ count }: { count: number }) =>
  Array.from({ length: count }, (_, k) => <span class="slot" key={k} />),
);

const laneName = (count: number, lane: number): string =>
  count === 1 ? "The lane" : lane ? "Right lane" : "Left lane";

const handPiece = (card: HandCard, seat: number): Piece => ({ zone: "hand", seat, id: card.id, card: card.number });

/** A move with a card that may be illegal, to ask why. */
function firstAttempt(card: HandCard, seat: number, owner: Player): Move {
  const piece = handPiece(card, seat);
  if (card.kind === "creature") return { verb: "summon", piece, target: laneTarget(0, seat) };
  const creature = owner.board[0];
  const ownerSeat = card.kind === "green" ? seat : 1 - seat;
  return { verb: "use", piece, target: creature ? creaturePiece(creature, ownerSeat) : playerTarget(1 - seat) };
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

function BattleStrip({ context, player, seat, onAttack, onExplain, children }: StripProps) {
  const own = seat === context.seat;
  const cardsOf = (list: number[]) =>
    list.map((number) => cardInfo(context, number)).filter((card) => card !== undefined);
  return (
    <PlayerStrip
      context={context}
      seat={seat}
      handLabel={own ? "Your hand" : "Hand of the opponent"}
      numbers={
        <>
          <Face
            seat={seat}
            name={context.names[seat] ?? ""}
            health={player.health}
            onAttack={onAttack}
            onExplain={onExplain}
          />
          <PlateRows
            health_lost={player.health_lost}
            runes={player.runes}
            mana={player.mana}
            max_mana={player.max_mana}
            bonus_mana={player.bonus_mana}
            next_draw={player.next_draw}
          />
        </>
      }
      piles={
        <>
          <CardPile
            name="Deck"
            spot={zoneAt("deck", seat)}
            count={player.deck_size}
            note={player.deck ? "sorted by number: their order is hidden" : "hidden"}
            list={player.deck ? cardsOf(player.deck) : null}
          />
          <CardPile
            name="Played"
            count={player.played.length}
            note="sorted by id"
            list={cardsOf(player.played.map((card) => card.number))}
          />
        </>
      }
    >
      {children}
    </PlayerStrip>
  );
}

const CardPile = memo(({ list, ...pile }: Omit<PileProps, "cards"> & { list: CardInfo[] | null }) => (
  <Pile {...pile} cards={list?.map((card, k) => <CardView key={k} card={card} size="small" />) ?? null} />
));

interface FaceProps extends Pick<StripProps, "seat" | "onAttack" | "onExplain"> {
  name: string;
  health: number;
}

/** Health of a player, and a button where the player can be attacked. */
const Face = memo(({ seat, name, health, onAttack, onExplain }: FaceProps) => {
  const spot = zoneAt("player", seat, seat);
  const badge = <Badge name="heart" value={health} size={44} />;
  const words = `${formatNumber(health)} health`;
  if (onAttack)
    return (
      <button
        type="button"
        class="face-target"
        data-legal
        {...spot}
        onClick={onAttack}
        aria-label={`Attack ${name}: ${words}`}
      >
        {badge}
      </button>
    );
  if (onExplain)
    return (
      <button
        type="button"
        class="face-target closed"
        aria-disabled
        {...spot}
        onClick={onExplain}
        aria-label={`${name}: ${words}; cannot be attacked`}
      >
        {badge}
      </button>
    );
  return (
    <span class="face-target" {...spot} {...tooltip(words)} aria-label={words} role="img">
      {badge}
    </span>
  );
});

type Numbers = Pick<Player, "health_lost" | "runes" | "mana" | "max_mana" | "bonus_mana" | "next_draw">;

const PlateRows = memo(({ health_lost, runes, mana, max_mana, bonus_mana, next_draw }: Numbers) => (
  <div class="plate-rows">
    {runes !== undefined ? (
      <Runes runes={runes} />
    ) : (
      <span class="small muted" {...tooltip("For every 5 health lost, one more card at the next turn")}>
        lost {health_lost} since the last turn
      </span>
    )}
    <span
      class="amount"
      role="img"
      aria-label={`${mana} of ${max_mana} mana`}
      {...tooltip(`${mana} of ${max_mana} mana${bonus_mana ? ", with the second player's bonus" : ""}`)}
    >
      <Glyph name="crystal" />{" "}
      <span>
        <b>{mana}</b>/{max_mana}
      </span>
      {bonus_mana && <span class="small muted">+1</span>}
    </span>
    <span class="amount" {...tooltip(`${plural(next_draw, "card")} at the next turn`)}>
      <Glyph name="card" size={14} /> <span class="draws">draws</span> <b>{next_draw}</b>
    </span>
  </div>
));

const RUNES = [25, 20, 15, 10, 5];

const Runes = memo(({ runes }: { runes: number }) => {
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
});
