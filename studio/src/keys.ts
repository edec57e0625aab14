/** Keys of the page: every binding is registered here, so that one listener decides which one a key belongs to.

The Platformer reads its buttons by itself: in real time it needs to know when a key is released. */

import { useEffect, useRef } from "preact/hooks";

export interface KeyBinding {
  /** Values of KeyboardEvent.key, in lower case for letters. */
  keys: string[];
  /** What the key does, for people. */
  label: string;
  /** Returns false to leave the key to other bindings and to the browser. */
  run: (event: KeyboardEvent) => unknown;
  /** With Control or Command; otherwise the key counts only without them. */
  control?: boolean;
  /** Also in text fields and dialogs. */
  everywhere?: boolean;
  /** Whether the key does something now; a list of keys leaves it out if not. */
  active?: boolean;
  /** Not on a button or link, which use the key themselves. */
  notOnButtons?: boolean;
}

const FIELDS = "input, select, textarea, dialog, [role=dialog]";
const BUTTONS = "button, a, summary";
const registered: { current: KeyBinding[] }[] = []; // the newest last

/** Register keys while a component is shown. Newer components come first. */
export function useKeys(bindings: KeyBinding[]): void {
  const latest = useRef(bindings);
  latest.current = bindings;
  useEffect(() => {
    if (registered.length === 0) addEventListener("keydown", dispatch);
    registered.push(latest);
    return () => {
      registered.splice(registered.indexOf(latest), 1);
      if (registered.length === 0) removeEventListener("keydown", dispatch);
    };
  }, []);
}

/** Bindings that work now, the newest first. */
export function activeBindings(): KeyBinding[] {
  return registered
    .toReversed()
    .flatMap(({ current }) => current)
    .filter(({ active }) => active !== false);
}

function dispatch(event: KeyboardEvent): void {
  const binding = findBinding(
    event,
    registered.toReversed().flatMap(({ current }) => current),
  );
  if (binding) event.preventDefault();
}

/** Run the first binding that takes the key, and return it. */
export function findBinding(event: KeyboardEvent, bindings: KeyBinding[]): KeyBinding | undefined {
  return bindings.find((binding) => matches(binding, event) && binding.run(event) !== false);
}

function matches(binding: KeyBinding, event: KeyboardEvent): boolean {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const element = event.target instanceof Element ? event.target : null;
  if (!binding.keys.includes(key) || event.altKey) return false;
  if ((event.ctrlKey || event.metaKey) !== (binding.control ?? false)) return false;
  if (!binding.everywhere && element?.closest(FIELDS)) return false;
  return !(binding.notOnButtons && element?.closest(BUTTONS));
}
