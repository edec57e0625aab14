/** A field for a number. What is typed stays in it until it is entered, also when the page is drawn again meanwhile. */

import { useEffect, useRef, useState } from "preact/hooks";

interface Props {
  value: number;
  min: number;
  max: number;
  step?: number;
  label?: string; // for a field without a label element
  short?: boolean;
  live?: boolean; // numbers count while they are typed; else when the field is left or removed, or Enter is pressed
  accepts?: (entered: number) => boolean; // else: numbers from min to max
  set: (entered: number) => void;
}

export function NumberInput({ value, min, max, step = 1, label, short = false, live = false, accepts, set }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const enter = (entered: number) => {
    if (accepts ? accepts(entered) : entered >= min && entered <= max) set(entered);
  };
  const unentered = useRef(() => {});
  unentered.current = () => typed && !live && enter(Number(typed));
  useEffect(() => () => unentered.current(), []);
  return (
    <input
      class={short ? "input short" : "input"}
      type="number"
      aria-label={label}
      min={min}
      max={max}
      step={step}
      value={typed ?? value}
      onInput={(event) => {
        setTyped(event.currentTarget.value);
        if (live) enter(event.currentTarget.valueAsNumber);
      }}
      onChange={(event) => {
        if (!live) enter(event.currentTarget.valueAsNumber);
        setTyped(null);
      }}
      onBlur={() => setTyped(null)} // there is no change if the old number is typed again
    />
  );
}
