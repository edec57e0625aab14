/** Cards of Tales of Tribute, and effects as icons. */

import type { CardProps } from "../../components/card";
import { Card } from "../../components/card";
import { Coin, Glyph } from "../../components/glyphs";
import { tooltip } from "../../components/tooltip";
import type { BoardContext } from "../../board";
import type { Agent } from "./observation";
import { cardOf, describeCard, displayName, parseEffects, plateOf } from "./observation";

type CardOptions = Partial<Pick<CardProps, "legal" | "chosen" | "dim" | "onClick" | "size" | "id">>;

interface Props extends CardOptions {
  context: BoardContext;
  piece: string;
  agent?: Agent;
  /** For cards that are already owned. */
  hideCost?: boolean;
}

const LEVELS = ["play", "combo2", "combo3", "combo4"] as const;

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
          {card.health > 0 && (
            <span class="effect" {...tooltip(`${agent?.health ?? card.health} health`)}>
              <Glyph name="heart" size={13} />
              {agent?.health ?? card.health}
            </span>
          )}
        </>
      }
    >
      {LEVELS.map(
        (level, k) =>
          card[level] && (
            <span class="combo" key={level}>
              {k > 0 && (
                <span class="combo-level" {...tooltip(`As card ${k + 1} of its deck in a turn`)}>
                  {k + 1}
                </span>
              )}
              <EffectIcons context={context} text={card[level]} />
            </span>
          ),
      )}
    </Card>
  );
}

/** Effects as icons, with tooltips. */
export function EffectIcons({ context, text }: { context: BoardContext; text: string }) {
  return (
    <span class="effect-list">
      {parseEffects(context, text).map((alternatives, k) => (
        <span class="effect-item" key={k}>
          {alternatives.map((effect, j) => (
            <span key={j}>
              {j > 0 && <span class="muted or">or</span>}
              <span class="effect" {...tooltip(effect.description)}>
                {effect.glyph === "coin" ? <Coin size={14} /> : <Glyph name={effect.glyph} size={14} />}
                {effect.n}
              </span>
            </span>
          ))}
        </span>
      ))}
    </span>
  );
}
