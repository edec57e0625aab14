/** Board of Tales of Tribute: patrons at the side, the tavern in the middle, agents next to their players. */

import type { ComponentChildren } from "preact";
import { BoardFrame } from "../../components/board-frame";
import { CardBacks } from "../../components/card";
import { Badge, Coin, Glyph } from "../../components/glyphs";
import { Pile } from "../../components/pile";
import { PlayerStrip } from "../../components/player-strip";
import { tooltip } from "../../components/tooltip";
import { type BoardContext, movesOf, questionOf } from "../../board";
import { CardView } from "./cards";
import type { Move, Observation, Piece, Player, Target, TributeQuestion } from "./types";
import { cardKey, cardOf, describeCard, displayName, plateOf, readPiece } from "./observation";
import { Patrons } from "./patrons";
import { countItems, plural } from "../../format";
import { pieceAt, zoneAt } from "../../motion/places";

export function TributeBoard({ context, observation }: { context: BoardContext; observation: Observation }) {
  const players = observation.players.map(
    (player, k) => (context.observations.get(k) as Observation | undefined)?.players[k] ?? player,
  );
  const rival = players[1 - context.seat];
  const own = players[context.seat];
  const moves = movesOf<Move>(context);
  const isChoosing = questionOf<TributeQuestion>(context)?.code !== "free";
  const moveProps: MoveProps = (piece, verb) => {
    const { card, number } = readPiece(piece);
    const move = moves.find(
      ({ parts }) => (parts.piece?.card ?? parts.target?.card) === card && numberOf(parts) === number,
    );
    const explain = () => context.explain(attempt(isChoosing ? "pick" : verb, card, number, context.seat));
    const onClick = context.playing ? (move ? () => context.play(move.text) : explain) : undefined;
    const action = move && ACTIONS[move.parts.verb];
    return { legal: move !== undefined, action, onClick };
  };
  return (
    <BoardFrame name="tribute-table" hand>
      <Patrons context={context} observation={observation} />
      <div class="tribute-middle">
        {rival && (
          <Strip context={context} observation={observation} player={rival} seat={1 - context.seat}>
            {rival.hand
              .filter((piece) => piece !== null)
              .map((piece) => (
                <CardView
                  key={piece}
                  context={context}
                  piece={piece}
                  size="small"
                  hideCost
                  spot={spotOf("hand", 1 - context.seat, piece)}
                />
              ))}
            <CardBacks count={rival.hand.filter((piece) => piece === null).length} seat={1 - context.seat} />
            <Agents context={context} player={rival} seat={1 - context.seat} verb="attack" moveProps={moveProps} />
          </Strip>
        )}
        <section class="tavern" aria-label="The tavern">
          <div class="tavern-deck">
            <Pile
              name="Tavern"
              spot={zoneAt("deck")}
              count={observation.tavern.unknown.length + observation.tavern.bottom.length}
              note="sorted by number: their order is hidden"
              cards={cardViews(context, sortByNumber([...observation.tavern.unknown, ...observation.tavern.bottom]))}
            />
          </div>
          <div class="row">
            {observation.row.map((piece) => (
              <CardView
                key={piece}
                context={context}
                piece={piece}
                size="middle"
                spot={spotOf("row", null, piece)}
                {...moveProps(piece, "buy")}
              />
            ))}
          </div>
        </section>
        <Played context={context} observation={observation} />
        {own && (
          <Strip
            context={context}
            observation={observation}
            player={own}
            seat={context.seat}
            handLabel="Your hand and agents"
          >
            <Agents context={context} player={own} seat={context.seat} verb="activate" moveProps={moveProps} />
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
                  spot={spotOf("hand", context.seat, piece)}
                  {...moveProps(piece, "play")}
                />
              ),
            )}
            {own.hand.length + own.agents.length === 0 && <span class="muted">No cards in hand</span>}
          </Strip>
        )}
      </div>
    </BoardFrame>
  );
}

type CardVerb = "play" | "activate" | "attack" | "buy";
type MoveProps = (
  piece: string,
  verb: CardVerb,
) => { legal: boolean; action: string | undefined; onClick: (() => void) | undefined };

/** What a move does with its card. */
const ACTIONS: Partial<Record<Move["verb"], string>> = {
  play: "Play",
  activate: "Activate",
  attack: "Attack",
  buy: "Buy",
  pick: "Choose",
};

const spotOf = (zone: string, seat: number | null, piece: string) =>
  pieceAt(zone, seat, readPiece(piece).number, piece);

/** Number of the physical card that a move is about. */
const numberOf = ({ piece, target }: Move) => (piece ?? target)?.id;

/** A move with a card that is illegal, to ask why. */
function attempt(verb: CardVerb | "pick", card: string, number: number, seat: number): Move {
  if (verb === "attack") {
    const target: Target = { zone: "agents", seat: 1 - seat, id: number, card };
    return { verb, piece: null, target };
  }
  const zone: Piece["zone"] = verb === "buy" ? "row" : verb === "activate" ? "agents" : "hand";
  return { verb, piece: { zone, seat: verb === "buy" ? null : seat, id: number, card }, target: null };
}

interface AgentsProps {
  context: BoardContext;
  player: Player;
  seat: number;
  verb: "attack" | "activate";
  moveProps: MoveProps;
}

function Agents({ context, player, seat, verb, moveProps }: AgentsProps) {
  if (!player.agents.length) return null;
  return (
    <span class="agents" role="group" aria-label={verb === "attack" ? "Agents of the rival" : "Your agents"}>
      <span class="zone-name">agents</span>
      {player.agents.map((agent) => (
        <CardView
          key={agent.card}
          context={context}
          piece={agent.card}
          agent={agent}
          size="middle"
          hideCost
          spot={spotOf("agents", seat, agent.card)}
          {...moveProps(agent.card, verb)}
        />
      ))}
    </span>
  );
}

function Played({ context, observation }: { context: BoardContext; observation: Observation }) {
  const combos = Object.entries(observation.combos);
  return (
    <section class="turn-bar" aria-label="The turn" {...zoneAt("played")}>
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
                {...spotOf("played", observation.turn_of, piece)}
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

function Strip({
  context,
  observation,
  player,
  seat,
  handLabel,
  children,
}: {
  context: BoardContext;
  observation: Observation;
  player: Player;
  seat: number;
  handLabel?: string;
  children: ComponentChildren;
}) {
  const own = seat === context.seat;
  const known = player.pile.filter((piece) => piece !== null);
  return (
    <PlayerStrip
      context={context}
      seat={seat}
      {...(handLabel ? { handLabel } : {})}
      numbers={
        <>
          <span
            {...tooltip(`${player.prestige} prestige; wins with 40 if the rival does not match it, or with 80`)}
            role="img"
            aria-label={`${player.prestige} prestige`}
            {...zoneAt("prestige", seat)}
          >
            <Badge name="prestige" value={player.prestige} size={46} />
          </span>
          <div class="plate-rows">
            <span
              class="amount"
              role="img"
              aria-label={plural(player.coins, "coin")}
              {...zoneAt("coins", seat)}
              {...tooltip(plural(player.coins, "coin"))}
            >
              <Coin size={16} /> <b>{player.coins}</b>
            </span>
            <span
              class="amount"
              role="img"
              aria-label={`${player.power} power`}
              {...zoneAt("power", seat)}
              {...tooltip(`${player.power} power: becomes prestige at the end of the turn`)}
            >
              <Glyph name="power" /> <b>{player.power}</b>
            </span>
            {observation.turn_of === seat && (
              <span
                class="amount"
                role="img"
                aria-label={`${plural(player.calls, "call")} of a patron left`}
                {...tooltip(`${plural(player.calls, "call")} of a patron left in this turn`)}
              >
                <Glyph name="call" /> <b>{player.calls}</b>
              </span>
            )}
          </div>
        </>
      }
      piles={
        <>
          <Pile
            name="Draw pile"
            spot={zoneAt("deck", seat)}
            count={player.pile.length}
            note={own ? "sorted by number: their order is hidden" : "what may be in hand or pile, sorted by number"}
            cards={cardViews(context, sortByNumber([...known, ...player.unseen, ...(player.below ?? [])]))}
          />
          <Pile
            name="Cooldown"
            spot={zoneAt("cooldown", seat)}
            count={player.cooldown.length}
            cards={cardViews(context, player.cooldown)}
          />
        </>
      }
    >
      {children}
    </PlayerStrip>
  );
}

/** Sort by the numbers of the pieces, which reveals nothing about the hidden order. */
function sortByNumber(list: string[]): string[] {
  return [...list].sort((a, b) => readPiece(a).number - readPiece(b).number);
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
