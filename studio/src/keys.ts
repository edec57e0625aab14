/** Keys of the page: every binding is registered here, so that one listener decides which one a key belongs to.

Not registered: keys by which a control edits its own text or value (the code area, fields that Enter leaves), arrow keys
inside a list or a chart, which only move its focus, and listeners that note that keys are used. */

import { useEffect, useRef } from "preact/hooks";

export interface KeyBinding {
  /** Values of KeyboardEvent.key, in lower case for letters. */
  keys?: string[];
  /** Values of KeyboardEvent.code: keys by their place on the keyboard, for games in real time. */
  codes?: string[];
  /** What the key does, for people. */
  label: string;
  /** Returns false to leave the key to other bindings and to the browser. */
  run: (event: KeyboardEvent) => unknown;
  /** Called when the key is released, wherever the focus is by then. */
  release?: (event: KeyboardEvent) => unknown;
  /** With Control or Command; otherwise the key counts only without them. */
  control?: boolean;
  /** With Alt; otherwise the key counts only without it. */
  alt?: boolean;
  /** Also in text fields and dialogs. */
  everywhere?: boolean;
  /** Only while the focus is in this element. */
  within?: () => Element | null;
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
  useEffect(() => register(latest), []);
}

/** Register keys from now on, before all others; returns a function that ends it. */
export const registerKeys = (bindings: KeyBinding[]): (() => void) => register({ current: bindings });

function register(entry: { current: KeyBinding[] }): () => void {
  if (registered.length === 0) {
    addEventListener("keydown", dispatch);
    addEventListener("keyup", release);
  }
  registered.push(entry);
  return () => {
    registered.splice(registered.indexOf(entry), 1);
    if (registered.length > 0) return;
    removeEventListener("keydown", dispatch);
    removeEventListener("keyup", release);
  };
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

function release(event: KeyboardEvent): void {
  releaseKey(
    event,
    registered.flatMap(({ current }) => current),
  );
}

/** Tell all bindings of a key that it is released. */
export function releaseKey(event: KeyboardEvent, bindings: KeyBinding[]): void {
  for (const binding of bindings) if (isKeyOf(binding, event)) binding.release?.(event);
}

/** Run the first binding that takes the key, and return it. */
export function findBinding(event: KeyboardEvent, bindings: KeyBinding[]): KeyBinding | undefined {
  return bindings.find((binding) => matches(binding, event) && binding.run(event) !== false);
}

function matches(binding: KeyBinding, event: KeyboardEvent): boolean {
  const element = event.target instanceof Element ? event.target : null;
  if (!isKeyOf(binding, event) || event.altKey !== (binding.alt ?? false)) return false;
  if ((event.ctrlKey || event.metaKey) !== (binding.control ?? false)) return false;
  if (!binding.everywhere && element?.closest(FIELDS)) return false;
  if (binding.within && !binding.within()?.contains(element)) return false;
  return !(binding.notOnButtons && element?.closest(BUTTONS));
}

function isKeyOf({ keys, codes }: KeyBinding, event: KeyboardEvent): boolean {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return Boolean(keys?.includes(key) || codes?.includes(event.code));
}
