/** The table of Tales of Tribute: patrons at the side, the tavern in the middle, agents before their players. */

import { Backs } from "../../components/card";
import { Badge, Coin, Glyph } from "../../components/glyphs";
import { Pile } from "../../components/pile";
import { tip } from "../../components/tip";
import type { Scene } from "../../scene";
import { counted, many } from "../../scene";
import { CardView } from "./cards";
import type { Player, View } from "./facts";
import { cardOf, cardWords, keyOf, nameOf, plateOf } from "./facts";
import { Patrons } from "./patrons";

export function TributeTable({ scene, view }: { scene: Scene; view: View }) {
  const players = view.players.map((player, k) => (scene.views.get(k) as View | undefined)?.players[k] ?? player);
  const rival = players[1 - scene.seat];
  const own = players[scene.seat];
  const pick = (text: string) =>
    scene.live ? () => (scene.legal.has(text) ? scene.play(text) : scene.explain(text)) : undefined;
  const asking = scene.legal.size > 0 && ![...scene.legal.keys()].some((text) => text === "END");
  const act = (piece: string, verb: string) => {
    const text = asking ? `PICK ${piece}` : `${verb} ${piece}`;
    return { legal: scene.legal.has(text), onClick: pick(text) };
  };
  return (
    <div class="tribute-table">
      <Patrons scene={scene} view={view} />
      <div class="tribute-middle">
        {rival && (
          <section class="strip other" aria-label={scene.names[1 - scene.seat]}>
            <Plate scene={scene} view={view} player={rival} seat={1 - scene.seat} />
            <div class="hand">
              {rival.hand
                .filter((piece) => piece !== null)
                .map((piece) => (
                  <CardView key={piece} scene={scene} piece={piece} size="small" free />
                ))}
              <Backs count={rival.hand.filter((piece) => piece === null).length} seat={1 - scene.seat} />
              <Agents scene={scene} player={rival} verb="ATTACK" act={act} />
            </div>
          </section>
        )}
        <section class="tavern" aria-label="The tavern">
          <div class="tavern-deck">
            <Pile
              name="Tavern"
              count={view.tavern.unknown.length + view.tavern.bottom.length}
              note="sorted by number: their order is hidden"
              cards={pieces(scene, sorted([...view.tavern.unknown, ...view.tavern.bottom]))}
            />
          </div>
          <div class="row">
            {view.row.map((piece) => (
              <CardView key={piece} scene={scene} piece={piece} size="middle" {...act(piece, "BUY")} />
            ))}
          </div>
        </section>
        <Played scene={scene} view={view} />
        {own && (
          <section class="strip own" aria-label={scene.names[scene.seat]}>
            <Plate scene={scene} view={view} player={own} seat={scene.seat} />
            <div class="hand" aria-label="Your hand and agents">
              <Agents scene={scene} player={own} verb="ACTIVATE" act={act} />
              {own.hand.map((piece, k) =>
                piece === null ? (
                  <Backs key={k} count={1} seat={scene.seat} />
                ) : (
                  <CardView key={piece} scene={scene} piece={piece} size="middle" free {...act(piece, "PLAY")} />
                ),
              )}
              {own.hand.length + own.agents.length === 0 && <span class="quiet">No cards in hand</span>}
            </div>
          </section>
        )}
      </div>
    </div>
  );
}

interface AgentsProps {
  scene: Scene;
  player: Player;
  verb: "ATTACK" | "ACTIVATE";
  act: (piece: string, verb: string) => { legal: boolean; onClick: (() => void) | undefined };
}

function Agents({ scene, player, verb, act }: AgentsProps) {
  if (!player.agents.length) return null;
  return (
    <span class="agents" role="group" aria-label={verb === "ATTACK" ? "Agents of the rival" : "Your agents"}>
      <span class="zone-name">agents</span>
      {player.agents.map((agent) => (
        <CardView
          key={agent.card}
          scene={scene}
          piece={agent.card}
          agent={agent}
          size="middle"
          free
          {...act(agent.card, verb)}
        />
      ))}
    </span>
  );
}

function Played({ scene, view }: { scene: Scene; view: View }) {
  const combos = Object.entries(view.combos);
  return (
    <section class="turn-bar" aria-label="The turn">
      <span class="phase">{view.turn_of === scene.seat ? "Your turn" : `Turn of ${scene.names[view.turn_of]}`}</span>
      <span class="in-play">
        <span class="quiet small">played:</span>
        {view.played.length ? (
          view.played.map((piece) => {
            const card = cardOf(scene, piece);
            return (
              <span
                class={`chip plate-${plateOf(scene, card?.deck ?? "")}`}
                key={piece}
                {...tip(card && cardWords(scene, card))}
              >
                {nameOf(scene, piece)}
              </span>
            );
          })
        ) : (
          <span class="quiet small">nothing yet</span>
        )}
      </span>
      {combos.map(([deck, { count }]) => (
        <span
          class="chip"
          key={deck}
          {...tip(`${many(count, "card")} of this deck played: the next one counts as card ${count + 1}`)}
        >
          combo {nameOf(scene, deck)} <b>{count}</b>
        </span>
      ))}
      {view.waiting.map(({ effect }, k) => (
        <span class="chip strong" key={k}>
          to come: {effect}
        </span>
      ))}
    </section>
  );
}

function Plate({ scene, view, player, seat }: { scene: Scene; view: View; player: Player; seat: number }) {
  const own = seat === scene.seat;
  const known = player.pile.filter((piece) => piece !== null);
  return (
    <div class={`plate seat${seat} ${scene.seen.decider === seat ? "deciding" : ""}`}>
      <div class="plate-name">{scene.names[seat]}</div>
      <div class="plate-facts">
        <span
          {...tip(`${player.prestige} prestige; 40 that the rival does not match win, or 80`)}
          role="img"
          aria-label={`${player.prestige} prestige`}
        >
          <Badge name="prestige" value={player.prestige} size={46} />
        </span>
        <div class="plate-rows">
          <span class="amount" {...tip(many(player.coins, "coin"))}>
            <Coin size={16} /> <b>{player.coins}</b>
          </span>
          <span class="amount" {...tip(`${player.power} power: becomes prestige at the end of the turn`)}>
            <Glyph name="power" /> <b>{player.power}</b>
          </span>
          {view.turn_of === seat && (
            <span class="amount" {...tip(`${many(player.calls, "call")} of a patron left in this turn`)}>
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
          cards={pieces(scene, sorted([...known, ...player.unseen, ...(player.below ?? [])]))}
        />
        <Pile name="Cooldown" count={player.cooldown.length} cards={pieces(scene, player.cooldown)} />
      </div>
    </div>
  );
}

/** By the numbers of the pieces: an order that tells nothing. */
function sorted(list: string[]): string[] {
  return [...list].sort((a, b) => Number(a.split("#")[1]) - Number(b.split("#")[1]));
}

function pieces(scene: Scene, list: string[]) {
  const first = new Map([...list].reverse().map((piece) => [keyOf(piece), piece]));
  return counted(list.map(keyOf)).map(([key, n]) => (
    <span class="counted" key={key}>
      <CardView scene={scene} piece={first.get(key) ?? key} size="small" />
      {n > 1 && <span class="copies">×{n}</span>}
    </span>
  ));
}
