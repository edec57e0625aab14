/** Form fields for options of games and bots. An empty field means the default. */

import type { GameInfo, OptionInfo } from "../protocol";
import { useSetup } from "../games/loading";

/** Of games without a set-up of their own, the first options are always visible; the others are under "More options". */
const FEW_OPTIONS = 4;

interface Props {
  info: GameInfo;
  values: Record<string, string>;
  change: (values: Record<string, string>) => void;
}

export function OptionFields({ info, values, change }: Props) {
  const { setup, error } = useSetup(info.name);
  const set = (key: string, text: string) => {
    const { [key]: _, ...rest } = values;
    change(text === "" ? rest : { ...rest, [key]: text });
  };
  const field = (option: OptionInfo) => {
    const Picker = setup?.pickers[option.key];
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
  if (error) return <p class="error">{error}</p>;
  if (!setup) return null;
  const mainKeys = setup.mainOptions ?? info.options.slice(0, FEW_OPTIONS).map((option) => option.key);
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
