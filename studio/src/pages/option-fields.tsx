/** Form fields for options of games and bots. An empty field means the default. */

import type { GameInfo, OptionInfo } from "../protocol";
import { PICKERS } from "./option-pickers";

/** Options that are always visible; the others are under "More options". Of other games, the first ones are visible. */
const MAIN_OPTIONS: Record<string, string[]> = {
  locm: ["version"],
  dominion: ["kingdom", "edition", "seats"],
  tribute: ["patrons"],
  delve: ["deck", "tree"],
};

const FEW_OPTIONS = 4;

interface Props {
  info: GameInfo;
  values: Record<string, string>;
  change: (values: Record<string, string>) => void;
}

export function OptionFields({ info, values, change }: Props) {
  const mainKeys = MAIN_OPTIONS[info.name] ?? info.options.slice(0, FEW_OPTIONS).map((option) => option.key);
  const set = (key: string, text: string) => {
    const { [key]: _, ...rest } = values;
    change(text === "" ? rest : { ...rest, [key]: text });
  };
  const field = (option: OptionInfo) => {
    const Picker = PICKERS[info.name]?.[option.key];
    if (Picker)
      return (
        <Picker key={option.key} info={info} option={option} values={values} change={(text) => set(option.key, text)} />
      );
    return (
      <OptionField
        key={option.key}
        option={option}
        value={values[option.key] ?? ""}
        change={(text) => set(option.key, text)}
      />
    );
  };
  const otherOptions = info.options.filter((option) => !mainKeys.includes(option.key));
  return (
    <>
      <div class="option-fields">
        {mainKeys
          .map((key) => info.options.find((option) => option.key === key))
          .filter((option) => option !== undefined)
          .map(field)}
      </div>
      {otherOptions.length > 0 && (
        <details>
          <summary class="small">More options</summary>
          <div class="option-fields">{otherOptions.map(field)}</div>
        </details>
      )}
    </>
  );
}

export function OptionField({
  option,
  value,
  change,
}: {
  option: OptionInfo;
  value: string;
  change: (text: string) => void;
}) {
  const defaultText =
    option.default === null || option.default === undefined || option.default === "" ? "none" : String(option.default);
  const choices = option.choices.length ? option.choices : typeof option.default === "boolean" ? ["true", "false"] : [];
  return (
    <label class="field" title={option.takes}>
      <span>
        <b>{option.key}</b> {option.meaning}
      </span>
      {choices.length ? (
        <select class="input" value={value} onChange={(event) => change(event.currentTarget.value)}>
          <option value="">{defaultText} (default)</option>
          {choices
            .filter((text) => text !== defaultText)
            .map((text) => (
              <option key={text} value={text}>
                {text}
              </option>
            ))}
        </select>
      ) : (
        <input
          class="input"
          value={value}
          placeholder={option.takes === "text" ? defaultText : `${defaultText} (${option.takes})`}
          onInput={(event) => change(event.currentTarget.value)}
        />
      )}
    </label>
  );
}
