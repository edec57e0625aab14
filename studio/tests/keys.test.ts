import { beforeAll, expect, test, vi } from "vitest";
import { findBinding, type KeyBinding, releaseKey } from "../src/keys";

/** An element that is inside of others, by their selectors. */
class FakeElement {
  constructor(readonly inside: string[]) {}

  closest(selector: string): FakeElement | null {
    return selector.split(", ").some((part) => this.inside.includes(part)) ? this : null;
  }
}

beforeAll(() => {
  vi.stubGlobal("Element", FakeElement);
});

function press(key: string, more: object = {}, inside: string[] = []): KeyboardEvent {
  const target = new FakeElement(inside);
  return { key, altKey: false, ctrlKey: false, metaKey: false, target, ...more } as unknown as KeyboardEvent;
}

const binding = (keys: string[], more: Partial<KeyBinding> = {}): KeyBinding => ({
  keys,
  label: keys.join(),
  run: () => {},
  ...more,
});

test("a key goes to the first binding that takes it", () => {
  const first = binding(["u"], { run: () => false });
  const second = binding(["u"]);
  expect(findBinding(press("U"), [first, second, binding(["u"])])).toBe(second);
  expect(findBinding(press("x"), [first, second])).toBeUndefined();
});

test("keys in text fields and dialogs belong to them", () => {
  const keys = [binding(["u"])];
  for (const place of ["input", "textarea", "dialog", "[role=dialog]"])
    expect(findBinding(press("u", {}, [place]), keys)).toBeUndefined();
  expect(findBinding(press("Escape", {}, ["input"]), [binding(["Escape"], { everywhere: true })])).toBeDefined();
});

test("Control, Command and Alt change the meaning of a key", () => {
  const undo = binding(["z"], { control: true });
  const plain = binding(["z"]);
  expect(findBinding(press("z", { ctrlKey: true }), [plain, undo])).toBe(undo);
  expect(findBinding(press("z", { metaKey: true }), [plain, undo])).toBe(undo);
  expect(findBinding(press("z"), [undo, plain])).toBe(plain);
  expect(findBinding(press("z", { altKey: true }), [undo, plain])).toBeUndefined();
});

test("a button keeps the keys that press it", () => {
  const space = binding([" "], { notOnButtons: true });
  expect(findBinding(press(" ", {}, ["button"]), [space])).toBeUndefined();
  expect(findBinding(press(" "), [space])).toBe(space);
});

test("a key by its place counts on every layout, and its release even in a text field", () => {
  const held: string[] = [];
  const left: KeyBinding = {
    codes: ["KeyA"],
    label: "Run to the left",
    run: ({ code }) => held.push(code),
    release: ({ code }) => held.splice(held.indexOf(code), 1),
  };
  const french = { code: "KeyA" };
  expect(findBinding(press("q", french), [left])).toBe(left);
  expect(findBinding(press("a", { code: "KeyQ" }), [left])).toBeUndefined();
  expect(findBinding(press("q", french, ["input"]), [left])).toBeUndefined();
  expect(held).toEqual(["KeyA"]);
  releaseKey(press("q", french, ["input"]), [left]);
  expect(held).toEqual([]);
});

test("keys of a drawing count only with the focus in it, and some only with Alt", () => {
  const drawing = { contains: (element: unknown) => (element as FakeElement | null)?.inside.includes("svg") ?? false };
  const within = () => drawing as unknown as Element;
  const next = binding(["ArrowUp"], { within });
  const move = binding(["ArrowUp"], { within, alt: true });
  expect(findBinding(press("ArrowUp", {}, ["svg"]), [move, next])).toBe(next);
  expect(findBinding(press("ArrowUp", { altKey: true }, ["svg"]), [next, move])).toBe(move);
  expect(findBinding(press("ArrowUp"), [next, move])).toBeUndefined();
});
