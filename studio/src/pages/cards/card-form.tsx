/** Form of one card, generated from the fields of the game's card file. */

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useNewest } from "../../api/newest";
import type { CardEntryInfo, CardFieldInfo, CardFileEdit, CardKindInfo, CardProblem } from "../../protocol";
import { describeValue, faultyField, fieldTitle, maskNames, toggleMask, typedNumber, fieldValue } from "./card-text";

const DEBOUNCE_MS = 400; // typing in a field

interface Props {
  kind: CardKindInfo;
  entry: CardEntryInfo;
  original: Record<string, unknown> | null; // values of the game's own card
  vocabulary: Record<string, string[]>;
  problem: CardProblem | null; // if it is in this entry
  disabled: boolean;
  edit: (edit: Partial<CardFileEdit> & Pick<CardFileEdit, "action">) => Promise<void>;
}

export function CardForm({ kind, entry, original, vocabulary, problem, disabled, edit }: Props) {
  const faulty = problem && faultyField(kind, entry, problem);
  const line = entry.line;
  return (
    <form class="card-form" aria-label={`${kind.name} ${entry.title}`} onSubmit={(event) => event.preventDefault()}>
      <div class="inline wrap">
        <h2 class="grow">{entry.title}</h2>
        <span class="muted small">
          {line === null ? "" : `line ${line}`}
          {entry.state === "same" ? "" : entry.state === "new" ? " · new" : " · changed"}
        </span>
      </div>
      {problem && !faulty && (
        <p class="error" role="alert">
          {problem.message}
        </p>
      )}
      {line === null ? (
        <p class="notice">This {kind.name} has no table of its own in the file. Change it in the text.</p>
      ) : (
        <fieldset disabled={disabled} class="card-fields">
          {kind.key && (
            <TypedField
              label="name in the file"
              meaning={kind.key}
              value={entry.key}
              commit={(value) => edit({ action: "rename", line, value })}
            />
          )}
          {kind.fields.map((field) => {
            const value = fieldValue(field, entry.values);
            const was = original ? fieldValue(field, original) : undefined;
            const changed = original !== null && JSON.stringify(was ?? null) !== JSON.stringify(value ?? null);
            return (
              <FieldEditor
                key={field.key}
                field={field}
                value={value}
                examples={vocabulary[field.key] ?? []}
                was={changed ? describeValue(field.kind === "mask" ? maskNames(field, String(was)) : was) : null}
                problem={faulty?.key === field.key ? (problem?.message ?? "") : ""}
                commit={(next) => edit({ action: "set", line, field: field.key, value: next })}
              />
            );
          })}
        </fieldset>
      )}
      {line !== null && (
        <div class="inline wrap">
          {entry.state === "changed" && (
            <button type="button" class="button" onClick={() => edit({ action: "reset", line })}>
              Back to the original
            </button>
          )}
          <button type="button" class="button" onClick={() => edit({ action: "copy", line })}>
            Copy
          </button>
          <button type="button" class="button" onClick={() => edit({ action: "remove", line })}>
            Remove
          </button>
        </div>
      )}
    </form>
  );
}

type Value = NonNullable<CardFileEdit["value"]> | null;

interface FieldProps {
  field: CardFieldInfo;
  value: unknown;
  examples: string[];
  was: string | null;
  problem: string;
  commit: (value: Value) => Promise<void>;
}

/** The value of a field as it was chosen last, until the server has answered; the next choice begins with it. */
function useChosen(value: unknown, commit: FieldProps["commit"]): [unknown, (next: Value) => Promise<void>] {
  const [chosen, setChosen] = useState<{ value: Value } | null>(null);
  const begin = useNewest();
  const choose = async (next: Value) => {
    const counts = begin();
    setChosen({ value: next });
    await commit(next);
    if (counts()) setChosen(null);
  };
  return [chosen ? chosen.value : value, choose];
}

function FieldEditor({ field, value: answered, examples, was, problem, commit: send }: FieldProps) {
  const [value, commit] = useChosen(answered, send);
  const { kind, choices } = field;
  const notes = { label: fieldTitle(field.key), meaning: field.meaning, was, problem };
  const list = Array.isArray(value) ? value.map(String) : [];
  if (kind === "flag")
    return (
      <Labelled {...notes} group>
        <label class="check">
          <input type="checkbox" checked={value === true} onChange={(event) => commit(event.currentTarget.checked)} />
          {value === true ? "yes" : "no"}
        </label>
      </Labelled>
    );
  if (kind === "choices" || kind === "mask") {
    const picked = kind === "mask" ? maskNames(field, String(value)) : list;
    const toggle = (choice: string) =>
      kind === "mask"
        ? commit(toggleMask(field, String(value), choice))
        : commit(choices.filter((other) => (other === choice) !== picked.includes(other)));
    return (
      <Labelled {...notes} group>
        <div class="choice-buttons">
          {choices.map((choice) => (
            <button
              key={choice}
              type="button"
              class="button"
              aria-pressed={picked.includes(choice)}
              onClick={() => toggle(choice)}
            >
              {choice}
            </button>
          ))}
        </div>
      </Labelled>
    );
  }
  if (kind === "choice")
    return (
      <Labelled {...notes}>
        <select class="input" value={String(value ?? "")} onChange={(event) => commit(event.currentTarget.value)}>
          {!choices.includes(String(value)) && <option value={String(value ?? "")}>{describeValue(value)}</option>}
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </select>
      </Labelled>
    );
  if (kind === "table")
    return value && Object.keys(value).length ? (
      <Labelled {...notes} group>
        <code class="small">{JSON.stringify(value)}</code>
        <span class="muted small">Change it in the text.</span>
      </Labelled>
    ) : null;
  if (kind === "number")
    return (
      <TypedField
        {...notes}
        meaning={[field.meaning, describeRange(field)].filter(Boolean).join("; ")}
        value={String(answered ?? "")}
        step={send}
        commit={(typed) => send(typedNumber(field, typed))}
      />
    );
  const isList = kind === "texts";
  return (
    <TypedField
      {...notes}
      value={isList ? list.join("\n") : String(value ?? "")}
      rows={isList ? Math.max(2, list.length + 1) : 0}
      suggestions={examples.length ? examples : choices}
      commit={(typed) =>
        send(
          isList
            ? typed
                .split("\n")
                .map((row) => row.trim())
                .filter(Boolean)
            : typed,
        )
      }
    />
  );
}

function describeRange({ least, most, choices }: CardFieldInfo): string {
  const range = least !== null && most !== null ? `${least} to ${most}` : "";
  return [range, ...choices].filter(Boolean).join(" or ");
}

interface TypedFieldProps {
  label: string;
  meaning: string;
  value: string;
  was?: string | null;
  problem?: string;
  rows?: number; // more than 0: a text of several lines
  suggestions?: string[];
  step?: (next: number) => Promise<void>; // a number: buttons for one less and one more
  commit: (value: string) => Promise<void>;
}

/** A field to type in. What was typed counts after a pause, or when the focus leaves; it stays in the field until then,
and until the server has answered. */
function TypedField({ value, rows = 0, suggestions = [], step, commit, ...notes }: TypedFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const focused = useRef(false);
  const waiting = useRef(false); // for the answer to what was sent last
  const begin = useNewest();
  const pending = useRef<{ timer: number; text: string } | null>(null);
  const flush = () => {
    if (!pending.current) return;
    clearTimeout(pending.current.timer);
    const { text } = pending.current;
    pending.current = null;
    void send(commit(text));
  };
  const send = async (answer: Promise<void>) => {
    const counts = begin();
    waiting.current = true;
    await answer;
    if (!counts()) return;
    waiting.current = false;
    showValue();
  };
  /** Show the value of the file, unless somebody types or the server has not answered. */
  const showValue = () => {
    if (!focused.current && !waiting.current && !pending.current) setTyped(null);
  };
  useEffect(() => () => clearTimeout(pending.current?.timer), []);
  const stepBy = (by: number) => {
    if (!step) return;
    const next = Number(typed ?? value) + by; // a fast click begins with the number of the last one
    setTyped(String(next));
    void send(step(next));
  };
  const stepButton = (by: number, what: string, sign: string) => (
    <button
      type="button"
      class="button"
      aria-label={`${notes.label}: one ${what}`}
      disabled={Number.isNaN(Number(typed ?? value))}
      onClick={() => stepBy(by)}
    >
      {sign}
    </button>
  );
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(pending.current?.timer);
    pending.current = { timer: window.setTimeout(flush, DEBOUNCE_MS), text };
  };
  const listId = `suggestions-${notes.label.replaceAll(" ", "-")}`;
  const shared = {
    class: "input",
    value: typed ?? value,
    spellcheck: false,
    "aria-invalid": !!notes.problem,
    onInput: (event: { currentTarget: { value: string } }) => type(event.currentTarget.value),
    onFocus: () => {
      focused.current = true;
    },
    onBlur: () => {
      focused.current = false;
      flush();
      showValue();
    },
  };
  return (
    <Labelled {...notes} problem={notes.problem ?? ""} was={notes.was ?? null} group={!!step}>
      {rows ? (
        <textarea {...shared} rows={rows} />
      ) : step ? (
        <span class="stepper">
          {stepButton(-1, "less", "−")}
          <input
            {...shared}
            aria-label={notes.label}
            inputMode="numeric"
            onKeyDown={(event) => event.key === "Enter" && flush()}
          />
          {stepButton(1, "more", "+")}
        </span>
      ) : (
        <input
          {...shared}
          list={suggestions.length ? listId : undefined}
          onKeyDown={(event) => event.key === "Enter" && flush()}
        />
      )}
      {suggestions.length > 0 && !rows && (
        <datalist id={listId}>
          {suggestions.map((text) => (
            <option key={text} value={text} />
          ))}
        </datalist>
      )}
      {suggestions.length > 0 && rows > 0 && (
        <details class="small">
          <summary>What can be written here</summary>
          <ul class="examples">
            {suggestions.map((text) => (
              <li key={text}>
                <code>{text}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Labelled>
  );
}

interface LabelledProps {
  label: string;
  meaning: string;
  was: string | null;
  problem: string;
  group?: boolean;
  children: ComponentChildren;
}

function Labelled({ label, meaning, was, problem, group = false, children }: LabelledProps) {
  const Tag = group ? "fieldset" : "label";
  return (
    <div class={`card-field${problem ? " wrong" : ""}`}>
      <Tag class="field">
        {group ? <legend>{label}</legend> : <span class="field-name">{label}</span>}
        {children}
      </Tag>
      {problem && (
        <p class="error small" role="alert">
          {problem}
        </p>
      )}
      {was !== null && <p class="was small">was {was}</p>}
      {meaning && <p class="muted small">{meaning}</p>}
    </div>
  );
}
