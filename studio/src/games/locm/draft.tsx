/** Deck building: the draft of versions 1.0 and 1.2, the construction of 1.5, and the deck so far. */

import { useState } from "preact/hooks";
import { BoardFrame } from "../../components/board-frame";
import { tooltip } from "../../components/tooltip";
import { type BoardContext, movesOf } from "../../board";
import { CardView } from "./cards";
import type { CardInfo, Move, Observation } from "./types";
import { cardInfo, KEYWORDS } from "./observation";
import { countItems, plural } from "../../format";
import { pieceAt, zoneAt } from "../../motion/places";

const DECK_SIZE = 30;
const HIGHEST_COST = 7; // this and higher costs share a column

export function Draft({ context, observation }: { context: BoardContext; observation: Observation }) {
  const moves = movesOf<Move>(context);
  return (
    <BoardFrame name="draft">
      <div class="offer" role="group" aria-label="Offered cards">
        {observation.offer?.map((card, k) => {
          const pick = moves.find(({ parts }) => parts.verb === "pick" && parts.piece?.id === k);
          return (
            <CardView
              key={`${context.position.ply}-${k}`}
              card={card}
              size="large"
              id={`offer-${k}`}
              spot={pieceAt("offer", null, k, `offer ${context.position.ply} ${k}`)}
              legal={Boolean(pick)}
              action="Pick"
              onClick={pick && (() => context.play(pick.text))}
            />
          );
        })}
      </div>
      <Deck context={context} observation={observation} />
    </BoardFrame>
  );
}

export function Construct({ context, observation }: { context: BoardContext; observation: Observation }) {
  const [kind, setKind] = useState("all");
  const cards = (observation.cards ?? []).filter((card) => kind === "all" || card.kind === kind);
  const copies = new Map(countItems(observation.picked ?? []));
  const choices = new Map(
    movesOf<Move>(context).flatMap(({ parts, text }) => (parts.piece ? [[parts.piece.card, text] as const] : [])),
  );
  return (
    <BoardFrame name="draft">
      <div class="segments" role="group" aria-label="Which cards are shown">
        {["all", "creature", "green", "red", "blue"].map((option) => (
          <button
            type="button"
            class="button"
            key={option}
            aria-pressed={kind === option}
            onClick={() => setKind(option)}
          >
            {option}
          </button>
        ))}
      </div>
      <div class="spread" role="group" aria-label="All cards">
        {cards.map((card) => {
          const { number } = card;
          const text = choices.get(number);
          const explain = () =>
            context.explain({
              verb: "choose",
              piece: { zone: "list", seat: null, id: number, card: number },
              target: null,
            });
          return (
            <CardView
              key={card.number}
              card={card}
              size="middle"
              legal={text !== undefined}
              action={text === undefined ? undefined : "Choose"}
              id={`choose-${card.number}`}
              dim={context.live && text === undefined}
              foot={copies.get(card.number) ? <span class="copies">×{copies.get(card.number)}</span> : undefined}
              onClick={context.playing ? (text === undefined ? explain : () => context.play(text)) : undefined}
            />
          );
        })}
      </div>
      <Deck context={context} observation={observation} />
    </BoardFrame>
  );
}

/** The deck so far: counts by cost, kind and keyword, and the cards. */
function Deck({ context, observation }: { context: BoardContext; observation: Observation }) {
  const cards = (observation.picked ?? [])
    .map((number) => cardInfo(context, number))
    .filter((card) => card !== undefined);
  const kinds = countItems(cards.map((card) => card.kind));
  const creatures = cards.filter((card) => card.kind === "creature");
  return (
    <section class="panel deck-so-far" aria-label="Your deck so far" {...zoneAt("picked")}>
      <h2>
        {context.names[context.seat] === "You" ? "Your deck" : `Deck of ${context.names[context.seat]}`}{" "}
        <span class="muted small">
          {cards.length} of {DECK_SIZE}; the opponent has {observation.opponent_picked}
        </span>
      </h2>
      <div class="deck-numbers">
        <ManaCurve cards={cards} />
        <dl class="counts">
          {kinds.map(([kind, n]) => (
            <div key={kind}>
              <dt>{kind === "creature" ? "creatures" : `${kind} items`}</dt>
              <dd>{n}</dd>
            </div>
          ))}
          {KEYWORDS.map(([name]) => {
            const n = creatures.filter((card) => card.keywords.includes(name.charAt(0))).length;
            return (
              n > 0 && (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{n}</dd>
                </div>
              )
            );
          })}
        </dl>
      </div>
      <div class="spread tight">
        {[...cards]
          .sort((a, b) => a.cost - b.cost || a.number - b.number)
          .map((card, k) => (
            <CardView key={k} card={card} size="small" />
          ))}
      </div>
    </section>
  );
}

function ManaCurve({ cards }: { cards: CardInfo[] }) {
  const costs = Array.from({ length: HIGHEST_COST + 1 }, (_, cost) =>
    cards.filter((card) => (cost === HIGHEST_COST ? card.cost >= cost : card.cost === cost)),
  );
  const highest = Math.max(4, ...costs.map((group) => group.length));
  const description = costs
    .map((group, cost) => `${cost}${cost === HIGHEST_COST ? " or more" : ""}: ${group.length}`)
    .join(", ");
  return (
    <figure class="curve" role="img" aria-label={`Mana curve, cards by cost: ${description}`}>
      {costs.map((group, cost) => {
        const items = group.filter((card) => card.kind !== "creature").length;
        return (
          <span
            class="column"
            key={cost}
            {...tooltip(
              `${plural(group.length, "card")} for ${cost}${cost === HIGHEST_COST ? " or more" : ""}, ${plural(items, "item")} among them`,
            )}
          >
            <span class="small number">{group.length || ""}</span>
            <span class="bar items" style={{ height: `${(items / highest) * 64}px` }} />
            <span class="bar" style={{ height: `${((group.length - items) / highest) * 64}px` }} />
            <span class="small muted">
              {cost}
              {cost === HIGHEST_COST && "+"}
            </span>
          </span>
        );
      })}
    </figure>
  );
}
