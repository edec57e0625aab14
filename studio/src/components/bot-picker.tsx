/** Selection of a bot with its options. */

import { useState } from "preact/hooks";
import type { BotInfo, GameInfo } from "../protocol";
import { OptionField } from "./option-fields";
import { memo } from "../memo";
import { useUploadedBots } from "../api/uploaded-bots";

interface Props {
  info: GameInfo;
  value: string;
  uploads: boolean;
  change: (text: string) => void;
}

const CUSTOM = "own";

export const BotPicker = memo(({ info, value, uploads, change }: Props) => {
  const { name, options } = parseBot(value);
  const bot = info.bots.find((bot) => bot.name === name);
  const uploaded = useUploadedBots({ uploads }).filter((row) => row.game === info.name);
  const [custom, setCustom] = useState(!bot && !value.startsWith("@"));
  const set = (key: string, text: string) => change(formatBot(name, { ...options, [key]: text }));
  return (
    <div class="bot-choice">
      <select
        class="input"
        aria-label="Bot"
        value={custom ? CUSTOM : name}
        onChange={(event) => {
          const next = event.currentTarget.value;
          setCustom(next === CUSTOM);
          if (next !== CUSTOM) change(next);
        }}
      >
        {info.bots.map((botInfo) => (
          <option key={botInfo.name} value={botInfo.name}>
            {botInfo.cheats ? `${botInfo.name} (cheats)` : botInfo.name}
          </option>
        ))}
        {(uploaded.length > 0 || name.startsWith("@")) && (
          <optgroup label="uploaded">
            {[...new Set([...uploaded.map((row) => `@${row.name}`), ...(name.startsWith("@") ? [name] : [])])].map(
              (text) => (
                <option key={text}>{text}</option>
              ),
            )}
          </optgroup>
        )}
        <option value={CUSTOM}>other…</option>
      </select>
      {custom && (
        <label class="field">
          <span>
            As on the command line
            {info.phases.length > 1 ? `, one for each phase, joined by + (${info.phases.join("+")})` : ""}
            {uploads ? ", such as bots.py:Name" : ""}
          </span>
          <input class="input" value={value} onInput={(event) => change(event.currentTarget.value)} />
        </label>
      )}
      {!custom && bot && <p class="muted small">{bot.summary}</p>}
      {!custom && bot && bot.options.length > 0 && (
        <details>
          <summary class="small">Budget and options</summary>
          <div class="option-fields">
            {bot.options.map((option) => (
              <OptionField
                key={option.key}
                option={option}
                value={options[option.key] ?? ""}
                change={(text) => set(option.key, text)}
              />
            ))}
          </div>
        </details>
      )}
    </div>
  );
});

function parseBot(text: string): { name: string; options: Record<string, string> } {
  const [name = "", rest = ""] = text.split(/:(.*)/s);
  const options = Object.fromEntries(
    rest
      .split(",")
      .filter((part) => part.includes("="))
      .map((part) => part.split(/=(.*)/s).slice(0, 2)),
  );
  return { name, options: options as Record<string, string> };
}

function formatBot(name: BotInfo["name"], options: Record<string, string>): string {
  const parts = Object.entries(options)
    .filter(([, text]) => text !== "")
    .map(([key, text]) => `${key}=${text}`);
  return parts.length ? `${name}:${parts.join(",")}` : name;
}
