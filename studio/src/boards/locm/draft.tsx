/** Coming to a deck: the draft of 1.0 and 1.2, and the construction of 1.5, with what was taken so far. */

import { useState } from "preact/hooks";
import { tip } from "../../components/tip";
import type { Scene } from "../../scene";
import { counted, many } from "../../scene";
import { CardView } from "./cards";
import type { CardFacts, View } from "./facts";
import { factsOf, KEYWORDS } from "./facts";

const DECK = 30;
const DEAREST = 7; // costs from here on share a column

export function Draft({ scene, view }: { scene: Scene; view: View }) {
  return (
    <div class="draft">
      <div class="offer" aria-label="The offer">
        {view.offer?.map((card, k) => (
          <CardView
            key={`${scene.seen.ply}-${k}`}
            card={card}
            size="large"
            id={`offer-${k}`}
            legal={scene.legal.has(`PICK ${k}`)}
            onClick={scene.live ? () => scene.play(`PICK ${k}`) : undefined}
          />
        ))}
      </div>
      <Deck scene={scene} view={view} />
    </div>
  );
}

export function Construct({ scene, view }: { scene: Scene; view: View }) {
  const [kind, setKind] = useState("all");
  const cards = (view.cards ?? []).filter((card) => kind === "all" || card.kind === kind);
  const taken = new Map(counted(view.picked ?? []));
  return (
    <div class="draft">
      <div class="segments" role="group" aria-label="Which cards are shown">
        {["all", "creature", "green", "red", "blue"].map((each) => (
          <button type="button" class="button" key={each} aria-pressed={kind === each} onClick={() => setKind(each)}>
            {each}
          </button>
        ))}
      </div>
      <div class="spread" aria-label="All cards">
        {cards.map((card) => {
          const text = `CHOOSE ${card.number}`;
          return (
            <CardView
              key={card.number}
              card={card}
              size="middle"
              legal={scene.legal.has(text)}
              id={`choose-${card.number}`}
              dim={scene.live && !scene.legal.has(text)}
              foot={taken.get(card.number) ? <span class="copies">×{taken.get(card.number)}</span> : undefined}
              onClick={scene.live ? () => (scene.legal.has(text) ? scene.play(text) : scene.explain(text)) : undefined}
            />
          );
        })}
      </div>
      <Deck scene={scene} view={view} />
    </div>
  );
}

/** What was taken: how many of each cost, of each kind, of each keyword, and the cards themselves. */
function Deck({ scene, view }: { scene: Scene; view: View }) {
  const cards = (view.picked ?? []).map((number) => factsOf(scene, number)).filter((card) => card !== undefined);
  const kinds = counted(cards.map((card) => card.kind));
  const creatures = cards.filter((card) => card.kind === "creature");
  return (
    <section class="panel deck-so-far" aria-label="Your deck so far">
      <h2>
        {scene.names[scene.seat] === "You" ? "Your deck" : `Deck of ${scene.names[scene.seat]}`}{" "}
        <span class="quiet small">
          {cards.length} of {DECK}; the opponent has {view.opponent_picked}
        </span>
      </h2>
      <div class="deck-facts">
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

function ManaCurve({ cards }: { cards: CardFacts[] }) {
  const costs = Array.from({ length: DEAREST + 1 }, (_, cost) =>
    cards.filter((card) => (cost === DEAREST ? card.cost >= cost : card.cost === cost)),
  );
  const most = Math.max(4, ...costs.map((each) => each.length));
  const words = costs.map((each, cost) => `${cost}${cost === DEAREST ? " or more" : ""}: ${each.length}`).join(", ");
  return (
    <figure class="curve" role="img" aria-label={`Mana curve, cards by cost: ${words}`}>
      {costs.map((each, cost) => {
        const items = each.filter((card) => card.kind !== "creature").length;
        return (
          <span
            class="column"
            key={cost}
            {...tip(
              `${many(each.length, "card")} for ${cost}${cost === DEAREST ? " or more" : ""}, ${many(items, "item")} among them`,
            )}
          >
            <span class="small number">{each.length || ""}</span>
            <span class="bar items" style={{ height: `${(items / most) * 64}px` }} />
            <span class="bar" style={{ height: `${((each.length - items) / most) * 64}px` }} />
            <span class="small quiet">
              {cost}
              {cost === DEAREST && "+"}
            </span>
          </span>
        );
      })}
    </figure>
  );
}
