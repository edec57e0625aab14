/** A card of any game: its name on a coloured plate, its content, and whether it can be played. */

import type { ComponentChildren } from "preact";
import type { PieceAttributes } from "../motion/places";
import { memo } from "../memo";
import { longestWord, Name } from "./card-name";
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
      {onClick && (
        <span class="visually-hidden">
          {action} {name}
          {description && `: ${description}`}
        </span>
      )}
      <span class="card-plate" aria-hidden="true">
        <span class="card-name">
          <Name name={name} />
        </span>
      </span>
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
