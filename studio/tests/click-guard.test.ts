import { expect, test } from "vitest";
import { BackdropGuard, ClickGuard } from "../src/click-guard";

function guardAt(): { guard: ClickGuard; wait: (ms: number) => void } {
  let time = 0;
  return { guard: new ClickGuard(() => time), wait: (ms) => (time += ms) };
}

test("the second click of a double click does not press a button that has changed", () => {
  const { guard, wait } = guardAt();
  guard.update("Continue to buy");
  guard.pointerDown();
  expect(guard.allowsClick(true)).toBe(true);
  wait(20);
  guard.update("End turn");
  wait(100);
  guard.pointerDown();
  expect(guard.allowsClick(true)).toBe(false);
  wait(1000);
  guard.pointerDown();
  expect(guard.allowsClick(true)).toBe(true);
});

test("a button that changes between press and release is not pressed", () => {
  const { guard, wait } = guardAt();
  guard.update("Continue to buy");
  guard.pointerDown();
  wait(5);
  guard.update("End turn");
  wait(5000);
  expect(guard.allowsClick(true)).toBe(false);
});

test("a button that appears, or says the same as before, can be pressed at once", () => {
  const { guard } = guardAt();
  guard.update("");
  guard.update("End turn");
  guard.pointerDown();
  expect(guard.allowsClick(true)).toBe(true);
  guard.update("End turn");
  expect(guard.allowsKey(false)).toBe(true);
});

test("a key that is held down presses once", () => {
  const { guard } = guardAt();
  guard.update("End turn");
  guard.keyDown(false);
  expect(guard.allowsClick(false)).toBe(true);
  guard.keyDown(true);
  expect(guard.allowsClick(false)).toBe(false);
  expect(guard.allowsKey(true)).toBe(false);
});

test("a click on the backdrop closes a dialog only if it was pressed there, a moment after the dialog was opened", () => {
  let time = 0;
  const guard = new BackdropGuard(() => time);
  time = 120; // the second click of a double click
  guard.pointerDown(true);
  expect(guard.allowsClick()).toBe(false);
  time = 1000;
  guard.pointerDown(false); // pressed in the dialog, released beside it
  expect(guard.allowsClick()).toBe(false);
  guard.pointerDown(true);
  expect(guard.allowsClick()).toBe(true);
});
