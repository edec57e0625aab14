/** A card of any game: its name on a coloured plate, its content, and whether it can be played. */

import type { ComponentChildren } from "preact";
import { tooltip } from "./tooltip";

export type PlateColour =
  "plain" | "gold" | "green" | "violet" | "red" | "blue" | "tan" | "orange" | "slate" | "teal" | "sand" | "rose";

export interface CardProps {
  name: string;
  plate: PlateColour;
  /** Full description, for the tooltip and for screen readers. */
  description: string;
  size?: "small" | "middle" | "large";
  legal?: boolean;
  chosen?: boolean;
  dim?: boolean;
  corner?: ComponentChildren;
  foot?: ComponentChildren;
  children?: ComponentChildren;
  onClick?: (() => void) | undefined;
  id?: string;
  class?: string;
}

/** Longest word that fits on the plate, in letters; longer words get a smaller font. */
const LONGEST_WORD = { small: 9, middle: 9, large: 11 };

export function Card(props: CardProps) {
  const { name, plate, description, size = "middle", legal, chosen, dim, corner, foot, children, onClick } = props;
  const longName = Math.max(...name.split(/[\s-]/).map((word) => word.length)) > LONGEST_WORD[size];
  const classes = [
    "card",
    size,
    plate,
    props.class,
    longName && "long",
    legal && "legal",
    chosen && "chosen",
    dim && "dim",
  ];
  const content = (
    <>
      <span class="card-name">{name}</span>
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
    <button type="button" aria-pressed={chosen} data-legal={legal || undefined} onClick={onClick} {...sharedProps}>
      {content}
    </button>
  ) : (
    <span role="img" aria-label={description ? `${name}: ${description}` : name} {...sharedProps}>
      {content}
    </span>
  );
}

/** Backs of one or several hidden cards. */
export function CardBacks({ count, seat, max = 8 }: { count: number; seat: number; max?: number }) {
  return (
    <span class="backs" role="img" aria-label={`${count} hidden ${count === 1 ? "card" : "cards"}`}>
      {Array.from({ length: Math.min(count, max) }, (_, k) => (
        <span class={`back seat${seat}`} key={k} />
      ))}
      {count > max && <span class="muted small">+{count - max}</span>}
    </span>
  );
}
