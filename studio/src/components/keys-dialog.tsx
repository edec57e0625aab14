/** Dialog that lists the keys that work now. "?" or a button opens it. */

import { useEffect, useState } from "preact/hooks";
import { activeBindings, type KeyBinding, useKeys } from "../keys";
import { memo } from "../memo";
import { Dialog } from "./dialog";

const OPEN = "ludus-open-keys";

export function KeysDialog() {
  const [bindings, setBindings] = useState<KeyBinding[] | null>(null);
  const open = () => setBindings(activeBindings());
  useKeys([{ keys: ["?"], label: "List the keys", run: open }]);
  useOpenEvent(open);
  if (!bindings) return null;
  return (
    <Dialog title="Keys" close={() => setBindings(null)}>
      <table class="keys-table">
        <tbody>
          {keyRows(bindings).map(([label, keys]) => (
            <tr key={label}>
              <th scope="row">
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </th>
              <td>{label}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">
              <kbd>Tab</kbd>
              <kbd>Enter</kbd>
            </th>
            <td>Go to the next control, press it</td>
          </tr>
        </tbody>
      </table>
    </Dialog>
  );
}

/** Button that opens the list of keys; not on touch screens. */
export const KeysButton = memo(() => (
  <button
    type="button"
    class="button plain keys-button"
    title="List the keys (?)"
    onClick={() => dispatchEvent(new Event(OPEN))}
  >
    Keys
  </button>
));

/** What the keys do, each with all its keys. */
export function keyRows(bindings: KeyBinding[]): [label: string, keys: string[]][] {
  const rows = new Map<string, string[]>();
  for (const { keys = [], codes = [], label, control, alt } of bindings) {
    const names = keyNames([...keys, ...codes]).map((key) => (control ? `Ctrl ${key}` : alt ? `Alt ${key}` : key));
    rows.set(label, [...new Set([...(rows.get(label) ?? []), ...names])]);
  }
  return [...rows];
}

const NAMES: Record<string, string> = {
  " ": "Space",
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Escape: "Esc",
  PageUp: "Page up",
  PageDown: "Page down",
  Period: ".",
};

function keyNames(keys: string[]): string[] {
  if (keys.length > 2 && keys.every((key) => /^\d$/.test(key))) return [`${keys[0]} … ${keys.at(-1)}`];
  return keys.map(
    (key) => NAMES[key] ?? key.replace(/^Key(?=.$)/, "").replace(/^.$/, (letter) => letter.toUpperCase()),
  );
}

function useOpenEvent(open: () => void): void {
  useEffect(() => {
    addEventListener(OPEN, open);
    return () => removeEventListener(OPEN, open);
  }, []);
}
