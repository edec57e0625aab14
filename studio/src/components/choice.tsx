/** A choice in a window of its own, with its bounds; put aside, it waits as a button while one looks at the board. */

import { useEffect, useRef, useState } from "preact/hooks";
import type { Choice, Question } from "../scene";
import { many } from "../scene";

export function boundsWords({ least, most, picked }: Pick<Choice, "least" | "most" | "picked">): string {
  const so = picked ? `, ${picked} chosen so far` : "";
  if (most <= 0) return "";
  if (least >= most) return `${many(most, "choice")} to make${so}`;
  if (least > 0) return `${least} to ${most} to choose${so}`;
  return `up to ${most} to choose${so}`;
}

interface Props {
  question: Question;
  choice: Choice;
  play: (text: string) => void;
}

export function ChoiceWindow({ question, choice, play }: Props) {
  const [aside, setAside] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!aside) box.current?.querySelector<HTMLElement>("button[data-legal]")?.focus({ preventScroll: true });
  }, [aside, choice.title, choice.picked, choice.offers.length]);
  if (aside) {
    return (
      <button type="button" class="button main choice-aside" onClick={() => setAside(false)}>
        Back to the choice: {choice.title}
      </button>
    );
  }
  return (
    <div
      ref={box}
      class="choice"
      role="dialog"
      aria-label={choice.title}
      onKeyDown={(event) => event.key === "Escape" && setAside(true)}
    >
      <header>
        <div>
          <h2>{choice.title}</h2>
          <p class="quiet small">{boundsWords(choice)}</p>
        </div>
        <button type="button" class="button" onClick={() => setAside(true)}>
          Put aside
        </button>
      </header>
      <div class="offers">
        {choice.offers.map((offer) => (
          <button type="button" class="choice-offer" data-legal key={offer.text} onClick={() => play(offer.text)}>
            <span aria-hidden="true">{offer.card}</span>
            <span class="small">{offer.label}</span>
          </button>
        ))}
      </div>
      {question.lone.length > 0 && (
        <footer>
          {question.lone.map((move) => (
            <button
              type="button"
              class={`button ${move.main ? "main" : ""}`}
              data-legal
              key={move.text}
              onClick={() => play(move.text)}
            >
              {move.label}
            </button>
          ))}
        </footer>
      )}
    </div>
  );
}
