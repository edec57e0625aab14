/** Pickers for options with many values, such as kingdoms, patrons, decks and trees. */

import { useState } from "preact/hooks";
import { joinWords } from "../format";
import { findPicked } from "../setup";
import type { PickerProps } from "../setup";
import { defaultOf, OptionField } from "./option-fields";

interface PickSeveralProps {
  name: string;
  /** Values that need no picking, with their labels. */
  presets: [string, string][];
  items: string[];
  max: number;
  value: string;
  change: (text: string) => void;
}

const PICKED = "picked";
const CUSTOM = "own";

/** Pick a fixed number of items, or a preset. */
export function PickSeveral({ name, presets, items, max, value, change }: PickSeveralProps) {
  const initialMode = presets.some(([text]) => text === value) ? value : value.startsWith("@") ? CUSTOM : PICKED;
  const [mode, setMode] = useState(initialMode);
  const fromValue = findPicked(value, items);
  const [picked, setPicked] = useState<string[]>(() => (initialMode === PICKED ? fromValue.known : []));
  const pick = (item: string) => {
    const next = picked.includes(item) ? picked.filter((other) => other !== item) : [...picked, item].slice(-max);
    setPicked(next);
    change(next.join(", "));
  };
  const changeMode = (next: string) => {
    setMode(next);
    change(next === PICKED ? picked.join(", ") : next === CUSTOM ? "@" : next);
  };
  return (
    <fieldset class="field">
      <legend>
        <b>{name}</b>
      </legend>
      <select class="input" aria-label={name} value={mode} onChange={(event) => changeMode(event.currentTarget.value)}>
        {presets.map(([text, label]) => (
          <option key={text} value={text}>
            {label}
          </option>
        ))}
        <option value={PICKED}>pick {max} by hand</option>
        <option value={CUSTOM}>your own file (@NAME)</option>
      </select>
      {mode === CUSTOM && (
        <input
          class="input"
          aria-label={`${name}: the file`}
          value={value}
          onInput={(event) => change(event.currentTarget.value)}
        />
      )}
      {mode === PICKED && (
        <>
          <p class="muted small" role="status">
            {picked.length} of {max} picked
          </p>
          {fromValue.unknown.length > 0 && (
            <p class="error small" role="alert">
              There is no{" "}
              {joinWords(
                fromValue.unknown.map((item) => `“${item}”`),
                "or",
              )}{" "}
              to pick here.
            </p>
          )}
          <div class="pick-list" role="group" aria-label={`${name} to pick`}>
            {items.map((item) => (
              <button
                type="button"
                class="button"
                key={item}
                aria-pressed={picked.includes(item)}
                disabled={picked.length >= max && !picked.includes(item)}
                onClick={() => pick(item)}
              >
                {item}
              </button>
            ))}
          </div>
        </>
      )}
    </fieldset>
  );
}

interface PickOneProps extends PickerProps {
  items: string[];
  /** What the default means, if the option itself has none. */
  defaultItem?: string | undefined;
}

/** Select one item, or type another value. */
export function PickOne({ option, values, change, items, defaultItem = defaultOf(option) }: PickOneProps) {
  const value = values[option.key] ?? "";
  const [custom, setCustom] = useState(value !== "" && !items.includes(value));
  if (custom) return <OptionField option={option} value={value} change={change} />;
  return (
    <label class="field">
      <span>
        <b>{option.key}</b> {option.meaning}
      </span>
      <select
        class="input"
        value={value}
        onChange={(event) =>
          event.currentTarget.value === CUSTOM ? setCustom(true) : change(event.currentTarget.value)
        }
      >
        <option value="">{defaultItem} (default)</option>
        {items
          .filter((item) => item !== defaultItem)
          .map((item) => (
            <option key={item} value={item}>
              {item}
            </option>
          ))}
        <option value={CUSTOM}>other, or @NAME</option>
      </select>
    </label>
  );
}
