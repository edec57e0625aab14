/** Cards of Tales of Tribute, and lines of effects. */

import type { CardProps } from "../../components/card";
import { Card } from "../../components/card";
import { Coin, Glyph } from "../../components/glyphs";
import { Pictogram } from "../../components/pictogram";
import { tooltip } from "../../components/tooltip";
import type { FactsContext } from "../../board";
import { effectParts, pictogram } from "./pictogram";
import type { Agent, Effect } from "./types";
import { cardOf, describeCard, displayName, plateOf } from "./observation";

type CardOptions = Partial<Pick<CardProps, "legal" | "action" | "chosen" | "dim" | "onClick" | "size" | "id" | "spot">>;

interface Props extends CardOptions {
  context: FactsContext;
  piece: string;
  agent?: Agent;
  /** For cards that are already owned. */
  hideCost?: boolean;
}

export function CardView({ context, piece, agent, hideCost, ...more }: Props) {
  const card = cardOf(context, piece);
  if (!card) return <Card name={displayName(context, piece)} plate="plain" description="" {...more} />;
  const state = agent
    ? `health ${agent.health} of ${card.health}, ${agent.activated ? "has acted in this turn" : "ready"}`
    : "";
  return (
    <Card
      name={displayName(context, piece)}
      plate={plateOf(context, card.deck)}
      class="tribute"
      id={piece}
      {...more}
      description={[describeCard(context, card), state].filter(Boolean).join("; ")}
      dim={more.dim || agent?.activated || false}
      foot={
        <>
          {!hideCost && <Coin value={card.cost} size={20} />}
          {card.type.startsWith("contract") && (
            <span {...tooltip("A contract: works when it is bought, and goes back to the tavern")}>
              <Glyph name="contract" size={14} />
            </span>
          )}
          <span class="grow" />
          {card.taunt && (
            <span {...tooltip("Taunt: has to be attacked before other agents")}>
              <Glyph name="taunt" size={14} />
            </span>
          )}
          {card.health !== null && (
            <span class="effect" {...tooltip(`${agent?.health ?? card.health} health`)}>
              <Glyph name="heart" size={13} />
              {agent?.health ?? card.health}
            </span>
          )}
        </>
      }
    >
      <Pictogram lines={pictogram(card, (key) => displayName(context, key))} />
    </Card>
  );
}

/** Effects in a line, with tooltips. */
export function EffectIcons({ context, effects }: { context: FactsContext; effects: Effect[][] }) {
  return <Pictogram lines={[{ parts: effectParts(effects, (key) => displayName(context, key)) }]} />;
}
