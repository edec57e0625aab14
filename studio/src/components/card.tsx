/** A card of any game: a plate with its name, what stands on it, and what can be done with it now. */

import type { ComponentChildren } from "preact";
import { tip } from "./tip";

export type Plate =
  "plain" | "gold" | "green" | "violet" | "red" | "blue" | "tan" | "orange" | "slate" | "teal" | "sand" | "rose";

export interface CardProps {
  name: string;
  plate: Plate;
  /** All that there is to say about it: read to people who do not see it, and shown as a tip. */
  words: string;
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

/** Letters of a word that fit on the plate; longer ones are set smaller. */
const LONGEST = { small: 9, middle: 9, large: 11 };

export function Card(props: CardProps) {
  const { name, plate, words, size = "middle", legal, chosen, dim, corner, foot, children, onClick } = props;
  const long = Math.max(...name.split(/[\s-]/).map((word) => word.length)) > LONGEST[size];
  const look = ["card", size, plate, props.class, long && "long", legal && "legal", chosen && "chosen", dim && "dim"];
  const inside = (
    <>
      <span class="card-name">{name}</span>
      {onClick && words && <span class="unseen">: {words}</span>}
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
  const shared = {
    class: look.filter(Boolean).join(" "),
    "data-card": props.id ?? name,
    ...tip(
      words ? (
        <>
          <strong>{name}</strong>
          <br />
          {words}
        </>
      ) : null,
    ),
  };
  return onClick ? (
    <button type="button" aria-pressed={chosen} data-legal={legal || undefined} onClick={onClick} {...shared}>
      {inside}
    </button>
  ) : (
    <span role="img" aria-label={words ? `${name}: ${words}` : name} {...shared}>
      {inside}
    </span>
  );
}

/** The back of one or several cards. */
export function Backs({ count, seat, most = 8 }: { count: number; seat: number; most?: number }) {
  return (
    <span class="backs" role="img" aria-label={`${count} hidden ${count === 1 ? "card" : "cards"}`}>
      {Array.from({ length: Math.min(count, most) }, (_, k) => (
        <span class={`back seat${seat}`} key={k} />
      ))}
      {count > most && <span class="quiet small">+{count - most}</span>}
    </span>
  );
}
