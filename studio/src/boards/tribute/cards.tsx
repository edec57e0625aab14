/** Cards of Tales of Tribute, and the effects on cards and patrons as pictograms. */

import type { CardProps } from "../../components/card";
import { Card } from "../../components/card";
import { Coin, Glyph } from "../../components/glyphs";
import { tip } from "../../components/tip";
import type { Scene } from "../../scene";
import type { Agent } from "./facts";
import { cardOf, cardWords, deedsOf, nameOf, plateOf } from "./facts";

type More = Partial<Pick<CardProps, "legal" | "chosen" | "dim" | "onClick" | "size" | "id">>;

interface Props extends More {
  scene: Scene;
  piece: string;
  agent?: Agent;
  /** Own cards need no price. */
  free?: boolean;
}

const LEVELS = ["play", "combo2", "combo3", "combo4"] as const;

export function CardView({ scene, piece, agent, free, ...more }: Props) {
  const card = cardOf(scene, piece);
  if (!card) return <Card name={nameOf(scene, piece)} plate="plain" words="" {...more} />;
  const state = agent
    ? `health ${agent.health} of ${card.health}, ${agent.activated ? "has acted in this turn" : "ready"}`
    : "";
  return (
    <Card
      name={nameOf(scene, piece)}
      plate={plateOf(scene, card.deck)}
      class="tribute"
      id={piece}
      {...more}
      words={[cardWords(scene, card), state].filter(Boolean).join("; ")}
      dim={more.dim || agent?.activated || false}
      foot={
        <>
          {!free && <Coin value={card.cost} size={20} />}
          {card.type.startsWith("contract") && (
            <span {...tip("A contract: works when it is bought, and goes back to the tavern")}>
              <Glyph name="contract" size={14} />
            </span>
          )}
          <span class="grow" />
          {card.taunt && (
            <span {...tip("Taunt: has to be attacked before other agents")}>
              <Glyph name="taunt" size={14} />
            </span>
          )}
          {card.health > 0 && (
            <span class="effect" {...tip(`${agent?.health ?? card.health} health`)}>
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
                <span class="combo-level" {...tip(`As card ${k + 1} of its deck in a turn`)}>
                  {k + 1}
                </span>
              )}
              <Deeds scene={scene} text={card[level]} />
            </span>
          ),
      )}
    </Card>
  );
}

/** Effects as pictograms with the text on hover. */
export function Deeds({ scene, text }: { scene: Scene; text: string }) {
  return (
    <span class="deeds">
      {deedsOf(scene, text).map((sides, k) => (
        <span class="deed" key={k}>
          {sides.map((deed, j) => (
            <span key={j}>
              {j > 0 && <span class="quiet or">or</span>}
              <span class="effect" {...tip(deed.words)}>
                {deed.glyph === "coin" ? <Coin size={14} /> : <Glyph name={deed.glyph} size={14} />}
                {deed.n}
              </span>
            </span>
          ))}
        </span>
      ))}
    </span>
  );
}
