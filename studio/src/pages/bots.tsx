/** Choosing a bot, and its budget and other options. */

import { useState } from "preact/hooks";
import type { BotInfo, GameInfo } from "../protocol";
import { ChoiceField } from "./options";
import { useOwnBots } from "./ownbots/list";

interface Props {
  info: GameInfo;
  value: string;
  uploads: boolean;
  change: (text: string) => void;
}

const OWN = "own";

export function BotPicker({ info, value, uploads, change }: Props) {
  const { name, given } = parse(value);
  const bot = info.bots.find((each) => each.name === name);
  const brought = useOwnBots({ uploads }).filter((each) => each.game === info.name);
  const [own, setOwn] = useState(!bot && !value.startsWith("@"));
  const set = (key: string, text: string) => change(write(name, { ...given, [key]: text }));
  return (
    <div class="bot-choice">
      <select
        class="input"
        aria-label="Bot"
        value={own ? OWN : name}
        onChange={(event) => {
          const next = event.currentTarget.value;
          setOwn(next === OWN);
          if (next !== OWN) change(next);
        }}
      >
        {info.bots.map((each) => (
          <option key={each.name} value={each.name}>
            {each.name}
            {each.cheats ? " (cheats)" : ""}
          </option>
        ))}
        {(brought.length > 0 || name.startsWith("@")) && (
          <optgroup label="brought here">
            {[...new Set([...brought.map((each) => `@${each.name}`), ...(name.startsWith("@") ? [name] : [])])].map(
              (each) => (
                <option key={each}>{each}</option>
              ),
            )}
          </optgroup>
        )}
        <option value={OWN}>written out…</option>
      </select>
      {own && (
        <label class="field">
          <span>
            As on the command line
            {info.phases.length > 1 ? `, one for each phase with + between (${info.phases.join("+")})` : ""}
            {uploads ? ", such as bots.py:Name" : ""}
          </span>
          <input class="input" value={value} onInput={(event) => change(event.currentTarget.value)} />
        </label>
      )}
      {!own && bot && <p class="quiet small">{bot.summary}</p>}
      {!own && bot && bot.options.length > 0 && (
        <details>
          <summary class="small">Budget and options</summary>
          <div class="option-fields">
            {bot.options.map((choice) => (
              <ChoiceField
                key={choice.key}
                choice={choice}
                value={given[choice.key] ?? ""}
                change={(text) => set(choice.key, text)}
              />
            ))}
          </div>
        </details>
      )}
    </div>
  );
}

function parse(text: string): { name: string; given: Record<string, string> } {
  const [name = "", rest = ""] = text.split(/:(.*)/s);
  const given = Object.fromEntries(
    rest
      .split(",")
      .filter((part) => part.includes("="))
      .map((part) => part.split(/=(.*)/s).slice(0, 2)),
  );
  return { name, given: given as Record<string, string> };
}

function write(name: BotInfo["name"], given: Record<string, string>): string {
  const parts = Object.entries(given)
    .filter(([, text]) => text !== "")
    .map(([key, text]) => `${key}=${text}`);
  return parts.length ? `${name}:${parts.join(",")}` : name;
}
