/** Board of Tales of Tribute: patrons at the side, the tavern in the middle, agents next to their players. */

import { CardBacks } from "../../components/card";
import { Badge, Coin, Glyph } from "../../components/glyphs";
import { Pile } from "../../components/pile";
import { tooltip } from "../../components/tooltip";
import type { BoardContext } from "../../board";
import { countItems, plural } from "../../text";
import { CardView } from "./cards";
import type { Observation, Player } from "./observation";
import { cardKey, cardOf, describeCard, displayName, plateOf } from "./observation";
import { Patrons } from "./patrons";

export function TributeBoard({ context, observation }: { context: BoardContext; observation: Observation }) {
  const players = observation.players.map(
    (player, k) => (context.observations.get(k) as Observation | undefined)?.players[k] ?? player,
  );
  const rival = players[1 - context.seat];
  const own = players[context.seat];
  const playOrExplain = (text: string) =>
    context.live ? () => (context.legal.has(text) ? context.play(text) : context.explain(text)) : undefined;
  const isChoosing = context.legal.size > 0 && ![...context.legal.keys()].some((text) => text === "END");
  const moveProps = (piece: string, verb: string) => {
    const text = isChoosing ? `PICK ${piece}` : `${verb} ${piece}`;
    return { legal: context.legal.has(text), onClick: playOrExplain(text) };
  };
  return (
    <div class="tribute-table">
      <Patrons context={context} observation={observation} />
      <div class="tribute-middle">
        {rival && (
          <section class="strip other" aria-label={context.names[1 - context.seat]}>
            <PlayerPlate context={context} observation={observation} player={rival} seat={1 - context.seat} />
            <div class="hand">
              {rival.hand
                .filter((piece) => piece !== null)
                .map((piece) => (
                  <CardView key={piece} context={context} piece={piece} size="small" hideCost />
                ))}
              <CardBacks count={rival.hand.filter((piece) => piece === null).length} seat={1 - context.seat} />
              <Agents context={context} player={rival} verb="ATTACK" moveProps={moveProps} />
            </div>
          </section>
        )}
        <section class="tavern" aria-label="The tavern">
          <div class="tavern-deck">
            <Pile
              name="Tavern"
              count={observation.tavern.unknown.length + observation.tavern.bottom.length}
              note="sorted by number: their order is hidden"
              cards={cardViews(context, sortByNumber([...observation.tavern.unknown, ...observation.tavern.bottom]))}
            />
          </div>
          <div class="row">
            {observation.row.map((piece) => (
              <CardView key={piece} context={context} piece={piece} size="middle" {...moveProps(piece, "BUY")} />
            ))}
          </div>
        </section>
        <Played context={context} observation={observation} />
        {own && (
          <section class="strip own" aria-label={context.names[context.seat]}>
            <PlayerPlate context={context} observation={observation} player={own} seat={context.seat} />
            <div class="hand" aria-label="Your hand and agents">
              <Agents context={context} player={own} verb="ACTIVATE" moveProps={moveProps} />
              {own.hand.map((piece, k) =>
                piece === null ? (
                  <CardBacks key={k} count={1} seat={context.seat} />
                ) : (
                  <CardView
                    key={piece}
                    context={context}
                    piece={piece}
                    size="middle"
                    hideCost
                    {...moveProps(piece, "PLAY")}
                  />
                ),
              )}
              {own.hand.length + own.agents.length === 0 && <span class="muted">No cards in hand</span>}
            </div>
          </section>
        )}
      </div>
    </div>
  );
}

interface AgentsProps {
  context: BoardContext;
  player: Player;
  verb: "ATTACK" | "ACTIVATE";
  moveProps: (piece: string, verb: string) => { legal: boolean; onClick: (() => void) | undefined };
}

function Agents({ context, player, verb, moveProps }: AgentsProps) {
  if (!player.agents.length) return null;
  return (
    <span class="agents" role="group" aria-label={verb === "ATTACK" ? "Agents of the rival" : "Your agents"}>
      <span class="zone-name">agents</span>
      {player.agents.map((agent) => (
        <CardView
          key={agent.card}
          context={context}
          piece={agent.card}
          agent={agent}
          size="middle"
          hideCost
          {...moveProps(agent.card, verb)}
        />
      ))}
    </span>
  );
}

function Played({ context, observation }: { context: BoardContext; observation: Observation }) {
  const combos = Object.entries(observation.combos);
  return (
    <section class="turn-bar" aria-label="The turn">
      <span class="phase">
        {observation.turn_of === context.seat ? "Your turn" : `Turn of ${context.names[observation.turn_of]}`}
      </span>
      <span class="in-play">
        <span class="muted small">played:</span>
        {observation.played.length ? (
          observation.played.map((piece) => {
            const card = cardOf(context, piece);
            return (
              <span
                class={`chip plate-${plateOf(context, card?.deck ?? "")}`}
                key={piece}
                {...tooltip(card && describeCard(context, card))}
              >
                {displayName(context, piece)}
              </span>
            );
          })
        ) : (
          <span class="muted small">nothing yet</span>
        )}
      </span>
      {combos.map(([deck, { count }]) => (
        <span
          class="chip"
          key={deck}
          {...tooltip(`${plural(count, "card")} of this deck played: the next one counts as card ${count + 1}`)}
        >
          combo {displayName(context, deck)} <b>{count}</b>
        </span>
      ))}
      {observation.waiting.map(({ effect }, k) => (
        <span class="chip strong" key={k}>
          to come: {effect}
        </span>
      ))}
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
  const known = player.pile.filter((piece) => piece !== null);
  return (
    <div class={`plate seat${seat} ${context.position.decider === seat ? "current-player" : ""}`}>
      <div class="plate-name">{context.names[seat]}</div>
      <div class="plate-numbers">
        <span
          {...tooltip(`${player.prestige} prestige; wins with 40 if the rival does not match it, or with 80`)}
          role="img"
          aria-label={`${player.prestige} prestige`}
        >
          <Badge name="prestige" value={player.prestige} size={46} />
        </span>
        <div class="plate-rows">
          <span class="amount" {...tooltip(plural(player.coins, "coin"))}>
            <Coin size={16} /> <b>{player.coins}</b>
          </span>
          <span class="amount" {...tooltip(`${player.power} power: becomes prestige at the end of the turn`)}>
            <Glyph name="power" /> <b>{player.power}</b>
          </span>
          {observation.turn_of === seat && (
            <span class="amount" {...tooltip(`${plural(player.calls, "call")} of a patron left in this turn`)}>
              <Glyph name="call" /> <b>{player.calls}</b>
            </span>
          )}
        </div>
      </div>
      <div class="piles">
        <Pile
          name="Draw pile"
          count={player.pile.length}
          note={own ? "sorted by number: their order is hidden" : "what may be in hand or pile, sorted by number"}
          cards={cardViews(context, sortByNumber([...known, ...player.unseen, ...(player.below ?? [])]))}
        />
        <Pile name="Cooldown" count={player.cooldown.length} cards={cardViews(context, player.cooldown)} />
      </div>
    </div>
  );
}

/** Sort by the numbers of the pieces, which reveals nothing about the hidden order. */
function sortByNumber(list: string[]): string[] {
  return [...list].sort((a, b) => Number(a.split("#")[1]) - Number(b.split("#")[1]));
}

function cardViews(context: BoardContext, list: string[]) {
  const first = new Map([...list].reverse().map((piece) => [cardKey(piece), piece]));
  return countItems(list.map(cardKey)).map(([key, n]) => (
    <span class="counted" key={key}>
      <CardView context={context} piece={first.get(key) ?? key} size="small" />
      {n > 1 && <span class="copies">×{n}</span>}
    </span>
  ));
}
