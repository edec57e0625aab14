/** The table of Dominion: the others above, the supply between, the own cards below. */

import { Backs } from "../../components/card";
import { Badge, Coin, Glyph } from "../../components/glyphs";
import { Pile } from "../../components/pile";
import type { Scene } from "../../scene";
import { counted, many } from "../../scene";
import { CardView } from "./cards";
import type { Player, View } from "./facts";
import { BASIC, byCost, spread } from "./facts";

const FROM_HAND = ["PLAY", "DISCARD", "TRASH", "PUT", "REVEAL"];
const FROM_SUPPLY = ["BUY", "GAIN"];

export function DominionTable({ scene, view }: { scene: Scene; view: View }) {
  const players = view.players.map((player, k) => (scene.views.get(k) as View | undefined)?.players[k] ?? player);
  const around = players.map((_, k) => (scene.seat + k) % players.length).slice(1);
  const own = players[scene.seat];
  return (
    <div class="dominion-table">
      <div class="others">
        {around.map((k) => {
          const player = players[k];
          return (
            player && (
              <section class="strip other" key={k} aria-label={scene.names[k]}>
                <Plate scene={scene} view={view} player={player} seat={k} />
                <div class="hand">
                  {player.hand
                    .filter((name) => name !== null)
                    .map((name, j) => (
                      <CardView key={j} name={name} card={view.cards[name]} size="small" />
                    ))}
                  <Backs count={player.hand.filter((name) => name === null).length} seat={k} />
                </div>
              </section>
            )
          );
        })}
      </div>
      <Supply scene={scene} view={view} />
      <Turn scene={scene} view={view} />
      {own && (
        <section class="strip own" aria-label={scene.names[scene.seat]}>
          <Plate scene={scene} view={view} player={own} seat={scene.seat} />
          <div class="hand" aria-label="Your hand">
            {counted(own.hand.map((name) => name ?? "")).map(([name, n]) => {
              const text = legalOf(scene, FROM_HAND, name);
              return name ? (
                <CardView
                  key={name}
                  name={name}
                  card={view.cards[name]}
                  size="middle"
                  legal={Boolean(text)}
                  id={`hand-${name}`}
                  {...(n > 1 ? { count: n } : {})}
                  onClick={
                    scene.live
                      ? () => (text ? scene.play(text) : scene.explain(`${wanted(scene, FROM_HAND)} ${name}`))
                      : undefined
                  }
                />
              ) : (
                <Backs key="hidden" count={n} seat={scene.seat} />
              );
            })}
            {own.hand.length === 0 && <span class="quiet">No cards in hand</span>}
          </div>
        </section>
      )}
    </div>
  );
}

function Supply({ scene, view }: { scene: Scene; view: View }) {
  const names = Object.keys(view.supply);
  const kingdom = names.filter((name) => !BASIC.includes(name)).sort(byCost(view.cards));
  const pile = (name: string) => {
    const count = view.supply[name] ?? 0;
    const text = legalOf(scene, FROM_SUPPLY, name);
    return (
      <CardView
        key={name}
        name={name}
        card={view.cards[name]}
        size={BASIC.includes(name) ? "small" : "middle"}
        count={count}
        legal={Boolean(text)}
        dim={count === 0}
        id={`supply-${name}`}
        onClick={
          scene.live
            ? () => (text ? scene.play(text) : scene.explain(`${wanted(scene, FROM_SUPPLY)} ${name}`))
            : undefined
        }
      />
    );
  };
  return (
    <section class="supply" aria-label="The supply">
      <div class="basic">
        {BASIC.filter((name) => names.includes(name)).map(pile)}
        <Pile name="Trash" count={spread(view.trash).length} cards={cards(view, spread(view.trash))} />
      </div>
      <div class="kingdom">{kingdom.map(pile)}</div>
    </section>
  );
}

function Turn({ scene, view }: { scene: Scene; view: View }) {
  const played = counted(view.played);
  return (
    <section class="turn-bar" aria-label="The turn">
      <span class="phase">{view.phase === "action" ? "Action phase" : "Buy phase"}</span>
      <span class="amount" aria-label={many(view.actions, "action")}>
        <Glyph name="action" /> <b>{view.actions}</b> actions
      </span>
      <span class="amount" aria-label={many(view.buys, "buy")}>
        <Glyph name="buy" /> <b>{view.buys}</b> buys
      </span>
      <span class="amount" aria-label={many(view.coins, "coin")}>
        <Coin size={18} /> <b>{view.coins}</b> coins
      </span>
      <span class="in-play">
        <span class="quiet small">in play ({scene.names[view.turn_of]}):</span>
        {played.length ? (
          played.map(([name, n]) => (
            <span class="chip" key={name}>
              {n > 1 && `${n} `}
              {name}
            </span>
          ))
        ) : (
          <span class="quiet small">nothing yet</span>
        )}
        {view.playing.length > 0 && <span class="chip strong">now {view.playing.at(-1)?.card}</span>}
        {view.aside.length > 0 && (
          <span class="chip">aside: {view.aside.map((name) => name ?? "hidden").join(", ")}</span>
        )}
      </span>
    </section>
  );
}

function Plate({ scene, view, player, seat }: { scene: Scene; view: View; player: Player; seat: number }) {
  const own = seat === scene.seat;
  const bag = typeof player.bag === "number" ? null : spread(player.bag);
  const hiddenDiscard = player.discard.some((name) => name === null);
  return (
    <div class={`plate seat${seat} ${scene.seen.decider === seat ? "deciding" : ""}`}>
      <div class="plate-name">{scene.names[seat]}</div>
      <div class="plate-facts">
        <Badge name="points" value={String(player.points).replace("-", "−")} size={40} />
        <div class="plate-rows small">
          <span>{many(player.turns, "turn")} taken</span>
          <span>{many(spread(player.owned).length, "card")}</span>
        </div>
      </div>
      <div class="piles">
        <Pile
          name="Deck"
          count={player.deck}
          note="sorted: their order is hidden"
          cards={
            bag ? cards(view, [...bag, ...player.top.filter((name) => name !== null)].sort(byCost(view.cards))) : null
          }
        />
        <Pile
          name="Discard"
          count={player.discard.length}
          note={own || !hiddenDiscard ? "the last one is on top" : "some of them are hidden"}
          cards={player.discard.map((name, k) =>
            name === null ? (
              <Backs key={k} count={1} seat={seat} />
            ) : (
              <CardView key={k} name={name} card={view.cards[name]} size="small" />
            ),
          )}
        />
        <Pile
          name="All"
          count={spread(player.owned).length}
          note="wherever they are"
          cards={cards(view, spread(player.owned).sort(byCost(view.cards)))}
        />
      </div>
    </div>
  );
}

function cards(view: View, names: string[]) {
  return counted(names).map(([name, n]) => (
    <CardView key={name} name={name} card={view.cards[name]} size="small" count={n} />
  ));
}

function legalOf(scene: Scene, verbs: string[], name: string): string | undefined {
  return verbs.map((verb) => `${verb} ${name}`).find((text) => scene.legal.has(text));
}

/** The verb that is asked for now, for explaining why a card does not do. */
function wanted(scene: Scene, verbs: string[]): string {
  const asked = [...scene.legal.keys()].map((text) => text.split(" ")[0] ?? "").find((verb) => verbs.includes(verb));
  return asked ?? verbs[0] ?? "";
}
