/** Components that are drawn again only if what they show has changed. */

import { Component, type ComponentChildren, type ComponentType } from "preact";

type Handler = (...args: unknown[]) => unknown;

/**
 * Draw a component again only if its props differ. Data are compared by content, because every message of the server brings
 * new objects. Functions must be event handlers: the newest one is called, and a new one is no reason to draw again.
 */
export function memo<P extends object>(View: (props: P) => ComponentChildren): ComponentType<P> {
  return class extends Component<P> {
    private readonly handlers = new Map<string, Handler>();

    override shouldComponentUpdate(next: P): boolean {
      return !isSameProps(this.props as P, next);
    }

    override render() {
      const props = { ...this.props } as Record<string, unknown>;
      for (const name in props) if (typeof props[name] === "function") props[name] = this.newest(name);
      return View(props as P); // its hooks belong to this component
    }

    /** A function that calls the newest handler of this name. */
    private newest(name: string): Handler {
      const known = this.handlers.get(name);
      if (known) return known;
      const handler: Handler = (...args) => (this.props as Record<string, Handler>)[name]?.(...args);
      this.handlers.set(name, handler);
      return handler;
    }
  };
}

const isSameProps = (one: object, other: object): boolean =>
  haveSameFields(one, other, (a, b) => (typeof a === "function" && typeof b === "function") || isSame(a, b));

/** Whether two values have the same content. Elements of the page and objects of classes are the same only if they are one. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || !one || !other) return false;
  if (Array.isArray(one))
    return Array.isArray(other) && one.length === other.length && one.every((item, k) => isSame(item, other[k]));
  return one.constructor === Object && other.constructor === Object && haveSameFields(one, other, isSame);
}

/** The new state, with the old objects where their content is the same. */
export function keepSame<T extends object>(old: T, next: T): T {
  const kept = { ...next };
  for (const name of Object.keys(next) as (keyof T)[]) if (isSame(old[name], next[name])) kept[name] = old[name];
  return kept;
}

function haveSameFields(one: object, other: object, isSameField: (a: unknown, b: unknown) => boolean): boolean {
  const [a, b] = [one as Record<string, unknown>, other as Record<string, unknown>];
  let more = 0; // fields of the first that are not among those of the other
  for (const name in a) {
    if (!(name in b) || !isSameField(a[name], b[name])) return false;
    more += 1;
  }
  for (const _ in b) more -= 1;
  return more === 0;
}
