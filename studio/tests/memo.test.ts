import { h } from "preact";
import { expect, test, vi } from "vitest";
import { isSame, keepSame, memo } from "../src/memo";

test("values with the same content are the same, elements and objects of classes only if they are one", () => {
  expect(isSame({ a: [1, { b: null }] }, { a: [1, { b: null }] })).toBe(true);
  expect(isSame({ a: [1, 2] }, { a: [1] })).toBe(false);
  expect(isSame({ a: undefined }, { b: 1 })).toBe(false);
  expect(isSame([1], { 0: 1 })).toBe(false);
  expect(isSame(null, {})).toBe(false);
  expect(isSame(new Map(), new Map())).toBe(false);
  expect(isSame(h("p", null), h("p", null))).toBe(false);
});

test("a new state keeps the old objects whose content is the same", () => {
  const old = { seats: [{ here: 1 }], now: { ply: 1 } };
  const next = keepSame(old, { seats: [{ here: 1 }], now: { ply: 2 } });
  expect(next).toEqual({ seats: [{ here: 1 }], now: { ply: 2 } });
  expect(next.seats).toBe(old.seats);
});

interface Props {
  card: { name: string; cost: number };
  legal: boolean;
  onClick?: () => void;
}

test("a component is drawn again only if its content differs, and its newest handler is called", () => {
  const View = memo(({ card, onClick }: Props) => h("button", { onClick }, card.name));
  const [first, newest] = [vi.fn(), vi.fn()];
  const card = () => ({ name: "Wolf", cost: 2 });
  const piece = new (View as unknown as new (props: Props) => preact.Component<Props>)({
    card: card(),
    legal: true,
    onClick: first,
  });
  const drawnAgain = (next: Props) => piece.shouldComponentUpdate?.(next, {}, {});
  const button = piece.render(piece.props, {}, {}) as { props: { onClick: () => void } };
  const next = { card: card(), legal: true, onClick: newest };
  expect(drawnAgain(next)).toBe(false);
  piece.props = next; // as Preact does
  button.props.onClick();
  expect([first.mock.calls.length, newest.mock.calls.length]).toEqual([0, 1]);
  expect(drawnAgain({ ...next, legal: false })).toBe(true);
  expect(drawnAgain({ ...next, card: { name: "Wolf", cost: 3 } })).toBe(true);
  expect(drawnAgain({ card: card(), legal: true })).toBe(true); // it cannot be clicked any more
});
