/** Options of games and bots as fields. What is left empty is left out: the default holds. */

import type { Choice, GameInfo } from "../protocol";
import { PICKERS } from "./pickers";

/** What most people want to choose; the others are folded away. */
const FIRST: Record<string, string[]> = {
  locm: ["version"],
  dominion: ["kingdom", "edition", "seats"],
  tribute: ["patrons"],
  delve: ["deck", "tree"],
};

interface Props {
  info: GameInfo;
  values: Record<string, string>;
  change: (values: Record<string, string>) => void;
}

export function OptionFields({ info, values, change }: Props) {
  const first = FIRST[info.name] ?? [];
  const set = (key: string, text: string) => {
    const { [key]: _, ...rest } = values;
    change(text === "" ? rest : { ...rest, [key]: text });
  };
  const field = (choice: Choice) => {
    const Picker = PICKERS[info.name]?.[choice.key];
    if (Picker)
      return (
        <Picker key={choice.key} info={info} choice={choice} values={values} change={(text) => set(choice.key, text)} />
      );
    return (
      <ChoiceField
        key={choice.key}
        choice={choice}
        value={values[choice.key] ?? ""}
        change={(text) => set(choice.key, text)}
      />
    );
  };
  const more = info.options.filter((each) => !first.includes(each.key));
  return (
    <>
      <div class="option-fields">
        {first
          .map((key) => info.options.find((each) => each.key === key))
          .filter((each) => each !== undefined)
          .map(field)}
      </div>
      {more.length > 0 && (
        <details>
          <summary class="small">More options</summary>
          <div class="option-fields">{more.map(field)}</div>
        </details>
      )}
    </>
  );
}

export function ChoiceField({
  choice,
  value,
  change,
}: {
  choice: Choice;
  value: string;
  change: (text: string) => void;
}) {
  const usual =
    choice.default === null || choice.default === undefined || choice.default === "" ? "none" : String(choice.default);
  const choices = choice.choices.length ? choice.choices : typeof choice.default === "boolean" ? ["true", "false"] : [];
  return (
    <label class="field" title={choice.takes}>
      <span>
        <b>{choice.key}</b> {choice.meaning}
      </span>
      {choices.length ? (
        <select class="input" value={value} onChange={(event) => change(event.currentTarget.value)}>
          <option value="">{usual} (default)</option>
          {choices
            .filter((each) => each !== usual)
            .map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
        </select>
      ) : (
        <input
          class="input"
          value={value}
          placeholder={choice.takes === "text" ? usual : `${usual} (${choice.takes})`}
          onInput={(event) => change(event.currentTarget.value)}
        />
      )}
    </label>
  );
}
