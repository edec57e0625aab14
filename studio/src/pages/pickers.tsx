/** Options that name things, picked by clicks: kingdoms, patrons, decks and trees. */

import { useState } from "preact/hooks";
import type { Choice, GameInfo } from "../protocol";
import { ChoiceField } from "./options";

interface Props {
  info: GameInfo;
  choice: Choice;
  values: Record<string, string>;
  change: (text: string) => void;
}

/** Which options have a picker, by game. */
export const PICKERS: Record<string, Record<string, (props: Props) => preact.JSX.Element>> = {
  dominion: {
    kingdom: ({ info, values, change }) => (
      <SeveralOf
        name="Kingdom"
        ways={[["", "random"], ...named(info.offers["sets"])]}
        things={info.offers[values["edition"] || "first"] ?? []}
        most={10}
        value={values["kingdom"] ?? ""}
        change={change}
      />
    ),
  },
  tribute: {
    patrons: ({ info, values, change }) => (
      <SeveralOf
        name="Patrons"
        ways={[
          ["", "drafted by the players"],
          ["random", "random"],
        ]}
        things={info.offers["patrons"] ?? []}
        most={4}
        value={values["patrons"] ?? ""}
        change={change}
      />
    ),
  },
  delve: {
    deck: (props) => <OneOf {...props} things={props.info.offers["decks"] ?? []} />,
    tree: (props) => <OneOf {...props} things={props.info.offers["trees"] ?? []} />,
  },
};

function named(names: string[] | undefined): [string, string][] {
  return (names ?? []).map((name) => [name, name.replaceAll("-", " ")]);
}

interface SeveralProps {
  name: string;
  /** Ways that need no picking: what is written for each, and what it is called. */
  ways: [string, string][];
  things: string[];
  most: number;
  value: string;
  change: (text: string) => void;
}

const PICKED = "picked";
const OWN = "own";

/** So many of a list, or one of a few ways that need no picking. */
function SeveralOf({ name, ways, things, most, value, change }: SeveralProps) {
  const written = ways.some(([text]) => text === value) ? value : value.startsWith("@") ? OWN : PICKED;
  const [way, setWay] = useState(written);
  const [picked, setPicked] = useState<string[]>(() =>
    written === PICKED ? value.split(/\s*,\s*/).filter((thing) => things.includes(thing)) : [],
  );
  const pick = (thing: string) => {
    const next = picked.includes(thing) ? picked.filter((each) => each !== thing) : [...picked, thing].slice(-most);
    setPicked(next);
    change(next.join(", "));
  };
  const turn = (next: string) => {
    setWay(next);
    change(next === PICKED ? picked.join(", ") : next === OWN ? "@" : next);
  };
  return (
    <fieldset class="field">
      <legend>
        <b>{name}</b>
      </legend>
      <select class="input" aria-label={name} value={way} onChange={(event) => turn(event.currentTarget.value)}>
        {ways.map(([text, words]) => (
          <option key={text} value={text}>
            {words}
          </option>
        ))}
        <option value={PICKED}>{most} picked by hand</option>
        <option value={OWN}>a file of your own (@NAME)</option>
      </select>
      {way === OWN && (
        <input
          class="input"
          aria-label={`${name}: the file`}
          value={value}
          onInput={(event) => change(event.currentTarget.value)}
        />
      )}
      {way === PICKED && (
        <>
          <p class="quiet small" role="status">
            {picked.length} of {most} picked
          </p>
          <div class="pick-list" role="group" aria-label={`${name} to pick`}>
            {things.map((thing) => (
              <button
                type="button"
                class="button"
                key={thing}
                aria-pressed={picked.includes(thing)}
                disabled={picked.length >= most && !picked.includes(thing)}
                onClick={() => pick(thing)}
              >
                {thing}
              </button>
            ))}
          </div>
        </>
      )}
    </fieldset>
  );
}

/** One of a list, or something written out. */
function OneOf({ choice, values, change, things }: Props & { things: string[] }) {
  const value = values[choice.key] ?? "";
  const [own, setOwn] = useState(value !== "" && !things.includes(value));
  if (own) return <ChoiceField choice={choice} value={value} change={change} />;
  return (
    <label class="field">
      <span>
        <b>{choice.key}</b> {choice.meaning}
      </span>
      <select
        class="input"
        value={value}
        onChange={(event) => (event.currentTarget.value === OWN ? setOwn(true) : change(event.currentTarget.value))}
      >
        <option value="">{String(choice.default)} (default)</option>
        {things
          .filter((thing) => thing !== choice.default)
          .map((thing) => (
            <option key={thing} value={thing}>
              {thing}
            </option>
          ))}
        <option value={OWN}>written out, or @NAME</option>
      </select>
    </label>
  );
}
