/** Dialog for a choice of cards. It can be hidden to look at the board; a button brings it back. */

import { useEffect, useRef, useState } from "preact/hooks";
import type { CardChoice, Prompt } from "../board";
import { useKeys } from "../keys";

const isInModal = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest("dialog") !== null;

export function describeBounds({ min, max, picked }: Pick<CardChoice, "min" | "max" | "picked">): string {
  const suffix = picked ? `, ${picked} chosen so far` : "";
  if (max <= 0) return "";
  if (min >= max) return `Choose ${max}${suffix}`;
  if (min > 0) return `Choose ${min} to ${max}${suffix}`;
  return `Choose up to ${max}${suffix}`;
}

interface ChoiceDialogProps {
  prompt: Prompt;
  choice: CardChoice;
  play: (text: string) => void;
}

export function ChoiceDialog({ prompt, choice, play }: ChoiceDialogProps) {
  const [hidden, setHidden] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useKeys([
    {
      keys: ["Escape"],
      label: "Hide the choice",
      everywhere: true,
      active: !hidden,
      run: (event) => (hidden || isInModal(event) ? false : setHidden(true)),
    },
  ]);
  useEffect(() => {
    if (!hidden) box.current?.focus({ preventScroll: true }); // not an answer: another Enter would give it
  }, [hidden, choice.title, choice.picked, choice.options.length]);
  // The second click of a double click would answer the next question, which is at the same place.
  const once = (text: string) => (event: MouseEvent) => event.detail < 2 && play(text);
  if (hidden) {
    return (
      <button type="button" class="button main choice-hidden" onClick={() => setHidden(false)}>
        Back to the choice: {choice.title}
      </button>
    );
  }
  return (
    <div ref={box} class="choice" role="dialog" aria-label={choice.title} tabIndex={-1}>
      <header>
        <div>
          <h2>{choice.title}</h2>
          <p class="muted small">{describeBounds(choice)}</p>
        </div>
        <button type="button" class="button" onClick={() => setHidden(true)}>
          Hide
        </button>
      </header>
      <div class="offers">
        {choice.options.map((option) => (
          <button
            type="button"
            class="choice-option"
            data-legal
            data-move={option.text}
            key={option.text}
            onClick={once(option.text)}
          >
            <span aria-hidden="true">{option.card}</span>
            {option.about && <span class="visually-hidden">{option.about}: </span>}
            <span class="small">{option.label}</span>
          </button>
        ))}
      </div>
      {prompt.buttons.length > 0 && (
        <footer>
          {prompt.buttons.map((move) => (
            <button
              type="button"
              class={`button ${move.main ? "main" : ""}`}
              data-legal
              data-move={move.text}
              key={move.text}
              onClick={once(move.text)}
            >
              {move.label}
            </button>
          ))}
        </footer>
      )}
    </div>
  );
}
