/** Board of Dominion: other players at the top, the supply in the middle, one's own cards at the bottom. */

import { CardBacks } from "../../components/card";
import { Badge, Coin, Glyph } from "../../components/glyphs";
import { Pile } from "../../components/pile";
import type { BoardContext } from "../../board";
import { countItems, plural } from "../../text";
import { CardView } from "./cards";
import type { Observation, Player } from "./observation";
import { BASIC, byCost, expandCounts } from "./observation";

const FROM_HAND = ["PLAY", "DISCARD", "TRASH", "PUT", "REVEAL"];
const FROM_SUPPLY = ["BUY", "GAIN"];

export function DominionBoard({ context, observation }: { context: BoardContext; observation: Observation }) {
  const players = observation.players.map(
    (player, k) => (context.observations.get(k) as Observation | undefined)?.players[k] ?? player,
  );
  const otherSeats = players.map((_, k) => (context.seat + k) % players.length).slice(1);
  const own = players[context.seat];
  return (
    <div class="dominion-table">
      <div class="other-players">
        {otherSeats.map((k) => {
          const player = players[k];
          return (
            player && (
              <section class="strip other" key={k} aria-label={context.names[k]}>
                <PlayerPlate context={context} observation={observation} player={player} seat={k} />
                <div class="hand">
                  {player.hand
                    .filter((name) => name !== null)
                    .map((name, j) => (
                      <CardView key={j} name={name} card={observation.cards[name]} size="small" />
                    ))}
                  <CardBacks count={player.hand.filter((name) => name === null).length} seat={k} />
                </div>
              </section>
            )
          );
        })}
      </div>
      <Supply context={context} observation={observation} />
      <TurnBar context={context} observation={observation} />
      {own && (
        <section class="strip own" aria-label={context.names[context.seat]}>
          <PlayerPlate context={context} observation={observation} player={own} seat={context.seat} />
          <div class="hand" aria-label="Your hand">
            {countItems(own.hand.map((name) => name ?? "")).map(([name, n]) => {
              const text = legalMove(context, FROM_HAND, name);
              return name ? (
                <CardView
                  key={name}
                  name={name}
                  card={observation.cards[name]}
                  size="middle"
                  legal={Boolean(text)}
                  id={`hand-${name}`}
                  {...(n > 1 ? { count: n } : {})}
                  onClick={
                    context.live
                      ? () =>
                          text ? context.play(text) : context.explain(`${expectedVerb(context, FROM_HAND)} ${name}`)
                      : undefined
                  }
                />
              ) : (
                <CardBacks key="hidden" count={n} seat={context.seat} />
              );
            })}
            {own.hand.length === 0 && <span class="muted">No cards in hand</span>}
          </div>
        </section>
      )}
    </div>
  );
}

function Supply({ context, observation }: { context: BoardContext; observation: Observation }) {
  const names = Object.keys(observation.supply);
  const kingdom = names.filter((name) => !BASIC.includes(name)).sort(byCost(observation.cards));
  const pile = (name: string) => {
    const count = observation.supply[name] ?? 0;
    const text = legalMove(context, FROM_SUPPLY, name);
    return (
      <CardView
        key={name}
        name={name}
        card={observation.cards[name]}
        size={BASIC.includes(name) ? "small" : "middle"}
        count={count}
        legal={Boolean(text)}
        dim={count === 0}
        id={`supply-${name}`}
        onClick={
          context.live
            ? () => (text ? context.play(text) : context.explain(`${expectedVerb(context, FROM_SUPPLY)} ${name}`))
            : undefined
        }
      />
    );
  };
  return (
    <section class="supply" aria-label="The supply">
      <div class="basic">
        {BASIC.filter((name) => names.includes(name)).map(pile)}
        <Pile
          name="Trash"
          count={expandCounts(observation.trash).length}
          cards={cardViews(observation, expandCounts(observation.trash))}
        />
      </div>
      <div class="kingdom">{kingdom.map(pile)}</div>
    </section>
  );
}

function TurnBar({ context, observation }: { context: BoardContext; observation: Observation }) {
  const played = countItems(observation.played);
  return (
    <section class="turn-bar" aria-label="The turn">
      <span class="phase">{observation.phase === "action" ? "Action phase" : "Buy phase"}</span>
      <span class="amount" aria-label={plural(observation.actions, "action")}>
        <Glyph name="action" /> <b>{observation.actions}</b> actions
      </span>
      <span class="amount" aria-label={plural(observation.buys, "buy")}>
        <Glyph name="buy" /> <b>{observation.buys}</b> buys
      </span>
      <span class="amount" aria-label={plural(observation.coins, "coin")}>
        <Coin size={18} /> <b>{observation.coins}</b> coins
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

function PlayerPlate({
  context,
  observation,
  player,
  seat,
}: {
  context: BoardContext;
  observation: Observation;
  player: Player;
  seat: number;
}) {
  const own = seat === context.seat;
  const bag = typeof player.bag === "number" ? null : expandCounts(player.bag);
  const hiddenDiscard = player.discard.some((name) => name === null);
  return (
    <div class={`plate seat${seat} ${context.position.decider === seat ? "current-player" : ""}`}>
      <div class="plate-name">{context.names[seat]}</div>
      <div class="plate-numbers">
        <Badge name="points" value={String(player.points).replace("-", "−")} size={40} />
        <div class="plate-rows small">
          <span>{plural(player.turns, "turn")} taken</span>
          <span>{plural(expandCounts(player.owned).length, "card")}</span>
        </div>
      </div>
      <div class="piles">
        <Pile
          name="Deck"
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
      </div>
    </div>
  );
}

function cardViews(observation: Observation, names: string[]) {
  return countItems(names).map(([name, n]) => (
    <CardView key={name} name={name} card={observation.cards[name]} size="small" count={n} />
  ));
}

function legalMove(context: BoardContext, verbs: string[], name: string): string | undefined {
  return verbs.map((verb) => `${verb} ${name}`).find((text) => context.legal.has(text));
}

/** The verb that is legal now, to ask why a card cannot be used. */
function expectedVerb(context: BoardContext, verbs: string[]): string {
  const verb = [...context.legal.keys()].map((text) => text.split(" ")[0] ?? "").find((verb) => verbs.includes(verb));
  return verb ?? verbs[0] ?? "";
}
