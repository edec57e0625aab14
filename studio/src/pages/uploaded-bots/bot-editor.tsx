/** Editor of a bot: its source with line numbers, errors marked while it is written, and templates to begin with. */

import { useEffect, useRef, useState } from "preact/hooks";
import { CodeArea, type LineMark } from "../../components/code-area";
import type { BotTemplate, CheckedBot, NewBot } from "../../protocol";
import { get, post } from "../../api/http";

const DEBOUNCE_MS = 350; // after a key

interface Props {
  bot: NewBot;
  change: (code: string) => void;
}

interface BotCheck {
  state: "checking" | "checked" | "failed";
  checked: CheckedBot | null;
  error: string; // why the check failed
}

export function BotEditor({ bot, change }: Props) {
  const check = useBotCheck(bot);
  const faults = check.checked?.faults ?? [];
  const marks: LineMark[] = faults.filter(({ line }) => line > 0);
  const errors = faults.filter(({ kind }) => kind === "error").length;
  return (
    <div class="bot-editor" data-state={check.state}>
      <TemplatePicker game={bot.game} code={bot.code} change={change} />
      <CodeArea label="Source code" rows={18} value={bot.code} marks={marks} change={change} />
      {faults
        .filter(({ line }) => line === 0)
        .map(({ message }) => (
          <p key={message} class="error">
            {message}
          </p>
        ))}
      {check.error && (
        <p class="error" role="alert">
          The source is not checked: {check.error}
        </p>
      )}
      <p class="muted small" role="status">
        {statusText(check, errors, faults.length - errors)}
      </p>
    </div>
  );
}

function statusText({ state, checked }: BotCheck, errors: number, warnings: number): string {
  if (state === "failed") return "";
  if (!checked) return "Checking…";
  const later = state === "checking" ? " Checking…" : "";
  if (errors) return `${errors === 1 ? "An error" : `${errors} errors`}: it cannot be uploaded yet.${later}`;
  const known = `Class ${checked.cls} can be uploaded.`;
  const noted = warnings ? ` It has ${warnings === 1 ? "a warning" : `${warnings} warnings`}.` : "";
  return `${known}${noted} Only its text is checked; it first runs when it plays, in the sandbox.${later}`;
}

/** Check a source on the server shortly after it was changed; answers to older versions are ignored. */
function useBotCheck(bot: NewBot): BotCheck {
  const [check, setCheck] = useState<BotCheck>({ state: "checking", checked: null, error: "" });
  const latest = useRef(0);
  const { code, cls, options, game } = bot;
  useEffect(() => {
    const number = ++latest.current;
    setCheck((previous) => ({ ...previous, state: "checking" }));
    const timer = setTimeout(() => {
      post<CheckedBot>("/bots/check", { ...bot, name: "mine" }).then(
        (checked) => number === latest.current && setCheck({ state: "checked", checked, error: "" }),
        (error: Error) =>
          number === latest.current && setCheck({ state: "failed", checked: null, error: error.message }),
      );
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [code, cls, options, game]);
  return check;
}

/** Choose a template; the code before it can be taken back. */
function TemplatePicker({ game, code, change }: { game: string; code: string; change: (code: string) => void }) {
  const [templates, setTemplates] = useState<BotTemplate[]>([]);
  const [before, setBefore] = useState<string | null>(null);
  useEffect(() => {
    get<BotTemplate[]>("/bots/templates").then(setTemplates, () => {});
  }, []);
  const fitting = templates.filter((template) => !template.game || template.game === game);
  return (
    <div class="inline wrap template-picker">
      <label class="field">
        <span>Begin with</span>
        <select
          class="input"
          value=""
          onChange={(event) => {
            const template = fitting.find(({ title }) => title === event.currentTarget.value);
            if (!template) return;
            setBefore(code);
            change(template.code);
          }}
        >
          <option value="">a template…</option>
          {fitting.map(({ title }) => (
            <option key={title}>{title}</option>
          ))}
        </select>
      </label>
      {before !== null && before !== code && (
        <button
          type="button"
          class="button plain"
          onClick={() => {
            change(before);
            setBefore(null);
          }}
        >
          Back to the code before
        </button>
      )}
    </div>
  );
}
