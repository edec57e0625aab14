/** A card of any game: its name on a coloured plate, its content, and whether it can be played. */

import type { ComponentChildren } from "preact";
import type { PieceAttributes } from "../motion/places";
import { memo } from "../memo";
import { tooltip } from "./tooltip";

export type PlateColour =
  | "plain"
  | "gold"
  | "green"
  | "violet"
  | "red"
  | "blue"
  | "tan"
  | "orange"
  | "slate"
  | "teal"
  | "sand"
  | "rose";

export interface CardProps {
  name: string;
  plate: PlateColour;
  /** Full description, for the tooltip and for screen readers. */
  description: string;
  size?: "small" | "middle" | "large";
  legal?: boolean;
  /** What a click does with the card, as a verb: "Buy". A card with a click but without an action is unavailable; its
  click says why. */
  action?: string | undefined;
  chosen?: boolean;
  dim?: boolean;
  corner?: ComponentChildren;
  foot?: ComponentChildren;
  children?: ComponentChildren;
  onClick?: (() => void) | undefined;
  id?: string;
  class?: string;
  /** Where the card is on the board, for animation and for drag and drop. */
  spot?: PieceAttributes;
}

export function Card(props: CardProps) {
  const {
    name,
    plate,
    description,
    size = "middle",
    legal,
    action,
    chosen,
    dim,
    corner,
    foot,
    children,
    onClick,
  } = props;
  const classes = ["card", size, plate, props.class, legal && "legal", chosen && "chosen", dim && "dim"];
  const content = (
    <>
      {onClick && action && <span class="visually-hidden">{action} </span>}
      <span class="card-plate">
        <span class="card-name">{name}</span>
      </span>
      {onClick && description && <span class="visually-hidden">: {description}</span>}
      {corner && (
        <span class="card-corner" aria-hidden="true">
          {corner}
        </span>
      )}
      <span class="card-body" aria-hidden="true">
        {children}
      </span>
      {foot && (
        <span class="card-foot" aria-hidden="true">
          {foot}
        </span>
      )}
    </>
  );
  const sharedProps = {
    class: classes.filter(Boolean).join(" "),
    "data-card": props.id ?? name,
    ...props.spot,
    style: longestWord(name),
    ...tooltip(
      description ? (
        <>
          <strong>{name}</strong>
          <br />
          {description}
        </>
      ) : null,
    ),
  };
  return onClick ? (
    <button
      type="button"
      aria-pressed={chosen}
      aria-disabled={!action || undefined}
      data-legal={legal || undefined}
      onClick={onClick}
      {...sharedProps}
    >
      {content}
    </button>
  ) : (
    <span role="img" aria-label={description ? `${name}: ${description}` : name} {...sharedProps}>
      {content}
    </span>
  );
}

/** Width of the longest word of a name, for the style, which shrinks the name until this word fits. */
export const longestWord = (name: string): Record<string, string> => ({
  "--longest-word": Math.max(...name.split(/\s|(?<=-)/).map(wordWidth)).toFixed(2),
});

const wordWidths = new Map<string, number>();
let measuring: CanvasRenderingContext2D | null = null;

/** Width of a word in the bold font of card names, in em. */
function wordWidth(word: string): number {
  let width = wordWidths.get(word);
  if (width === undefined) {
    measuring ??= nameFont();
    width = measuring.measureText(word).width / 100;
    wordWidths.set(word, width);
  }
  return width;
}

/** The bold font of card names, at 100 pixels. It is read once: to answer, the browser lays out the page, half drawn. */
function nameFont(): CanvasRenderingContext2D {
  const font = document.createElement("canvas").getContext("2d");
  if (!font) throw new Error("this browser cannot measure text");
  font.font = `650 100px ${getComputedStyle(document.body).fontFamily}`;
  return font;
}

/** Backs of one or several hidden cards. */
export const CardBacks = memo(({ count, seat, max = 8 }: { count: number; seat: number; max?: number }) => {
  if (count === 0) return null;
  return (
    <span class="backs" role="img" aria-label={`${count} hidden ${count === 1 ? "card" : "cards"}`} data-count={count}>
      {Array.from({ length: Math.min(count, max) }, (_, k) => (
        <span class={`back seat${seat}`} key={k} />
      ))}
      {count > max && <span class="muted small">+{count - max}</span>}
    </span>
  );
});
