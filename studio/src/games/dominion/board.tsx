/** Board of Dominion: other players at the top, the supply in the middle, one's own cards at the bottom. */

import type { ComponentChildren } from "preact";
import { BoardFrame } from "../../components/board-frame";
import { CardBacks } from "../../components/card";
import { Badge, Coin, Glyph } from "../../components/glyphs";
import { Pile } from "../../components/pile";
import { PlayerStrip } from "../../components/player-strip";
import { type BoardContext, movesOf, type TypedMove } from "../../board";
import { CardView } from "./cards";
import type { BoardObservation } from "./observation";
import { BASIC, byCost, expandCounts } from "./observation";
import type { Move, Observation, Player } from "./types";
import { countItems, nounFor, plural, sentenceCase } from "../../format";
import { pieceAt, zoneAt } from "../../motion/places";

export function DominionBoard({ context, observation }: { context: BoardContext; observation: BoardObservation }) {
  const players = observation.players.map(
    (player, k) => (context.observations.get(k) as Observation | undefined)?.players[k] ?? player,
  );
  const otherSeats = players.map((_, k) => (context.seat + k) % players.length).slice(1);
  const own = players[context.seat];
  return (
    <BoardFrame name="dominion-table" hand>
      <div class="other-players">
        {otherSeats.map((k) => {
          const player = players[k];
          return (
            player && (
              <Strip key={k} context={context} observation={observation} player={player} seat={k}>
                {player.hand
                  .filter((name) => name !== null)
                  .map((name, j) => (
                    <CardView key={j} name={name} card={observation.cards[name]} size="small" />
                  ))}
                <CardBacks count={player.hand.filter((name) => name === null).length} seat={k} />
              </Strip>
            )
          );
        })}
      </div>
      <Supply context={context} observation={observation} />
      <TurnBar context={context} observation={observation} />
      {own && (
        <Strip context={context} observation={observation} player={own} seat={context.seat} handLabel="Your hand">
          {countItems(own.hand.map((name) => name ?? "")).map(([name, n]) => {
            const move = legalMove(context, "hand", name);
            return name ? (
              <CardView
                key={name}
                name={name}
                card={observation.cards[name]}
                size="middle"
                legal={Boolean(move)}
                action={actionOf(move)}
                id={`hand-${name}`}
                spot={pieceAt("hand", context.seat, name)}
                {...(n > 1 ? { count: n } : {})}
                onClick={context.playing ? () => playOrExplain(context, "hand", name) : undefined}
              />
            ) : (
              <CardBacks key="hidden" count={n} seat={context.seat} />
            );
          })}
          {own.hand.length === 0 && <span class="muted">No cards in hand</span>}
        </Strip>
      )}
    </BoardFrame>
  );
}

function Supply({ context, observation }: { context: BoardContext; observation: BoardObservation }) {
  const names = Object.keys(observation.supply);
  const kingdom = names.filter((name) => !BASIC.includes(name)).sort(byCost(observation.cards));
  const pile = (name: string) => {
    const count = observation.supply[name] ?? 0;
    const move = legalMove(context, "supply", name);
    return (
      <CardView
        key={name}
        name={name}
        card={observation.cards[name]}
        size={BASIC.includes(name) ? "small" : "middle"}
        count={count}
        legal={Boolean(move)}
        {...(isHeld(context, name) ? { chosen: true } : {})}
        action={actionOf(move)}
        dim={count === 0}
        id={`supply-${name}`}
        spot={pieceAt("supply", null, name)}
        onClick={context.playing ? () => playOrExplain(context, "supply", name) : undefined}
      />
    );
  };
  return (
    <section class="supply" aria-label="The supply">
      <div class="basic">
        {BASIC.filter((name) => names.includes(name)).map(pile)}
        <Pile
          name="Trash"
          spot={zoneAt("trash")}
          count={expandCounts(observation.trash).length}
          cards={cardViews(observation, expandCounts(observation.trash))}
        />
      </div>
      <div class="kingdom">{kingdom.map(pile)}</div>
    </section>
  );
}

function TurnBar({ context, observation }: { context: BoardContext; observation: BoardObservation }) {
  const played = countItems(observation.played);
  return (
    <section class="turn-bar" aria-label="The turn" {...zoneAt("played", observation.turn_of)}>
      <span class="phase">{observation.phase === "action" ? "Action phase" : "Buy phase"}</span>
      <span class="amount" role="img" {...zoneAt("actions")} aria-label={plural(observation.actions, "action")}>
        <Glyph name="action" /> <b>{observation.actions}</b> {nounFor(observation.actions, "action")}
      </span>
      <span class="amount" role="img" {...zoneAt("buys")} aria-label={plural(observation.buys, "buy")}>
        <Glyph name="buy" /> <b>{observation.buys}</b> {nounFor(observation.buys, "buy")}
      </span>
      <span class="amount" role="img" {...zoneAt("coins")} aria-label={plural(observation.coins, "coin")}>
        <Coin size={18} /> <b>{observation.coins}</b> {nounFor(observation.coins, "coin")}
      </span>
      <span class="in-play">
        <span class="muted small">in play ({context.names[observation.turn_of]}):</span>
        {played.length ? (
          played.map(([name, n]) => (
            <span class="chip" key={name}>
              {n > 1 && `${n} `}
              {name}
            </span>
          ))
        ) : (
          <span class="muted small">nothing yet</span>
        )}
        {observation.playing.length > 0 && <span class="chip strong">now {observation.playing.at(-1)?.card}</span>}
        {observation.aside.length > 0 && (
          <span class="chip">aside: {observation.aside.map((name) => name ?? "hidden").join(", ")}</span>
        )}
      </span>
    </section>
  );
}

function Strip({
  context,
  observation,
  player,
  seat,
  handLabel,
  children,
}: {
  context: BoardContext;
  observation: BoardObservation;
  player: Player;
  seat: number;
  handLabel?: string;
  children: ComponentChildren;
}) {
  const own = seat === context.seat;
  const bag = typeof player.bag === "number" ? null : expandCounts(player.bag);
  const hiddenDiscard = player.discard.some((name) => name === null);
  return (
    <PlayerStrip
      context={context}
      seat={seat}
      {...(handLabel ? { handLabel } : {})}
      numbers={
        <>
          <Badge name="points" value={player.points} size={40} />
          <div class="plate-rows small">
            <span>{plural(player.turns, "turn")} taken</span>
            <span>{plural(expandCounts(player.owned).length, "card")}</span>
          </div>
        </>
      }
      piles={
        <>
          <Pile
            name="Deck"
            spot={zoneAt("deck", seat)}
            count={player.deck}
            note="sorted: their order is hidden"
            cards={
              bag
                ? cardViews(
                    observation,
                    [...bag, ...player.top.filter((name) => name !== null)].sort(byCost(observation.cards)),
                  )
                : null
            }
          />
          <Pile
            name="Discard"
            spot={zoneAt("discard", seat)}
            count={player.discard.length}
            note={own || !hiddenDiscard ? "the last one is on top" : "some of them are hidden"}
            cards={player.discard.map((name, k) =>
              name === null ? (
                <CardBacks key={k} count={1} seat={seat} />
              ) : (
                <CardView key={k} name={name} card={observation.cards[name]} size="small" />
              ),
            )}
          />
          <Pile
            name="All"
            count={expandCounts(player.owned).length}
            note="in all piles"
            cards={cardViews(observation, expandCounts(player.owned).sort(byCost(observation.cards)))}
          />
        </>
      }
    >
      {children}
    </PlayerStrip>
  );
}

function cardViews(observation: BoardObservation, names: string[]) {
  return countItems(names).map(([name, n]) => (
    <CardView key={name} name={name} card={observation.cards[name]} size="small" count={n} />
  ));
}

type Source = "hand" | "supply";

const isFrom = (zone: Source, move: TypedMove<Move>) => move.parts.piece?.zone === zone;

function legalMove(context: BoardContext, zone: Source, name: string): TypedMove<Move> | undefined {
  return movesOf<Move>(context).find((move) => isFrom(zone, move) && move.parts.piece?.card === name);
}

/** "Buy", "Play": what the legal move does with its card. */
const actionOf = (move: TypedMove<Move> | undefined): string | undefined => move && sentenceCase(move.parts.verb);

/** Whether the last buy is a card of this pile, and waits for the end of the turn. */
const isHeld = ({ held }: BoardContext, name: string): boolean => (held?.parts as Move | undefined)?.piece?.id === name;

/** Play the legal move with a card, or ask why it cannot be used as other cards of its zone can. */
function playOrExplain(context: BoardContext, zone: Source, name: string): void {
  const move = legalMove(context, zone, name);
  if (move) {
    context.play(move.text);
    return;
  }
  const other = movesOf<Move>(context).find((move) => isFrom(zone, move));
  context.explain({
    verb: other?.parts.verb ?? (zone === "hand" ? "play" : "buy"),
    piece: { zone, seat: zone === "hand" ? context.seat : null, id: name, card: name },
    target: null,
  } satisfies Move);
}
