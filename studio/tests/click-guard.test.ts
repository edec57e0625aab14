import { expect, test } from "vitest";
import { BackdropGuard, ClickGuard, PressGuard } from "../src/click-guard";

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

function pressGuardAt() {
  let time = 0;
  const guard = new PressGuard(() => time);
  const press = (key: string, repeat = false) => {
    guard.keyDown(key, repeat);
    return key === "Enter" ? guard.allows() : false;
  };
  return { guard, press, wait: (ms: number) => (time += ms) };
}

test("Enter pressed again and again plays one thing, and so does Enter that is held down", () => {
  const { press, wait } = pressGuardAt();
  expect(press("Enter")).toBe(true);
  for (let again = 0; again < 10; again += 1) {
    wait(350);
    expect(press("Enter")).toBe(false);
  }
  wait(5000);
  expect(press("Enter")).toBe(true);
  wait(600);
  expect(press("Enter", true)).toBe(false);
});

test("Enter counts at once after another key has led to what it presses", () => {
  const { guard, press } = pressGuardAt();
  expect(press("Enter")).toBe(true);
  press("Tab");
  expect(press("Enter")).toBe(true);
  press("Shift"); // leads nowhere
  expect(press("Enter")).toBe(false);
  guard.arrive(); // a screen reader has moved the focus
  expect(press("Enter")).toBe(true);
});
